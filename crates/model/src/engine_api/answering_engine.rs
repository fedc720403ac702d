//! The engine that answers, if the requested one passes the work to others.

use serde::{Deserialize, Serialize};

use super::EngineFamily;

/// The engine that gives the answer of an engine that chooses, with
/// the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnsweringEngine {
    /// The full spec of the engine, for example `sat:cadical+direct`.
    pub engine: String,
    /// Its family. Messages of children omit it: the receiver looks it up by the spec, because a
    /// child is not trusted.
    #[serde(skip)]
    pub family: EngineFamily,
    /// The compiler between the model and its solver, as
    /// `Engine::compiler_name` returns it. Messages omit it as well.
    #[serde(skip)]
    pub compiler: Option<&'static str>,
    /// The reason why this engine answers: a sentence without its final mark.
    pub why: String,
}

/// An engine that makes the same claim as the one that answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgreeingEngine {
    /// Its full spec.
    pub engine: String,
    /// Its family, which messages omit as well.
    #[serde(skip)]
    pub family: EngineFamily,
}
