//! Tables and automata.

use rand::Rng;

use super::CaseDrawer;
use crate::programs::case::CaseExpr;
use crate::programs::operator::Operator;

/// The value of a short table that matches every value.
const WILDCARD_VALUE: i64 = 9;

impl CaseDrawer<'_> {
    pub(super) fn draw_table(&mut self, operator: Operator) -> Vec<CaseExpr> {
        let (columns, rows) = (self.draw_length().max(1), self.draw_index(5));
        let high = if operator == Operator::TableBool { 1 } else { 3 };
        let low = if operator == Operator::Table { -1 } else { 0 };
        let mut table: Vec<CaseExpr> =
            (0..rows).map(|_| self.consts_in(columns, low, high)).collect();
        match operator {
            Operator::TableBool => vec![CaseExpr::List(table), self.draw_truths(columns)],
            Operator::TableShort => {
                for cell in table.iter_mut().filter_map(list_items).flatten() {
                    if self.draw_chance(0.3) {
                        *cell = CaseExpr::Int(WILDCARD_VALUE);
                    }
                }
                vec![
                    CaseExpr::Int(WILDCARD_VALUE),
                    CaseExpr::List(table),
                    self.ints_in(columns, 0, 3),
                ]
            }
            _ => vec![CaseExpr::List(table), self.ints_in(columns, -1, 3)],
        }
    }

    pub(super) fn draw_automaton(&mut self, operator: Operator) -> Vec<CaseExpr> {
        let (states, symbols) = (1 + self.draw_index(3), 1 + self.draw_index(3));
        let (last, last_symbol) = (states as i64, symbols as i64);
        let next = if operator == Operator::Nfa {
            let count = self.draw_index(2 * states * symbols + 1);
            let step = |drawer: &mut Self| {
                [last, last_symbol, last]
                    .map(|top| CaseExpr::Int(drawer.rng.random_range(1..=top)))
                    .to_vec()
            };
            (0..count).map(|_| CaseExpr::List(step(self))).collect()
        } else {
            (0..states).map(|_| self.consts_in(symbols, 0, last)).collect()
        };
        let start = self.rng.random_range(1..=last);
        let ends = (1..=last).filter(|_| self.rng.random_bool(0.5));
        let ends = CaseExpr::List(ends.map(CaseExpr::Int).collect());
        let count = self.draw_length();
        // The values 0 and `most + 1` are not symbols, so some runs end outside the alphabet.
        let items = self.ints_in(count, 0, last_symbol + 1);
        let sizes = [last, last_symbol].map(CaseExpr::Int);
        let mut arguments: Vec<CaseExpr> = sizes.into_iter().collect();
        arguments.extend([CaseExpr::List(next), CaseExpr::Int(start), ends, items]);
        if operator == Operator::CostRegular {
            let costs = (0..states).map(|_| self.consts_in(symbols, -1, 2)).collect();
            arguments.push(CaseExpr::List(costs));
            arguments.push(self.int_in(-1, 5));
        }
        arguments
    }
}

fn list_items(row: &mut CaseExpr) -> Option<&mut Vec<CaseExpr>> {
    match row {
        CaseExpr::List(items) => Some(items),
        _ => None,
    }
}
