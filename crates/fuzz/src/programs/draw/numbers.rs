//! Constants, variables and small expressions.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::CaseDrawer;
use crate::programs::case::CaseExpr;
use crate::programs::operator::{Argument, Operator, Sort};

/// Maximum number of nodes of an expression that is repeated: written in full, an expression of
/// repeated ones is exponential in their number.
const MAX_REPEATED: usize = 30;

/// Returns the number of nodes of an expression.
fn count_nodes(expr: &CaseExpr) -> usize {
    let mut count = 0;
    expr.visit_parts(&mut |_| count += 1);
    count
}

impl CaseDrawer<'_> {
    /// Returns a small integer, rarely or often an extreme one.
    pub(super) fn draw_constant(&mut self) -> i64 {
        if self.draw_chance(self.manner.extreme) {
            let extreme = self.manner.extremes[self.draw_index(self.manner.extremes.len())];
            // A number that the language cannot write falls back to a small one.
            if extreme.unsigned_abs() <= self.language.widest_number() {
                return extreme;
            }
        }
        self.rng.random_range(self.range.0..=self.range.1)
    }

    /// Returns a number that is not negative, such as a length or a weight.
    pub(super) fn draw_amount(&mut self, max: i64) -> i64 {
        if self.draw_chance(self.manner.zero) { 0 } else { self.rng.random_range(0..=max.max(0)) }
    }

    /// Returns a list of `count` amounts.
    pub(super) fn draw_amounts(&mut self, count: usize, max: i64) -> CaseExpr {
        CaseExpr::List((0..count).map(|_| CaseExpr::Int(self.draw_amount(max))).collect())
    }

    /// Returns the number of items of a list.
    pub(super) fn draw_length(&mut self) -> usize {
        self.manner.lengths[self.draw_index(self.manner.lengths.len())]
    }

    /// Returns values for a new variable.
    pub(super) fn draw_domain(&mut self) -> Vec<i64> {
        let max_size = usize::try_from(self.room).unwrap_or(5).clamp(1, self.manner.values);
        let single = self.draw_chance(self.manner.single);
        let count = if single { 1 } else { 1 + self.draw_index(max_size) };
        if self.manner.run >= 1.0 {
            // All variables have the same values, within the remaining room.
            let (low, high) = self.range;
            return (low..=high).take(max_size).collect();
        }
        let mut values: Vec<i64> = if self.draw_chance(self.manner.run) {
            let low = self.draw_constant();
            (0..count as i64).filter_map(|step| low.checked_add(step)).collect()
        } else {
            (0..count).map(|_| self.draw_constant()).collect()
        };
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Returns an integer expression.
    pub(super) fn draw_int(&mut self) -> CaseExpr {
        if let Some(known) = self.repeat_term(Sort::Int) {
            return known;
        }
        if self.depth > 0 && self.draw_chance(0.4) {
            return self.draw_inner_expr(Sort::Int).unwrap_or(CaseExpr::Int(1));
        }
        self.flat_int()
    }

    /// Returns an integer variable or a constant.
    pub(super) fn flat_int(&mut self) -> CaseExpr {
        if self.draw_chance(self.manner.constant) {
            return CaseExpr::Int(self.draw_constant());
        }
        if self.draw_chance(self.manner.repeat)
            && let Some(known) = self.known_variable(Sort::Int)
        {
            return known;
        }
        if self.draw_chance(self.manner.image)
            && let Some(image) = self.draw_truth_image()
        {
            return image;
        }
        // A variable with one value takes no room.
        let values = self.draw_domain();
        self.add_variable(Sort::Int, values)
    }

    /// Returns the number 0 or 1 of a truth value: an expression, or a variable with a constraint
    /// that ties it to the truth value.
    fn draw_truth_image(&mut self) -> Option<CaseExpr> {
        if !self.language.has_operator(Operator::Bool2Int) || self.room < 4 {
            return None;
        }
        let truth = match self.known_variable(Sort::Bool) {
            Some(known) if self.draw_chance(self.manner.repeat) => known,
            _ => self.add_variable(Sort::Bool, vec![0, 1]),
        };
        let image = CaseExpr::from_operator(Operator::Bool2Int, [truth]);
        if self.language.nests_expressions() {
            return Some(image);
        }
        // Without nesting, a constraint outside the expression ties the number to the truth value.
        let number = self.add_variable(Sort::Int, vec![0, 1]);
        self.case.constraints.push(CaseExpr::from_operator(Operator::Eq, [image, number.clone()]));
        Some(number)
    }

    /// Returns a truth value.
    pub(super) fn draw_truth(&mut self) -> CaseExpr {
        if let Some(known) = self.repeat_term(Sort::Bool) {
            return known;
        }
        if self.depth > 0 && self.draw_chance(0.4) {
            return self.draw_inner_expr(Sort::Bool).unwrap_or(CaseExpr::Bool(true));
        }
        self.flat_truth()
    }

    /// Returns a Boolean variable or a constant.
    pub(super) fn flat_truth(&mut self) -> CaseExpr {
        if self.draw_chance(self.manner.constant * 0.6) {
            return CaseExpr::Bool(self.draw_chance(0.5));
        }
        if self.draw_chance(self.manner.repeat)
            && let Some(known) = self.known_variable(Sort::Bool)
        {
            return known;
        }
        if self.room < 2 {
            return CaseExpr::Bool(self.draw_chance(0.5));
        }
        let values = if self.draw_chance(0.06) {
            vec![i64::from(self.draw_chance(0.5))]
        } else {
            vec![0, 1]
        };
        self.add_variable(Sort::Bool, values)
    }

    /// Returns an expression of an operator inside another: one over scalars, or a short list.
    fn draw_inner_expr(&mut self, sort: Sort) -> Option<CaseExpr> {
        let simple = |operator: &Operator| {
            operator.sort() == sort
                && operator.arguments().iter().all(|argument| {
                    matches!(argument, Argument::Int | Argument::Bool | Argument::Ints)
                        || matches!(argument, Argument::Bools | Argument::Set | Argument::Const)
                })
        };
        let fitting: Vec<Operator> = self.operators.iter().copied().filter(simple).collect();
        if fitting.is_empty() {
            return None;
        }
        let operator = fitting[self.draw_index(fitting.len())];
        // Callers draw an inner expression only if `depth > 0`. The depth bounds the recursion
        // through `draw_arguments`.
        self.depth -= 1;
        let arguments = self.draw_arguments(operator);
        self.depth += 1;
        let term = CaseExpr::Op(operator, arguments);
        if self.manner.again > 0.0 && count_nodes(&term) <= MAX_REPEATED {
            self.terms.push(term.clone());
        }
        Some(term)
    }

    /// Returns an expression of a sort that the case has already, if the manner repeats some.
    fn repeat_term(&mut self, sort: Sort) -> Option<CaseExpr> {
        // A manner without repetitions takes no random number.
        if self.manner.again == 0.0 || !self.draw_chance(self.manner.again) {
            return None;
        }
        let fits =
            |term: &&CaseExpr| matches!(term, CaseExpr::Op(operator, _) if operator.sort() == sort);
        let fitting: Vec<CaseExpr> = self.terms.iter().filter(fits).cloned().collect();
        fitting.choose(self.rng).cloned()
    }

    /// Returns a list of `count` integer expressions.
    pub(super) fn draw_ints(&mut self, count: usize) -> CaseExpr {
        // Some languages require variables in lists; constants are switched off while the items are
        // drawn.
        let before = self.manner.constant;
        if !self.language.lists_constants() {
            self.manner.constant = 0.0;
        }
        let items = (0..count).map(|_| self.draw_int()).collect();
        self.manner.constant = before;
        CaseExpr::List(items)
    }

    /// Returns an integer expression with numbers of a range.
    pub(super) fn int_in(&mut self, low: i64, high: i64) -> CaseExpr {
        let before = std::mem::replace(&mut self.range, (low, high.max(low)));
        let int = self.draw_int();
        self.range = before;
        int
    }

    /// Returns a list of `count` integers in a range, rarely outside it.
    pub(super) fn ints_in(&mut self, count: usize, low: i64, high: i64) -> CaseExpr {
        let before = std::mem::replace(&mut self.range, (low, high.max(low)));
        let list = self.draw_ints(count);
        self.range = before;
        list
    }

    /// Returns a list of `count` constants in a range.
    pub(super) fn consts_in(&mut self, count: usize, low: i64, high: i64) -> CaseExpr {
        let high = high.max(low);
        CaseExpr::List(
            (0..count).map(|_| CaseExpr::Int(self.rng.random_range(low..=high))).collect(),
        )
    }

    /// Returns an ascending list of at most `max_size` different constants.
    pub(super) fn draw_set(&mut self, max_size: usize) -> CaseExpr {
        let count = self.draw_index(max_size + 1);
        let mut values: Vec<i64> = if self.draw_chance(0.2) {
            let low = self.draw_constant();
            (0..count as i64).filter_map(|step| low.checked_add(step)).collect()
        } else {
            (0..count).map(|_| self.draw_constant()).collect()
        };
        values.sort_unstable();
        values.dedup();
        CaseExpr::List(values.into_iter().map(CaseExpr::Int).collect())
    }
}
