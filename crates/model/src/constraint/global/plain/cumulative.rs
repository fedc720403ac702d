//! Resources by the load at each start.

use super::super::{ConstraintOperand, Cumulative};
use super::writer::{PlainWriter, check_part_count};
use super::{PlainError, PlainForm};
use crate::flatten::{BoolExpression, IntExpression};
use crate::{ComparisonOperator, VarId};

/// The load is greatest when some task starts. At each start, the heights of the tasks that run
/// then sum to at most the limit (task decomposition, Schutt and others, CP 2009).
impl PlainForm for Cumulative {
    fn write_plain(&self, writer: &mut PlainWriter<'_>) -> Result<(), PlainError> {
        let tasks = self.starts.len() as u64;
        check_part_count(tasks.saturating_mul(tasks), "pairs of tasks")?;
        let limit = writer.operand_term(self.limit);
        let zero = writer.terms().add_number(0);
        // Without a running task, nothing else excludes a negative limit.
        let is_natural = writer.terms().add_comparison(limit, ComparisonOperator::Ge, zero);
        writer.require_term(is_natural)?;
        for at in 0..self.starts.len() {
            let mut loads = Vec::new();
            for task in 0..self.starts.len() {
                loads.extend(self.load_term(writer, task, at)?);
            }
            let load = writer.terms().add_sum(&loads);
            let fits = writer.terms().add_comparison(load, ComparisonOperator::Le, limit);
            writer.require_term(fits)?;
        }
        Ok(())
    }
}

impl Cumulative {
    /// Returns the height of a task if it runs when another starts, otherwise 0; `None` if it
    /// never runs then.
    fn load_term(
        &self,
        writer: &mut PlainWriter<'_>,
        task: usize,
        at: usize,
    ) -> Result<Option<IntExpression>, PlainError> {
        let height = self.heights[task];
        let is_high = height.value_bounds(writer.model()).is_some_and(|(_, highest)| highest > 0);
        // Many pairs of tasks can never run together, and need no truth value.
        if !is_high || !self.may_run(writer, task, at) {
            return Ok(None);
        }
        let runs = self.running_term(writer, task, at);
        Ok(Some(match height {
            ConstraintOperand::Number(number) => {
                let truth = writer.number_of(runs)?;
                writer.terms().add_multiple(number.into(), truth)
            }
            ConstraintOperand::Variable(_) => {
                let (height, zero) = (writer.operand_term(height), writer.terms().add_number(0));
                writer.terms().add_int_choice(runs, height, zero)
            }
        }))
    }

    /// Returns whether the domains allow a task to run when another starts.
    fn may_run(&self, writer: &PlainWriter<'_>, task: usize, at: usize) -> bool {
        let ends = |v: VarId| ConstraintOperand::Variable(v).value_bounds(writer.model());
        let lengths = self.lengths[task].value_bounds(writer.model());
        match (ends(self.starts[task]), ends(self.starts[at]), lengths) {
            (Some((first, last)), Some((from, to)), Some((_, longest))) => {
                let end = i64::from(last) + i64::from(longest);
                longest > 0 && first <= to && end > i64::from(from)
            }
            // A variable without a value: nothing holds anyway.
            _ => false,
        }
    }

    fn running_term(&self, writer: &mut PlainWriter<'_>, task: usize, at: usize) -> BoolExpression {
        let (start, length) = (self.starts[task], self.lengths[task]);
        // The task itself, or one with the same start variable, runs unless its length is 0.
        if start == self.starts[at] {
            let (length, zero) = (writer.operand_term(length), writer.terms().add_number(0));
            return writer.terms().add_comparison(length, ComparisonOperator::Gt, zero);
        }
        let (start, time) = (writer.variable_term(start), writer.variable_term(self.starts[at]));
        let length = writer.operand_term(length);
        let end = writer.terms().add_sum(&[start, length]);
        let has_begun = writer.terms().add_comparison(start, ComparisonOperator::Le, time);
        let is_open = writer.terms().add_comparison(time, ComparisonOperator::Lt, end);
        writer.terms().add_and(&[has_begun, is_open])
    }
}
