//! Arguments about successors, inverse functions and flows.

use super::Drawer;
use crate::programs::case::Expr;
use crate::programs::operator::Operator;

impl Drawer<'_> {
    pub(super) fn graph(&mut self, operator: Operator) -> Vec<Expr> {
        let (count, base) = (self.length(), self.base());
        let last = base + count as i64 - 1;
        match operator {
            Operator::Inverse => self.inverse(count, base),
            Operator::ChannelTruths => {
                vec![Expr::Int(base), self.truths(count), self.int_in(base - 1, last + 1)]
            }
            Operator::Flow | Operator::FlowCost => self.flow(operator),
            // Circuits and symmetric permutations.
            _ => {
                let outside = i64::from(self.chance(0.4));
                vec![Expr::Int(base), self.ints_in(count, base - outside, last + outside)]
            }
        }
    }

    fn inverse(&mut self, count: usize, first: i64) -> Vec<Expr> {
        let other = if self.chance(0.1) { self.length() } else { count };
        let second = self.base();
        let forth = self.ints_in(count, second, second + other as i64 - 1);
        let back = self.ints_in(other, first, first + count as i64 - 1);
        vec![Expr::Int(first), forth, Expr::Int(second), back]
    }

    fn flow(&mut self, operator: Operator) -> Vec<Expr> {
        let (nodes, count) = (1 + self.below(3), self.length());
        let arcs = (0..count).map(|_| self.consts_in(2, 1, nodes as i64)).collect();
        let flows = self.ints_in(count, 0, 2);
        let balance = self.consts_in(nodes, -1, 1);
        let mut arguments = vec![Expr::List(arcs), balance];
        if operator == Operator::FlowCost {
            arguments.push(self.consts_in(count, -1, 3));
        }
        arguments.push(flows);
        if operator == Operator::FlowCost {
            arguments.push(self.int_in(-1, 6));
        }
        arguments
    }
}
