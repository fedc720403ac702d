//! Flattens memberships in constant sets to bounds and clauses over bounds.

use super::expr::ConstantSet;
use super::runs::{DomainRun, affine_preimage, split_runs};
use super::sum::LinearSum;
use super::{
    AtomicConstraint, ComparisonOperator, Domain, ExpressionFlattener, FlatLiteral, FlattenError,
    IntExpression, Value, VarId,
};

/// A membership, split by the variable that decides it.
enum MembershipSplit {
    /// It is always true or always false.
    Always(bool),
    /// The runs of a variable for which it is true and false, two or more.
    By(VarId, Vec<DomainRun>),
}

impl ExpressionFlattener<'_> {
    /// Posts that an integer is in a set, or that it is not (or undefined).
    pub(super) fn post_membership(
        &mut self,
        label: &str,
        term: IntExpression,
        set: ConstantSet,
        inside: bool,
    ) -> Result<(), FlattenError> {
        if self.shapes && self.member_by_table(label, term, set, inside)? {
            return Ok(());
        }
        let sum = self.integer_sum(term)?;
        let set = self.terms.constant_set(set);
        match self.all_defined([term])? {
            FlatLiteral::Const(true) => self.restrict_sum(label, sum, set, inside),
            defined if inside => {
                self.post_clause(label, &[defined])?;
                self.restrict_sum(label, sum, set, inside)
            }
            defined => {
                // Not in the set: undefined, or defined with a value outside.
                let lit = self.truth_of_member(sum, set)?;
                self.post_clause(label, &[defined.negate_literal(), lit.negate_literal()])
            }
        }
    }

    /// Posts that a sum is in a set, or that it is not.
    pub(super) fn restrict_sum(
        &mut self,
        label: &str,
        sum: LinearSum,
        set: &Domain,
        inside: bool,
    ) -> Result<(), FlattenError> {
        if sum.len() > 1 {
            // The hidden variable has no other values.
            let (low, high) = sum.value_range(self.model)?;
            let runs =
                self.domain_runs(&Domain::from_range(low, high), set.intervals().collect())?;
            let kept = runs.iter().filter(|run| run.inside == inside);
            let kept: Vec<(Value, Value)> = kept.map(|run| (run.low, run.high)).collect();
            // A single run needs two bounds on the sum and no hidden variable.
            if let [(low, high)] = kept[..] {
                for (end, relation) in
                    [(low, ComparisonOperator::Ge), (high, ComparisonOperator::Le)]
                {
                    let sum = sum.clone().subtract_sum(LinearSum::from_constant(end.into()))?;
                    self.post_relation(label, &sum, relation, None)?;
                }
                return Ok(());
            }
            if kept.is_empty() {
                return self.post_clause(label, &[]);
            }
            let hidden = self.add_hidden(Domain::from_intervals(kept))?;
            let same = LinearSum::from_variable(hidden).subtract_sum(sum)?;
            return self.post_relation(label, &same, ComparisonOperator::Eq, None);
        }
        let (variable, runs) = match self.split_membership(sum, set)? {
            MembershipSplit::Always(value) if value == inside => return Ok(()),
            MembershipSplit::Always(_) => return self.post_clause(label, &[]),
            MembershipSplit::By(variable, runs) => (variable, runs),
        };
        let kept = Domain::from_intervals(
            runs.iter().filter(|run| run.inside == inside).map(|run| (run.low, run.high)).collect(),
        );
        let domain = self.model.domain(variable);
        let holes = runs.iter().filter(|run| run.inside != inside).count();
        // A few bounds and disequalities are simpler than a table.
        if holes > 3 && kept.len() <= self.max_shape_rows {
            let kept = kept.iter().filter(|&value| domain.contains(value));
            let tuples: Vec<Vec<Value>> = kept.map(|value| vec![value]).collect();
            return self.allow_rows(label, vec![variable], tuples);
        }
        // Each run that is excluded becomes a clause: the variable is below it or above it.
        for index in 0..runs.len() {
            if runs[index].inside != inside {
                let outside = outside_literals(variable, &runs, index);
                self.post_clause(label, &outside)?;
            }
        }
        Ok(())
    }

    /// Returns whether a sum is in a set, as a literal.
    pub(super) fn truth_of_member(
        &mut self,
        sum: LinearSum,
        set: &Domain,
    ) -> Result<FlatLiteral, FlattenError> {
        let (variable, runs) = match self.split_membership(sum, set)? {
            MembershipSplit::Always(value) => return Ok(FlatLiteral::Const(value)),
            MembershipSplit::By(variable, runs) => (variable, runs),
        };
        let signed =
            |lit: FlatLiteral, inside: bool| if inside { lit } else { lit.negate_literal() };
        let atom =
            |relation, value| FlatLiteral::Atom(AtomicConstraint::new(variable, relation, value));
        match runs[..] {
            // Two runs: a comparison with the end of the first one decides.
            [low, _] => return Ok(signed(atom(ComparisonOperator::Le, low.high), low.inside)),
            // One value between two runs: an equality decides.
            [_, only, _] if only.low == only.high => {
                return Ok(signed(atom(ComparisonOperator::Eq, only.low), only.inside));
            }
            _ => {}
        }
        let gate = self.add_gate()?;
        for index in 0..runs.len() {
            // A value in the run fixes the gate; the runs cover the domain, so every value does.
            let mut lits = outside_literals(variable, &runs, index);
            lits.push(signed(gate, runs[index].inside));
            self.post_clause("", &lits)?;
        }
        Ok(gate)
    }

    fn split_membership(
        &mut self,
        sum: LinearSum,
        set: &Domain,
    ) -> Result<MembershipSplit, FlattenError> {
        if let Some(number) = sum.constant_value() {
            let is_in = Value::try_from(number).is_ok_and(|value| set.contains(value));
            return Ok(MembershipSplit::Always(is_in));
        }
        // For `factor * x + plus`, the set is mapped back to x, which saves a hidden variable: 2x +
        // 1 in {3, 4, 7} is x in {1, 3}.
        let (variable, intervals) = match sum.single_multiple() {
            Some((variable, factor, plus)) => (variable, affine_preimage(set, factor, plus)),
            None => (self.variable_of("", sum)?, set.intervals().collect()),
        };
        let domain = self.model.domain(variable).clone();
        let runs = self.domain_runs(&domain, intervals)?;
        Ok(match runs[..] {
            // An empty domain: no value is in the set.
            [] => MembershipSplit::Always(false),
            // The whole domain lies on one side.
            [only] => MembershipSplit::Always(only.inside),
            _ => MembershipSplit::By(variable, runs),
        })
    }

    fn domain_runs(
        &mut self,
        domain: &Domain,
        set: Vec<(Value, Value)>,
    ) -> Result<Vec<DomainRun>, FlattenError> {
        self.spend_steps(set.len() + domain.intervals().count())?;
        Ok(split_runs(domain, &set))
    }
}

/// Returns the literals of which one is true exactly when a value is not in a run.
fn outside_literals(variable: VarId, runs: &[DomainRun], index: usize) -> Vec<FlatLiteral> {
    let DomainRun { low, high, .. } = runs[index];
    let atom =
        |relation, value| FlatLiteral::Atom(AtomicConstraint::new(variable, relation, value));
    let (is_first, is_last) = (index == 0, index + 1 == runs.len());
    // One disequality instead of two orders.
    if low == high && !is_first && !is_last {
        return vec![atom(ComparisonOperator::Ne, low)];
    }
    let below = (!is_first).then(|| atom(ComparisonOperator::Lt, low));
    let above = (!is_last).then(|| atom(ComparisonOperator::Gt, high));
    below.into_iter().chain(above).collect()
}
