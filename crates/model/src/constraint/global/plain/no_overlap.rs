//! Tasks and boxes pair by pair.

use super::super::NoOverlap;
use super::writer::{PlainWriter, check_part_count};
use super::{PlainError, PlainForm};
use crate::ComparisonOperator;
use crate::flatten::BoolExpression;

/// For each pair a disjunction: in some dimension, one ends before the other starts.
impl PlainForm for NoOverlap {
    fn write_plain(&self, writer: &mut PlainWriter<'_>) -> Result<(), PlainError> {
        let tasks = self.origins.len() as u64;
        let dimensions = self.origins.first().map_or(0, Vec::len) as u64;
        check_part_count(tasks.saturating_mul(tasks).saturating_mul(dimensions), "pairs of tasks")?;
        for one in 0..self.origins.len() {
            // Each pair once: the disjunction below is symmetric.
            for other in 0..one {
                let mut ways = Vec::new();
                for dimension in 0..self.origins[one].len() {
                    ways.push(self.before_term(writer, one, other, dimension));
                    ways.push(self.before_term(writer, other, one, dimension));
                }
                // A task with a length 0 is apart from every other one.
                if self.zero_ignored {
                    self.add_vanishing_terms(writer, one, &mut ways);
                    self.add_vanishing_terms(writer, other, &mut ways);
                }
                let apart = writer.terms().add_or(&ways);
                writer.require_term(apart)?;
            }
        }
        Ok(())
    }
}

impl NoOverlap {
    /// Returns whether one task ends before another starts, or when it starts.
    fn before_term(
        &self,
        writer: &mut PlainWriter<'_>,
        one: usize,
        other: usize,
        dimension: usize,
    ) -> BoolExpression {
        let start = writer.variable_term(self.origins[one][dimension]);
        let length = writer.operand_term(self.lengths[one][dimension]);
        let end = writer.terms().add_sum(&[start, length]);
        let next = writer.variable_term(self.origins[other][dimension]);
        writer.terms().add_comparison(end, ComparisonOperator::Le, next)
    }

    /// Adds for each length of a task that may be 0 whether it is.
    fn add_vanishing_terms(
        &self,
        writer: &mut PlainWriter<'_>,
        task: usize,
        ways: &mut Vec<BoolExpression>,
    ) {
        for &length in &self.lengths[task] {
            if length.value_bounds(writer.model()).is_none_or(|(low, _)| low <= 0) {
                let (length, zero) = (writer.operand_term(length), writer.terms().add_number(0));
                ways.push(writer.terms().add_comparison(length, ComparisonOperator::Eq, zero));
            }
        }
    }
}
