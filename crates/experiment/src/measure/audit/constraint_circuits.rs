//! Constraints as circuits over `x = v`, written from their definitions and independent of the
//! encodings: the plain twin against which the encodings are checked. Sizes do not matter here.

use std::collections::BTreeMap;

use parallax_model::{
    AtomicConstraint, ComparisonOperator, Constraint, Domain, Extremum, GlobalCardinality, Linear,
    Model, Product, Table, Value, VarId,
};
use rustsat::types::Lit;

use super::circuit::TseitinCircuit;

/// The literals `x = v` of some variables of a model.
pub(super) struct ValueLiterals<'m> {
    pub(super) model: &'m Model,
    lits: BTreeMap<VarId, BTreeMap<Value, Lit>>,
}

impl<'m> ValueLiterals<'m> {
    /// Gives each variable exactly one of its values.
    pub(super) fn new(model: &'m Model, scope: &[VarId], circuit: &mut TseitinCircuit) -> Self {
        let mut lits = BTreeMap::new();
        for &v in scope {
            let mine: BTreeMap<Value, Lit> =
                model.domain(v).iter().map(|value| (value, circuit.fresh_literal())).collect();
            let list: Vec<Lit> = mine.values().copied().collect();
            circuit.add_clause(&list);
            for (i, &a) in list.iter().enumerate() {
                list[..i].iter().for_each(|&b| circuit.add_clause(&[!a, !b]));
            }
            lits.insert(v, mine);
        }
        ValueLiterals { model, lits }
    }

    /// Returns the literal `x = value`.
    pub(super) fn equality_literal(&self, circuit: &TseitinCircuit, x: VarId, value: i64) -> Lit {
        // A value outside the domain, or outside the type, is never taken.
        let known = Value::try_from(value).ok().and_then(|value| self.lits[&x].get(&value));
        known.copied().unwrap_or_else(|| circuit.constant_literal(false))
    }

    /// Returns a literal that is true if `test` accepts the value of `x`.
    pub(super) fn test_gate(
        &self,
        circuit: &mut TseitinCircuit,
        x: VarId,
        test: impl Fn(Value) -> bool,
    ) -> Lit {
        let accepted: Vec<Lit> =
            self.lits[&x].iter().filter(|(value, _)| test(**value)).map(|(_, lit)| *lit).collect();
        circuit.or_gate(accepted)
    }

    /// Returns the value of `x` in the last model found.
    pub(super) fn model_value(&self, circuit: &TseitinCircuit, x: VarId) -> Option<Value> {
        self.lits[&x].iter().find(|(_, lit)| circuit.is_true(**lit)).map(|(value, _)| *value)
    }

    fn domain(&self, x: VarId) -> &Domain {
        self.model.domain(x)
    }

    fn relation_gate(
        &self,
        c: &mut TseitinCircuit,
        x: VarId,
        relation: ComparisonOperator,
        y: VarId,
        offset: i64,
    ) -> Lit {
        let mut cases = Vec::new();
        for value in self.domain(x).iter() {
            // The caller discards a full circuit.
            if c.is_full() {
                break;
            }
            let fits = |w: Value| relation.holds_between(value.into(), i64::from(w) + offset);
            let right = self.test_gate(c, y, fits);
            let left = self.equality_literal(c, x, value.into());
            cases.push(c.and_gate([left, right]));
        }
        c.or_gate(cases)
    }

    /// Returns the truth value of a constraint.
    pub(super) fn constraint_gate(&self, c: &mut TseitinCircuit, constraint: &Constraint) -> Lit {
        match constraint {
            Constraint::AllDifferent(k) => {
                let values = |i: usize| self.domain(k.scope[i]).to_vec();
                let is = |c: &TseitinCircuit, i: usize, value: Value| {
                    self.equality_literal(c, k.scope[i], value.into())
                };
                all_different_gate(c, k.scope.len(), &values, &is)
            }
            Constraint::GlobalCardinality(k) => self.cardinality_gate(c, k),
            Constraint::Linear(k) => self.linear_gate(c, k),
            Constraint::Compare(k) => self.relation_gate(c, k.left, k.relation, k.right, k.offset),
            Constraint::Table(k) => self.table_gate(c, k),
            Constraint::Element(k) => {
                let mut cases = Vec::new();
                for (position, &v) in (i64::from(k.first)..).zip(&k.array) {
                    let here = self.equality_literal(c, k.index, position);
                    let equal = self.relation_gate(c, v, ComparisonOperator::Eq, k.result, 0);
                    cases.push(c.and_gate([here, equal]));
                }
                c.or_gate(cases)
            }
            Constraint::Lexicographic(k) => {
                // From the back: `rest` is the truth value of the order of the suffixes. Two empty
                // suffixes are equal, which a strict order forbids.
                let mut rest = c.constant_literal(!k.strict);
                for (&x, &y) in k.left.iter().zip(&k.right).rev() {
                    let equal = self.relation_gate(c, x, ComparisonOperator::Eq, y, 0);
                    let less = self.relation_gate(c, x, ComparisonOperator::Lt, y, 0);
                    let tie = c.and_gate([equal, rest]);
                    rest = c.or_gate([less, tie]);
                }
                rest
            }
            Constraint::Extremum(k) => self.extremum_gate(c, k),
            Constraint::Product(k) => self.product_gate(c, k),
            Constraint::Inverse(k) => {
                let there = self.points_back(c, (&k.left, k.first_left), (&k.right, k.first_right));
                let back = self.points_back(c, (&k.right, k.first_right), (&k.left, k.first_left));
                c.and_gate([there, back])
            }
            Constraint::Clause(k) => {
                let atoms: Vec<Lit> = k.atoms.iter().map(|atom| self.atom_gate(c, atom)).collect();
                c.or_gate(atoms)
            }
            Constraint::Dimension(k) => self.dimension_gate(c, k),
            Constraint::Reify(k) => {
                let atom = self.atom_gate(c, &k.atom);
                let (one, zero) =
                    (self.equality_literal(c, k.truth, 1), self.equality_literal(c, k.truth, 0));
                let (yes, no) = (c.and_gate([one, atom]), c.and_gate([zero, !atom]));
                c.or_gate([yes, no])
            }
            Constraint::Implies(k) => {
                let condition = self.equality_literal(c, k.condition, 1);
                let then = self.constraint_gate(c, &k.then);
                c.or_gate([!condition, then])
            }
            Constraint::Global(_) => unreachable!("measures are taken of plain models"),
        }
    }

    /// Adds the terms one by one, with a literal for each attainable sum.
    fn linear_gate(&self, c: &mut TseitinCircuit, k: &Linear) -> Lit {
        let mut sums = BTreeMap::from([(0i64, c.constant_literal(true))]);
        for term in &k.terms {
            let mut more: BTreeMap<i64, Vec<Lit>> = BTreeMap::new();
            for (&sum, &lit) in &sums {
                for value in self.domain(term.variable).iter() {
                    if c.is_full() {
                        break;
                    }
                    let is = self.equality_literal(c, term.variable, value.into());
                    let both = c.and_gate([lit, is]);
                    let sum = sum + term.coefficient * i64::from(value);
                    more.entry(sum).or_default().push(both);
                }
            }
            // Equal sums share one literal, so the size is bounded by the attainable sums, not by
            // the assignments.
            sums = more.into_iter().map(|(sum, lits)| (sum, c.or_gate(lits))).collect();
        }
        let good = sums.into_iter().filter(|(sum, _)| k.relation.holds_between(*sum, k.constant));
        let good: Vec<Lit> = good.map(|(_, lit)| lit).collect();
        c.or_gate(good)
    }

    fn table_gate(&self, c: &mut TseitinCircuit, k: &Table) -> Lit {
        let mut rows = Vec::new();
        for tuple in k.tuples.iter() {
            let cells = k.scope.iter().zip(tuple);
            let cells: Vec<Lit> =
                cells.map(|(&v, &value)| self.equality_literal(c, v, value.into())).collect();
            rows.push(c.and_gate(cells));
        }
        let one = c.or_gate(rows);
        if k.forbidden { !one } else { one }
    }

    fn extremum_gate(&self, c: &mut TseitinCircuit, k: &Extremum) -> Lit {
        let relation = if k.max { ComparisonOperator::Ge } else { ComparisonOperator::Le };
        let mut all = Vec::new();
        let mut some = Vec::new();
        for &v in &k.scope {
            all.push(self.relation_gate(c, k.result, relation, v, 0));
            some.push(self.relation_gate(c, k.result, ComparisonOperator::Eq, v, 0));
        }
        // The result is an upper (lower) bound of all and equals one of them.
        all.push(c.or_gate(some));
        c.and_gate(all)
    }

    fn product_gate(&self, c: &mut TseitinCircuit, k: &Product) -> Lit {
        let mut cases = Vec::new();
        for a in self.domain(k.left).iter() {
            for b in self.domain(k.right).iter() {
                if c.is_full() {
                    break;
                }
                let product = self.equality_literal(c, k.result, i64::from(a) * i64::from(b));
                let factors = [
                    self.equality_literal(c, k.left, a.into()),
                    self.equality_literal(c, k.right, b.into()),
                ];
                cases.push(c.and_gate([factors[0], factors[1], product]));
            }
        }
        c.or_gate(cases)
    }

    fn atom_gate(&self, c: &mut TseitinCircuit, atom: &AtomicConstraint) -> Lit {
        self.test_gate(c, atom.variable, |value| atom.allows_value(value))
    }

    fn cardinality_gate(&self, c: &mut TseitinCircuit, k: &GlobalCardinality) -> Lit {
        let mut all = Vec::new();
        for occurrence in &k.occurrences {
            let value = i64::from(occurrence.value);
            let takers: Vec<Lit> =
                k.scope.iter().map(|&v| self.equality_literal(c, v, value)).collect();
            let counts = build_count_gates(c, &takers);
            let good = counts.iter().enumerate().filter(|(number, _)| {
                (occurrence.min as usize..=occurrence.max as usize).contains(number)
            });
            let good: Vec<Lit> = good.map(|(_, lit)| *lit).collect();
            all.push(c.or_gate(good));
        }
        if k.closed {
            let listed = |value: Value| k.occurrences.iter().any(|o| o.value == value);
            for &v in &k.scope {
                all.push(self.test_gate(c, v, listed));
            }
        }
        c.and_gate(all)
    }

    /// Every index of `from` has an index of `to` as its value, whose value is that index of
    /// `from`.
    fn points_back(
        &self,
        c: &mut TseitinCircuit,
        (from, first_from): (&[VarId], Value),
        (to, first_to): (&[VarId], Value),
    ) -> Lit {
        let mut all = Vec::new();
        for (i, &v) in (i64::from(first_from)..).zip(from) {
            let mut places = Vec::new();
            for (j, &w) in (i64::from(first_to)..).zip(to) {
                let (there, back) =
                    (self.equality_literal(c, v, j), self.equality_literal(c, w, i));
                places.push(c.and_gate([there, back]));
            }
            all.push(c.or_gate(places));
        }
        c.and_gate(all)
    }
}

/// Returns, for each number `n`, whether exactly `n` of these are true.
pub(super) fn build_count_gates(c: &mut TseitinCircuit, lits: &[Lit]) -> Vec<Lit> {
    // Dynamic programming over the literals: `counts[n]` is true if exactly `n` of those so far are
    // true. Without any, the count is 0.
    let mut counts = vec![c.constant_literal(true)];
    for &is in lits {
        let mut more = Vec::with_capacity(counts.len() + 1);
        for number in 0..=counts.len() {
            let stays = counts.get(number).map(|&lit| c.and_gate([lit, !is]));
            let grows = number.checked_sub(1).map(|before| c.and_gate([counts[before], is]));
            more.push(c.or_gate(stays.into_iter().chain(grows)));
        }
        counts = more;
    }
    counts
}

/// No two of `count` elements, each with one of its values, have the same value.
pub(super) fn all_different_gate(
    c: &mut TseitinCircuit,
    count: usize,
    values: &dyn Fn(usize) -> Vec<Value>,
    is: &dyn Fn(&TseitinCircuit, usize, Value) -> Lit,
) -> Lit {
    let mut clashes = Vec::new();
    for i in 0..count {
        for value in values(i) {
            for j in 0..i {
                let pair = [is(c, i, value), is(c, j, value)];
                clashes.push(c.and_gate(pair));
            }
        }
    }
    !c.or_gate(clashes)
}
