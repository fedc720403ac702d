//! Tasks that share a resource.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::super::{ConstraintError, Kind, ModelAssignment, Rename, rename_all};
use super::ConstraintOperand;
use super::operand::{list_words, require_natural};
use crate::{Model, VarId};

/// At every time, the heights of the tasks that run then sum to at most the limit (Aggoun and
/// Beldiceanu, "Extending CHIP in order to solve complex scheduling and placement problems",
/// 1993). A task with start s and length l runs at the times t with s <= t < s + l.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cumulative<V = VarId> {
    /// The start of each task.
    pub starts: Vec<V>,
    /// The length of each task, at least 0.
    pub lengths: Vec<ConstraintOperand<V>>,
    /// The height of each task, at least 0.
    pub heights: Vec<ConstraintOperand<V>>,
    /// The limit, at least 0.
    pub limit: ConstraintOperand<V>,
}

impl<V> Cumulative<V> {
    pub(in super::super) fn rename<W, E>(
        &self,
        v: Rename<'_, V, W, E>,
    ) -> Result<Cumulative<W>, E> {
        Ok(Cumulative {
            starts: rename_all(&self.starts, v)?,
            lengths: self.lengths.iter().map(|o| o.rename(v)).collect::<Result<_, E>>()?,
            heights: self.heights.iter().map(|o| o.rename(v)).collect::<Result<_, E>>()?,
            limit: self.limit.rename(v)?,
        })
    }
}

impl Kind for Cumulative {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        // A task that ends at a time makes room for one that starts then: removals come first.
        let mut events: Vec<(i64, i64)> = Vec::with_capacity(2 * self.starts.len());
        for ((&start, length), height) in self.starts.iter().zip(&self.lengths).zip(&self.heights) {
            let (start, length) = (i64::from(a.value_of(start)), i64::from(length.value_under(a)));
            let height = i64::from(height.value_under(a));
            // A task of length 0 never runs; its removal would sort before its start.
            if length > 0 {
                events.extend([(start, height), (start + length, -height)]);
            }
        }
        events.sort_unstable();
        let (mut load, limit) = (0, i64::from(self.limit.value_under(a)));
        limit >= 0
            && events.iter().all(|&(_, change)| {
                load += change;
                load <= limit
            })
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        self.starts.iter().copied().for_each(&mut *visit);
        let others = self.lengths.iter().chain(&self.heights).chain([&self.limit]);
        others.filter_map(|operand| operand.as_variable()).for_each(visit);
    }

    fn description(&self, model: &Model) -> String {
        format!(
            "tasks that start at ({}), with lengths ({}) and heights ({}), need at most {} at any \
             time",
            model.names_of(&self.starts),
            list_words(&self.lengths, model),
            list_words(&self.heights, model),
            self.limit.description(model)
        )
    }

    fn validate(&self, model: &Model) -> Result<(), ConstraintError> {
        let (starts, lengths) = (self.starts.len(), self.lengths.len());
        if lengths != starts || self.heights.len() != starts {
            let heights = self.heights.len();
            return Err(ConstraintError::TaskCount { starts, lengths, heights });
        }
        require_natural("length", &self.lengths, model)?;
        require_natural("height", &self.heights, model)?;
        require_natural("limit", &[self.limit], model)
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.starts.len()]
    }

    fn remove(&mut self, _list: usize, run: Range<usize>) {
        self.starts.drain(run.clone());
        self.lengths.drain(run.clone());
        self.heights.drain(run);
    }
}
