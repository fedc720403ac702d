//! Clauses that count literals: what RustSAT lacks.
//!
//! Counters and networks write "from `low` to `high` of these literals" into a formula. Their auxiliary
//! literals are described outside the guards, only the bounds stand under them: so a guard is
//! refuted as soon as a bound is broken. With `Definitions::Whole` each auxiliary literal is a
//! function of the counted ones, and the formula keeps its number of models.

pub(crate) mod network;
pub(crate) mod product;
pub(crate) mod sequential;

/// How far auxiliary literals are defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Definitions {
    /// In the directions that the bounds need.
    Needed,
    /// In both directions: as functions of the counted literals.
    Whole,
}

impl Definitions {
    /// What [`Options::keep_counts`](crate::Options::keep_counts) asks for.
    pub(crate) fn for_counts(keep_counts: bool) -> Definitions {
        if keep_counts { Definitions::Whole } else { Definitions::Needed }
    }
}
