//! Steps of counts: boxes of solutions, independent parts, and problems that are met again.
//!
//! All of them need the whole box, so that nothing before them is dropped.

use parallax_model::Value;

use super::{BranchEndReason, BufferedStep, CountingStep, StepBuffer};

impl StepBuffer {
    /// Closes the box, whose points are all solutions.
    pub(in super::super) fn close_full_box(&mut self) {
        self.add_counting_step(CountingStep::All);
        self.close_branch(BranchEndReason::Solution);
    }

    /// Splits the box: for each variable the number of its part, or -1.
    pub(in super::super) fn add_split(&mut self, parts: impl Iterator<Item = Value>) {
        let start = self.numbers.len();
        self.numbers.extend(parts);
        self.add_counting_step(CountingStep::Split(start..self.numbers.len()));
        self.parts += 1;
    }

    /// Ends a part. The next one begins with the box of the split; after the last, it is closed.
    pub(in super::super) fn end_part(&mut self, is_last: bool) {
        self.add_counting_step(CountingStep::Next(is_last));
        self.parts -= usize::from(is_last);
        // The next part starts in an open box; the last one closes the box of the split.
        self.current_branch().closed = is_last.then_some(BranchEndReason::Solution);
    }

    /// Gives what is left in the box the next number, and returns it.
    pub(in super::super) fn add_problem(&mut self) -> u64 {
        self.add_counting_step(CountingStep::Hold);
        self.problems += 1;
        self.problems - 1
    }

    /// Closes the box, which leaves a problem that is counted.
    pub(in super::super) fn add_repetition(&mut self, problem: u64, names: &[Value]) {
        let start = self.numbers.len();
        self.numbers.extend(names);
        self.add_counting_step(CountingStep::Again(problem, start..self.numbers.len()));
        self.close_branch(BranchEndReason::Solution);
    }

    fn add_counting_step(&mut self, step: CountingStep) {
        self.steps.push(BufferedStep::Counted(step));
        let level = self.current_branch();
        level.has_solution = true;
        level.needs_all = true;
    }
}
