//! Errors of steps that cannot become a proof for VeriPB.

use std::io;

use parallax_model::engine_api::StopReason;

use super::definition::VeripbDefinitionError;

/// The reason why steps do not become a proof for VeriPB.
#[derive(Debug, thiserror::Error)]
pub enum FollowError {
    /// The proof cannot be written.
    #[error("{}", describe_output(.0))]
    Output(#[from] io::Error),
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
    /// The model has no pseudo-Boolean definition.
    #[error(transparent)]
    Definition(#[from] VeripbDefinitionError),
    /// Steps of this kind have no counterpart.
    #[error("{0} cannot be part of a VeriPB proof")]
    Unsupported(&'static str),
    /// A step takes too many values, each with a separate proof.
    #[error("a step that takes {0} values one by one")]
    Values(usize),
    /// A step takes too many clauses.
    #[error("a step that takes more than {0} clauses")]
    Clauses(u32),
    /// The constraint of an auxiliary variable does not show what the variable counts.
    #[error("only at-most-ones and counts of values take auxiliary variables to VeriPB")]
    Auxiliary,
    /// The count of the variable with this number was not found.
    #[error("no count of variable {0} of the formula is found")]
    Count(usize),
    /// A refutation has steps that only keep satisfiability.
    #[error("the proof has steps of RAT")]
    Rat,
    /// A hint names no clause.
    #[error("the proof names an unknown clause")]
    UnknownClause,
}

/// Describes why a proof cannot be kept.
fn describe_output(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::FileTooLarge => "the proof is larger than its limit".to_owned(),
        _ => format!("a proof cannot be kept: {error}"),
    }
}
