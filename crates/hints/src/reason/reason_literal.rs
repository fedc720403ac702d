//! One literal of a reason.

use crate::unit::CandidateId;

/// A conclusion: a candidate, and whether it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CandidateLiteral {
    /// The candidate.
    pub candidate: CandidateId,
    /// Whether it is true.
    pub holds: bool,
}

impl CandidateLiteral {
    /// The candidate is true.
    #[must_use]
    pub fn positive(candidate: CandidateId) -> Self {
        CandidateLiteral { candidate, holds: true }
    }

    /// The candidate is false.
    #[must_use]
    pub fn negative(candidate: CandidateId) -> Self {
        CandidateLiteral { candidate, holds: false }
    }

    /// The opposite.
    #[must_use]
    pub fn opposite(self) -> Self {
        CandidateLiteral { holds: !self.holds, ..self }
    }
}
