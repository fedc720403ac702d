//! The arguments of operators: by their sorts, or together where they must fit each other.

use rand::Rng;
use rand::seq::SliceRandom;

use super::Drawer;
use crate::programs::case::Expr;
use crate::programs::operator::{Argument, Operator};

impl Drawer<'_> {
    /// Returns arguments of an operator.
    pub(super) fn arguments(&mut self, operator: Operator) -> Vec<Expr> {
        use Operator as O;
        match operator {
            O::Pow => self.power(),
            O::Element | O::BoolElement | O::ElementMatrix => self.element(operator),
            O::ArgMax | O::ArgMin | O::IsArgMax | O::IsArgMin => self.extremum_place(operator),
            O::Gcc | O::GccClosed | O::GccLowUp | O::GccLowUpClosed => self.cardinality(operator),
            O::CountEq | O::CountNe | O::CountLe | O::CountLt | O::CountGe | O::CountGt => {
                self.count_of_value()
            }
            O::AtLeast | O::AtMost | O::Exactly => self.bounded_count(),
            O::BinPacking | O::BinPackingCapa | O::BinPackingLoad => self.packing(operator),
            O::Knapsack => self.knapsack(),
            O::Cumulative | O::CumulativeEnds | O::Disjunctive | O::DisjunctiveStrict => {
                self.tasks(operator)
            }
            O::Diffn | O::DiffnNonstrict => {
                let count = self.length();
                let origins = [self.ints_in(count, 0, 2), self.ints_in(count, 0, 2)];
                let sizes = [self.some_amounts(count, 2), self.some_amounts(count, 2)];
                origins.into_iter().chain(sizes).collect()
            }
            O::DiffnK | O::DiffnNonstrictK => {
                let (count, width) = (self.length(), 1 + self.below(3));
                vec![self.grid(count, width, 0, 2), self.amounts_grid(count, width)]
            }
            O::Circuit
            | O::SubCircuit
            | O::SubCircuitSome
            | O::Inverse
            | O::SymmetricAllDifferent
            | O::ChannelTruths
            | O::Flow
            | O::FlowCost => self.graph(operator),
            O::LexLess
            | O::LexLessEq
            | O::LexLessBool
            | O::LexLessEqBool
            | O::OrderedBy
            | O::Sort
            | O::ArgSort
            | O::ValuePrecede
            | O::ValuePrecedeChain
            | O::SeqPrecedeChain
            | O::SlidingSum => self.order(operator),
            O::AllDifferentLists
            | O::AllDifferentMatrix
            | O::Lex2
            | O::StrictLex2
            | O::LexChain
            | O::LexChainStrict => {
                let (rows, columns) = (self.length().min(3), self.length().clamp(1, 3));
                vec![self.grid(rows, columns, 0, 1)]
            }
            O::Table | O::TableBool | O::TableShort => self.table(operator),
            O::Regular | O::Mdd | O::CostRegular | O::Nfa => self.automaton(operator),
            _ => self.by_sort(operator),
        }
    }

    /// Returns a list, a value, and the number of its occurrences.
    fn count_of_value(&mut self) -> Vec<Expr> {
        let count = self.length();
        let list = self.ints(count);
        vec![list, self.int(), self.int_in(-1, count as i64 + 1)]
    }

    /// Returns a bound on a number of occurrences, a list, and a value.
    fn bounded_count(&mut self) -> Vec<Expr> {
        let count = self.length();
        let number = self.rng.random_range(-1..=count as i64 + 1);
        vec![Expr::Int(number), self.ints(count), Expr::Int(self.constant())]
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

    pub(super) fn truths(&mut self, count: usize) -> Expr {
        let before = self.manner.constant;
        if !self.language.lists_constants() {
            self.manner.constant = 0.0;
        }
        let items = (0..count).map(|_| self.truth()).collect();
        self.manner.constant = before;
        Expr::List(items)
    }

    /// Returns lists of one length with numbers of a range.
    fn grid(&mut self, rows: usize, columns: usize, low: i64, high: i64) -> Expr {
        Expr::List((0..rows).map(|_| self.ints_in(columns, low, high)).collect())
    }

    fn amounts_grid(&mut self, rows: usize, columns: usize) -> Expr {
        let constant = self.chance(0.6);
        let row = |drawer: &mut Self| {
            if constant { drawer.amounts(columns, 2) } else { drawer.ints_in(columns, 0, 2) }
        };
        Expr::List((0..rows).map(|_| row(self)).collect())
    }

    /// Returns the first index of a list: 1, 0, or another.
    pub(super) fn base(&mut self) -> i64 {
        [1, 1, 1, 1, 0, 0, 2, -1, 5][self.below(9)]
    }

    /// Returns an integer expression whose numbers are rarely extreme: an exponent, an index.
    fn near(&mut self, low: i64, high: i64) -> Expr {
        let before = self.manner.extreme;
        self.manner.extreme = before.min(0.05);
        let near = self.int_in(low, high);
        self.manner.extreme = before;
        near
    }

    fn power(&mut self) -> Vec<Expr> {
        let (low, high) = self.manner.range;
        vec![self.int(), self.near(low.max(-2), high.clamp(0, 3))]
    }

    fn element(&mut self, operator: Operator) -> Vec<Expr> {
        let (count, base) = (self.length(), self.base());
        if operator == Operator::ElementMatrix {
            let (rows, columns) = (count.min(3), self.length().min(3));
            let grid = self.grid(rows, columns, -1, 3);
            let row = self.near(base - 1, base + rows as i64);
            return vec![Expr::Int(base), grid, row, self.near(base - 1, base + columns as i64)];
        }
        let is_bool = operator == Operator::BoolElement;
        let list = match (self.chance(0.4), is_bool) {
            (true, false) => self.consts_in(count, -3, 4),
            (true, true) => Expr::List((0..count).map(|_| Expr::Bool(self.chance(0.5))).collect()),
            (false, false) => self.ints(count),
            (false, true) => self.truths(count),
        };
        let mut arguments = vec![Expr::Int(base), list, self.near(base - 1, base + count as i64)];
        if is_bool {
            arguments.push(self.truth());
        }
        arguments
    }

    fn extremum_place(&mut self, operator: Operator) -> Vec<Expr> {
        let (count, base) = (self.length(), self.base());
        let mut arguments = vec![Expr::Int(base), self.ints(count)];
        if matches!(operator, Operator::IsArgMax | Operator::IsArgMin) {
            arguments.push(self.near(base, base + count as i64 - 1));
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
        if self.chance(0.4) {
            return vec![items, cover, self.consts_in(values, 0, count as i64)];
        }
        vec![items, cover, self.ints_in(values, 0, count as i64)]
    }

    fn packing(&mut self, operator: Operator) -> Vec<Expr> {
        let (count, bins, base) = (self.length(), 1 + self.below(3), self.base());
        let weights = self.amounts(count, 3);
        let places = self.ints_in(count, base, base + bins as i64 - 1);
        match operator {
            Operator::BinPacking => vec![Expr::Int(self.amount(5)), places, weights],
            Operator::BinPackingCapa => {
                vec![Expr::Int(base), self.amounts(bins, 5), places, weights]
            }
            _ => vec![Expr::Int(base), self.ints_in(bins, 0, 4), places, weights],
        }
    }

    fn knapsack(&mut self) -> Vec<Expr> {
        let count = self.length();
        let (weights, profits) = (self.amounts(count, 3), self.amounts(count, 3));
        let amounts = self.ints_in(count, 0, 2);
        vec![weights, profits, amounts, self.int_in(0, 4), self.int_in(0, 4)]
    }

    fn tasks(&mut self, operator: Operator) -> Vec<Expr> {
        let count = self.length();
        let starts = self.ints_in(count, -1, 3);
        let durations = self.some_amounts(count, 3);
        if matches!(operator, Operator::Disjunctive | Operator::DisjunctiveStrict) {
            return vec![starts, durations];
        }
        if operator == Operator::CumulativeEnds {
            let (ends, demands) = (self.ints_in(count, -1, 5), self.some_amounts(count, 3));
            return vec![starts, durations, ends, demands, self.int_in(0, 4)];
        }
        vec![starts, durations, self.some_amounts(count, 3), self.int_in(0, 4)]
    }

    /// Returns a list of constants or of expressions that must not be negative.
    fn some_amounts(&mut self, count: usize, most: i64) -> Expr {
        if self.chance(0.6) {
            return self.amounts(count, most);
        }
        self.ints_in(count, 0, most)
    }
}
