//! Literals over the variables of a case: facts, and clauses of a few.
//!
//! Many are decided by the domains alone, or by a fact that comes later: what a program makes of
//! the rest of a disjunction is then a constraint at its root.

use super::Drawer;
use crate::programs::case::Expr;
use crate::programs::operator::{Operator, Sort};

/// Comparisons of a variable with a constant.
const COMPARISONS: [Operator; 6] =
    [Operator::Eq, Operator::Ne, Operator::Lt, Operator::Le, Operator::Gt, Operator::Ge];

impl Drawer<'_> {
    /// Adds a literal or a disjunction of literals, before or after the other constraints.
    pub(super) fn clause(&mut self) {
        let count = if self.language.nests() { 1 + self.below(3) } else { 1 };
        let mut literals: Vec<Expr> = (0..count).filter_map(|_| self.literal()).collect();
        let clause = match literals.len() {
            0 => return,
            1 => literals.swap_remove(0),
            _ => Expr::op(Operator::Or, [Expr::List(literals)]),
        };
        let place = if self.chance(0.5) { 0 } else { self.case.constraints.len() };
        self.case.constraints.insert(place, clause);
    }

    /// Returns a literal over a variable that the case has.
    pub(super) fn literal(&mut self) -> Option<Expr> {
        let sort = if self.chance(0.3) { Sort::Bool } else { Sort::Int };
        let Some(variable) = self.known(sort) else {
            return self.known(Sort::Bool);
        };
        if sort == Sort::Bool {
            let denied = self.chance(0.4) && self.language.has(Operator::Not);
            return Some(if denied { Expr::op(Operator::Not, [variable]) } else { variable });
        }
        if self.language.has(Operator::In) && self.chance(0.4) {
            let set = self.part_of(&variable);
            let within = Expr::op(Operator::In, [variable, set]);
            let denied = self.language.nests() && self.chance(0.2);
            return Some(if denied { Expr::op(Operator::Not, [within]) } else { within });
        }
        let bound = self.near_end(&variable);
        let comparisons = COMPARISONS.iter().filter(|one| self.language.has(**one));
        let comparisons: Vec<Operator> = comparisons.copied().collect();
        if comparisons.is_empty() {
            return None;
        }
        let comparison = comparisons[self.below(comparisons.len())];
        Some(Expr::op(comparison, [variable, Expr::Int(bound)]))
    }

    fn values_of(&self, variable: &Expr) -> &[i64] {
        match variable {
            Expr::Var(place) => &self.case.variables[*place].values,
            _ => &[],
        }
    }

    /// Returns a value of a variable, or the number before or after it.
    fn near_end(&mut self, variable: &Expr) -> i64 {
        let count = self.values_of(variable).len().max(1);
        let place =
            if self.chance(0.7) { [0, count - 1][self.below(2)] } else { self.below(count) };
        let value = self.values_of(variable).get(place).copied().unwrap_or(0);
        let step = [-1, 0, 0, 1][self.below(4)];
        value.checked_add(step).unwrap_or(value)
    }

    /// Returns a set of some values of a variable and others: a range, or one with gaps.
    fn part_of(&mut self, variable: &Expr) -> Expr {
        let (one, other) = (self.near_end(variable), self.near_end(variable));
        let (low, high) = (one.min(other), one.max(other));
        let is_range = high.abs_diff(low) < 8 && self.chance(0.35);
        let mut values: Vec<i64> = if is_range {
            (low..=high).collect()
        } else {
            let mut values = vec![low, high];
            values.extend((0..self.below(3)).map(|_| self.constant()));
            values
        };
        values.sort_unstable();
        values.dedup();
        Expr::List(values.into_iter().map(Expr::Int).collect())
    }
}
