//! Certificates: a search tree, or lemmas, over a model, in which each step names one constraint.
//!
//! [`check_certificate`] checks a certificate against its model and returns the claim that it
//! shows: the number of solutions, or the best value of the objective. It asks one question,
//! whether a constraint can still hold in a box of domains ([`Constraint::is_possible`]), and knows
//! no search, no propagator and no encoding. `docs/reference/certificate-format.md` describes the
//! format.
//!
//! Where to read: `check/` has the steps, each with the reason why it keeps the invariant,
//! `possible/` the question for each kind, which in a box of one point is its meaning, `residual/`
//! the texts of problems that recur. Together with `model.rs`, `domain_box.rs`, `json/` and
//! `puzzles/` this is all that a certified answer rests on.

#![allow(clippy::must_use_candidate, reason = "an attribute at each makes this longer to read")]

/// Defines an enum of faults. Each fault has its data and a text that shows them; faults of other
/// enums may be wrapped.
macro_rules! faults {
    ($(#[$about:meta])* $name:ident {
        $($fault:ident $({ $($field:ident: $type:ty),* })? => $text:literal,)*
    } $(or { $($other:ident($inner:ty)),* })?) => {
        $(#[$about])*
        #[expect(missing_docs, reason = "the text of a fault says what it is")]
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $($fault $({ $($field: $type),* })?,)*
            $($($other($inner),)*)?
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    // Every field is in scope under its name, so that the text can capture it:
                    // `{variable}`.
                    $(Self::$fault $({ $($field),* })? => write!(f, $text),)*
                    $($(Self::$other(inner) => inner.fmt(f),)*)?
                }
            }
        }

        impl std::error::Error for $name {}

        $($(impl From<$inner> for $name {
            fn from(inner: $inner) -> Self {
                Self::$other(inner)
            }
        })*)?
    };
}

/// Returns a fault if a condition holds or a pattern matches.
macro_rules! refuse_if {
    (let $found:pat = $value:expr, $fault:expr) => {
        if let $found = $value {
            return Err($fault.into());
        }
    };
    ($holds:expr, $fault:expr) => {
        // A condition is the pattern `true`, so that both forms share one expansion.
        refuse_if!(let true = $holds, $fault)
    };
}

/// Reads an object with these keys and `$more`; keys with a default may be missing.
macro_rules! object {
    ($json:ident, $reader:ident, $($type:ident)::+ { $($key:ident $(= $usual:expr)?),* }, $more:literal) => {{
        $json.has_only(concat!($more $(, " ", stringify!($key))*))?;
        Ok::<_, $crate::json::ModelJsonError>($($type)::+ { $(
            // The default may be absent, so the array has no element or one, and its first is an
            // `Option`.
            $key: $json.read_member(stringify!($key), [$($usual)?].into_iter().next(), $reader)?
        ),* })
    }};
}

mod check;
mod claim;
mod domain_box;
mod faults;
mod file;
pub mod json;
mod kinds;
mod model;
mod natural_number;
mod possible;
pub mod puzzles;
mod residual;
mod sha256;
mod step;
mod step_encoding;

pub use claim::{AcceptedClaim, CertificateClaim, ClaimKind};
pub use domain_box::DomainBox;
pub use faults::{
    CheckFault, FormFault, HeadFault, ModelFault, NameFault, PartFault, StepFault, Stopped,
};
pub use file::{
    CertificateLineError, FORMAT_NAME, FORMAT_VERSION, PartOpener, StopCheck, check_certificate,
    follow_certificate,
};
pub use model::{
    Atom, Automaton, CheckerModel, CheckerVariable, ClassRelation, Constraint, Objective,
    Occurrence, Relation, Terms, Value, Variable,
};
pub use natural_number::NaturalNumber;
pub use residual::ProblemRenaming;
pub use step::{CertificateStep, RELATION_SIGNS, parse_atoms};
pub use step_encoding::StepEncoding;
