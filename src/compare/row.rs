//! What one engine said of one instance.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::ser::Serializer;

use super::{CoreRow, Standing};
use crate::ask::{Answer, Counters, Family};
use crate::instance::{Effect, PuzzleSolution, Viewpoint};

/// The result record of one engine on one model of one instance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The file, `<stdin>`, or a name such as `latin:4`.
    pub instance: String,
    /// The instance's position in the file, from 0.
    pub index: usize,
    /// The puzzle.
    pub puzzle: &'static str,
    /// The model and its options, for example `cells+symmetry`.
    #[serde(serialize_with = "text")]
    pub model: Arc<str>,
    /// The engine's full spec.
    pub engine: String,
    /// What stands behind the engine.
    #[serde(skip)]
    pub family: Family,
    /// The seed.
    pub seed: u64,
    /// The answer.
    #[serde(serialize_with = "name")]
    pub answer: Answer,
    /// What supports the answer, where it is unsatisfiable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsat: Option<Standing>,
    /// What became of the proof, where one was wanted: who accepted or refused
    /// it, where it is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// Why the answer is unknown or unsupported, or why it is not complete,
    /// or how a solution is wrong.
    pub reason: Option<String>,
    /// How the answer is known to be wrong: by a check of what the engine gave, or by a checked
    /// solution of another engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong: Option<String>,
    /// The number of distinct solutions found; of a search for a best one only
    /// the last counts.
    #[serde(serialize_with = "integer")]
    pub count: u128,
    /// The number of solutions that were given out and passed every check; of a search for a best
    /// one only the last counts.
    #[serde(skip)]
    pub given: u128,
    /// With symmetry broken, the number of solutions of the plain model that
    /// those found stand for, where it fits 128 bits.
    #[serde(serialize_with = "maybe_integer", skip_serializing_if = "Option::is_none")]
    pub weighted: Option<u128>,
    /// Where a best solution was asked for: the objective's value of the best
    /// that was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// Whether there are no others, or no better ones.
    pub complete: bool,
    /// The solutions in the instance's own terms, as text, in the order
    /// found; at most as many as were to be kept.
    pub solutions: Vec<String>,
    /// Where cores were asked for and there is no solution: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core: Option<CoreRow>,
    /// Whether every solution passed the model's check and the puzzle's
    /// rules, none came twice, and the answer fits them; `false` is a wrong
    /// solution or answer.
    pub checked: bool,
    /// Wall-clock times.
    pub time_s: Times,
    /// Deterministic effort.
    pub counters: Counters,
    /// The kept solutions.
    #[serde(skip)]
    pub kept: Vec<PuzzleSolution>,
    /// A digest of the set of solutions that does not depend on their order;
    /// none where they were counted and not given out.
    #[serde(skip)]
    pub digest: Option<u128>,
    /// The value, or its negation: what was to be least.
    #[serde(skip)]
    pub cost: Option<i64>,
    /// Which of the puzzle's solutions the model has.
    #[serde(skip)]
    pub keeps: Keeps,
}

/// Which of the puzzle's solutions a model has; rows can be compared as far
/// as this allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Keeps {
    /// All of them.
    #[default]
    All,
    /// Some that stand for all.
    Orbits,
    /// A mere part: what the options of these names leave.
    Part(Vec<&'static str>),
}

impl Keeps {
    /// What the options of a model keep.
    pub fn of(viewpoint: &Viewpoint) -> Self {
        let part = || viewpoint.options().iter().filter(|option| option.effect == Effect::Part);
        match viewpoint.effect() {
            Effect::Same => Keeps::All,
            Effect::Orbits => Keeps::Orbits,
            Effect::Part => Keeps::Part(part().map(|option| option.name).collect()),
        }
    }
}

/// Wall-clock times in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// Making the model, its propagators, clauses or terms, and the solver.
    pub encode: f64,
    /// Searching.
    pub solve: f64,
    /// Checking solutions against the model and the puzzle's rules, and
    /// proofs.
    pub check: f64,
    /// All of it.
    pub total: f64,
}

impl Times {
    /// Times from durations.
    pub fn new(encode: Duration, solve: Duration, check: Duration) -> Self {
        let total = encode + solve + check;
        let [encode, solve, check, total] = [encode, solve, check, total].map(microseconds);
        Times { encode, solve, check, total }
    }
}

/// Seconds, rounded to microseconds: clocks tell no more.
fn microseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

fn name<S: Serializer>(answer: &Answer, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(answer.name())
}

fn text<S: Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

fn maybe_integer<S: Serializer>(value: &Option<u128>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => integer(value, serializer),
        None => serializer.serialize_none(),
    }
}

/// A plain JSON number where it fits 64 bits, else a string.
fn integer<S: Serializer>(value: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    match u64::try_from(*value) {
        Ok(small) => serializer.serialize_u64(small),
        Err(_) => serializer.collect_str(value),
    }
}

impl Row {
    /// Whether the engine could not take the instance.
    pub fn is_unsupported(&self) -> bool {
        matches!(self.answer, Answer::Unsupported(_))
    }

    /// Whether the engine was to say more and did not: unknown, or stopped
    /// before its task was done.
    pub fn is_unanswered(&self) -> bool {
        matches!(self.answer, Answer::Unknown(_))
            || (self.answer == Answer::Satisfiable && self.reason.is_some() && self.checked)
    }
}
