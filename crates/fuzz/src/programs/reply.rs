//! Replies of targets, and their comparison with the truth.

use std::fmt;

use crate::programs::case::FuzzCase;
use crate::programs::judge::CaseTruth;

/// The reply of a target to a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetReply {
    /// An answer.
    Answer(TargetAnswer),
    /// The target does not take the case, with its reason.
    Refused(String),
    /// It ended without an answer.
    Crash(String),
    /// It exceeded its time.
    Timeout,
    /// Its output is not an answer in its language, or is too long.
    Unreadable(String),
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TargetAnswer {
    /// The claim.
    pub status: TargetClaim,
    /// The solutions found, in order; values follow the order of the variables.
    pub solutions: Vec<Vec<i64>>,
    /// Whether the target states that no other solution exists.
    pub complete: bool,
    /// The best value of the objective, if the target printed one.
    pub objective: Option<i64>,
    /// The reason why the proof that came with the answer proves nothing.
    pub unproved: Option<String>,
    /// The indices of constraints that cannot hold together, as the target claims, in its order.
    pub core: Option<Vec<usize>>,
}

/// The claim of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TargetClaim {
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
pub enum WrongAnswer {
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

impl WrongAnswer {
    /// Returns the words for it in reports.
    #[must_use]
    pub fn fault_description(self) -> &'static str {
        match self {
            WrongAnswer::Unsatisfiable => "claims that no solution exists",
            WrongAnswer::Satisfiable => "claims that a solution exists",
            WrongAnswer::Solution => "a solution does not hold",
            WrongAnswer::Missing => "a solution is missing",
            WrongAnswer::Repeated => "a solution is listed twice",
            WrongAnswer::Optimum => "the optimum is different",
            WrongAnswer::Proof => "the proof does not hold",
            WrongAnswer::Core => "the core has a solution",
        }
    }
}

impl fmt::Display for WrongAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.fault_description())
    }
}

/// The class of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplyOutcome {
    /// The answer agrees with the truth in all that it claims.
    Right,
    /// The answer is wrong.
    Wrong(WrongAnswer),
    /// The target claims nothing.
    Unknown,
    /// The target does not take the case.
    Refused(String),
    /// The target ended without an answer.
    Crash(String),
    /// The target exceeded its time.
    Timeout,
    /// The output is not an answer.
    Unreadable(String),
}

impl ReplyOutcome {
    /// Returns the class as one word.
    #[must_use]
    pub fn class_word(&self) -> &'static str {
        match self {
            ReplyOutcome::Right => "right",
            ReplyOutcome::Wrong(WrongAnswer::Core) => "wrong-core",
            ReplyOutcome::Wrong(_) => "wrong",
            ReplyOutcome::Unknown => "unknown",
            ReplyOutcome::Refused(_) => "refused",
            ReplyOutcome::Crash(_) => "crash",
            ReplyOutcome::Timeout => "timeout",
            ReplyOutcome::Unreadable(_) => "unreadable",
        }
    }

    /// Returns how the answer is wrong; `None` if it is not.
    #[must_use]
    pub fn wrong_answer(&self) -> Option<WrongAnswer> {
        match self {
            ReplyOutcome::Wrong(wrong) => Some(*wrong),
            _ => None,
        }
    }
}

impl fmt::Display for ReplyOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplyOutcome::Wrong(wrong) => wrong.fmt(f),
            ReplyOutcome::Refused(text)
            | ReplyOutcome::Crash(text)
            | ReplyOutcome::Unreadable(text) => {
                write!(f, "{}: {text}", self.class_word())
            }
            other => f.write_str(other.class_word()),
        }
    }
}

/// Compares a reply with the truth about its case.
#[must_use]
pub fn compare_reply(case: &FuzzCase, truth: &CaseTruth, reply: &TargetReply) -> ReplyOutcome {
    match reply {
        TargetReply::Answer(answer) => compare_answer(case, truth, answer),
        TargetReply::Refused(why) => ReplyOutcome::Refused(why.clone()),
        TargetReply::Crash(how) => ReplyOutcome::Crash(how.clone()),
        TargetReply::Timeout => ReplyOutcome::Timeout,
        TargetReply::Unreadable(why) => ReplyOutcome::Unreadable(why.clone()),
    }
}

fn compare_answer(case: &FuzzCase, truth: &CaseTruth, answer: &TargetAnswer) -> ReplyOutcome {
    let exists = !truth.solutions.is_empty();
    let holds = |solution: &Vec<i64>| truth.solutions.binary_search(solution).is_ok();
    // A wrong solution is a fault under any claim, so solutions are checked before the claim is.
    if !answer.solutions.iter().all(holds) {
        return ReplyOutcome::Wrong(if exists {
            WrongAnswer::Solution
        } else {
            WrongAnswer::Satisfiable
        });
    }
    match answer.status {
        TargetClaim::Unsatisfiable if exists => {
            return ReplyOutcome::Wrong(WrongAnswer::Unsatisfiable);
        }
        TargetClaim::Unsatisfiable if answer.unproved.is_some() => {
            return ReplyOutcome::Wrong(WrongAnswer::Proof);
        }
        TargetClaim::Unsatisfiable if truth.held.core_solution(answer).is_some() => {
            return ReplyOutcome::Wrong(WrongAnswer::Core);
        }
        TargetClaim::Satisfiable | TargetClaim::Optimal if !exists => {
            return ReplyOutcome::Wrong(WrongAnswer::Satisfiable);
        }
        TargetClaim::Unknown if answer.solutions.is_empty() => return ReplyOutcome::Unknown,
        _ => {}
    }
    if case.objective.is_some() {
        return compare_best(case, truth, answer);
    }
    // All solutions in the answer hold. If they are also distinct, their number alone decides
    // whether one is missing.
    let mut sorted = answer.solutions.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return ReplyOutcome::Wrong(WrongAnswer::Repeated);
    }
    if answer.complete && sorted.len() < truth.solutions.len() {
        return ReplyOutcome::Wrong(if sorted.is_empty() {
            WrongAnswer::Unsatisfiable
        } else {
            WrongAnswer::Missing
        });
    }
    ReplyOutcome::Right
}

/// Compares the last solution and the value printed with the best value.
fn compare_best(case: &FuzzCase, truth: &CaseTruth, answer: &TargetAnswer) -> ReplyOutcome {
    // Without a claim of optimality, a solution that holds need not be the best.
    if answer.status != TargetClaim::Optimal {
        return ReplyOutcome::Right;
    }
    // Several solutions may reach the best value, so the value is compared, not the solution.
    let is_best = |value: i128| truth.best.is_none_or(|best| best == value);
    let last = answer.solutions.last().zip(case.objective.as_ref());
    let reached = last.is_none_or(|(solution, objective)| {
        let semantics = crate::programs::definition::UndefinedSemantics::Relational;
        crate::programs::definition::evaluate_number(&objective.value, solution, semantics)
            .is_ok_and(is_best)
    });
    if reached && answer.objective.is_none_or(|value| is_best(i128::from(value))) {
        ReplyOutcome::Right
    } else {
        ReplyOutcome::Wrong(WrongAnswer::Optimum)
    }
}
