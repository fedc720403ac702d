//! The arguments of operators: by their sorts, or together where they must fit each other.

use rand::Rng;
use rand::seq::SliceRandom;

use super::Drawer;
use crate::case::Expr;
use crate::operator::{Argument, Operator};

impl Drawer<'_> {
    /// Returns arguments of an operator.
    pub(super) fn arguments(&mut self, operator: Operator) -> Vec<Expr> {
        use Operator as O;
        match operator {
            O::Pow => self.power(),
            O::Element | O::BoolElement => self.element(operator),
            O::Gcc | O::GccClosed | O::GccLowUp | O::GccLowUpClosed => self.cardinality(operator),
            O::BinPacking | O::BinPackingCapa | O::BinPackingLoad => self.packing(operator),
            O::Knapsack => self.knapsack(),
            O::Circuit | O::SubCircuit | O::SubCircuitSome => {
                let (count, base) = (self.length(), self.base());
                let most = base + count as i64 - 1;
                vec![Expr::Int(base), self.ints_in(count, base, most)]
            }
            O::Inverse => self.inverse(),
            O::Cumulative | O::Disjunctive | O::DisjunctiveStrict => self.tasks(operator),
            O::Diffn | O::DiffnNonstrict => {
                let count = self.length();
                let origins = [self.ints_in(count, 0, 2), self.ints_in(count, 0, 2)];
                let sizes = [self.ints_in(count, 0, 2), self.ints_in(count, 0, 2)];
                origins.into_iter().chain(sizes).collect()
            }
            O::LexLess | O::LexLessEq => {
                let count = self.length();
                let other = if self.chance(0.3) { self.length() } else { count };
                vec![self.ints_in(count, 0, 2), self.ints_in(other, 0, 2)]
            }
            O::ValuePrecede | O::ValuePrecedeChain | O::SeqPrecedeChain => self.precede(operator),
            O::SlidingSum => {
                let count = self.length();
                let length = self.rng.random_range(0..=count as i64 + 1);
                let (low, up) = (self.constant(), self.constant());
                let numbers = [low, up, length].map(Expr::Int);
                let list = self.ints_in(count, -1, 2);
                numbers.into_iter().chain([list]).collect()
            }
            O::Table => self.table(),
            O::Regular => self.regular(),
            _ => self.by_sort(operator),
        }
    }

    /// Returns arguments by their sorts; lists have one length.
    fn by_sort(&mut self, operator: Operator) -> Vec<Expr> {
        let count = self.length();
        let draw = |sort: &Argument| match sort {
            Argument::Int => self.int(),
            Argument::Bool => self.truth(),
            Argument::Const => Expr::Int(self.constant()),
            Argument::Ints => self.ints(count),
            Argument::Bools => self.truths(count),
            Argument::Consts => {
                Expr::List((0..count).map(|_| Expr::Int(self.constant())).collect())
            }
            Argument::Set => self.set(4),
            Argument::Rows | Argument::Lists => Expr::List(Vec::new()),
        };
        operator.arguments().iter().map(draw).collect()
    }

    fn truths(&mut self, count: usize) -> Expr {
        Expr::List((0..count).map(|_| self.truth()).collect())
    }

    /// Returns the first index of a list: 1, 0, or another.
    fn base(&mut self) -> i64 {
        [1, 1, 1, 1, 0, 0, 2, -1, 5][self.below(9)]
    }

    fn power(&mut self) -> Vec<Expr> {
        let base = self.int();
        let before = std::mem::replace(&mut self.range, (-2, 3));
        let exponent = self.int();
        self.range = before;
        vec![base, exponent]
    }

    fn element(&mut self, operator: Operator) -> Vec<Expr> {
        let (count, base) = (self.length(), self.base());
        let is_bool = operator == Operator::BoolElement;
        let list = match (self.chance(0.4), is_bool) {
            (true, false) => self.consts_in(count, -3, 4),
            (true, true) => Expr::List((0..count).map(|_| Expr::Bool(self.chance(0.5))).collect()),
            (false, false) => self.ints(count),
            (false, true) => self.truths(count),
        };
        let before = std::mem::replace(&mut self.range, (base - 1, base + count as i64));
        let index = self.int();
        self.range = before;
        let mut arguments = vec![Expr::Int(base), list, index];
        if is_bool {
            arguments.push(self.truth());
        }
        arguments
    }

    fn cardinality(&mut self, operator: Operator) -> Vec<Expr> {
        let (count, values) = (self.length(), self.below(4));
        let mut cover: Vec<i64> = (-1..=4).collect();
        cover.shuffle(self.rng);
        cover.truncate(values);
        let items = self.ints_in(count, -1, 3);
        let cover = Expr::List(cover.into_iter().map(Expr::Int).collect());
        if matches!(operator, Operator::GccLowUp | Operator::GccLowUpClosed) {
            let low = self.consts_in(values, 0, 1);
            let up = self.consts_in(values, 0, count as i64);
            return vec![items, cover, low, up];
        }
        vec![items, cover, self.ints_in(values, 0, count as i64)]
    }

    fn packing(&mut self, operator: Operator) -> Vec<Expr> {
        let (count, bins, base) = (self.length(), 1 + self.below(3), self.base());
        let weights = self.consts_in(count, 0, 3);
        let places = self.ints_in(count, base, base + bins as i64 - 1);
        match operator {
            Operator::BinPacking => {
                let capacity = self.rng.random_range(0..=5);
                vec![Expr::Int(capacity), places, weights]
            }
            Operator::BinPackingCapa => {
                vec![Expr::Int(base), self.consts_in(bins, 0, 5), places, weights]
            }
            _ => vec![Expr::Int(base), self.ints_in(bins, 0, 4), places, weights],
        }
    }

    fn knapsack(&mut self) -> Vec<Expr> {
        let count = self.length();
        let (weights, profits) = (self.consts_in(count, 0, 3), self.consts_in(count, 0, 3));
        let amounts = self.ints_in(count, 0, 2);
        let before = std::mem::replace(&mut self.range, (0, 4));
        let totals = [self.int(), self.int()];
        self.range = before;
        [weights, profits, amounts].into_iter().chain(totals).collect()
    }

    fn inverse(&mut self) -> Vec<Expr> {
        let count = self.length();
        let other = if self.chance(0.1) { self.length() } else { count };
        let (first, second) = (self.base(), self.base());
        let forth = self.ints_in(count, second, second + other as i64 - 1);
        let back = self.ints_in(other, first, first + count as i64 - 1);
        vec![Expr::Int(first), forth, Expr::Int(second), back]
    }

    fn tasks(&mut self, operator: Operator) -> Vec<Expr> {
        let count = self.length();
        let starts = self.ints_in(count, -1, 3);
        let durations = self.some_ints(count, 0, 3);
        if operator != Operator::Cumulative {
            return vec![starts, durations];
        }
        let demands = self.some_ints(count, 0, 3);
        let before = std::mem::replace(&mut self.range, (0, 4));
        let capacity = self.int();
        self.range = before;
        vec![starts, durations, demands, capacity]
    }

    /// Returns a list of constants or of expressions that must not be negative.
    fn some_ints(&mut self, count: usize, low: i64, high: i64) -> Expr {
        if self.chance(0.6) {
            return self.consts_in(count, low, high);
        }
        self.ints_in(count, low, high)
    }

    fn precede(&mut self, operator: Operator) -> Vec<Expr> {
        let count = self.length();
        let list = self.ints_in(count, -1, 3);
        match operator {
            Operator::ValuePrecede => {
                let pair = [self.constant(), self.constant()].map(Expr::Int);
                pair.into_iter().chain([list]).collect()
            }
            Operator::ValuePrecedeChain => {
                let mut chain: Vec<i64> = (-1..=3).collect();
                chain.shuffle(self.rng);
                chain.truncate(self.below(4));
                vec![Expr::List(chain.into_iter().map(Expr::Int).collect()), list]
            }
            _ => vec![list],
        }
    }

    fn table(&mut self) -> Vec<Expr> {
        let (columns, rows) = (self.length().max(1), self.below(5));
        let table = (0..rows).map(|_| self.consts_in(columns, -1, 3)).collect();
        vec![Expr::List(table), self.ints_in(columns, -1, 3)]
    }

    fn regular(&mut self) -> Vec<Expr> {
        let (states, symbols) = (1 + self.below(3), 1 + self.below(3));
        let next = (0..states).map(|_| self.consts_in(symbols, 0, states as i64)).collect();
        let start = self.rng.random_range(1..=states as i64);
        let ends = (1..=states as i64).filter(|_| self.rng.random_bool(0.5));
        let ends = Expr::List(ends.map(Expr::Int).collect());
        let count = self.length();
        let items = self.ints_in(count, 0, symbols as i64 + 1);
        let sizes = [states as i64, symbols as i64].map(Expr::Int);
        sizes.into_iter().chain([Expr::List(next), Expr::Int(start), ends, items]).collect()
    }
}
