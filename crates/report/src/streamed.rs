//! Solutions that come one by one: the first few wait for a picture of all; where there are more,
//! each is a line, printed as it comes.

use parallax_model::instance::{Instance, PuzzleSolution};

/// The limit on solutions that wait, where an instance can draw more.
const MOST_HELD: usize = 1000;

/// The solutions of one instance so far.
#[derive(Default)]
pub(super) struct Streamed {
    /// Those that wait.
    held: Vec<PuzzleSolution>,
    /// Whether there are too many for a picture.
    many: bool,
    first: PuzzleSolution,
    /// For each value of the first solution, whether another solution has a different one.
    differs: Vec<bool>,
}

impl Streamed {
    /// Adds a solution. Returns the solutions that are to be printed now.
    pub(super) fn add(
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
        self.many |= self.held.len() > instance.most_pictures().min(MOST_HELD);
        if self.many { std::mem::take(&mut self.held) } else { Vec::new() }
    }

    /// Whether solutions were printed, each on a line.
    pub(super) fn is_printed(&self) -> bool {
        self.many
    }

    /// Takes the solutions that wait.
    pub(super) fn take(&mut self) -> Vec<PuzzleSolution> {
        std::mem::take(&mut self.held)
    }

    /// How many values differ, in words.
    pub(super) fn difference(&self) -> String {
        let number = self.differs.iter().filter(|&&differs| differs).count();
        format!("{number} of {} values differ between them", self.differs.len())
    }
}
