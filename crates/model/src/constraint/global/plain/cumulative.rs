//! Resources by the load at each start.

use super::super::{Cumulative, Operand};
use super::writer::{PlainWriter, within};
use super::{PlainError, PlainForm};
use crate::flatten::{Bool, Int};
use crate::{Relation, VarId};

/// The load is greatest when some task starts. At each start, the heights of the tasks that run
/// then sum to at most the limit (task decomposition, Schutt and others, CP 2009).
impl PlainForm for Cumulative {
    fn write_plain(&self, writer: &mut PlainWriter<'_>) -> Result<(), PlainError> {
        let tasks = self.starts.len() as u64;
        within(tasks.saturating_mul(tasks), "pairs of tasks")?;
        let limit = writer.operand(self.limit);
        let zero = writer.terms().number(0);
        let is_natural = writer.terms().compare(limit, Relation::Ge, zero);
        writer.require(is_natural)?;
        for at in 0..self.starts.len() {
            let mut loads = Vec::new();
            for task in 0..self.starts.len() {
                loads.extend(self.load(writer, task, at)?);
            }
            let load = writer.terms().sum(&loads);
            let fits = writer.terms().compare(load, Relation::Le, limit);
            writer.require(fits)?;
        }
        Ok(())
    }
}

impl Cumulative {
    /// Returns the height of a task if it runs when another starts, otherwise 0; `None` if it
    /// never runs then.
    fn load(
        &self,
        writer: &mut PlainWriter<'_>,
        task: usize,
        at: usize,
    ) -> Result<Option<Int>, PlainError> {
        let height = self.heights[task];
        let is_high = height.ends(writer.model()).is_some_and(|(_, highest)| highest > 0);
        if !is_high || !self.may_run(writer, task, at) {
            return Ok(None);
        }
        let runs = self.runs(writer, task, at);
        Ok(Some(match height {
            Operand::Number(number) => {
                let truth = writer.number_of(runs)?;
                writer.terms().scale(number.into(), truth)
            }
            Operand::Variable(_) => {
                let (height, zero) = (writer.operand(height), writer.terms().number(0));
                writer.terms().select(runs, height, zero)
            }
        }))
    }

    /// Returns whether the domains allow a task to run when another starts.
    fn may_run(&self, writer: &PlainWriter<'_>, task: usize, at: usize) -> bool {
        let ends = |v: VarId| Operand::Variable(v).ends(writer.model());
        let lengths = self.lengths[task].ends(writer.model());
        match (ends(self.starts[task]), ends(self.starts[at]), lengths) {
            (Some((first, last)), Some((from, to)), Some((_, longest))) => {
                let end = i64::from(last) + i64::from(longest);
                longest > 0 && first <= to && end > i64::from(from)
            }
            // A variable without a value: nothing holds anyway.
            _ => false,
        }
    }

    fn runs(&self, writer: &mut PlainWriter<'_>, task: usize, at: usize) -> Bool {
        let (start, length) = (self.starts[task], self.lengths[task]);
        if start == self.starts[at] {
            let (length, zero) = (writer.operand(length), writer.terms().number(0));
            return writer.terms().compare(length, Relation::Gt, zero);
        }
        let (start, time) = (writer.variable(start), writer.variable(self.starts[at]));
        let length = writer.operand(length);
        let end = writer.terms().sum(&[start, length]);
        let has_begun = writer.terms().compare(start, Relation::Le, time);
        let is_open = writer.terms().compare(time, Relation::Lt, end);
        writer.terms().and(&[has_begun, is_open])
    }
}
