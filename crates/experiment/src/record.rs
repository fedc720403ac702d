//! The record of one run: the request, the result and the cost.

use std::fmt;
use std::time::Duration;

use parallax_compare::{ClaimEvidence, EngineClaim, Row, SolutionCoverage};
use parallax_model::decimal::DecimalNumber;
use parallax_model::engine_api::{Answer, CountingMethod, EffortCounters, SolutionCount, Task};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The record of one run: an engine on a viewpoint of an instance, with a seed, once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunRecord {
    /// The number of the run in its manifest, from 0.
    pub run: u64,
    /// The file, or a name such as `latin:4`.
    pub instance: String,
    /// The instance's position in the file, from 0.
    pub index: usize,
    /// The puzzle.
    pub puzzle: String,
    /// The viewpoint, for example `cells+symmetry`.
    pub model: String,
    /// The engine's name in the experiment.
    pub engine: String,
    /// The spec of the engine that answered, if this one delegates the work to others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_by: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The repetition, from 1.
    pub repeat: u32,
    /// The instance's own task, if it differs from the task of the manifest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<Task>,
    /// The answer of the engine.
    pub answer: AnswerKind,
    /// How the run ended.
    pub exit: RunExit,
    /// Whether all solutions of the engine passed the checks.
    pub checked: bool,
    /// The reason why the answer is unknown, unsupported or not complete, or how it is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The proof that the run is wrong, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<String>,
    /// The claim of the engine about all solutions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<EngineClaim>,
    /// The evidence for the claim.
    #[serde(default, skip_serializing_if = "Option::is_none", alias = "unsat")]
    pub standing: Option<ClaimEvidence>,
    /// The number of distinct solutions found.
    pub count: SolutionCount,
    /// The number of solutions that were returned and passed every check.
    #[serde(with = "wide")]
    pub given: u128,
    /// The number of solutions that those found represent, if the viewpoint breaks symmetry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weighted: Option<SolutionCount>,
    /// How the solutions were counted, if the task was to count and the engine finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counting: Option<CountingMethod>,
    /// The objective's value of the best solution found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<DecimalNumber>,
    /// The value, negated if the objective is maximised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<i64>,
    /// Whether the engine claims that there are no other, or no better, solutions.
    pub complete: bool,
    /// A digest of the set of solutions, in any order: 32 hexadecimal digits.
    #[serde(default, with = "hex", skip_serializing_if = "Option::is_none")]
    pub digest: Option<u128>,
    /// Which of the puzzle's solutions the viewpoint keeps.
    #[serde(default, skip_serializing_if = "is_all")]
    pub keeps: SolutionCoverage,
    /// Deterministic counters of the effort.
    #[serde(default, skip_serializing_if = "EffortCounters::is_empty")]
    pub counters: EffortCounters,
    /// The cost of the run; absent from canonical results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<RunCost>,
}

/// The cost of a run: wall-clock seconds, processor seconds, bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunCost {
    /// From the start of the run to its end, with the reading of its instance.
    pub wall_s: f64,
    /// Starting the child and handing it the model; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_s: Option<f64>,
    /// Building the model, its propagators, clauses or terms, and the solver.
    pub encode_s: f64,
    /// Searching.
    pub solve_s: f64,
    /// Checking.
    pub check_s: f64,
    /// Processor time of the child and the processes that it started, or of the thread.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_s: Option<f64>,
    /// Maximum resident memory of the child, or of a process that it started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
}

/// The answer of an engine, without its value or reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerKind {
    /// At least one solution.
    Sat,
    /// A best solution.
    Optimal,
    /// No solution.
    Unsat,
    /// No answer.
    Unknown,
    /// The engine does not take the model or the task.
    Unsupported,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunExit {
    /// By itself, with an answer or without.
    Ok,
    /// The limit on wall-clock time stopped it.
    Walltime,
    /// The limit on processor time stopped it.
    Cputime,
    /// It needed more memory than its limit.
    Memory,
    /// A signal from outside ended it.
    Killed,
    /// It crashed, or its solver could not be run.
    Failed,
}

impl AnswerKind {
    /// The name in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            AnswerKind::Sat => "sat",
            AnswerKind::Optimal => "optimal",
            AnswerKind::Unsat => "unsat",
            AnswerKind::Unknown => "unknown",
            AnswerKind::Unsupported => "unsupported",
        }
    }

    fn from_row(row: &Row) -> Self {
        match row.answer {
            Answer::Satisfiable => AnswerKind::Sat,
            Answer::Optimal(_) => AnswerKind::Optimal,
            Answer::Unsatisfiable => AnswerKind::Unsat,
            Answer::Unknown(_) => AnswerKind::Unknown,
            Answer::Unsupported(_) => AnswerKind::Unsupported,
        }
    }
}

impl RunExit {
    /// All ways to end.
    pub const ALL: [RunExit; 6] = [
        RunExit::Ok,
        RunExit::Walltime,
        RunExit::Cputime,
        RunExit::Memory,
        RunExit::Killed,
        RunExit::Failed,
    ];

    /// The name in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            RunExit::Ok => "ok",
            RunExit::Walltime => "walltime",
            RunExit::Cputime => "cputime",
            RunExit::Memory => "memory",
            RunExit::Killed => "killed",
            RunExit::Failed => "failed",
        }
    }
}

impl fmt::Display for AnswerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for RunExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The identity of the run of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunIdentity {
    /// Its number.
    pub run: u64,
    /// The engine's name.
    pub engine: String,
    /// The repetition, from 1.
    pub repeat: u32,
    /// The task that the manifest states.
    pub task: Option<Task>,
}

impl RunRecord {
    /// The record of a row.
    #[must_use]
    pub fn from_row(about: RunIdentity, row: Row, exit: RunExit) -> Self {
        let answer = AnswerKind::from_row(&row);
        let measured = RunCost {
            wall_s: row.time_s.total,
            start_s: None,
            encode_s: row.time_s.encode,
            solve_s: row.time_s.solve,
            check_s: row.time_s.check,
            cpu_s: None,
            memory_bytes: None,
        };
        let why = row.answer.end_reason();
        RunRecord {
            run: about.run,
            instance: row.instance,
            index: row.index,
            puzzle: row.puzzle.to_owned(),
            model: row.model.to_string(),
            engine: about.engine,
            answered_by: row.answered_by.map(|by| by.engine),
            seed: row.seed,
            repeat: about.repeat,
            task: Some(row.task).filter(|task| Some(*task) != about.task),
            answer,
            exit,
            checked: row.checked,
            reason: row.reason.or(why).map(String::from),
            wrong: row.wrong,
            claim: row.claim,
            standing: row.standing,
            count: row.count,
            given: row.given,
            weighted: row.weighted,
            counting: row.counting,
            value: row.value,
            cost: row.cost,
            complete: row.complete,
            // A refused run lists nothing; the digest of the empty set would read as a claim.
            digest: row.digest.filter(|_| answer != AnswerKind::Unsupported),
            keeps: row.keeps,
            counters: row.counters,
            measured: Some(measured),
        }
    }

    /// Returns the task of the run. `stated` is the one that the manifest states.
    #[must_use]
    pub fn run_task(&self, stated: Option<Task>) -> Task {
        let has_objective = self.value.is_some() || self.answer == AnswerKind::Optimal;
        match (self.task, stated) {
            (Some(own), _) => own,
            // Records of earlier versions do not have the instance's own task.
            (None, None | Some(Task::First)) if has_objective => Task::Optimise,
            (None, None) if self.reason.is_some() => Task::All,
            (None, stated) => stated.unwrap_or(Task::Limit(2)),
        }
    }

    /// Whether the run did its task, by its own account: a solution was found or excluded, all were
    /// listed or counted, or the best was proved, as the task requests. `stated` is the task that
    /// the manifest states.
    #[must_use]
    pub fn is_done(&self, stated: Option<Task>) -> bool {
        let answer = match self.answer {
            AnswerKind::Sat => Answer::Satisfiable,
            AnswerKind::Optimal => Answer::Optimal(0),
            AnswerKind::Unsat => Answer::Unsatisfiable,
            AnswerKind::Unknown => Answer::Unknown("".into()),
            AnswerKind::Unsupported => Answer::Unsupported(String::new()),
        };
        self.run_task(stated).is_done(&answer, self.complete, &self.count)
    }

    /// Whether the run did its task, nothing stopped it, and everything passed the checks.
    #[must_use]
    pub fn is_solved(&self, stated: Option<Task>) -> bool {
        let is_right = self.wrong.is_none() && self.checked;
        self.is_done(stated) && self.exit == RunExit::Ok && is_right
    }

    /// Returns the wall-clock seconds; 0 in canonical results.
    #[must_use]
    pub fn wall_s(&self) -> f64 {
        self.measured.map_or(0.0, |measured| measured.wall_s)
    }

    /// Returns the record without measured values: times, memory, and the counters and reasons of
    /// runs that a limit ended.
    #[must_use]
    pub fn into_canonical(self) -> Self {
        // How far a run came before a limit depends on the machine. What a run that ended by itself
        // did is deterministic.
        let stopped = self.exit != RunExit::Ok;
        RunRecord {
            measured: None,
            counters: if stopped { EffortCounters::new() } else { self.counters },
            reason: self.reason.filter(|_| !stopped),
            ..self
        }
    }
}

/// Seconds, rounded to microseconds.
#[must_use]
pub fn rounded_seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

fn is_all(keeps: &SolutionCoverage) -> bool {
    *keeps == SolutionCoverage::All
}

/// A number that is written as a number if it fits in 64 bits, otherwise as a string.
#[derive(Deserialize)]
#[serde(untagged)]
enum WideNumber {
    Number(u64),
    Text(String),
}

impl WideNumber {
    fn number_value<E: serde::de::Error>(self) -> Result<u128, E> {
        match self {
            WideNumber::Number(number) => Ok(number.into()),
            WideNumber::Text(text) => text.parse().map_err(E::custom),
        }
    }
}

mod wide {
    use super::{Deserialize, Deserializer, Serializer, WideNumber};

    pub(super) fn serialize<S: Serializer>(value: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(*value) {
            // Readers of JSON often have no integers beyond 64 bits, so larger ones are strings.
            Ok(small) => serializer.serialize_u64(small),
            Err(_) => serializer.collect_str(value),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<u128, D::Error> {
        WideNumber::deserialize(deserializer)?.number_value()
    }
}

mod hex {
    use super::{Deserialize, Deserializer, Serializer};
    use serde::de::Error as _;

    pub(super) fn serialize<S: Serializer>(value: &Option<u128>, s: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => s.collect_str(&format_args!("{value:032x}")),
            None => s.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<u128>, D::Error> {
        let text = Option::<String>::deserialize(d)?;
        text.map(|text| u128::from_str_radix(&text, 16).map_err(D::Error::custom)).transpose()
    }
}
