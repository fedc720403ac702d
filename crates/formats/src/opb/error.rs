//! Faults of OPB.

use parallax_instance::shorten_text;

use super::read::{MAX_TERMS, MAX_VARIABLES};

/// Why a text is not accepted as OPB.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum OpbError {
    /// A number of the header is none.
    #[error("'{}' after '{key}'; expected '* #variable= V #constraint= C'", shorten_text(word))]
    Header { word: String, key: &'static str },
    #[error("{variables} variables; at most {MAX_VARIABLES} are read")]
    TooManyVariables { variables: usize },
    #[error("{}; at most {MAX_VARIABLES} variables are read", shorten_text(variable))]
    LargeVariable { variable: String },
    #[error("{}, but the header says {most} variables", shorten_text(variable))]
    OtherVariable { variable: String, most: usize },
    #[error("'{}'; expected {expected}", shorten_text(word))]
    Unexpected { word: String, expected: &'static str },
    #[error("{} is too large; expected 64 bits", shorten_text(word))]
    LargeNumber { word: String },
    #[error("more than {MAX_TERMS} terms, the most that is read")]
    TooManyTerms,
    #[error("the sum can reach {reach}, which is too large (2^60)")]
    LargeSum { reach: i128 },
    #[error(
        "soft constraints (WBO) are not read; write a new variable for each, and min: the sum of \
         their costs"
    )]
    SoftConstraint,
    #[error("'{sense}'; expected one objective, before all constraints")]
    LateObjective { sense: String },
    #[error("more constraints than the header says")]
    TooManyConstraints,
    #[error("the file ends after {found} constraints; its header says {expected}")]
    TooFewConstraints { found: usize, expected: usize },
    #[error("the file ends within {part}")]
    CutOff { part: &'static str },
    #[error("nothing to solve; expected constraints such as '+1 x1 +2 x2 >= 2 ;'")]
    NoConstraints,
}

impl OpbError {
    pub(super) fn unexpected_word(word: &str, expected: &'static str) -> Self {
        OpbError::Unexpected { word: word.to_owned(), expected }
    }
}
