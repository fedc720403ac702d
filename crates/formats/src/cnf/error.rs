//! Faults of DIMACS CNF.

use parallax_instance::shorten_text;

use super::EXPECTED;
use super::read::{MAX_LITERALS, MAX_VARIABLES, PROJECTION_MESSAGE, WEIGHTS_MESSAGE};

/// Why a text is no DIMACS that is read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CnfError {
    #[error("no header; expected {EXPECTED}")]
    NoHeader,
    #[error("a second header")]
    TwoHeaders,
    #[error("'{}' is not supported; expected {EXPECTED}", shorten_text(kind))]
    OtherKind { kind: String },
    /// A number of the header is none.
    #[error("'{}' is not a number of {what}; expected {EXPECTED}", shorten_text(word))]
    NoNumber { word: String, what: &'static str },
    #[error("{variables} variables; at most {MAX_VARIABLES} are read")]
    TooManyVariables { variables: u64 },
    #[error("text after the header; expected {EXPECTED}")]
    LongHeader,
    #[error("more clauses than the header says ({clauses})")]
    TooManyClauses { clauses: u64 },
    #[error("'{}'; expected a literal or 0", shorten_text(word))]
    NoLiteral { word: String },
    #[error("more than {MAX_LITERALS} literals, the most that is read")]
    TooManyLiterals,
    #[error("literal {}, but the header says {most} variables", shorten_text(word))]
    OtherVariable { word: String, most: usize },
    #[error("{WEIGHTS_MESSAGE}")]
    Weights,
    #[error("{PROJECTION_MESSAGE}")]
    Projection,
}
