//! Steps of counts: boxes of solutions, independent parts, and problems that are met again.
//!
//! All of them need the whole box, so that nothing before them is dropped.

use parallax_model::Value;

use super::{Closed, Counted, Held, Step};

impl Held {
    /// Closes the box, whose points are all solutions.
    pub(in super::super) fn all(&mut self) {
        self.add(Counted::All);
        self.close(Closed::Solution);
    }

    /// Splits the box: for each variable the number of its part, or -1.
    pub(in super::super) fn split(&mut self, parts: impl Iterator<Item = Value>) {
        let start = self.numbers.len();
        self.numbers.extend(parts);
        self.add(Counted::Split(start..self.numbers.len()));
        self.parts += 1;
    }

    /// Ends a part. The next one begins with the box of the split; after the last, it is closed.
    pub(in super::super) fn next(&mut self, is_last: bool) {
        self.add(Counted::Next(is_last));
        self.parts -= usize::from(is_last);
        self.level().closed = is_last.then_some(Closed::Solution);
    }

    /// Gives what is left in the box the next number, and returns it.
    pub(in super::super) fn hold(&mut self) -> u64 {
        self.add(Counted::Hold);
        self.problems += 1;
        self.problems - 1
    }

    /// Closes the box, which leaves a problem that is counted.
    pub(in super::super) fn again(&mut self, problem: u64, names: &[Value]) {
        let start = self.numbers.len();
        self.numbers.extend(names);
        self.add(Counted::Again(problem, start..self.numbers.len()));
        self.close(Closed::Solution);
    }

    fn add(&mut self, step: Counted) {
        self.steps.push(Step::Counted(step));
        let level = self.level();
        level.has_solution = true;
        level.needs_all = true;
    }
}
