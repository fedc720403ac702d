//! Arguments about successors, inverse functions and flows.

use super::CaseDrawer;
use crate::programs::case::CaseExpr;
use crate::programs::operator::Operator;

impl CaseDrawer<'_> {
    pub(super) fn draw_graph(&mut self, operator: Operator) -> Vec<CaseExpr> {
        let (count, base) = (self.draw_length(), self.draw_base());
        let last = base + count as i64 - 1;
        match operator {
            Operator::Inverse => self.draw_inverse(count, base),
            Operator::ChannelTruths => {
                vec![CaseExpr::Int(base), self.draw_truths(count), self.int_in(base - 1, last + 1)]
            }
            Operator::Flow | Operator::FlowCost => self.draw_flow(operator),
            // Circuits and symmetric permutations.
            _ => {
                // Domains that reach one past the nodes test how a program treats successors that
                // do not exist.
                let outside = i64::from(self.draw_chance(0.4));
                vec![CaseExpr::Int(base), self.ints_in(count, base - outside, last + outside)]
            }
        }
    }

    fn draw_inverse(&mut self, count: usize, first: i64) -> Vec<CaseExpr> {
        let other = if self.draw_chance(0.1) { self.draw_length() } else { count };
        let second = self.draw_base();
        let forth = self.ints_in(count, second, second + other as i64 - 1);
        let back = self.ints_in(other, first, first + count as i64 - 1);
        vec![CaseExpr::Int(first), forth, CaseExpr::Int(second), back]
    }

    fn draw_flow(&mut self, operator: Operator) -> Vec<CaseExpr> {
        let (nodes, count) = (1 + self.draw_index(3), self.draw_length());
        let arcs = (0..count).map(|_| self.consts_in(2, 1, nodes as i64)).collect();
        let flows = self.ints_in(count, 0, 2);
        let balance = self.consts_in(nodes, -1, 1);
        let mut arguments = vec![CaseExpr::List(arcs), balance];
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
