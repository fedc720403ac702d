//! Why steps become no proof for VeriPB.

use std::io;

use parallax_model::ask::StopReason;

use super::definition::VeripbDefinitionError;

/// Why steps become no proof for VeriPB.
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
    #[error("{0} reach no VeriPB proof")]
    Unsupported(&'static str),
    /// A step takes too many values, each with a proof of its own.
    #[error("a step that takes {0} values one by one")]
    Values(usize),
    /// A step takes too many clauses.
    #[error("a step that takes more than {0} clauses")]
    Clauses(u32),
    /// The constraint of an auxiliary variable does not say what that counts.
    #[error("only at-most-ones and counts of values take auxiliary variables to VeriPB")]
    Auxiliary,
    /// It is not seen what the variable with this number counts.
    #[error("what variable {0} of the formula counts is not seen")]
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
