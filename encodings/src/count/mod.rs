//! Clauses that count literals; RustSAT has no such encodings.
//!
//! Counters and networks write "from `low` to `high` of these literals are true" into a formula.
//! The auxiliary literals are defined outside the guards and only the bounds are guarded, so a
//! guard is refuted as soon as a bound is violated. With `Definitions::BothWays` each auxiliary
//! literal is a function of the counted ones, and the formula keeps its number of models.

pub(crate) mod network;
pub(crate) mod product;
pub(crate) mod sequential;

/// The directions in which auxiliary literals are defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Definitions {
    /// Only in the directions that the bounds need.
    Needed,
    /// In both directions, which makes them functions of the counted literals.
    BothWays,
}

impl Definitions {
    /// Returns the directions that [`Options::keep_counts`](crate::Options::keep_counts) requires.
    pub(crate) fn for_counts(keep_counts: bool) -> Definitions {
        if keep_counts { Definitions::BothWays } else { Definitions::Needed }
    }
}
