//! What an engine says.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Counters, Stop};

/// An engine's answer to a task. Unknown and unsupported are answers, not
/// errors; a limit never reads as unsatisfiable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// At least one solution was found.
    Satisfiable,
    /// There is no solution.
    Unsatisfiable,
    /// The engine stopped before it found out.
    Unknown(String),
    /// The engine cannot take this model or task.
    Unsupported(String),
}

impl Answer {
    /// The answer's short name in tables and JSON: `sat`, `unsat`,
    /// `unknown` or `unsupported`.
    pub fn name(&self) -> &'static str {
        match self {
            Answer::Satisfiable => "sat",
            Answer::Unsatisfiable => "unsat",
            Answer::Unknown(_) => "unknown",
            Answer::Unsupported(_) => "unsupported",
        }
    }

    /// Why the answer is unknown or unsupported.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Answer::Unknown(why) | Answer::Unsupported(why) => Some(why),
            _ => None,
        }
    }
}

impl From<Stop> for Answer {
    fn from(stop: Stop) -> Self {
        Answer::Unknown(stop.to_string())
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Unknown(why) => write!(f, "unknown ({why})"),
            Answer::Unsupported(why) => write!(f, "unsupported ({why})"),
            other => f.write_str(other.name()),
        }
    }
}

/// What a session returns from one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The answer. `Satisfiable` when at least one candidate was given out.
    pub answer: Answer,
    /// Whether the search space is exhausted: no solution exists beyond those
    /// given out. Always true with [`Answer::Unsatisfiable`].
    pub complete: bool,
    /// Why the space was not exhausted, when a limit or the solver itself
    /// ended the search (and not the task or the callback).
    pub stopped: Option<String>,
    /// What became of the proof, where one was to be written.
    pub proof: Option<Proof>,
    /// How the solver behind the engine was found to be wrong, where that
    /// shows before there are values to check: a model that breaks its own
    /// formula.
    pub wrong: Option<String>,
    /// Deterministic effort.
    pub counters: Counters,
    /// Wall-clock time of this question, without the time spent in the
    /// candidate callback and without preparing the session.
    pub solve: Duration,
}

impl Outcome {
    /// An outcome without effort: the engine gave `answer` at once.
    pub fn at_once(answer: Answer) -> Self {
        let complete = answer == Answer::Unsatisfiable;
        Outcome {
            stopped: answer.reason().map(str::to_owned),
            wrong: None,
            answer,
            complete,
            proof: None,
            counters: Counters::new(),
            solve: Duration::ZERO,
        }
    }

    /// The outcome of an enumeration that gave out `found` candidates and
    /// ended in the way told.
    pub fn enumerated(found: u64, ended: Ended, counters: Counters, solve: Duration) -> Self {
        let complete = matches!(ended, Ended::Exhausted);
        let wrong = match &ended {
            Ended::Wrong(how) => Some(how.clone()),
            _ => None,
        };
        let stopped = match ended {
            Ended::Exhausted | Ended::Enough => None,
            Ended::Stopped(stop) => Some(stop.to_string()),
            Ended::GaveUp(why) | Ended::Wrong(why) => Some(why),
        };
        let answer = match (found, complete) {
            (0, true) => Answer::Unsatisfiable,
            (0, false) => Answer::Unknown(stopped.clone().unwrap_or_else(|| "stopped".into())),
            _ => Answer::Satisfiable,
        };
        Outcome { answer, complete, stopped, wrong, proof: None, counters, solve }
    }
}

/// What became of the proof of an unsatisfiable answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// Whether a checker accepted it; nothing where none has looked, or none
    /// came to an end.
    pub accepted: Option<bool>,
    /// Who accepted or refused it and why; where it is kept.
    pub words: String,
    /// Wall-clock time of the check.
    pub time: Duration,
}

/// How an enumeration ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Every solution was given out.
    Exhausted,
    /// The task's limit was reached, or the callback asked to stop.
    Enough,
    /// A limit or a cancellation.
    Stopped(Stop),
    /// The solver itself gave up, and said why.
    GaveUp(String),
    /// The solver gave a model that breaks its own formula; how.
    Wrong(String),
}
