//! The directions in which definitions are written.

/// The directions in which auxiliary literals are defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DefinitionSides {
    /// Only in the directions that the bounds need.
    Needed,
    /// In both directions, which makes them functions of the counted literals.
    BothWays,
}

impl DefinitionSides {
    /// Returns the directions that
    /// [`EncodingOptions::keep_counts`](crate::EncodingOptions::keep_counts) requires.
    pub(crate) fn for_counts(keep_counts: bool) -> DefinitionSides {
        if keep_counts { DefinitionSides::BothWays } else { DefinitionSides::Needed }
    }
}
