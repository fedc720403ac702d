//! The result of one engine on one instance.

use std::sync::Arc;
use std::time::Duration;

use parallax_instance::{OptionEffect, PuzzleSolution, Viewpoint};
use parallax_model::decimal::DecimalNumber;
use parallax_model::engine_api::{
    Answer, AnsweringEngine, CountingMethod, EffortCounters, EndReason, EngineFamily,
    SolutionCount, Task,
};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::{ClaimEvidence, CoreRow, EngineClaim};

/// The result record of one engine on one model of one instance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The file, `<stdin>`, or a name such as `latin:4`.
    pub instance: String,
    /// The instance's position in the file, from 0.
    pub index: usize,
    /// The puzzle.
    pub puzzle: &'static str,
    /// The user's values in addition to the instance's, each as `NAME=VALUE`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub givens: Vec<String>,
    /// The model and its options, for example `cells+symmetry`.
    #[serde(serialize_with = "serialize_text")]
    pub model: Arc<str>,
    /// The engine's name: its full spec, or the short name that the user gave it.
    pub engine: String,
    /// The engine's full spec, if the name is a short one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<String>,
    /// The engine that answers, and the reason for it, if the engine leaves the work to others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_by: Option<AnsweringEngine>,
    /// The family of the solver that decides within the engine that answers.
    #[serde(skip)]
    pub family: EngineFamily,
    /// The compiler between the model and the solver of the engine that answers.
    #[serde(skip)]
    pub compiler: Option<&'static str>,
    /// The seed of the run.
    pub seed: u64,
    /// The task that the engine had.
    #[serde(skip)]
    pub task: Task,
    /// The answer.
    #[serde(serialize_with = "serialize_answer")]
    pub answer: Answer,
    /// The claim of the engine about all solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<EngineClaim>,
    /// The evidence for the claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<ClaimEvidence>,
    /// The proof, if one was requested: the checker that accepted or refused it, and the file that
    /// keeps it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// The reason why the answer is unknown, unsupported or not complete, or how a solution or the
    /// answer is wrong.
    pub reason: Option<EndReason>,
    /// How the row is known to be wrong: it failed a check, or a checked solution of another
    /// engine contradicts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong: Option<String>,
    /// The number of distinct solutions found. When optimising, only the last
    /// one counts.
    pub count: SolutionCount,
    /// The number of solutions that the engine returned and that passed every check. When
    /// optimising, only the last one counts.
    #[serde(skip)]
    pub given: u128,
    /// The number of solutions of the plain model that the solutions found represent, if the model
    /// breaks symmetry and the number is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighted: Option<SolutionCount>,
    /// The number of orbits, if only orbits were counted and `count` is the number of all
    /// solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orbits: Option<SolutionCount>,
    /// The counting method, if counting was requested and the engine finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counting: Option<CountingMethod>,
    /// When optimising: the objective's value of the best solution found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<DecimalNumber>,
    /// Whether the engine claims that there are no other solutions, or no
    /// better ones.
    pub complete: bool,
    /// The kept solutions as text, as the instance writes them, in the order
    /// found.
    pub solutions: Vec<String>,
    /// An unsatisfiable core, if the plan asks for cores and there is no
    /// solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core: Option<CoreRow>,
    /// Whether every solution passed the model's check and the puzzle's
    /// rules, no solution was repeated, and the answer fits them. `false`
    /// means a wrong solution or answer.
    pub checked: bool,
    /// Wall-clock times.
    pub time_s: RowTimes,
    /// Deterministic counters of the effort.
    pub counters: EffortCounters,
    /// The kept solutions.
    #[serde(skip)]
    pub kept: Vec<PuzzleSolution>,
    /// A digest of the set of solutions, independent of their order. `None`
    /// when the engine counted the solutions without returning them.
    #[serde(skip)]
    pub digest: Option<u128>,
    /// The value, negated if the objective is maximised, so that less is better.
    #[serde(skip)]
    pub cost: Option<i64>,
    /// Which of the puzzle's solutions the model keeps.
    #[serde(skip)]
    pub keeps: SolutionCoverage,
}

/// Which of the puzzle's solutions a model keeps. It decides how two rows can
/// be compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SolutionCoverage {
    /// All solutions.
    #[default]
    All,
    /// Representatives of all solutions.
    Orbits,
    /// A part of the solutions, restricted by the options with these names.
    Part(Vec<String>),
}

impl SolutionCoverage {
    /// Returns the coverage of the model of a viewpoint, by its options.
    #[must_use]
    pub fn from_viewpoint(viewpoint: &Viewpoint) -> Self {
        let part =
            || viewpoint.options().iter().filter(|option| option.effect == OptionEffect::Part);
        match viewpoint.combined_effect() {
            OptionEffect::Same => SolutionCoverage::All,
            OptionEffect::Orbits => SolutionCoverage::Orbits,
            OptionEffect::Part => {
                SolutionCoverage::Part(part().map(|option| option.name.to_owned()).collect())
            }
        }
    }

    /// Returns the qualifier of a number of solutions if a model does not keep all: ` up to
    /// symmetry`, ` under +corners`. `count` is the number of a model that breaks symmetry, and
    /// `weighted` the number of solutions that they represent, if it is known.
    #[must_use]
    pub fn count_scope(&self, count: &SolutionCount, weighted: Option<&SolutionCount>) -> String {
        match self {
            SolutionCoverage::All => String::new(),
            // No solution up to symmetry is no solution at all, and if each represents only itself,
            // the count covers all solutions.
            SolutionCoverage::Orbits if count.is_zero() || weighted == Some(count) => String::new(),
            SolutionCoverage::Orbits => " up to symmetry".to_owned(),
            SolutionCoverage::Part(options) => format!(" under +{}", options.join("+")),
        }
    }
}

/// Wall-clock times in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct RowTimes {
    /// Building the model, its propagators, clauses or terms, and the solver.
    pub encode: f64,
    /// Searching.
    pub solve: f64,
    /// Checking solutions against the model and the puzzle's rules, and
    /// checking proofs.
    pub check: f64,
    /// The sum of the other three.
    pub total: f64,
}

impl RowTimes {
    /// Times from durations.
    pub fn new(encode: Duration, solve: Duration, check: Duration) -> Self {
        let total = encode + solve + check;
        let [encode, solve, check, total] =
            [encode, solve, check, total].map(round_to_microseconds);
        RowTimes { encode, solve, check, total }
    }
}

/// Converts a time to seconds, rounded to microseconds: clocks are not more precise.
fn round_to_microseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

fn serialize_answer<S: Serializer>(answer: &Answer, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(answer.name())
}

fn serialize_text<S: Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

impl Row {
    /// Returns the reason why the answer is unknown, unsupported or not complete, or how a solution
    /// or the answer is wrong, as text.
    #[must_use]
    pub fn reason_words(&self) -> Option<&str> {
        self.reason.as_ref().map(EndReason::as_str)
    }

    /// The engine's full spec.
    #[must_use]
    pub fn full_spec(&self) -> &str {
        self.spec.as_deref().unwrap_or(&self.engine)
    }

    /// The full spec of the engine that answers: this engine, or the one that it leaves the work
    /// to.
    #[must_use]
    pub fn deciding_spec(&self) -> &str {
        self.answered_by.as_ref().map_or_else(|| self.full_spec(), |by| &by.engine)
    }

    /// Returns the qualifier of the number of solutions, if they are not all
    /// (`SolutionCoverage::count_scope`).
    #[must_use]
    pub fn describe_scope(&self) -> String {
        self.keeps.count_scope(&self.count, self.weighted.as_ref())
    }

    /// Whether the engine does not support the instance.
    #[must_use]
    pub fn is_unsupported(&self) -> bool {
        matches!(self.answer, Answer::Unsupported(_))
    }

    /// Whether the engine did its task, by its own account.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.task.is_done(&self.answer, self.complete, &self.count)
    }

    /// Whether the engine did not finish its task: the answer is unknown, or the engine stopped
    /// early.
    #[must_use]
    pub fn is_unanswered(&self) -> bool {
        matches!(self.answer, Answer::Unknown(_))
            || (self.answer == Answer::Satisfiable && self.checked && !self.is_done())
    }
}
