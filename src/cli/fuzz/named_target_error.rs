//! Errors in the names of targets.

use parallax_engines::SpecFault;
use parallax_fuzz::programs::target::TargetError;

use super::adapters::ADAPTER_NAMES;
use crate::cli::this_program::NoProgramError;
use crate::cli::unwritten_file::UnwrittenFile;

/// Why a name does not select targets.
#[derive(Debug, thiserror::Error)]
pub(super) enum NamedTargetError {
    /// A list of engines of this program is faulty.
    #[error(transparent)]
    Engines(#[from] SpecFault),
    /// The text is neither a name nor a specification.
    #[error("{}; adapters: {}; or self", .0, ADAPTER_NAMES.join(", "))]
    NoTarget(TargetError),
    /// An adapter cannot be written.
    #[error(transparent)]
    Adapter(#[from] UnwrittenFile),
    /// A word cannot be a part of a command.
    #[error(transparent)]
    Command(#[from] shlex::QuoteError),
    /// The specification of an adapter or of this program is faulty.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// The system does not say where this program is.
    #[error(transparent)]
    Program(#[from] NoProgramError),
    /// No engine lists solutions.
    #[error("none of these engines lists solutions of every format")]
    NoLists,
}
