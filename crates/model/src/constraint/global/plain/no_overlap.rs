//! Tasks and boxes pair by pair.

use super::super::NoOverlap;
use super::writer::{PlainWriter, within};
use super::{PlainError, PlainForm};
use crate::Relation;
use crate::flatten::Bool;

/// For each pair a disjunction: in some dimension, one ends before the other starts.
impl PlainForm for NoOverlap {
    fn write_plain(&self, writer: &mut PlainWriter<'_>) -> Result<(), PlainError> {
        let tasks = self.origins.len() as u64;
        let dimensions = self.origins.first().map_or(0, Vec::len) as u64;
        within(tasks.saturating_mul(tasks).saturating_mul(dimensions), "pairs of tasks")?;
        for one in 0..self.origins.len() {
            for other in 0..one {
                let mut ways = Vec::new();
                for dimension in 0..self.origins[one].len() {
                    ways.push(self.before(writer, one, other, dimension));
                    ways.push(self.before(writer, other, one, dimension));
                }
                if self.zero_ignored {
                    self.vanishing(writer, one, &mut ways);
                    self.vanishing(writer, other, &mut ways);
                }
                let apart = writer.terms().or(&ways);
                writer.require(apart)?;
            }
        }
        Ok(())
    }
}

impl NoOverlap {
    /// Returns whether one task ends before another starts, or when it starts.
    fn before(
        &self,
        writer: &mut PlainWriter<'_>,
        one: usize,
        other: usize,
        dimension: usize,
    ) -> Bool {
        let start = writer.variable(self.origins[one][dimension]);
        let length = writer.operand(self.lengths[one][dimension]);
        let end = writer.terms().sum(&[start, length]);
        let next = writer.variable(self.origins[other][dimension]);
        writer.terms().compare(end, Relation::Le, next)
    }

    /// Adds for each length of a task that may be 0 whether it is.
    fn vanishing(&self, writer: &mut PlainWriter<'_>, task: usize, ways: &mut Vec<Bool>) {
        for &length in &self.lengths[task] {
            if length.ends(writer.model()).is_none_or(|(low, _)| low <= 0) {
                let (length, zero) = (writer.operand(length), writer.terms().number(0));
                ways.push(writer.terms().compare(length, Relation::Eq, zero));
            }
        }
    }
}
