//! The error of adding up the counts of cubes.

/// Why counts of cubes have no sum.
#[derive(Debug, thiserror::Error)]
pub(super) enum CubeSumError {
    /// A cube is not counted; the reason in its record.
    #[error("{cube}: {}", .reason.as_deref().unwrap_or("the count is not complete"))]
    Uncounted { cube: String, reason: Option<String> },
    /// Two runs of a cube count differently.
    #[error("{cube}: two runs count differently")]
    Different { cube: String },
    /// A cube has no record.
    #[error("{cube}: no result has this cube")]
    NoResult { cube: String },
    /// A record is about something else.
    #[error("{cube}: this is none of the cubes")]
    NoCube { cube: String },
}
