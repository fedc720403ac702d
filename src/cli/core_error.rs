//! The error of a search for a core.

/// Why an instance that an engine finds unsatisfiable has no core.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum NoCoreError {
    /// Another engine finds a solution.
    #[error("{engine} finds a solution")]
    Solution { engine: String },
    /// Another engine finds a solution of the core or of the instance; the description names it.
    #[error("{0}")]
    Contradiction(String),
}
