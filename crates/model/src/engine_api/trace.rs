//! The steps of a solver, recorded for people.

use serde::Serialize;

use super::EffortCounters;
use crate::Value;

/// A tree of steps, recorded from a reformulation or a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SolverTrace {
    /// The steps, parents before their children.
    pub steps: Vec<TraceStep>,
    /// The number of steps omitted because there were too many.
    pub left_out: u64,
    /// Maximum number of steps to keep.
    #[serde(skip)]
    max_steps: usize,
}

/// One node of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TraceStep {
    /// The index of the parent step; `None` at the root.
    pub parent: Option<usize>,
    /// The decision that leads here from the parent, for example `color = red`.
    pub branch: String,
    /// The domains to show.
    pub domains: Vec<TraceDomain>,
    /// Constraints of earlier branches that remain to be enforced.
    pub kept: Vec<String>,
    /// The dimension or variable that the step branches on, with the rule.
    pub chosen: Option<TraceChoice>,
    /// The figures on which that choice rests.
    pub table: Option<StepTable>,
    /// Branches that have no step.
    pub absent: Vec<OmittedBranch>,
    /// The end of the step.
    pub end: StepEnd,
    /// The effort at this step alone.
    pub counters: EffortCounters,
    /// The number of solutions found at this step.
    pub solutions: u64,
    /// Some of them, as values of the variables in `domains`, or of all.
    pub found: Vec<Vec<Value>>,
}

/// The domain of some variables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceDomain {
    /// The variables.
    pub of: String,
    /// The number of values.
    pub size: u64,
    /// The first values.
    pub values: Vec<Value>,
}

/// The dimension or variable that a step branches on, and the rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceChoice {
    /// The name of a dimension or a variable.
    pub what: String,
    /// The rule, in words.
    pub why: String,
}

/// A branch without a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OmittedBranch {
    /// The decision that would lead to it.
    pub branch: String,
    /// The reason why it was not generated or was pruned.
    pub why: String,
}

/// A table of figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepTable {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows, with one cell for each column.
    pub rows: Vec<Vec<String>>,
}

/// The end of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StepEnd {
    /// Not processed before the run ended.
    #[default]
    Open,
    /// The step has children.
    Branched,
    /// Solved without further branching, in this way.
    Leaf(String),
    /// Without a solution, for this reason.
    Failed(String),
    /// A solution.
    Solution,
}

/// Maximum number of values of a domain to keep.
const MAX_DOMAIN_VALUES: usize = 256;

/// Maximum number of solutions of a step to keep.
const MAX_STEP_SOLUTIONS: usize = 100;

impl TraceDomain {
    /// Creates the domain of these variables; keeps the first values.
    pub fn new(of: impl Into<String>, mut values: Vec<Value>) -> Self {
        let size = values.len() as u64;
        values.truncate(MAX_DOMAIN_VALUES);
        TraceDomain { of: of.into(), size, values }
    }
}

impl TraceStep {
    /// Creates a step that is still open.
    pub fn new(parent: Option<usize>, branch: impl Into<String>) -> Self {
        TraceStep { parent, branch: branch.into(), ..TraceStep::default() }
    }
}

impl SolverTrace {
    /// Creates a trace that keeps at most `most` steps.
    #[must_use]
    pub fn with_limit(max_steps: usize) -> Self {
        SolverTrace { max_steps, ..SolverTrace::default() }
    }

    /// Whether the trace keeps no more steps.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.steps.len() >= self.max_steps
    }

    /// Adds a step and returns its index. A step beyond the limit, or below such a step, is only
    /// counted; its index refers to nothing.
    pub fn add_step(&mut self, step: TraceStep) -> usize {
        // Children of an omitted step have the parent `usize::MAX` and are omitted with it.
        let hangs = step.parent.is_none_or(|parent| parent < self.steps.len());
        if self.is_full() || !hangs {
            self.left_out += 1;
            return usize::MAX;
        }
        self.steps.push(step);
        self.steps.len() - 1
    }

    /// Changes a step, if it was kept.
    pub fn change_step(&mut self, step: usize, change: impl FnOnce(&mut TraceStep)) {
        if let Some(step) = self.steps.get_mut(step) {
            change(step);
        }
    }

    /// Records the dimension or variable that a step branches on.
    pub fn record_choice(&mut self, step: usize, what: &str, why: &str, table: Option<StepTable>) {
        self.change_step(step, |step| {
            step.chosen = Some(TraceChoice { what: what.to_owned(), why: why.to_owned() });
            step.table = table;
            step.end = StepEnd::Branched;
        });
    }

    /// Records the branches of a step that have no step themselves.
    pub fn record_omitted<W: AsRef<str>>(&mut self, step: usize, absent: &[(String, W)]) {
        let absent = absent.iter().map(|(branch, why)| OmittedBranch {
            branch: branch.clone(),
            why: why.as_ref().to_owned(),
        });
        self.change_step(step, |step| step.absent.extend(absent));
    }

    /// Records that a step has no solution.
    pub fn record_failure(&mut self, step: usize, why: &str) {
        self.change_step(step, |step| step.end = StepEnd::Failed(why.to_owned()));
    }

    /// Records a solution found at a step.
    pub fn record_solution(&mut self, step: usize, values: &[Value]) {
        self.change_step(step, |step| {
            step.solutions += 1;
            if step.found.len() < MAX_STEP_SOLUTIONS {
                step.found.push(values.to_vec());
            }
        });
    }
}
