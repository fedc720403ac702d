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
    /// The full specs of engines of other families that make the same claim.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreed: Vec<Agreed>,
}
