//! Replies of targets, and their comparison with the truth.

use std::fmt;

use crate::programs::case::Case;
use crate::programs::judge::Truth;

/// The reply of a target to a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// An answer.
    Answer(Answer),
    /// The target does not take the case, and says why.
    Refused(String),
    /// It ended without an answer.
    Crash(String),
    /// It exceeded its time.
    Timeout,
    /// Its output is no answer in its language, or too long.
    Unreadable(String),
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The claim.
    pub status: Status,
    /// The solutions found, in order; values follow the order of the variables.
    pub solutions: Vec<Vec<i64>>,
    /// Whether the target states that no other solution exists.
    pub complete: bool,
    /// The best value of the objective, if the target printed one.
    pub objective: Option<i64>,
    /// The reason why the proof that came with the answer proves nothing.
    pub unproved: Option<String>,
    /// The places of constraints that cannot hold together, as the target claims, in its order.
    pub core: Option<Vec<usize>>,
}

/// The claim of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// Solutions exist.
    Satisfiable,
    /// No solution exists.
    Unsatisfiable,
    /// The last solution is the best.
    Optimal,
    /// Neither is known.
    #[default]
    Unknown,
}

/// The way in which an answer is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wrong {
    /// It claims that no solution exists, but one does.
    Unsatisfiable,
    /// It claims that a solution exists, but none does.
    Satisfiable,
    /// A solution does not hold.
    Solution,
    /// A solution is missing from a complete list.
    Missing,
    /// A solution is listed twice.
    Repeated,
    /// The claimed optimum is not the best value.
    Optimum,
    /// No solution exists, but the proof of that does not hold.
    Proof,
    /// No solution exists, but one solves the constraints of the core.
    Core,
}

impl Wrong {
    /// Returns the words for it in reports.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Wrong::Unsatisfiable => "claims that no solution exists",
            Wrong::Satisfiable => "claims that a solution exists",
            Wrong::Solution => "a solution does not hold",
            Wrong::Missing => "a solution is missing",
            Wrong::Repeated => "a solution is listed twice",
            Wrong::Optimum => "the optimum is another",
            Wrong::Proof => "the proof does not hold",
            Wrong::Core => "the core has a solution",
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// The class of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The answer agrees with the truth, as far as it goes.
    Right,
    /// The answer is wrong.
    Wrong(Wrong),
    /// The target claims nothing.
    Unknown,
    /// The target does not take the case.
    Refused(String),
    /// The target ended without an answer.
    Crash(String),
    /// The target exceeded its time.
    Timeout,
    /// The output is no answer.
    Unreadable(String),
}

impl Outcome {
    /// Returns the class as one word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Right => "right",
            Outcome::Wrong(Wrong::Core) => "wrong-core",
            Outcome::Wrong(_) => "wrong",
            Outcome::Unknown => "unknown",
            Outcome::Refused(_) => "refused",
            Outcome::Crash(_) => "crash",
            Outcome::Timeout => "timeout",
            Outcome::Unreadable(_) => "unreadable",
        }
    }

    /// Returns how the answer is wrong, if it is.
    #[must_use]
    pub fn wrong(&self) -> Option<Wrong> {
        match self {
            Outcome::Wrong(wrong) => Some(*wrong),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Wrong(wrong) => wrong.fmt(f),
            Outcome::Refused(text) | Outcome::Crash(text) | Outcome::Unreadable(text) => {
                write!(f, "{}: {text}", self.word())
            }
            other => f.write_str(other.word()),
        }
    }
}

/// Compares a reply with the truth about its case.
#[must_use]
pub fn compare(case: &Case, truth: &Truth, reply: &Reply) -> Outcome {
    match reply {
        Reply::Answer(answer) => compare_answer(case, truth, answer),
        Reply::Refused(why) => Outcome::Refused(why.clone()),
        Reply::Crash(how) => Outcome::Crash(how.clone()),
        Reply::Timeout => Outcome::Timeout,
        Reply::Unreadable(why) => Outcome::Unreadable(why.clone()),
    }
}

fn compare_answer(case: &Case, truth: &Truth, answer: &Answer) -> Outcome {
    let exists = !truth.solutions.is_empty();
    let holds = |solution: &Vec<i64>| truth.solutions.binary_search(solution).is_ok();
    if !answer.solutions.iter().all(holds) {
        return Outcome::Wrong(if exists { Wrong::Solution } else { Wrong::Satisfiable });
    }
    match answer.status {
        Status::Unsatisfiable if exists => return Outcome::Wrong(Wrong::Unsatisfiable),
        Status::Unsatisfiable if answer.unproved.is_some() => {
            return Outcome::Wrong(Wrong::Proof);
        }
        Status::Unsatisfiable if truth.held.solution(answer).is_some() => {
            return Outcome::Wrong(Wrong::Core);
        }
        Status::Satisfiable | Status::Optimal if !exists => {
            return Outcome::Wrong(Wrong::Satisfiable);
        }
        Status::Unknown if answer.solutions.is_empty() => return Outcome::Unknown,
        _ => {}
    }
    if case.objective.is_some() {
        return compare_best(case, truth, answer);
    }
    let mut sorted = answer.solutions.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return Outcome::Wrong(Wrong::Repeated);
    }
    if answer.complete && sorted.len() < truth.solutions.len() {
        return Outcome::Wrong(if sorted.is_empty() {
            Wrong::Unsatisfiable
        } else {
            Wrong::Missing
        });
    }
    Outcome::Right
}

/// Compares the last solution and the value printed with the best value.
fn compare_best(case: &Case, truth: &Truth, answer: &Answer) -> Outcome {
    if answer.status != Status::Optimal {
        return Outcome::Right;
    }
    let is_best = |value: i128| truth.best.is_none_or(|best| best == value);
    let last = answer.solutions.last().zip(case.objective.as_ref());
    let reached = last.is_none_or(|(solution, objective)| {
        let semantics = crate::programs::definition::Semantics::Relational;
        crate::programs::definition::value(&objective.value, solution, semantics).is_ok_and(is_best)
    });
    if reached && answer.objective.is_none_or(|value| is_best(i128::from(value))) {
        Outcome::Right
    } else {
        Outcome::Wrong(Wrong::Optimum)
    }
}
