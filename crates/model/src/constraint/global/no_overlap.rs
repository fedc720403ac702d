//! Tasks, or boxes, that do not overlap.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::super::{ConstraintError, Kind, ModelAssignment, Rename, rename_all};
use super::ConstraintOperand;
use super::operand::{list_words, require_natural};
use crate::{Model, VarId};

/// No two tasks overlap: in at least one dimension, one of them ends before the other starts, or
/// when it starts. One dimension is a machine that does one thing at a time (Carlier 1982), two
/// are rectangles (Beldiceanu and Contejean 1994).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoOverlap<V = VarId> {
    /// The start of each task in each dimension.
    pub origins: Vec<Vec<V>>,
    /// The length of each task in each dimension, at least 0.
    pub lengths: Vec<Vec<ConstraintOperand<V>>>,
    /// Whether a task with a length 0 overlaps nothing; true when a file omits it. Otherwise it
    /// may not lie strictly inside another.
    #[serde(default = "ignores_zero")]
    pub zero_ignored: bool,
}

fn ignores_zero() -> bool {
    true
}

impl<V> NoOverlap<V> {
    pub(in super::super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<NoOverlap<W>, E> {
        // Task by task, as the variables are visited.
        let (mut origins, mut lengths) = (Vec::new(), Vec::new());
        for (origin, length) in self.origins.iter().zip(&self.lengths) {
            origins.push(rename_all(origin, v)?);
            lengths.push(length.iter().map(|o| o.rename(v)).collect::<Result<_, E>>()?);
        }
        // A constraint that is not valid keeps what has no counterpart.
        for origin in self.origins.iter().skip(lengths.len()) {
            origins.push(rename_all(origin, v)?);
        }
        for length in self.lengths.iter().skip(lengths.len()) {
            lengths.push(length.iter().map(|o| o.rename(v)).collect::<Result<_, E>>()?);
        }
        Ok(NoOverlap { origins, lengths, zero_ignored: self.zero_ignored })
    }
}

impl Kind for NoOverlap {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        let mut boxes: Vec<Vec<(i64, i64)>> = Vec::with_capacity(self.origins.len());
        for (origin, length) in self.origins.iter().zip(&self.lengths) {
            let ends = |(&start, length): (&VarId, &ConstraintOperand)| {
                let start = i64::from(a.value_of(start));
                (start, start + i64::from(length.value_under(a)))
            };
            boxes.push(origin.iter().zip(length).map(ends).collect());
        }
        // A box that is empty in one dimension has no inside.
        if self.zero_ignored {
            boxes.retain(|ends| ends.iter().all(|(start, end)| start < end));
        }
        // Two boxes are disjoint if they are in one dimension; touching ends do not overlap.
        let apart = |one: &[(i64, i64)], other: &[(i64, i64)]| {
            one.iter().zip(other).any(|(one, other)| one.1 <= other.0 || other.1 <= one.0)
        };
        boxes.iter().enumerate().all(|(i, one)| boxes[..i].iter().all(|other| apart(one, other)))
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        for place in 0..self.origins.len().max(self.lengths.len()) {
            self.origins.get(place).into_iter().flatten().copied().for_each(&mut *visit);
            let lengths = self.lengths.get(place).into_iter().flatten();
            lengths.filter_map(|length| length.as_variable()).for_each(&mut *visit);
        }
    }

    fn description(&self, model: &Model) -> String {
        let task = |(origin, length): (&Vec<VarId>, &Vec<ConstraintOperand>)| {
            format!("({}) with ({})", model.names_of(origin), list_words(length, model))
        };
        let tasks: Vec<String> = self.origins.iter().zip(&self.lengths).map(task).collect();
        format!("no two of {} overlap", tasks.join(", "))
    }

    fn validate(&self, model: &Model) -> Result<(), ConstraintError> {
        let (origins, lengths) = (self.origins.len(), self.lengths.len());
        if origins != lengths {
            return Err(ConstraintError::OriginCount { origins, lengths });
        }
        let dimensions = self.origins.first().map_or(1, Vec::len);
        if dimensions == 0 {
            return Err(ConstraintError::NoDimensions);
        }
        for (i, (origin, length)) in self.origins.iter().zip(&self.lengths).enumerate() {
            if origin.len() != dimensions || length.len() != dimensions {
                return Err(ConstraintError::TaskDimensions {
                    task: i + 1,
                    starts: origin.len(),
                    lengths: length.len(),
                    dimensions,
                });
            }
            require_natural("length", length, model)?;
        }
        Ok(())
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.origins.len()]
    }

    fn remove(&mut self, _list: usize, run: Range<usize>) {
        self.origins.drain(run.clone());
        self.lengths.drain(run);
    }
}
