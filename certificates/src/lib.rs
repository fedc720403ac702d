//! Certificates: a search tree, or lemmas, over a model, in which each step names one constraint.
//!
//! [`check`] reads a certificate beside its model and returns what it shows: how many solutions there
//! are, or the best value of the objective. It asks one question, whether a constraint can still hold
//! in a box of domains ([`Constraint::possible`]), and knows no search, no propagator and no encoding.
//! `docs/certificates.md` describes the format.

mod check;
mod expected;
mod file;
mod form;
mod holds;
pub mod json;
mod model;
mod possible;
pub mod puzzles;
mod space;
mod step;
mod strict;
mod text;

pub use check::{Claim, Kind};
pub use expected::Expected;
pub use file::{About, Accepted, Files, Refused, Writer, check, follow};
pub use form::Form;
pub use model::{
    Atom, ClassRelation, Constraint, Described, Model, Objective, Occurrence, Relation, Value,
    Variable,
};
pub use space::Space;
pub use step::{Literal, Step};
