//! One literal of a reason.

use crate::unit::Candidate;

/// A conclusion: a candidate, and whether it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    /// The candidate.
    pub candidate: Candidate,
    /// Whether it is true.
    pub holds: bool,
}

impl Literal {
    /// The candidate is true.
    #[must_use]
    pub fn of(candidate: Candidate) -> Self {
        Literal { candidate, holds: true }
    }

    /// The candidate is false.
    #[must_use]
    pub fn not(candidate: Candidate) -> Self {
        Literal { candidate, holds: false }
    }

    /// The opposite.
    #[must_use]
    pub fn opposite(self) -> Self {
        Literal { holds: !self.holds, ..self }
    }
}
