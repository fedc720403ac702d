//! Cycles by the position of each node.

use super::super::Circuit;
use super::writer::{PlainWriter, within};
use super::{PlainError, PlainForm};
use crate::flatten::Bool;
use crate::{AllDifferent, Constraint, Domain, Relation, Value, VarId};

/// Different successors, and a hidden position for each node: 0 for nodes that are left out and
/// for the first node that is not, and one more than its predecessor's for every other node
/// (Miller, Tucker and Zemlin 1960). So nodes without that first one form no cycle.
impl PlainForm for Circuit {
    fn write_plain(&self, writer: &mut PlainWriter<'_>) -> Result<(), PlainError> {
        let nodes = self.successors.len();
        if nodes == 0 {
            return Ok(());
        }
        within((nodes as u64).saturating_mul(nodes as u64), "pairs of nodes")?;
        for &successor in &self.successors {
            for (relation, end) in [(Relation::Ge, 0), (Relation::Lt, nodes as i64)] {
                let in_range = writer.atom(successor, relation, i64::from(self.first) + end);
                writer.require(in_range)?;
            }
        }
        writer.post(Constraint::AllDifferent(AllDifferent { scope: self.successors.clone() }))?;
        let (moves, roots) = self.roots(writer);
        if !self.may_be_empty {
            let any = writer.terms().or(&moves);
            writer.require(any)?;
        }
        let last =
            Value::try_from(nodes.saturating_sub(1)).map_err(|_| PlainError::TooManyNodes)?;
        let mut positions = Vec::with_capacity(nodes);
        for _ in 0..nodes {
            positions.push(writer.hidden(Domain::range(0, last))?);
        }
        for node in 0..nodes {
            let at_start = writer.atom(positions[node], Relation::Eq, 0);
            let is_left_out = writer.terms().not(moves[node]);
            for condition in [is_left_out, roots[node]] {
                let implied = implies(writer, condition, at_start);
                writer.require(implied)?;
            }
            for next in (0..nodes).filter(|&next| next != node) {
                self.step(writer, [node, next], &positions, roots[next])?;
            }
        }
        Ok(())
    }
}

impl Circuit {
    /// Returns for each node whether it moves, and whether it is the first that moves.
    fn roots(&self, writer: &mut PlainWriter<'_>) -> (Vec<Bool>, Vec<Bool>) {
        let (mut moves, mut roots) = (Vec::new(), Vec::new());
        let mut none_before = writer.terms().truth(true);
        for (node, &successor) in self.successors.iter().enumerate() {
            let own = i64::from(self.first) + node as i64;
            let moving = writer.atom(successor, Relation::Ne, own);
            let staying = writer.terms().not(moving);
            roots.push(writer.terms().and(&[none_before, moving]));
            none_before = writer.terms().and(&[none_before, staying]);
            moves.push(moving);
        }
        (moves, roots)
    }

    /// Requires that a successor that is not the root has the next position.
    fn step(
        &self,
        writer: &mut PlainWriter<'_>,
        [node, next]: [usize; 2],
        positions: &[VarId],
        is_root: Bool,
    ) -> Result<(), PlainError> {
        let number = i64::from(self.first) + next as i64;
        if !i32::try_from(number)
            .is_ok_and(|value| writer.model().domain(self.successors[node]).contains(value))
        {
            return Ok(());
        }
        let goes = writer.atom(self.successors[node], Relation::Eq, number);
        let (here, there) = (writer.variable(positions[node]), writer.variable(positions[next]));
        let one = writer.terms().number(1);
        let after = writer.terms().sum(&[here, one]);
        let follows = writer.terms().compare(there, Relation::Eq, after);
        let (stays, either) = (writer.terms().not(goes), [is_root, follows]);
        let either = writer.terms().or(&either);
        let implied = writer.terms().or(&[stays, either]);
        writer.require(implied)
    }
}

fn implies(writer: &mut PlainWriter<'_>, condition: Bool, then: Bool) -> Bool {
    let not = writer.terms().not(condition);
    writer.terms().or(&[not, then])
}
