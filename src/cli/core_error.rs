//! Why there is no core.

/// Why what an engine finds unsatisfiable has no core.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum NoCoreError {
    /// Another engine finds a solution.
    #[error("{engine} finds a solution")]
    Solution { engine: String },
    /// Another engine finds a solution of the core, or of all; who, in words.
    #[error("{0}")]
    Contradiction(String),
}
