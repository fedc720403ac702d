//! Arguments about orders of lists and of their items.

use rand::Rng;
use rand::seq::SliceRandom;

use super::CaseDrawer;
use crate::programs::case::CaseExpr;
use crate::programs::operator::Operator;

impl CaseDrawer<'_> {
    pub(super) fn draw_order(&mut self, operator: Operator) -> Vec<CaseExpr> {
        use Operator as O;
        let count = self.draw_length();
        match operator {
            O::LexLess | O::LexLessEq => {
                let other = if self.draw_chance(0.3) { self.draw_length() } else { count };
                vec![self.ints_in(count, 0, 2), self.ints_in(other, 0, 2)]
            }
            O::LexLessBool | O::LexLessEqBool => {
                let other = if self.draw_chance(0.3) { self.draw_length() } else { count };
                vec![self.draw_truths(count), self.draw_truths(other)]
            }
            O::OrderedBy => {
                let (order, count) = (self.draw_index(4) as i64, count.max(1));
                let items = self.ints_in(count, -1, 3);
                let lengths = if self.draw_chance(0.6) {
                    self.consts_in(count - 1, -1, 2)
                } else {
                    self.ints_in(count - 1, -1, 2)
                };
                vec![CaseExpr::Int(order), items, lengths]
            }
            O::Sort => vec![self.ints_in(count, 0, 2), self.ints_in(count, 0, 2)],
            O::ArgSort => {
                let base = self.draw_base();
                let items = self.ints_in(count, 0, 2);
                vec![CaseExpr::Int(base), items, self.ints_in(count, base, base + count as i64 - 1)]
            }
            O::SlidingSum => {
                // Windows of length 0 and windows longer than the list are edge cases that programs
                // treat apart.
                let length = self.rng.random_range(0..=count as i64 + 1);
                let (low, up) = (self.draw_constant(), self.draw_constant());
                let numbers = [low, up, length].map(CaseExpr::Int);
                let list = self.ints_in(count, -1, 2);
                numbers.into_iter().chain([list]).collect()
            }
            _ => self.draw_precedence(operator, count),
        }
    }

    fn draw_precedence(&mut self, operator: Operator, count: usize) -> Vec<CaseExpr> {
        let list = self.ints_in(count, -1, 3);
        match operator {
            Operator::ValuePrecede => {
                let pair = [self.draw_constant(), self.draw_constant()].map(CaseExpr::Int);
                pair.into_iter().chain([list]).collect()
            }
            Operator::ValuePrecedeChain => {
                let mut chain: Vec<i64> = (-1..=3).collect();
                chain.shuffle(self.rng);
                chain.truncate(self.draw_index(4));
                vec![CaseExpr::List(chain.into_iter().map(CaseExpr::Int).collect()), list]
            }
            _ => vec![list],
        }
    }
}
