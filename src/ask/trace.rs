//! What a solver did, step by step, to be told to people.

use serde::Serialize;

use super::Counters;
use crate::model::Value;

/// A tree of steps: of a reformulation or of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// The steps, parents before their children.
    pub steps: Vec<Step>,
    /// Steps that were left out because there were too many.
    pub left_out: u64,
    /// The most steps that are kept.
    #[serde(skip)]
    most: usize,
}

/// One node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The place of the step above; none at the root.
    pub parent: Option<usize>,
    /// What was decided on the way from there, for example `color = red`.
    pub branch: String,
    /// The domains that are worth telling.
    pub domains: Vec<Domains>,
    /// Constraints of branches above that are still to be enforced.
    pub kept: Vec<String>,
    /// What was branched on: a dimension or a variable.
    pub chosen: Option<Chosen>,
    /// The figures behind the choice.
    pub table: Option<StepTable>,
    /// Branches without a step of their own.
    pub absent: Vec<Absent>,
    /// How the step ended.
    pub end: StepEnd,
    /// Effort at this step alone.
    pub counters: Counters,
    /// The solutions found at this step: how many.
    pub solutions: u64,
    /// Some of them, as values of the variables that `domains` name or all.
    pub found: Vec<Vec<Value>>,
}

/// The domain of some variables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Domains {
    /// The variables.
    pub of: String,
    /// How many values there are.
    pub size: u64,
    /// The first of them.
    pub values: Vec<Value>,
}

/// What was branched on, and by which rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chosen {
    /// A dimension or a variable.
    pub what: String,
    /// The rule, in words.
    pub why: String,
}

/// A branch that has no step of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Absent {
    /// What would have been decided.
    pub branch: String,
    /// Why it was not generated or was pruned.
    pub why: String,
}

/// A table of figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepTable {
    /// The names of the columns.
    pub header: Vec<String>,
    /// As many cells each.
    pub rows: Vec<Vec<String>>,
}

/// How a step ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StepEnd {
    /// It was not taken up before the run ended.
    #[default]
    Open,
    /// It has children.
    Branched,
    /// It was solved as it stands; how.
    Leaf(String),
    /// It has no solution; why.
    Failed(String),
    /// It is a solution.
    Solution,
}

/// The most values of a domain that are kept.
const VALUES: usize = 256;

/// The most solutions of a step that are kept.
const FOUND: usize = 100;

impl Domains {
    /// The domain of some variables.
    pub fn new(of: impl Into<String>, mut values: Vec<Value>) -> Self {
        let size = values.len() as u64;
        values.truncate(VALUES);
        Domains { of: of.into(), size, values }
    }
}

impl Step {
    /// A step that is still open.
    pub fn new(parent: Option<usize>, branch: impl Into<String>) -> Self {
        Step { parent, branch: branch.into(), ..Step::default() }
    }
}

impl Trace {
    /// A trace that keeps at most so many steps.
    pub fn with_limit(most: usize) -> Self {
        Trace { most, ..Trace::default() }
    }

    /// Whether no further step will be kept.
    pub fn is_full(&self) -> bool {
        self.steps.len() >= self.most
    }

    /// Adds a step and gives its place. One beyond the limit, or below such a
    /// one, is counted only; its place leads nowhere.
    pub fn add(&mut self, step: Step) -> usize {
        let hangs = step.parent.is_none_or(|parent| parent < self.steps.len());
        if self.is_full() || !hangs {
            self.left_out += 1;
            return usize::MAX;
        }
        self.steps.push(step);
        self.steps.len() - 1
    }

    /// Changes a step, if it was kept.
    pub fn at(&mut self, step: usize, change: impl FnOnce(&mut Step)) {
        if let Some(step) = self.steps.get_mut(step) {
            change(step);
        }
    }

    /// Says what a step was branched on.
    pub fn branch(&mut self, step: usize, what: &str, why: &str, table: Option<StepTable>) {
        self.at(step, |step| {
            step.chosen = Some(Chosen { what: what.to_owned(), why: why.to_owned() });
            step.table = table;
            step.end = StepEnd::Branched;
        });
    }

    /// Says which branches of a step have no step of their own.
    pub fn absent<W: AsRef<str>>(&mut self, step: usize, absent: &[(String, W)]) {
        let told = absent
            .iter()
            .map(|(branch, why)| Absent { branch: branch.clone(), why: why.as_ref().to_owned() });
        self.at(step, |step| step.absent.extend(told));
    }

    /// Says that a step has no solution.
    pub fn prune(&mut self, step: usize, why: &str) {
        self.at(step, |step| step.end = StepEnd::Failed(why.to_owned()));
    }

    /// Notes a solution found at a step.
    pub fn found(&mut self, step: usize, values: &[Value]) {
        self.at(step, |step| {
            step.solutions += 1;
            if step.found.len() < FOUND {
                step.found.push(values.to_vec());
            }
        });
    }
}
