//! Literals over the variables of a case: facts, and clauses of a few.
//!
//! Many are decided by the domains alone, or by a fact that comes later: the rest of a disjunction
//! then becomes a constraint at the root.

use super::CaseDrawer;
use crate::programs::case::CaseExpr;
use crate::programs::operator::{Operator, Sort};

/// Comparisons of a variable with a constant.
const COMPARISON_OPERATORS: [Operator; 6] =
    [Operator::Eq, Operator::Ne, Operator::Lt, Operator::Le, Operator::Gt, Operator::Ge];

impl CaseDrawer<'_> {
    /// Adds a literal or a disjunction of literals, before or after the other constraints.
    pub(super) fn add_clause(&mut self) {
        let count = if self.language.nests_expressions() { 1 + self.draw_index(3) } else { 1 };
        let mut literals: Vec<CaseExpr> = (0..count).filter_map(|_| self.draw_literal()).collect();
        let clause = match literals.len() {
            0 => return,
            1 => literals.swap_remove(0),
            _ => CaseExpr::from_operator(Operator::Or, [CaseExpr::List(literals)]),
        };
        // A program may propagate constraints as it reads them, so it matters whether a fact comes
        // before or after the constraints that it decides.
        let index = if self.draw_chance(0.5) { 0 } else { self.case.constraints.len() };
        self.case.constraints.insert(index, clause);
    }

    /// Returns a literal over a variable that the case has.
    pub(super) fn draw_literal(&mut self) -> Option<CaseExpr> {
        let sort = if self.draw_chance(0.3) { Sort::Bool } else { Sort::Int };
        let Some(variable) = self.known_variable(sort) else {
            return self.known_variable(Sort::Bool);
        };
        if sort == Sort::Bool {
            let denied = self.draw_chance(0.4) && self.language.has_operator(Operator::Not);
            return Some(if denied {
                CaseExpr::from_operator(Operator::Not, [variable])
            } else {
                variable
            });
        }
        if self.language.has_operator(Operator::In) && self.draw_chance(0.4) {
            let set = self.part_of(&variable);
            let within = CaseExpr::from_operator(Operator::In, [variable, set]);
            let denied = self.language.nests_expressions() && self.draw_chance(0.2);
            return Some(if denied {
                CaseExpr::from_operator(Operator::Not, [within])
            } else {
                within
            });
        }
        let bound = self.near_end(&variable);
        let comparisons =
            COMPARISON_OPERATORS.iter().filter(|one| self.language.has_operator(**one));
        let comparisons: Vec<Operator> = comparisons.copied().collect();
        if comparisons.is_empty() {
            return None;
        }
        let comparison = comparisons[self.draw_index(comparisons.len())];
        Some(CaseExpr::from_operator(comparison, [variable, CaseExpr::Int(bound)]))
    }

    fn values_of(&self, variable: &CaseExpr) -> &[i64] {
        match variable {
            CaseExpr::Var(index) => &self.case.variables[*index].values,
            _ => &[],
        }
    }

    /// Returns a value of a variable, or the number before or after it.
    fn near_end(&mut self, variable: &CaseExpr) -> i64 {
        let count = self.values_of(variable).len().max(1);
        let index = if self.draw_chance(0.7) {
            [0, count - 1][self.draw_index(2)]
        } else {
            self.draw_index(count)
        };
        let value = self.values_of(variable).get(index).copied().unwrap_or(0);
        let step = [-1, 0, 0, 1][self.draw_index(4)];
        value.checked_add(step).unwrap_or(value)
    }

    /// Returns a set of some values of a variable and others: a range, or one with gaps.
    fn part_of(&mut self, variable: &CaseExpr) -> CaseExpr {
        let (one, other) = (self.near_end(variable), self.near_end(variable));
        let (low, high) = (one.min(other), one.max(other));
        let is_range = high.abs_diff(low) < 8 && self.draw_chance(0.35);
        let mut values: Vec<i64> = if is_range {
            (low..=high).collect()
        } else {
            let mut values = vec![low, high];
            values.extend((0..self.draw_index(3)).map(|_| self.draw_constant()));
            values
        };
        values.sort_unstable();
        values.dedup();
        CaseExpr::List(values.into_iter().map(CaseExpr::Int).collect())
    }
}
