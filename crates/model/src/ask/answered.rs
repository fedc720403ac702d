//! Which engine gives an answer, where an engine leaves the work to others.

use serde::{Deserialize, Serialize};

use super::Family;

/// The engine that gives the answer of an engine that [chooses](super::Abilities::chooses), and why
/// it does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnsweredBy {
    /// The full spec of the engine, for example `sat:cadical+direct`.
    pub engine: String,
    /// Its family. Messages of children leave it out: who receives one finds it by the spec, because
    /// a child is not trusted.
    #[serde(skip)]
    pub family: Family,
    /// Why this engine answers, in a sentence without its end.
    pub why: String,
}

/// An engine that makes the same claim as the one that answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agrees {
    /// Its full spec.
    pub engine: String,
    /// Its family, which messages leave out, too.
    #[serde(skip)]
    pub family: Family,
}
