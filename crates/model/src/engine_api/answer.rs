//! The answer of an engine, and the outcome of a question around it.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Task;
use super::{
    AgreeingEngine, AnsweringEngine, CountingMethod, EffortCounters, EndReason, EngineFamily,
    SolutionCount, StopReason,
};
use crate::decimal::DecimalNumber;

/// An engine's answer to a task. Unknown and unsupported are answers, not
/// errors; a limit never reads as unsatisfiable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// At least one solution was found.
    Satisfiable,
    /// The last candidate reported is optimal: no solution has a better objective value than
    /// this.
    Optimal(i64),
    /// There is no solution.
    Unsatisfiable,
    /// The engine stopped before it could decide.
    Unknown(EndReason),
    /// The engine does not support this model or task.
    Unsupported(String),
}

impl Answer {
    /// Returns the answer's short name in tables and JSON: `sat`, `optimal`, `unsat`, `unknown` or
    /// `unsupported`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Answer::Satisfiable => "sat",
            Answer::Optimal(_) => "optimal",
            Answer::Unsatisfiable => "unsat",
            Answer::Unknown(_) => "unknown",
            Answer::Unsupported(_) => "unsupported",
        }
    }

    /// Returns the reason why the answer is unknown or unsupported.
    #[must_use]
    pub fn unknown_reason(&self) -> Option<&str> {
        match self {
            Answer::Unknown(reason) => Some(reason.as_str()),
            Answer::Unsupported(why) => Some(why),
            _ => None,
        }
    }

    /// Returns the reason why the answer is unknown or unsupported, as that of an early end.
    #[must_use]
    pub fn end_reason(&self) -> Option<EndReason> {
        match self {
            Answer::Unknown(reason) => Some(reason.clone()),
            Answer::Unsupported(why) => Some(why.as_str().into()),
            _ => None,
        }
    }
}

impl From<EndReason> for Answer {
    fn from(reason: EndReason) -> Self {
        Answer::Unknown(reason)
    }
}

impl From<StopReason> for Answer {
    fn from(stop: StopReason) -> Self {
        Answer::Unknown(stop.into())
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

/// The result of asking a session one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionOutcome {
    /// The answer; `Satisfiable` if at least one candidate was reported.
    pub answer: Answer,
    /// Whether the search space is exhausted: no solution exists beyond those reported, or, for
    /// an optimisation, none that is better. Always true with [`Answer::Unsatisfiable`] and
    /// [`Answer::Optimal`].
    pub complete: bool,
    /// The reason why the space was not exhausted, if a limit or the solver itself ended the search
    /// (rather than the task or the callback).
    pub stopped: Option<EndReason>,
    /// The fault of the engine's solver, if it shows before there are values to check: the solver's
    /// model violates its own formula.
    pub wrong: Option<String>,
    /// The fate of the proof, if one was requested.
    pub proof: Option<ProofOutcome>,
    /// The number of solutions, including those reported, if the task is to count and the engine
    /// counts without reporting each one.
    #[serde(default)]
    pub counted: Option<SolutionCount>,
    /// The method by which the solutions were counted.
    #[serde(default)]
    pub counting: CountingMethod,
    /// The engine that gives this answer, if the requested engine passes the work to others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<AnsweringEngine>,
    /// The engines of other families that were asked as well and make the same claim.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreed: Vec<AgreeingEngine>,
    /// Deterministic effort.
    pub counters: EffortCounters,
    /// Wall-clock time of this question, without the time spent in the
    /// candidate callback and without preparing the session.
    pub solve: Duration,
}

impl QuestionOutcome {
    /// Creates an outcome without effort: the engine answered at once.
    #[must_use]
    pub fn at_once(answer: Answer) -> Self {
        let complete = answer == Answer::Unsatisfiable;
        QuestionOutcome {
            stopped: answer.end_reason(),
            wrong: None,
            answer,
            complete,
            proof: None,
            counted: None,
            by: None,
            agreed: Vec::new(),
            counting: CountingMethod::Enumeration,
            counters: EffortCounters::new(),
            solve: Duration::ZERO,
        }
    }

    /// Returns the outcome of optimising a model that has no objective.
    #[must_use]
    pub fn without_objective() -> Self {
        QuestionOutcome::at_once(Answer::Unsupported("the model has no objective".into()))
    }

    /// Returns the outcome of optimising with an engine that cannot optimise.
    #[must_use]
    pub fn without_best() -> Self {
        QuestionOutcome::at_once(Answer::Unsupported("this engine finds no best solutions".into()))
    }

    /// Returns the outcome of a task other than counting with an engine that only counts.
    #[must_use]
    pub fn unless_counting(task: Task) -> Option<Self> {
        let why = "this engine only counts; it does not list or optimise";
        (task != Task::Count).then(|| QuestionOutcome::at_once(Answer::Unsupported(why.into())))
    }

    /// Returns the outcome of an enumeration that reported `found` candidates and stopped as
    /// described by `ended`.
    #[must_use]
    pub fn from_enumeration(
        found: u64,
        ended: EnumerationEnd,
        counters: EffortCounters,
        solve: Duration,
    ) -> Self {
        let wrong = match &ended {
            EnumerationEnd::Wrong(how) => Some(how.clone()),
            _ => None,
        };
        let (complete, stopped) = ended.end_reason();
        let answer = match (found, complete) {
            (0, true) => Answer::Unsatisfiable,
            // Neither a solution nor an exhausted space: nothing is known.
            (0, false) => Answer::Unknown(stopped.clone().unwrap_or_else(|| "stopped".into())),
            _ => Answer::Satisfiable,
        };
        QuestionOutcome {
            answer,
            complete,
            stopped,
            wrong,
            proof: None,
            counted: None,
            by: None,
            agreed: Vec::new(),
            counting: CountingMethod::Enumeration,
            counters,
            solve,
        }
    }

    /// Returns this outcome, given by another engine than the requested one.
    #[must_use]
    pub fn answered_by(self, by: AnsweringEngine) -> Self {
        QuestionOutcome { by: Some(by), ..self }
    }

    /// Returns the family of the engine that answers: the family `asked` of the requested engine,
    /// unless it passed the work to another.
    #[must_use]
    pub fn answering_family(&self, asked: EngineFamily) -> EngineFamily {
        self.by.as_ref().map_or(asked, |by| by.family)
    }

    /// Returns the compiler on which the answer rests: that of the requested engine, `asked`,
    /// unless it passed the work to another.
    #[must_use]
    pub fn compiler(&self, asked: Option<&'static str>) -> Option<&'static str> {
        self.by.as_ref().map_or(asked, |by| by.compiler)
    }

    /// Returns this outcome with a count: `number` is the number of all solutions, of which at
    /// least one was reported if there is any.
    #[must_use]
    pub fn with_count(self, number: SolutionCount, counting: CountingMethod) -> Self {
        QuestionOutcome { counted: Some(number), counting, ..self }
    }
}

impl QuestionOutcome {
    /// Returns the outcome of an optimisation from the value of the last candidate reported and the
    /// end of the search. The value is proved optimal only if the search is exhausted.
    #[must_use]
    pub fn from_optimisation(
        best: Option<i64>,
        ended: EnumerationEnd,
        counters: EffortCounters,
        solve: Duration,
    ) -> Self {
        // If a limit ended the search, the best value found is a bound, not a proved optimum.
        let proved = best.filter(|_| ended == EnumerationEnd::Exhausted);
        let outcome =
            QuestionOutcome::from_enumeration(best.is_some().into(), ended, counters, solve);
        match proved {
            Some(value) => QuestionOutcome { answer: Answer::Optimal(value), ..outcome },
            None => outcome,
        }
    }
}

impl EnumerationEnd {
    /// Returns whether the space is exhausted, and otherwise the reason why the search ended early,
    /// unless it found enough solutions.
    fn end_reason(self) -> (bool, Option<EndReason>) {
        match self {
            EnumerationEnd::Exhausted => (true, None),
            EnumerationEnd::Enough => (false, None),
            EnumerationEnd::Stopped(stop) => (false, Some(stop.into())),
            EnumerationEnd::GaveUp(why) | EnumerationEnd::Wrong(why) => (false, Some(why.into())),
        }
    }
}

/// The model that an accepted certificate refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum CertificateSubject {
    /// The model that the file was flattened to, by VeriPB alone.
    Veripb,
    /// The user's file, from which the checker builds the model itself.
    File,
    /// The model that the file was flattened to.
    Flattened,
    /// The user's file; VeriPB has also accepted a proof from it.
    FileTwice,
    /// The model that the file was flattened to; VeriPB has also accepted a proof from it.
    FlattenedTwice,
}

impl fmt::Display for CertificateSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CertificateSubject::Veripb => "certified by VeriPB",
            CertificateSubject::File => "certified (file)",
            CertificateSubject::Flattened => "certified (flattened model)",
            CertificateSubject::FileTwice => "certified (file) and by VeriPB",
            CertificateSubject::FlattenedTwice => "certified (flattened model) and by VeriPB",
        })
    }
}

/// The fate of the proof of an unsatisfiable answer, or of the certificate of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofOutcome {
    /// Whether a checker accepted it; `None` if it was not checked, or if no check finished.
    pub accepted: Option<bool>,
    /// Whether it is a certificate, which is about the model; another proof is about a formula.
    #[serde(default)]
    pub is_certificate: bool,
    /// The subject of an accepted certificate; `None` for other proofs.
    pub certified: Option<CertificateSubject>,
    /// The digest of the model that an accepted certificate refers to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The claim that an accepted certificate shows of that model; `None` for other proofs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<CertifiedResult>,
    /// The kinds of constraints that have their plain form in that model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plain: Vec<String>,
    /// The checker that accepted or refused it, the reason, and the place of the file; without the
    /// standing and what is shown.
    pub words: String,
    /// Wall-clock time of the check.
    pub time: Duration,
}

impl ProofOutcome {
    /// Creates the fate of a proof that is not a certificate.
    #[must_use]
    pub fn new(accepted: Option<bool>, words: String, time: Duration) -> Self {
        let plain = Vec::new();
        let (is_certificate, certified, digest, shown) = (false, None, None, None);
        ProofOutcome { accepted, is_certificate, certified, digest, shown, plain, words, time }
    }

    /// Creates the fate of a certificate.
    #[must_use]
    pub fn of_certificate(accepted: Option<bool>, words: String, time: Duration) -> Self {
        ProofOutcome { is_certificate: true, ..ProofOutcome::new(accepted, words, time) }
    }

    /// Returns why a checker refused the certificate, if it did: the answer or its certificate is
    /// wrong. A refused proof of a formula only leaves the answer without support.
    #[must_use]
    pub fn refusal_reason(&self) -> Option<&str> {
        (self.is_certificate && self.accepted == Some(false)).then_some(&*self.words)
    }

    /// Raises the subject from a flattened model to the user's file, if the checker itself builds
    /// the model with this digest from that file.
    pub fn read_from_file(&mut self, digest: &str) {
        if self.digest.as_deref() == Some(digest) {
            self.certified = self.certified.map(|certified| match certified {
                CertificateSubject::Flattened => CertificateSubject::File,
                CertificateSubject::FlattenedTwice => CertificateSubject::FileTwice,
                other => other,
            });
        }
    }

    /// Returns the standing, what is shown, then the words. `scope` follows the number of solutions
    /// where the model does not keep all of them: ` up to symmetry`.
    #[must_use]
    pub fn describe_standing(&self, scope: &str) -> String {
        let shown =
            self.shown.as_ref().map(|shown| shown.describe_result() + scope).unwrap_or_default();
        let plain = match &self.plain[..] {
            [] => String::new(),
            [kind] => format!(", with {kind} in its plain form"),
            [kinds @ .., last] => {
                format!(", with {} and {last} in their plain forms", kinds.join(", "))
            }
        };
        match self.certified {
            Some(certified) => format!("{certified}: {shown}{plain}{}", self.words),
            None => self.words.clone(),
        }
    }
}

/// A claim about a model that a certificate shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CertifiedResult {
    /// The number of its solutions.
    Solutions(SolutionCount),
    /// The best value of its objective, as the user reads it; `None` if it has no solution.
    Best(Option<DecimalNumber>),
}

impl CertifiedResult {
    /// Returns the result in words: `exactly 576 solutions`.
    #[must_use]
    pub fn describe_result(&self) -> String {
        match self {
            CertifiedResult::Best(None) => "unsatisfiable".to_owned(),
            CertifiedResult::Solutions(number) if number.is_zero() => "unsatisfiable".to_owned(),
            CertifiedResult::Solutions(number) if *number == 1 => "exactly one solution".to_owned(),
            CertifiedResult::Solutions(number) => format!("exactly {number} solutions"),
            CertifiedResult::Best(Some(value)) => format!("{value} is the best value"),
        }
    }
}

/// The end of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnumerationEnd {
    /// Every solution was reported.
    Exhausted,
    /// The task's limit was reached, or the callback ended the search.
    Enough,
    /// A limit or a cancellation stopped it.
    Stopped(StopReason),
    /// The solver gave up for this reason.
    GaveUp(String),
    /// The solver returned a model that violates its own formula in this way.
    Wrong(String),
}
