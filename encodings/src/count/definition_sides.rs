//! Which sides of a definition are written.

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
