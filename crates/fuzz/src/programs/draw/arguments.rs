//! The arguments of operators: by their sorts, or together if they must fit each other.

use rand::Rng;
use rand::seq::SliceRandom;

use super::CaseDrawer;
use crate::programs::case::CaseExpr;
use crate::programs::operator::{Argument, Operator};

impl CaseDrawer<'_> {
    /// Returns arguments of an operator.
    pub(super) fn draw_arguments(&mut self, operator: Operator) -> Vec<CaseExpr> {
        use Operator as O;
        match operator {
            O::Pow => self.draw_power(),
            O::Element | O::BoolElement | O::ElementMatrix => self.draw_element(operator),
            O::ArgMax | O::ArgMin | O::IsArgMax | O::IsArgMin => self.extremum_place(operator),
            O::Gcc | O::GccClosed | O::GccLowUp | O::GccLowUpClosed => {
                self.draw_cardinality(operator)
            }
            O::CountEq | O::CountNe | O::CountLe | O::CountLt | O::CountGe | O::CountGt => {
                self.count_of_value()
            }
            O::AtLeast | O::AtMost | O::Exactly => self.bounded_count(),
            O::BinPacking | O::BinPackingCapa | O::BinPackingLoad => self.draw_packing(operator),
            O::Knapsack => self.draw_knapsack(),
            O::Cumulative | O::CumulativeEnds | O::Disjunctive | O::DisjunctiveStrict => {
                self.draw_tasks(operator)
            }
            O::Diffn | O::DiffnNonstrict => {
                let count = self.draw_length();
                let origins = [self.ints_in(count, 0, 2), self.ints_in(count, 0, 2)];
                let sizes = [self.some_amounts(count, 2), self.some_amounts(count, 2)];
                origins.into_iter().chain(sizes).collect()
            }
            O::DiffnK | O::DiffnNonstrictK => {
                let (count, width) = (self.draw_length(), 1 + self.draw_index(3));
                vec![self.draw_grid(count, width, 0, 2), self.amounts_grid(count, width)]
            }
            O::Circuit
            | O::SubCircuit
            | O::SubCircuitSome
            | O::Inverse
            | O::SymmetricAllDifferent
            | O::ChannelTruths
            | O::Flow
            | O::FlowCost => self.draw_graph(operator),
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
            | O::SlidingSum => self.draw_order(operator),
            O::AllDifferentLists
            | O::AllDifferentMatrix
            | O::Lex2
            | O::StrictLex2
            | O::LexChain
            | O::LexChainStrict => {
                let (rows, columns) = (self.draw_length().min(3), self.draw_length().clamp(1, 3));
                vec![self.draw_grid(rows, columns, 0, 1)]
            }
            O::Table | O::TableBool | O::TableShort => self.draw_table(operator),
            O::Regular | O::Mdd | O::CostRegular | O::Nfa => self.draw_automaton(operator),
            _ => self.by_sort(operator),
        }
    }

    /// Returns a list, a value, and the number of its occurrences.
    fn count_of_value(&mut self) -> Vec<CaseExpr> {
        let count = self.draw_length();
        let list = self.draw_ints(count);
        vec![list, self.draw_int(), self.int_in(-1, count as i64 + 1)]
    }

    /// Returns a bound on a number of occurrences, a list, and a value.
    fn bounded_count(&mut self) -> Vec<CaseExpr> {
        let count = self.draw_length();
        // The bounds reach one past what any list can attain, on both sides.
        let number = self.rng.random_range(-1..=count as i64 + 1);
        vec![CaseExpr::Int(number), self.draw_ints(count), CaseExpr::Int(self.draw_constant())]
    }

    /// Returns arguments by their sorts; lists have one length.
    fn by_sort(&mut self, operator: Operator) -> Vec<CaseExpr> {
        let count = self.draw_length();
        let draw = |sort: &Argument| match sort {
            Argument::Int => self.draw_int(),
            Argument::Bool => self.draw_truth(),
            Argument::Const => CaseExpr::Int(self.draw_constant()),
            Argument::Ints => self.draw_ints(count),
            Argument::Bools => self.draw_truths(count),
            Argument::Consts => {
                CaseExpr::List((0..count).map(|_| CaseExpr::Int(self.draw_constant())).collect())
            }
            Argument::Set => self.draw_set(4),
            Argument::Rows | Argument::Lists => CaseExpr::List(Vec::new()),
        };
        operator.arguments().iter().map(draw).collect()
    }

    pub(super) fn draw_truths(&mut self, count: usize) -> CaseExpr {
        let before = self.manner.constant;
        if !self.language.lists_constants() {
            self.manner.constant = 0.0;
        }
        let items = (0..count).map(|_| self.draw_truth()).collect();
        self.manner.constant = before;
        CaseExpr::List(items)
    }

    /// Returns lists of one length with numbers of a range.
    fn draw_grid(&mut self, rows: usize, columns: usize, low: i64, high: i64) -> CaseExpr {
        CaseExpr::List((0..rows).map(|_| self.ints_in(columns, low, high)).collect())
    }

    fn amounts_grid(&mut self, rows: usize, columns: usize) -> CaseExpr {
        let constant = self.draw_chance(0.6);
        let row = |drawer: &mut Self| {
            if constant { drawer.draw_amounts(columns, 2) } else { drawer.ints_in(columns, 0, 2) }
        };
        CaseExpr::List((0..rows).map(|_| row(self)).collect())
    }

    /// Returns the first index of a list: 1, 0, or another.
    pub(super) fn draw_base(&mut self) -> i64 {
        [1, 1, 1, 1, 0, 0, 2, -1, 5][self.draw_index(9)]
    }

    /// Returns an integer expression whose numbers are rarely extreme: an exponent, an index.
    fn draw_small_int(&mut self, low: i64, high: i64) -> CaseExpr {
        let before = self.manner.extreme;
        // An extreme exponent or index is nearly always outside the domain, so most such cases
        // would show only that.
        self.manner.extreme = before.min(0.05);
        let near = self.int_in(low, high);
        self.manner.extreme = before;
        near
    }

    fn draw_power(&mut self) -> Vec<CaseExpr> {
        let (low, high) = self.manner.range;
        vec![self.draw_int(), self.draw_small_int(low.max(-2), high.clamp(0, 3))]
    }

    fn draw_element(&mut self, operator: Operator) -> Vec<CaseExpr> {
        let (count, base) = (self.draw_length(), self.draw_base());
        if operator == Operator::ElementMatrix {
            let (rows, columns) = (count.min(3), self.draw_length().min(3));
            let grid = self.draw_grid(rows, columns, -1, 3);
            let row = self.draw_small_int(base - 1, base + rows as i64);
            return vec![
                CaseExpr::Int(base),
                grid,
                row,
                self.draw_small_int(base - 1, base + columns as i64),
            ];
        }
        let is_bool = operator == Operator::BoolElement;
        let list = match (self.draw_chance(0.4), is_bool) {
            (true, false) => self.consts_in(count, -3, 4),
            (true, true) => {
                CaseExpr::List((0..count).map(|_| CaseExpr::Bool(self.draw_chance(0.5))).collect())
            }
            (false, false) => self.draw_ints(count),
            (false, true) => self.draw_truths(count),
        };
        let mut arguments =
            vec![CaseExpr::Int(base), list, self.draw_small_int(base - 1, base + count as i64)];
        if is_bool {
            arguments.push(self.draw_truth());
        }
        arguments
    }

    fn extremum_place(&mut self, operator: Operator) -> Vec<CaseExpr> {
        let (count, base) = (self.draw_length(), self.draw_base());
        let mut arguments = vec![CaseExpr::Int(base), self.draw_ints(count)];
        if matches!(operator, Operator::IsArgMax | Operator::IsArgMin) {
            arguments.push(self.draw_small_int(base, base + count as i64 - 1));
        }
        arguments
    }

    fn draw_cardinality(&mut self, operator: Operator) -> Vec<CaseExpr> {
        let (count, values) = (self.draw_length(), self.draw_index(4));
        let mut cover: Vec<i64> = (-1..=4).collect();
        // The values of the cover differ, since languages disagree about repeated ones
        // (`evaluate_cardinality`).
        cover.shuffle(self.rng);
        cover.truncate(values);
        let items = self.ints_in(count, -1, 3);
        let cover = CaseExpr::List(cover.into_iter().map(CaseExpr::Int).collect());
        if matches!(operator, Operator::GccLowUp | Operator::GccLowUpClosed) {
            let low = self.consts_in(values, 0, 1);
            let up = self.consts_in(values, 0, count as i64);
            return vec![items, cover, low, up];
        }
        if self.draw_chance(0.4) {
            return vec![items, cover, self.consts_in(values, 0, count as i64)];
        }
        vec![items, cover, self.ints_in(values, 0, count as i64)]
    }

    fn draw_packing(&mut self, operator: Operator) -> Vec<CaseExpr> {
        let (count, bins, base) = (self.draw_length(), 1 + self.draw_index(3), self.draw_base());
        let weights = self.draw_amounts(count, 3);
        let places = self.ints_in(count, base, base + bins as i64 - 1);
        match operator {
            Operator::BinPacking => vec![CaseExpr::Int(self.draw_amount(5)), places, weights],
            Operator::BinPackingCapa => {
                vec![CaseExpr::Int(base), self.draw_amounts(bins, 5), places, weights]
            }
            _ => vec![CaseExpr::Int(base), self.ints_in(bins, 0, 4), places, weights],
        }
    }

    fn draw_knapsack(&mut self) -> Vec<CaseExpr> {
        let count = self.draw_length();
        let (weights, profits) = (self.draw_amounts(count, 3), self.draw_amounts(count, 3));
        let amounts = self.ints_in(count, 0, 2);
        vec![weights, profits, amounts, self.int_in(0, 4), self.int_in(0, 4)]
    }

    fn draw_tasks(&mut self, operator: Operator) -> Vec<CaseExpr> {
        let count = self.draw_length();
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
    fn some_amounts(&mut self, count: usize, max: i64) -> CaseExpr {
        if self.draw_chance(0.6) {
            return self.draw_amounts(count, max);
        }
        self.ints_in(count, 0, max)
    }
}
