//! Why a campaign does not begin.

use crate::programs::target::StartError;

/// Why a campaign does not begin.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A target cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Two targets have one name, which is the key of their results.
    #[error("two targets are named '{name}'; give them labels, as in 'one=fzn:COMMAND'")]
    TwoTargets {
        /// The name.
        name: String,
    },
}
