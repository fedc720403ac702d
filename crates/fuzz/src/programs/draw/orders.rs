//! Arguments about orders of lists and of their items.

use rand::Rng;
use rand::seq::SliceRandom;

use super::Drawer;
use crate::programs::case::Expr;
use crate::programs::operator::Operator;

impl Drawer<'_> {
    pub(super) fn order(&mut self, operator: Operator) -> Vec<Expr> {
        use Operator as O;
        let count = self.length();
        match operator {
            O::LexLess | O::LexLessEq => {
                let other = if self.chance(0.3) { self.length() } else { count };
                vec![self.ints_in(count, 0, 2), self.ints_in(other, 0, 2)]
            }
            O::LexLessBool | O::LexLessEqBool => {
                let other = if self.chance(0.3) { self.length() } else { count };
                vec![self.truths(count), self.truths(other)]
            }
            O::OrderedBy => {
                let (order, count) = (self.below(4) as i64, count.max(1));
                let items = self.ints_in(count, -1, 3);
                let lengths = if self.chance(0.6) {
                    self.consts_in(count - 1, -1, 2)
                } else {
                    self.ints_in(count - 1, -1, 2)
                };
                vec![Expr::Int(order), items, lengths]
            }
            O::Sort => vec![self.ints_in(count, 0, 2), self.ints_in(count, 0, 2)],
            O::ArgSort => {
                let base = self.base();
                let items = self.ints_in(count, 0, 2);
                vec![Expr::Int(base), items, self.ints_in(count, base, base + count as i64 - 1)]
            }
            O::SlidingSum => {
                let length = self.rng.random_range(0..=count as i64 + 1);
                let (low, up) = (self.constant(), self.constant());
                let numbers = [low, up, length].map(Expr::Int);
                let list = self.ints_in(count, -1, 2);
                numbers.into_iter().chain([list]).collect()
            }
            _ => self.precede(operator, count),
        }
    }

    fn precede(&mut self, operator: Operator, count: usize) -> Vec<Expr> {
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
}
