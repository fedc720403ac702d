//! Errors of proofs that are refused or not checked.

use std::error::Error;

use super::drat::DRAT_CHECKERS;
use super::lrat::ProofPosition;
use crate::process::RunError;

/// The reason why a proof proves nothing.
#[derive(Debug, thiserror::Error)]
pub enum InvalidProofError {
    /// A step cannot be read or does not follow.
    #[error("{place}: {why}")]
    Step {
        /// The place of the step.
        place: ProofPosition,
        /// The reason.
        why: StepError,
    },
    /// As [`InvalidProofError::Step`], before the caller adds the place.
    #[error(transparent)]
    Unplaced(#[from] StepError),
    /// It ends at this place without the empty clause.
    #[error("{0}: the proof ends without the empty clause")]
    End(ProofPosition),
    /// It ends without the empty clause.
    #[error("the proof ends without the empty clause")]
    Unfinished,
    /// It has no steps.
    #[error("the proof is empty")]
    Empty,
    /// A line adds a clause that does not follow.
    #[error("line {line} of the proof, '{step}', does not follow")]
    Line {
        /// The number of the line, from 1.
        line: u64,
        /// The line.
        step: String,
    },
    /// All lines are right, but propagation does not derive the empty clause after the last.
    #[error("no empty clause ends the proof")]
    NoEmptyClause,
    /// A word of a line is not a literal.
    #[error("'{0}' in a proof is not a literal")]
    Word(String),
    /// A clause does not end with 0.
    #[error("the clause '{0}' does not end with 0")]
    Clause(String),
    /// The library that checks it refuses it.
    #[error("{0}")]
    Library(Box<dyn Error + Send + Sync>),
    /// The program that checks it did not end by itself.
    #[error("{checker} gave no verdict: {why}")]
    NoVerdict {
        /// The program.
        checker: &'static str,
        /// The reason.
        why: RunError,
    },
    /// The program that checks it refuses it.
    #[error("{checker} does not accept it: {said}")]
    Rejection {
        /// The program.
        checker: &'static str,
        /// The last verdict that it printed, or how it ended.
        said: String,
    },
}

impl InvalidProofError {
    /// Returns the refusal with the place of its step, if it has none.
    #[must_use]
    pub(super) fn with_position(self, place: ProofPosition) -> Self {
        match self {
            InvalidProofError::Unplaced(why) => InvalidProofError::Step { place, why },
            other => other,
        }
    }
}

/// The reason why a step of a proof cannot be read or does not follow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// A line in text has a word that is not a number.
    #[error("expected a number, not '{}'", .0.escape_debug())]
    Number(String),
    /// An id is not positive.
    #[error("{0} is not an id: ids are positive")]
    Id(i64),
    /// A literal exceeds the maximum variable.
    #[error("{number} is not a literal: there are at most {most} variables")]
    Variable {
        /// The literal.
        number: i64,
        /// The maximum number of variables.
        most: u32,
    },
    /// A line ends early.
    #[error("the line ends without its 0")]
    OpenLine,
    /// A line ends late.
    #[error("the line continues after its last 0")]
    LateEnd,
    /// A line has too many bytes.
    #[error("the line is too long")]
    LongLine,
    /// A binary step has too many numbers.
    #[error("the step is too long")]
    LongStep,
    /// A binary step has another kind.
    #[error("a step begins with 'a' or 'd', not with the byte {0}")]
    Kind(u8),
    /// The proof ends within a step.
    #[error("the proof ends within a step")]
    OpenStep,
    /// A binary number is too long.
    #[error("a number has more than 64 bits")]
    LongNumber,
    /// A binary number is minus zero.
    #[error("a number is minus zero")]
    MinusZero,
    /// A word is not a literal.
    #[error("'{}' is not a literal", .0.escape_debug())]
    Literal(String),
    /// A binary literal is minus zero.
    #[error("a literal is minus zero")]
    MinusZeroLiteral,
    /// A binary literal is too large.
    #[error("a literal is larger than a checker reads")]
    LargeLiteral,
    /// Ids do not ascend.
    #[error("id {id} does not exceed {last}, the last")]
    IdOrder {
        /// The id of the step.
        id: u64,
        /// The id before.
        last: u64,
    },
    /// A deleted clause does not exist.
    #[error("clause {0} is to be deleted, but does not exist")]
    Deletion(u64),
    /// The hints show no conflict.
    #[error("the hints end without a conflict")]
    NoConflict,
    /// The hints of a resolvent show no conflict.
    #[error("the hints end without a conflict for the resolvent with clause {0}")]
    OpenResolvent(u64),
    /// A resolvent has no hints.
    #[error(
        "the hints end without a conflict, and none are given for the resolvent with clause {0}"
    )]
    NoResolvent(u64),
    /// The empty clause has hints for resolvents.
    #[error("the empty clause has no pivot")]
    NoPivot,
    /// A hint has several literals that are not false.
    #[error("hint {0} is not a unit clause: several literals are not false")]
    NoUnit(i64),
    /// A hint names no clause.
    #[error("hint {0} names no clause that exists")]
    UnknownHint(i64),
    /// A resolvent has no clause.
    #[error("no hints")]
    NoHints,
    /// A hint of a resolvent names a clause that does not resolve.
    #[error("hint {hint} names a clause without {literal}")]
    NoPartner {
        /// The hint.
        hint: i64,
        /// The literal that the clause should have.
        literal: i32,
    },
    /// The clause of a resolvent was deleted.
    #[error("the clause was deleted")]
    DeletedPartner,
}

/// The reason why there is no checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MissingCheckerError {
    /// The plain checker takes short proofs only.
    #[error("the proof is too long for a plain check")]
    LongProof,
    /// No program that checks DRAT is installed, and the plain checker takes short proofs only.
    #[error(
        "no checker of DRAT is installed ({}), and the proof is too long for a plain check",
        DRAT_CHECKERS.join(" or ")
    )]
    Drat,
}
