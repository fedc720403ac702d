//! Successors that form a cycle.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::super::{ConstraintError, Kind, ModelAssignment, Rename, rename_all};
use crate::{Model, Value, VarId};

/// The variable at place i is the successor of node `first + i`. Nodes that are their own
/// successor are left out; all others form one cycle of at least two nodes (Laurière 1978). Without
/// nodes it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Circuit<V = VarId> {
    /// The successor of each node.
    pub successors: Vec<V>,
    /// The number of the first node; 0 when a file omits it.
    #[serde(default)]
    pub first: Value,
    /// Whether all nodes may be left out; false when a file omits it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_be_empty: bool,
}

impl<V> Circuit<V> {
    pub(in super::super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Circuit<W>, E> {
        Ok(Circuit {
            successors: rename_all(&self.successors, v)?,
            first: self.first,
            may_be_empty: self.may_be_empty,
        })
    }
}

impl Kind for Circuit {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        let next = |node: usize| -> Option<usize> {
            let place = i64::from(a.value_of(self.successors[node])) - i64::from(self.first);
            usize::try_from(place).ok().filter(|&place| place < self.successors.len())
        };
        let mut moving = 0;
        let mut start = None;
        for node in 0..self.successors.len() {
            match next(node) {
                None => return false,
                Some(to) if to == node => {}
                Some(_) => {
                    moving += 1;
                    start = Some(node);
                }
            }
        }
        // No node moves.
        let Some(start) = start else {
            return self.may_be_empty || self.successors.is_empty();
        };
        // The walk returns to the start after all nodes that move, and not before.
        let mut node = start;
        for step in 1..=moving {
            match next(node) {
                Some(to) if (to == start) == (step == moving) => node = to,
                _ => return false,
            }
        }
        true
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        self.successors.iter().copied().for_each(visit);
    }

    fn description(&self, model: &Model) -> String {
        let empty = if self.may_be_empty { " or none" } else { "" };
        format!(
            "the successors ({}) of the nodes from {} form one cycle{empty}",
            model.names_of(&self.successors),
            self.first
        )
    }

    fn validate(&self, _model: &Model) -> Result<(), ConstraintError> {
        Ok(())
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.successors.len()]
    }

    fn remove(&mut self, _list: usize, run: Range<usize>) {
        self.successors.drain(run);
    }
}
