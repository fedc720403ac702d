//! Cycles by the position of each node.

use super::super::Circuit;
use super::writer::{PlainWriter, check_part_count};
use super::{PlainError, PlainForm};
use crate::flatten::BoolExpression;
use crate::{AllDifferent, ComparisonOperator, Constraint, Domain, Value, VarId};

/// Different successors, and a hidden position for each node: 0 for nodes that are left out and
/// for the first node that is not, and one more than its predecessor's for every other node
/// (Miller, Tucker and Zemlin 1960). So nodes without that first one form no cycle.
impl PlainForm for Circuit {
    fn write_plain(&self, writer: &mut PlainWriter<'_>) -> Result<(), PlainError> {
        let nodes = self.successors.len();
        if nodes == 0 {
            return Ok(());
        }
        check_part_count((nodes as u64).saturating_mul(nodes as u64), "pairs of nodes")?;
        for &successor in &self.successors {
            for (relation, end) in
                [(ComparisonOperator::Ge, 0), (ComparisonOperator::Lt, nodes as i64)]
            {
                // A successor outside the nodes would leave the cycle.
                let in_range = writer.atom_term(successor, relation, i64::from(self.first) + end);
                writer.require_term(in_range)?;
            }
        }
        // Different successors form a permutation, in which every node that moves is on a cycle.
        writer.post_constraint(Constraint::AllDifferent(AllDifferent {
            scope: self.successors.clone(),
        }))?;
        let (moves, roots) = self.find_roots(writer);
        if !self.may_be_empty {
            let any = writer.terms().add_or(&moves);
            writer.require_term(any)?;
        }
        let last =
            Value::try_from(nodes.saturating_sub(1)).map_err(|_| PlainError::TooManyNodes)?;
        let mut positions = Vec::with_capacity(nodes);
        for _ in 0..nodes {
            positions.push(writer.add_hidden(Domain::from_range(0, last))?);
        }
        for node in 0..nodes {
            let at_start = writer.atom_term(positions[node], ComparisonOperator::Eq, 0);
            let is_left_out = writer.terms().add_not(moves[node]);
            // A node that is left out also gets a position, or it would multiply the solutions.
            for condition in [is_left_out, roots[node]] {
                let implied = implication_term(writer, condition, at_start);
                writer.require_term(implied)?;
            }
            // Along the cycle, positions count up from the root. A second cycle has no root, so its
            // positions would have to increase around it.
            for next in (0..nodes).filter(|&next| next != node) {
                self.require_step(writer, [node, next], &positions, roots[next])?;
            }
        }
        Ok(())
    }
}

impl Circuit {
    /// Returns for each node whether it moves, and whether it is the first that moves.
    fn find_roots(
        &self,
        writer: &mut PlainWriter<'_>,
    ) -> (Vec<BoolExpression>, Vec<BoolExpression>) {
        let (mut moves, mut roots) = (Vec::new(), Vec::new());
        let mut none_before = writer.terms().add_truth(true);
        for (node, &successor) in self.successors.iter().enumerate() {
            let node_number = i64::from(self.first) + node as i64;
            let moving = writer.atom_term(successor, ComparisonOperator::Ne, node_number);
            let staying = writer.terms().add_not(moving);
            // Only the first node that moves is a root, so exactly one cycle has one.
            roots.push(writer.terms().add_and(&[none_before, moving]));
            none_before = writer.terms().add_and(&[none_before, staying]);
            moves.push(moving);
        }
        (moves, roots)
    }

    /// Requires that a successor that is not the root has the next position.
    fn require_step(
        &self,
        writer: &mut PlainWriter<'_>,
        [node, next]: [usize; 2],
        positions: &[VarId],
        is_root: BoolExpression,
    ) -> Result<(), PlainError> {
        let number = i64::from(self.first) + next as i64;
        // An arc that the domain excludes needs no constraint.
        if !i32::try_from(number)
            .is_ok_and(|value| writer.model().domain(self.successors[node]).contains(value))
        {
            return Ok(());
        }
        let goes = writer.atom_term(self.successors[node], ComparisonOperator::Eq, number);
        let (position, next_position) =
            (writer.variable_term(positions[node]), writer.variable_term(positions[next]));
        let one = writer.terms().add_number(1);
        let after = writer.terms().add_sum(&[position, one]);
        let follows = writer.terms().add_comparison(next_position, ComparisonOperator::Eq, after);
        let (stays, either) = (writer.terms().add_not(goes), [is_root, follows]);
        let either = writer.terms().add_or(&either);
        let implied = writer.terms().add_or(&[stays, either]);
        writer.require_term(implied)
    }
}

fn implication_term(
    writer: &mut PlainWriter<'_>,
    condition: BoolExpression,
    then: BoolExpression,
) -> BoolExpression {
    let not = writer.terms().add_not(condition);
    writer.terms().add_or(&[not, then])
}
