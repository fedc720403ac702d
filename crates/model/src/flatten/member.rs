//! Flattens memberships in constant sets to bounds and clauses over bounds.

use super::expr::Set;
use super::runs::{Run, preimage, runs};
use super::sum::Sum;
use super::{Atom, Domain, FlattenError, Flattener, Int, Lit, Relation, Value, VarId};

/// A membership, split by the variable that decides it.
enum Decided {
    /// It is always true or always false.
    Always(bool),
    /// The runs of a variable for which it is true and false, two or more.
    By(VarId, Vec<Run>),
}

impl Flattener<'_> {
    /// Posts that an integer is in a set, or that it is not (or undefined).
    pub(super) fn member(
        &mut self,
        label: &str,
        term: Int,
        set: Set,
        inside: bool,
    ) -> Result<(), FlattenError> {
        if self.shapes && self.member_by_table(label, term, set, inside)? {
            return Ok(());
        }
        let sum = self.total(term)?;
        let set = self.terms.set(set);
        match self.all_defined([term])? {
            Lit::Const(true) => self.restrict(label, sum, set, inside),
            defined if inside => {
                self.clause(label, &[defined])?;
                self.restrict(label, sum, set, inside)
            }
            defined => {
                let lit = self.truth_of_member(sum, set)?;
                self.clause(label, &[defined.negated(), lit.negated()])
            }
        }
    }

    /// Posts that a sum is in a set, or that it is not.
    pub(super) fn restrict(
        &mut self,
        label: &str,
        sum: Sum,
        set: &Domain,
        inside: bool,
    ) -> Result<(), FlattenError> {
        if sum.len() > 1 {
            // The hidden variable has no other values.
            let (low, high) = sum.range(self.model)?;
            let runs = self.runs(&Domain::range(low, high), set.intervals().collect())?;
            let kept = runs.iter().filter(|run| run.inside == inside);
            let kept: Vec<(Value, Value)> = kept.map(|run| (run.low, run.high)).collect();
            if let [(low, high)] = kept[..] {
                for (end, relation) in [(low, Relation::Ge), (high, Relation::Le)] {
                    let sum = sum.clone().minus(Sum::constant(end.into()))?;
                    self.relate(label, &sum, relation, None)?;
                }
                return Ok(());
            }
            if kept.is_empty() {
                return self.clause(label, &[]);
            }
            let hidden = self.hidden(Domain::from_intervals(kept))?;
            let same = Sum::of(hidden).minus(sum)?;
            return self.relate(label, &same, Relation::Eq, None);
        }
        let (variable, runs) = match self.decided(sum, set)? {
            Decided::Always(value) if value == inside => return Ok(()),
            Decided::Always(_) => return self.clause(label, &[]),
            Decided::By(variable, runs) => (variable, runs),
        };
        let kept = Domain::from_intervals(
            runs.iter().filter(|run| run.inside == inside).map(|run| (run.low, run.high)).collect(),
        );
        let domain = self.model.domain(variable);
        let holes = runs.iter().filter(|run| run.inside != inside).count();
        // A few bounds and disequalities are simpler than a table.
        if holes > 3 && kept.len() <= self.most_shape_rows {
            let kept = kept.iter().filter(|&value| domain.contains(value));
            let tuples: Vec<Vec<Value>> = kept.map(|value| vec![value]).collect();
            return self.allow(label, vec![variable], tuples);
        }
        for place in 0..runs.len() {
            if runs[place].inside != inside {
                let outside = beyond(variable, &runs, place);
                self.clause(label, &outside)?;
            }
        }
        Ok(())
    }

    /// Returns whether a sum is in a set, as a literal.
    pub(super) fn truth_of_member(&mut self, sum: Sum, set: &Domain) -> Result<Lit, FlattenError> {
        let (variable, runs) = match self.decided(sum, set)? {
            Decided::Always(value) => return Ok(Lit::Const(value)),
            Decided::By(variable, runs) => (variable, runs),
        };
        let signed = |lit: Lit, inside: bool| if inside { lit } else { lit.negated() };
        let atom = |relation, value| Lit::Atom(Atom::new(variable, relation, value));
        match runs[..] {
            [low, _] => return Ok(signed(atom(Relation::Le, low.high), low.inside)),
            [_, only, _] if only.low == only.high => {
                return Ok(signed(atom(Relation::Eq, only.low), only.inside));
            }
            _ => {}
        }
        let gate = self.gate()?;
        for place in 0..runs.len() {
            let mut lits = beyond(variable, &runs, place);
            lits.push(signed(gate, runs[place].inside));
            self.clause("", &lits)?;
        }
        Ok(gate)
    }

    fn decided(&mut self, sum: Sum, set: &Domain) -> Result<Decided, FlattenError> {
        if let Some(number) = sum.number() {
            let is_in = Value::try_from(number).is_ok_and(|value| set.contains(value));
            return Ok(Decided::Always(is_in));
        }
        let (variable, intervals) = match sum.multiple() {
            Some((variable, factor, plus)) => (variable, preimage(set, factor, plus)),
            None => (self.variable_of("", sum)?, set.intervals().collect()),
        };
        let domain = self.model.domain(variable).clone();
        let runs = self.runs(&domain, intervals)?;
        Ok(match runs[..] {
            // Nothing is in no value.
            [] => Decided::Always(false),
            [only] => Decided::Always(only.inside),
            _ => Decided::By(variable, runs),
        })
    }

    fn runs(
        &mut self,
        domain: &Domain,
        set: Vec<(Value, Value)>,
    ) -> Result<Vec<Run>, FlattenError> {
        self.spend(set.len() + domain.intervals().count())?;
        Ok(runs(domain, &set))
    }
}

/// Returns the literals of which one is true exactly when a value is not in a run.
fn beyond(variable: VarId, runs: &[Run], place: usize) -> Vec<Lit> {
    let Run { low, high, .. } = runs[place];
    let atom = |relation, value| Lit::Atom(Atom::new(variable, relation, value));
    let (is_first, is_last) = (place == 0, place + 1 == runs.len());
    if low == high && !is_first && !is_last {
        return vec![atom(Relation::Ne, low)];
    }
    let below = (!is_first).then(|| atom(Relation::Lt, low));
    let above = (!is_last).then(|| atom(Relation::Gt, high));
    below.into_iter().chain(above).collect()
}
