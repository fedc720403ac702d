//! Tables and automata.

use rand::Rng;

use super::Drawer;
use crate::programs::case::Expr;
use crate::programs::operator::Operator;

/// The value of a short table that matches every value.
const ANY: i64 = 9;

impl Drawer<'_> {
    pub(super) fn table(&mut self, operator: Operator) -> Vec<Expr> {
        let (columns, rows) = (self.length().max(1), self.below(5));
        let high = if operator == Operator::TableBool { 1 } else { 3 };
        let low = if operator == Operator::Table { -1 } else { 0 };
        let mut table: Vec<Expr> = (0..rows).map(|_| self.consts_in(columns, low, high)).collect();
        match operator {
            Operator::TableBool => vec![Expr::List(table), self.truths(columns)],
            Operator::TableShort => {
                for cell in table.iter_mut().filter_map(items).flatten() {
                    if self.chance(0.3) {
                        *cell = Expr::Int(ANY);
                    }
                }
                vec![Expr::Int(ANY), Expr::List(table), self.ints_in(columns, 0, 3)]
            }
            _ => vec![Expr::List(table), self.ints_in(columns, -1, 3)],
        }
    }

    pub(super) fn automaton(&mut self, operator: Operator) -> Vec<Expr> {
        let (states, symbols) = (1 + self.below(3), 1 + self.below(3));
        let (last, most) = (states as i64, symbols as i64);
        let next = if operator == Operator::Nfa {
            let count = self.below(2 * states * symbols + 1);
            let step = |drawer: &mut Self| {
                [last, most, last].map(|top| Expr::Int(drawer.rng.random_range(1..=top))).to_vec()
            };
            (0..count).map(|_| Expr::List(step(self))).collect()
        } else {
            (0..states).map(|_| self.consts_in(symbols, 0, last)).collect()
        };
        let start = self.rng.random_range(1..=last);
        let ends = (1..=last).filter(|_| self.rng.random_bool(0.5));
        let ends = Expr::List(ends.map(Expr::Int).collect());
        let count = self.length();
        let items = self.ints_in(count, 0, most + 1);
        let sizes = [last, most].map(Expr::Int);
        let mut arguments: Vec<Expr> = sizes.into_iter().collect();
        arguments.extend([Expr::List(next), Expr::Int(start), ends, items]);
        if operator == Operator::CostRegular {
            let costs = (0..states).map(|_| self.consts_in(symbols, -1, 2)).collect();
            arguments.push(Expr::List(costs));
            arguments.push(self.int_in(-1, 5));
        }
        arguments
    }
}

fn items(row: &mut Expr) -> Option<&mut Vec<Expr>> {
    match row {
        Expr::List(items) => Some(items),
        _ => None,
    }
}
