//! Minimal reasons for any conclusion about units.
//!
//! [`implied`] finds all conclusions of a state. The reason of a conclusion is first a cheap
//! minimal set ([`minimal`]), then, if there is one, the smallest counting proof ([`counting`]),
//! and on request a set that is proved to be smallest ([`smallest`]).

mod best;
mod check;
mod counting;
mod follow;
mod formula;
mod implied;
mod minimal;
mod program;
mod proved;
mod smallest;
#[cfg(test)]
mod tests;

pub use best::{best, smallest_step};
pub use check::counts;
pub use counting::counting;
pub use formula::imply;
pub use implied::{Implied, implied};
pub use minimal::minimal;
pub(super) use proved::proved;
pub use smallest::{Smallest, smallest};

use super::unit::Candidate;

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
