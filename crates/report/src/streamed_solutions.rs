//! Solutions that arrive one by one: the first few are held for a picture of all; if there are
//! more, each is printed on a line as it arrives.

use parallax_instance::{Instance, PuzzleSolution};

/// Maximum number of solutions to hold, even if an instance can draw more.
const MOST_HELD: usize = 1000;

/// The solutions of one instance so far.
#[derive(Default)]
pub(super) struct StreamedSolutions {
    /// The solutions that are not printed yet.
    held: Vec<PuzzleSolution>,
    /// Whether there are too many for a picture.
    many: bool,
    first: PuzzleSolution,
    /// For each value of the first solution, whether another solution has a different one.
    differs: Vec<bool>,
}

impl StreamedSolutions {
    /// Adds a solution. Returns the solutions to print now.
    pub(super) fn add_solution(
        &mut self,
        instance: &dyn Instance,
        solution: PuzzleSolution,
    ) -> Vec<PuzzleSolution> {
        if self.differs.is_empty() {
            self.differs = vec![false; solution.len()];
            self.first.clone_from(&solution);
        }
        for (differs, (a, b)) in self.differs.iter_mut().zip(self.first.iter().zip(&solution)) {
            *differs |= a != b;
        }
        self.held.push(solution);
        // The flag stays set, so after the first overflow each solution is returned at once.
        self.many |= self.held.len() > instance.picture().max_pictures().min(MOST_HELD);
        if self.many { std::mem::take(&mut self.held) } else { Vec::new() }
    }

    /// Whether solutions were printed, each on a line.
    pub(super) fn is_printed(&self) -> bool {
        self.many
    }

    /// Takes the solutions that are not printed yet.
    pub(super) fn take_unprinted(&mut self) -> Vec<PuzzleSolution> {
        std::mem::take(&mut self.held)
    }

    /// Describes how many values differ.
    pub(super) fn describe_difference(&self) -> String {
        let number = self.differs.iter().filter(|&&differs| differs).count();
        format!("{number} of {} values differ between them", self.differs.len())
    }
}
