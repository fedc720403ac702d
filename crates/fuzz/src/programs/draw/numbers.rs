//! Constants, variables and small expressions.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::Drawer;
use crate::programs::case::Expr;
use crate::programs::operator::{Argument, Operator, Sort};

/// Maximum number of nodes of an expression that is repeated: written in full, an expression of
/// repeated ones is exponential in their number.
const MAX_REPEATED: usize = 30;

/// Returns the number of nodes of an expression.
fn count_nodes(expr: &Expr) -> usize {
    let mut count = 0;
    expr.visit(&mut |_| count += 1);
    count
}

impl Drawer<'_> {
    /// Returns a small integer, rarely or often an extreme one.
    pub(super) fn constant(&mut self) -> i64 {
        if self.chance(self.manner.extreme) {
            let extreme = self.manner.extremes[self.below(self.manner.extremes.len())];
            if extreme.unsigned_abs() <= self.language.widest() {
                return extreme;
            }
        }
        self.rng.random_range(self.range.0..=self.range.1)
    }

    /// Returns a number that is not negative, such as a length or a weight.
    pub(super) fn amount(&mut self, most: i64) -> i64 {
        if self.chance(self.manner.zero) { 0 } else { self.rng.random_range(0..=most.max(0)) }
    }

    /// Returns a list of `count` amounts.
    pub(super) fn amounts(&mut self, count: usize, most: i64) -> Expr {
        Expr::List((0..count).map(|_| Expr::Int(self.amount(most))).collect())
    }

    /// Returns the number of items of a list.
    pub(super) fn length(&mut self) -> usize {
        self.manner.lengths[self.below(self.manner.lengths.len())]
    }

    /// Returns values for a new variable.
    pub(super) fn domain(&mut self) -> Vec<i64> {
        let most = usize::try_from(self.room).unwrap_or(5).clamp(1, self.manner.values);
        let single = self.chance(self.manner.single);
        let count = if single { 1 } else { 1 + self.below(most) };
        if self.manner.run >= 1.0 {
            // All variables have the same values, as far as there is room.
            let (low, high) = self.range;
            return (low..=high).take(most).collect();
        }
        let mut values: Vec<i64> = if self.chance(self.manner.run) {
            let low = self.constant();
            (0..count as i64).filter_map(|step| low.checked_add(step)).collect()
        } else {
            (0..count).map(|_| self.constant()).collect()
        };
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Returns an integer expression.
    pub(super) fn int(&mut self) -> Expr {
        if let Some(known) = self.repeat_term(Sort::Int) {
            return known;
        }
        if self.depth > 0 && self.chance(0.4) {
            return self.inner(Sort::Int).unwrap_or(Expr::Int(1));
        }
        self.flat_int()
    }

    /// Returns an integer variable or a constant.
    pub(super) fn flat_int(&mut self) -> Expr {
        if self.chance(self.manner.constant) {
            return Expr::Int(self.constant());
        }
        if self.chance(self.manner.repeat)
            && let Some(known) = self.known(Sort::Int)
        {
            return known;
        }
        if self.chance(self.manner.image)
            && let Some(image) = self.image()
        {
            return image;
        }
        // A variable with one value takes no room.
        let values = self.domain();
        self.variable(Sort::Int, values)
    }

    /// Returns the number 0 or 1 of a truth value: an expression, or a variable with a constraint
    /// that ties it to the truth value.
    fn image(&mut self) -> Option<Expr> {
        if !self.language.has(Operator::Bool2Int) || self.room < 4 {
            return None;
        }
        let truth = match self.known(Sort::Bool) {
            Some(known) if self.chance(self.manner.repeat) => known,
            _ => self.variable(Sort::Bool, vec![0, 1]),
        };
        let image = Expr::op(Operator::Bool2Int, [truth]);
        if self.language.nests() {
            return Some(image);
        }
        let number = self.variable(Sort::Int, vec![0, 1]);
        self.case.constraints.push(Expr::op(Operator::Eq, [image, number.clone()]));
        Some(number)
    }

    /// Returns a truth value.
    pub(super) fn truth(&mut self) -> Expr {
        if let Some(known) = self.repeat_term(Sort::Bool) {
            return known;
        }
        if self.depth > 0 && self.chance(0.4) {
            return self.inner(Sort::Bool).unwrap_or(Expr::Bool(true));
        }
        self.flat_truth()
    }

    /// Returns a Boolean variable or a constant.
    pub(super) fn flat_truth(&mut self) -> Expr {
        if self.chance(self.manner.constant * 0.6) {
            return Expr::Bool(self.chance(0.5));
        }
        if self.chance(self.manner.repeat)
            && let Some(known) = self.known(Sort::Bool)
        {
            return known;
        }
        if self.room < 2 {
            return Expr::Bool(self.chance(0.5));
        }
        let values = if self.chance(0.06) { vec![i64::from(self.chance(0.5))] } else { vec![0, 1] };
        self.variable(Sort::Bool, values)
    }

    /// Returns an expression of an operator inside another: one over scalars, or a short list.
    fn inner(&mut self, sort: Sort) -> Option<Expr> {
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
        let operator = fitting[self.below(fitting.len())];
        self.depth -= 1;
        let arguments = self.arguments(operator);
        self.depth += 1;
        let term = Expr::Op(operator, arguments);
        if self.manner.again > 0.0 && count_nodes(&term) <= MAX_REPEATED {
            self.terms.push(term.clone());
        }
        Some(term)
    }

    /// Returns an expression of a sort that the case has already, if the manner repeats some.
    fn repeat_term(&mut self, sort: Sort) -> Option<Expr> {
        // A manner without repetitions takes no random number.
        if self.manner.again == 0.0 || !self.chance(self.manner.again) {
            return None;
        }
        let fits = |term: &&Expr| matches!(term, Expr::Op(operator, _) if operator.sort() == sort);
        let fitting: Vec<Expr> = self.terms.iter().filter(fits).cloned().collect();
        fitting.choose(self.rng).cloned()
    }

    /// Returns a list of `count` integer expressions.
    pub(super) fn ints(&mut self, count: usize) -> Expr {
        let before = self.manner.constant;
        if !self.language.lists_constants() {
            self.manner.constant = 0.0;
        }
        let items = (0..count).map(|_| self.int()).collect();
        self.manner.constant = before;
        Expr::List(items)
    }

    /// Returns an integer expression with numbers of a range.
    pub(super) fn int_in(&mut self, low: i64, high: i64) -> Expr {
        let before = std::mem::replace(&mut self.range, (low, high.max(low)));
        let int = self.int();
        self.range = before;
        int
    }

    /// Returns a list of `count` integers in a range, rarely outside it.
    pub(super) fn ints_in(&mut self, count: usize, low: i64, high: i64) -> Expr {
        let before = std::mem::replace(&mut self.range, (low, high.max(low)));
        let list = self.ints(count);
        self.range = before;
        list
    }

    /// Returns a list of `count` constants in a range.
    pub(super) fn consts_in(&mut self, count: usize, low: i64, high: i64) -> Expr {
        let high = high.max(low);
        Expr::List((0..count).map(|_| Expr::Int(self.rng.random_range(low..=high))).collect())
    }

    /// Returns an ascending list of at most `most` different constants.
    pub(super) fn set(&mut self, most: usize) -> Expr {
        let count = self.below(most + 1);
        let mut values: Vec<i64> = if self.chance(0.2) {
            let low = self.constant();
            (0..count as i64).filter_map(|step| low.checked_add(step)).collect()
        } else {
            (0..count).map(|_| self.constant()).collect()
        };
        values.sort_unstable();
        values.dedup();
        Expr::List(values.into_iter().map(Expr::Int).collect())
    }
}
