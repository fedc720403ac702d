//! A suite: cases, each with instances and their expectations.

use std::time::Duration;

use parallax_compare::{ClaimEvidence, ModelSelection};
use parallax_engines::Spec;
use parallax_formats::inputs::{InputForm, InputSources};
use parallax_model::decimal::DecimalNumber;
use parallax_model::engine_api::{SolutionCount, Task};

use super::decisive_answer::DecisiveAnswer;
use super::per_instance::InstanceExpectations;

/// A suite, as read from its file.
#[derive(Clone, Debug)]
pub struct RegressionSuite {
    /// The file as the user names it.
    pub file: String,
    /// The text of the file.
    pub text: String,
    /// The cases in order; their names differ.
    pub cases: Vec<RegressionCase>,
}

/// Instances, the engines to run on them, and the expectations.
#[derive(Clone, Debug)]
pub struct RegressionCase {
    /// The name: that of the user, or the instances.
    pub name: String,
    /// The line where the case begins, from 1.
    pub line: usize,
    /// Files, folders, or names such as `latin:4`; paths are relative to the working directory.
    pub instances: Vec<String>,
    /// Whether the number of instances is open, as for a folder or a glob.
    pub many: bool,
    /// The form of the files, if the user states it.
    pub form: Option<InputForm>,
    /// The sheets of workbooks to read.
    pub sheets: Vec<String>,
    /// The index from 0 of the only instance of the file to run; `None` runs all.
    pub index: Option<usize>,
    /// The engines.
    pub engines: Vec<Spec>,
    /// The engines that must be able to take the instances.
    pub required: Vec<PinnedExpectation<String>>,
    /// The models.
    pub models: ModelSelection,
    /// The task; `None` is the default of each instance.
    pub task: Option<Task>,
    /// The limit for one engine on one instance.
    pub timeout: Option<Duration>,
    /// The seed of all random decisions.
    pub seed: u64,
    /// The expectations.
    pub expected: CaseExpectations,
    /// Comparisons of times.
    pub races: Vec<SpeedExpectation>,
}

impl RegressionCase {
    /// Returns the sources of the instances.
    #[must_use]
    pub fn instance_sources(&self) -> InputSources {
        InputSources {
            names: self.instances.clone(),
            puzzle: self.form,
            limit: self.timeout,
            sheets: self.sheets.clone(),
            ..InputSources::default()
        }
    }

    /// Whether the engines continue until there are no more solutions.
    #[must_use]
    pub fn wants_all(&self) -> bool {
        matches!(self.task, Some(Task::All | Task::Count))
    }
}

/// An expectation and the line that states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinnedExpectation<T> {
    /// The expectation.
    pub value: T,
    /// The line in the suite, from 1.
    pub line: usize,
}

/// The expectations of a case. A `None` is not compared.
#[derive(Clone, Debug, Default)]
pub struct CaseExpectations {
    /// The answer to each instance.
    pub answer: Option<PinnedExpectation<InstanceExpectations<DecisiveAnswer>>>,
    /// The number of solutions of each instance.
    pub count: Option<PinnedExpectation<InstanceExpectations<SolutionCount>>>,
    /// The best value of each instance.
    pub value: Option<PinnedExpectation<InstanceExpectations<DecimalNumber>>>,
    /// The digest of the solutions of all instances.
    pub digest: Option<PinnedExpectation<u128>>,
    /// The minimum standing of a claim about each instance.
    pub standing: Option<PinnedExpectation<ClaimEvidence>>,
    /// The number of instances.
    pub number: Option<PinnedExpectation<SolutionCount>>,
    /// Counters of some engines, summed over the instances.
    pub counters: Vec<CounterBaseline>,
}

impl CaseExpectations {
    /// Whether nothing is expected of the answers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.answer.is_none()
            && self.count.is_none()
            && self.value.is_none()
            && self.digest.is_none()
            && self.standing.is_none()
    }
}

/// The expected counters of one engine.
#[derive(Clone, Debug)]
pub struct CounterBaseline {
    /// The engine as the suite writes it.
    pub key: String,
    /// The full spec of the engine.
    pub engine: String,
    /// The line in the suite.
    pub line: usize,
    /// The counters; empty if the table is empty.
    pub counters: Vec<ExpectedCounter>,
}

/// An expected counter.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedCounter {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: u64,
    /// The allowed distance from the value, as a fraction of the value: 0.1 is a tenth.
    pub tolerance: f64,
    /// The line in the suite.
    pub line: usize,
}

impl ExpectedCounter {
    /// Whether a counter is as expected.
    #[must_use]
    pub fn allows_value(&self, found: u64) -> bool {
        found == self.value
            || found.abs_diff(self.value) as f64 <= self.tolerance * self.value as f64
    }
}

/// A comparison of the time of an engine with that of another on the same machine.
#[derive(Clone, Debug)]
pub struct SpeedExpectation {
    /// The engine.
    pub engine: Spec,
    /// The engine whose time is the unit.
    pub against: Spec,
    /// Maximum time of the engine, as a multiple of the other's time.
    pub at_most: f64,
    /// The noise of the machine, as a fraction of `at_most`.
    pub margin: f64,
    /// The number of paired runs, whose median counts.
    pub runs: usize,
    /// The line in the suite.
    pub line: usize,
}
