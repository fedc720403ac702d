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
    /// The candidate given out last is a best one: none has a better value of
    /// the objective than this.
    Optimal(i64),
    /// There is no solution.
    Unsatisfiable,
    /// The engine stopped before it found out.
    Unknown(String),
    /// The engine cannot take this model or task.
    Unsupported(String),
}

impl Answer {
    /// The answer's short name in tables and JSON: `sat`, `optimal`, `unsat`,
    /// `unknown` or `unsupported`.
    pub fn name(&self) -> &'static str {
        match self {
            Answer::Satisfiable => "sat",
            Answer::Optimal(_) => "optimal",
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
            Answer::Optimal(value) => write!(f, "optimal ({value})"),
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
    /// given out, or, where a best one was asked for, none that is better.
    /// Always true with [`Answer::Unsatisfiable`] and [`Answer::Optimal`].
    pub complete: bool,
    /// Why the space was not exhausted, when a limit or the solver itself
    /// ended the search (and not the task or the callback).
    pub stopped: Option<String>,
    /// How the solver behind the engine was found to be wrong, where that
    /// shows before there are values to check: a model that breaks its own
    /// formula.
    pub wrong: Option<String>,
    /// What became of the proof, where one was to be written.
    pub proof: Option<Proof>,
    /// Where the number of solutions was asked for and the engine counts without
    /// giving each out: that number, those given out among it.
    #[serde(default)]
    pub counted: Option<u128>,
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
            counted: None,
            counters: Counters::new(),
            solve: Duration::ZERO,
        }
    }

    /// The outcome of asking for the best solution of a model that does not
    /// say which that is.
    pub fn without_objective() -> Self {
        Outcome::at_once(Answer::Unsupported("the model has no objective".into()))
    }

    /// The outcome of asking an engine for a best solution that finds none.
    pub fn without_best() -> Self {
        Outcome::at_once(Answer::Unsupported("this engine finds no best solutions".into()))
    }

    /// The outcome of an enumeration that gave out `found` candidates and
    /// ended in the way told.
    pub fn enumerated(found: u64, ended: Ended, counters: Counters, solve: Duration) -> Self {
        let wrong = match &ended {
            Ended::Wrong(how) => Some(how.clone()),
            _ => None,
        };
        let (complete, stopped) = ended.told();
        let answer = match (found, complete) {
            (0, true) => Answer::Unsatisfiable,
            (0, false) => Answer::Unknown(stopped.clone().unwrap_or_else(|| "stopped".into())),
            _ => Answer::Satisfiable,
        };
        Outcome { answer, complete, stopped, wrong, proof: None, counted: None, counters, solve }
    }

    /// The outcome of counting: `number` is that of all solutions, of which at
    /// least one was given out if there is any; `None` when it is too large.
    pub fn with_count(self, number: Option<u128>) -> Self {
        match number {
            Some(_) => Outcome { counted: number, ..self },
            None => {
                let stopped = Some("more solutions than 128 bits count".to_owned());
                Outcome { complete: false, stopped, ..self }
            }
        }
    }
}

impl Outcome {
    /// The outcome of a search for a best solution: the value of the candidate
    /// given out last, and how the search ended. Only one that is exhausted
    /// proves that value.
    pub fn optimised(best: Option<i64>, ended: Ended, counters: Counters, solve: Duration) -> Self {
        let proved = best.filter(|_| ended == Ended::Exhausted);
        let outcome = Outcome::enumerated(best.is_some().into(), ended, counters, solve);
        match proved {
            Some(value) => Outcome { answer: Answer::Optimal(value), ..outcome },
            None => outcome,
        }
    }
}

impl Ended {
    /// Whether the space is exhausted, and else what ended the search, unless
    /// nobody wanted more.
    fn told(self) -> (bool, Option<String>) {
        match self {
            Ended::Exhausted => (true, None),
            Ended::Enough => (false, None),
            Ended::Stopped(stop) => (false, Some(stop.to_string())),
            Ended::GaveUp(why) | Ended::Wrong(why) => (false, Some(why)),
        }
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
