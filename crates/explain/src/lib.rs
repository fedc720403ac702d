//! Explanations why an instance has no solution, and why a value is forced or impossible.
//!
//! An instance and engines go in. An explanation comes out: a set of [`ExplanationPart`]s, clues
//! and rules in the user's terms, that have no common solution, and of which none can be left out
//! (a minimal unsatisfiable subset, MUS). One engine finds it, and engines of other families
//! confirm it. `explain_instance` does it all. Hints, one step at a time, are the crate
//! `hints` above.
//!
//! Constraints that share a label are one part. `ExplanationSource::explainable_model` is the model
//! whose constraints people know, with domains that follow from no rule, and
//! `ExplanationSource::is_definition` excludes constraints that only define hidden variables. An
//! oracle decides about sets of parts, by the cores of one session or by the model of each set
//! (`Model::with_constraints`). A smallest set and a smallest repair come with the sets that
//! prove them (implicit hitting sets: Ignatiev, Previti, Liffiton and Marques-Silva 2015;
//! `smallest.rs`, `hitting.rs`).
//!
//! Where the model comes from a text that a reader or a compiler has worked on, the text has the
//! last word: it is read again with the parts of a set alone (`instance_text.rs`,
//! `ExplanationSource::solve_excerpt`).
//!
//! Common changes: better names in explanations are labels of the puzzle's model.

mod confirm;
mod explanation;
mod hitting;
mod instance_text;
mod mus_enumeration;
mod needed_constraints;
mod open_reason;
mod oracle;
mod part;
mod problem;
mod procedure;
mod repair;
mod repair_check;
mod request;
mod set_search;
mod small_set;
mod smallest;
#[cfg(test)]
mod tests;
mod value;

pub use request::{ExplanationEngines, ExplanationOptions, MinimalSets};

pub use confirm::{ClaimConfirmation, ClaimConfirmer};
pub use explanation::{ExplainedFact, InstanceExplanation, MinimalSet};
pub use open_reason::OpenReason;
pub use oracle::{OracleAnswer, SatisfiabilityOracle, shrink_set};
pub use part::{ExplanationPart, constraint_words};
pub use problem::ExplanationProblem;
pub use procedure::explain_instance;
pub use repair_check::VerifiedRepair;
