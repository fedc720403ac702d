//! Constraints as circuits over `x = v`, written from their definitions and independent of the
//! encodings: the plain twin against which the encodings are checked. Sizes do not matter here.

use std::collections::BTreeMap;

use parallax_model::{
    Atom, Constraint, Domain, Extremum, GlobalCardinality, Linear, Model, Product, Relation, Table,
    Value, VarId,
};
use rustsat::types::Lit;

use super::circuit::Circuit;

/// The literals `x = v` of some variables of a model.
pub(super) struct Values<'m> {
    pub(super) model: &'m Model,
    lits: BTreeMap<VarId, BTreeMap<Value, Lit>>,
}

impl<'m> Values<'m> {
    /// Gives each variable exactly one of its values.
    pub(super) fn new(model: &'m Model, scope: &[VarId], circuit: &mut Circuit) -> Self {
        let mut lits = BTreeMap::new();
        for &v in scope {
            let mine: BTreeMap<Value, Lit> =
                model.domain(v).iter().map(|value| (value, circuit.fresh())).collect();
            let list: Vec<Lit> = mine.values().copied().collect();
            circuit.add(&list);
            for (i, &a) in list.iter().enumerate() {
                list[..i].iter().for_each(|&b| circuit.add(&[!a, !b]));
            }
            lits.insert(v, mine);
        }
        Values { model, lits }
    }

    /// Returns the literal `x = value`.
    pub(super) fn is(&self, circuit: &Circuit, x: VarId, value: i64) -> Lit {
        let known = Value::try_from(value).ok().and_then(|value| self.lits[&x].get(&value));
        known.copied().unwrap_or_else(|| circuit.constant(false))
    }

    /// Returns a literal that is true if `test` accepts the value of `x`.
    pub(super) fn test(
        &self,
        circuit: &mut Circuit,
        x: VarId,
        test: impl Fn(Value) -> bool,
    ) -> Lit {
        let accepted: Vec<Lit> =
            self.lits[&x].iter().filter(|(value, _)| test(**value)).map(|(_, lit)| *lit).collect();
        circuit.or(accepted)
    }

    /// Returns the value of `x` in the last model found.
    pub(super) fn value(&self, circuit: &Circuit, x: VarId) -> Option<Value> {
        self.lits[&x].iter().find(|(_, lit)| circuit.is_true(**lit)).map(|(value, _)| *value)
    }

    fn domain(&self, x: VarId) -> &Domain {
        self.model.domain(x)
    }

    fn related(&self, c: &mut Circuit, x: VarId, relation: Relation, y: VarId, offset: i64) -> Lit {
        let mut cases = Vec::new();
        for value in self.domain(x).iter() {
            // The caller discards a full circuit.
            if c.is_full() {
                break;
            }
            let fits = |w: Value| relation.holds(value.into(), i64::from(w) + offset);
            let right = self.test(c, y, fits);
            let left = self.is(c, x, value.into());
            cases.push(c.and([left, right]));
        }
        c.or(cases)
    }

    /// Returns the truth value of a constraint.
    pub(super) fn truth(&self, c: &mut Circuit, constraint: &Constraint) -> Lit {
        match constraint {
            Constraint::AllDifferent(k) => {
                let values = |i: usize| self.domain(k.scope[i]).to_vec();
                let is = |c: &Circuit, i: usize, value: Value| self.is(c, k.scope[i], value.into());
                different(c, k.scope.len(), &values, &is)
            }
            Constraint::GlobalCardinality(k) => self.cardinality(c, k),
            Constraint::Linear(k) => self.linear(c, k),
            Constraint::Compare(k) => self.related(c, k.left, k.relation, k.right, k.offset),
            Constraint::Table(k) => self.table(c, k),
            Constraint::Element(k) => {
                let mut cases = Vec::new();
                for (place, &v) in (i64::from(k.first)..).zip(&k.array) {
                    let here = self.is(c, k.index, place);
                    let equal = self.related(c, v, Relation::Eq, k.result, 0);
                    cases.push(c.and([here, equal]));
                }
                c.or(cases)
            }
            Constraint::Lexicographic(k) => {
                let mut rest = c.constant(!k.strict);
                for (&x, &y) in k.left.iter().zip(&k.right).rev() {
                    let equal = self.related(c, x, Relation::Eq, y, 0);
                    let less = self.related(c, x, Relation::Lt, y, 0);
                    let tie = c.and([equal, rest]);
                    rest = c.or([less, tie]);
                }
                rest
            }
            Constraint::Extremum(k) => self.extremum(c, k),
            Constraint::Product(k) => self.product(c, k),
            Constraint::Inverse(k) => {
                let there = self.points_back(c, (&k.left, k.first_left), (&k.right, k.first_right));
                let back = self.points_back(c, (&k.right, k.first_right), (&k.left, k.first_left));
                c.and([there, back])
            }
            Constraint::Clause(k) => {
                let atoms: Vec<Lit> = k.atoms.iter().map(|atom| self.atom(c, atom)).collect();
                c.or(atoms)
            }
            Constraint::Dimension(k) => self.dimension(c, k),
            Constraint::Reify(k) => {
                let atom = self.atom(c, &k.atom);
                let (one, zero) = (self.is(c, k.truth, 1), self.is(c, k.truth, 0));
                let (yes, no) = (c.and([one, atom]), c.and([zero, !atom]));
                c.or([yes, no])
            }
            Constraint::Implies(k) => {
                let condition = self.is(c, k.condition, 1);
                let then = self.truth(c, &k.then);
                c.or([!condition, then])
            }
            Constraint::Global(_) => unreachable!("measures are taken of plain models"),
        }
    }

    /// Adds the terms one by one, with a literal for each attainable sum.
    fn linear(&self, c: &mut Circuit, k: &Linear) -> Lit {
        let mut sums = BTreeMap::from([(0i64, c.constant(true))]);
        for term in &k.terms {
            let mut more: BTreeMap<i64, Vec<Lit>> = BTreeMap::new();
            for (&sum, &lit) in &sums {
                for value in self.domain(term.variable).iter() {
                    if c.is_full() {
                        break;
                    }
                    let is = self.is(c, term.variable, value.into());
                    let both = c.and([lit, is]);
                    let sum = sum + term.coefficient * i64::from(value);
                    more.entry(sum).or_default().push(both);
                }
            }
            sums = more.into_iter().map(|(sum, lits)| (sum, c.or(lits))).collect();
        }
        let good = sums.into_iter().filter(|(sum, _)| k.relation.holds(*sum, k.constant));
        let good: Vec<Lit> = good.map(|(_, lit)| lit).collect();
        c.or(good)
    }

    fn table(&self, c: &mut Circuit, k: &Table) -> Lit {
        let mut rows = Vec::new();
        for tuple in k.tuples.iter() {
            let cells = k.scope.iter().zip(tuple);
            let cells: Vec<Lit> = cells.map(|(&v, &value)| self.is(c, v, value.into())).collect();
            rows.push(c.and(cells));
        }
        let one = c.or(rows);
        if k.forbidden { !one } else { one }
    }

    fn extremum(&self, c: &mut Circuit, k: &Extremum) -> Lit {
        let relation = if k.max { Relation::Ge } else { Relation::Le };
        let mut all = Vec::new();
        let mut some = Vec::new();
        for &v in &k.scope {
            all.push(self.related(c, k.result, relation, v, 0));
            some.push(self.related(c, k.result, Relation::Eq, v, 0));
        }
        all.push(c.or(some));
        c.and(all)
    }

    fn product(&self, c: &mut Circuit, k: &Product) -> Lit {
        let mut cases = Vec::new();
        for a in self.domain(k.left).iter() {
            for b in self.domain(k.right).iter() {
                if c.is_full() {
                    break;
                }
                let product = self.is(c, k.result, i64::from(a) * i64::from(b));
                let factors = [self.is(c, k.left, a.into()), self.is(c, k.right, b.into())];
                cases.push(c.and([factors[0], factors[1], product]));
            }
        }
        c.or(cases)
    }

    fn atom(&self, c: &mut Circuit, atom: &Atom) -> Lit {
        self.test(c, atom.variable, |value| atom.allows(value))
    }

    fn cardinality(&self, c: &mut Circuit, k: &GlobalCardinality) -> Lit {
        let mut all = Vec::new();
        for occurrence in &k.occurrences {
            let value = i64::from(occurrence.value);
            let takers: Vec<Lit> = k.scope.iter().map(|&v| self.is(c, v, value)).collect();
            let counts = counts(c, &takers);
            let good = counts.iter().enumerate().filter(|(number, _)| {
                (occurrence.min as usize..=occurrence.max as usize).contains(number)
            });
            let good: Vec<Lit> = good.map(|(_, lit)| *lit).collect();
            all.push(c.or(good));
        }
        if k.closed {
            let listed = |value: Value| k.occurrences.iter().any(|o| o.value == value);
            for &v in &k.scope {
                all.push(self.test(c, v, listed));
            }
        }
        c.and(all)
    }

    /// Every place of `from` names a place of `to` that names it back.
    fn points_back(
        &self,
        c: &mut Circuit,
        (from, first_from): (&[VarId], Value),
        (to, first_to): (&[VarId], Value),
    ) -> Lit {
        let mut all = Vec::new();
        for (i, &v) in (i64::from(first_from)..).zip(from) {
            let mut places = Vec::new();
            for (j, &w) in (i64::from(first_to)..).zip(to) {
                let (there, back) = (self.is(c, v, j), self.is(c, w, i));
                places.push(c.and([there, back]));
            }
            all.push(c.or(places));
        }
        c.and(all)
    }
}

/// Returns by number `n`: whether exactly `n` of these are true.
pub(super) fn counts(c: &mut Circuit, lits: &[Lit]) -> Vec<Lit> {
    let mut counts = vec![c.constant(true)];
    for &is in lits {
        let mut more = Vec::with_capacity(counts.len() + 1);
        for number in 0..=counts.len() {
            let stays = counts.get(number).map(|&lit| c.and([lit, !is]));
            let grows = number.checked_sub(1).map(|before| c.and([counts[before], is]));
            more.push(c.or(stays.into_iter().chain(grows)));
        }
        counts = more;
    }
    counts
}

/// No two of `count` elements, each with one of its values, have the same value.
pub(super) fn different(
    c: &mut Circuit,
    count: usize,
    values: &dyn Fn(usize) -> Vec<Value>,
    is: &dyn Fn(&Circuit, usize, Value) -> Lit,
) -> Lit {
    let mut clashes = Vec::new();
    for i in 0..count {
        for value in values(i) {
            for j in 0..i {
                let pair = [is(c, i, value), is(c, j, value)];
                clashes.push(c.and(pair));
            }
        }
    }
    !c.or(clashes)
}
