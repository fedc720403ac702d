//! Builds the trace of a search tree.

use parallax_model::ask::{Counters, Domains, Step, StepEnd, Trace};
use parallax_model::{Kind, Model, Posted, Value, VarId};
use parallax_propagation::Decision;
use parallax_propagation::explain::{Claim, Root};
use parallax_propagation::store::Store;

use super::node_counters::NodeCounters;
use super::settings::Settings;

/// Maximum number of variables whose domains each step keeps, unless the model is a grid of more
/// cells.
const VARIABLES: usize = 40;

/// Maximum number of cells of a grid whose domains each step keeps.
const CELLS: usize = 256;

/// Maximum number of tests in the reason of a conflict.
const TESTS: usize = 12;

/// Records the nodes of a search tree as a [`Trace`].
pub(super) struct TraceBuilder {
    pub(super) trace: Trace,
    model: Model,
    shown: Vec<VarId>,
    /// The number of these whose domains each step keeps.
    kept: usize,
    /// The constraints, in words.
    constraints: Vec<String>,
    /// The heuristics that choose variable and value, in words.
    rules: String,
    /// The current node, and the nodes whose other side is still open.
    current: usize,
    path: Vec<usize>,
    /// The effort before the current node.
    before: (u64, u64),
    /// The domains at the root, which need no reason, and the length of the trail there; `None` if
    /// there are too many for reasons.
    root: (Option<Root>, usize),
}

impl TraceBuilder {
    /// Starts at the root of a model's tree.
    pub(super) fn new(model: &Model, settings: &Settings, most: usize, store: &Store) -> Self {
        let mut trace = Trace::with_limit(most);
        let current = trace.add(Step::new(None, ""));
        TraceBuilder {
            trace,
            model: model.clone(),
            shown: model.shown().to_vec(),
            kept: model.grid().map_or(0, |order| order * order).clamp(VARIABLES, CELLS),
            constraints: model.constraints().iter().map(|posted| words(model, posted)).collect(),
            rules: match settings.plan_of(model) {
                Some(_) => "the search plan of the model".to_owned(),
                None => format!("{}; {}", settings.variables.about(), settings.values.about()),
            },
            current,
            path: Vec::new(),
            before: (0, 0),
            root: (Root::of(store).ok(), store.trail().len()),
        }
    }

    /// Returns the domains at the root, if reasons can refer to them, and the length of the trail
    /// there.
    pub(super) fn root(&self) -> (Option<&Root>, usize) {
        (self.root.0.as_ref(), self.root.1)
    }

    /// Records the end of propagation at the current node; a conflict is the place of the constraint
    /// that failed, if it was a single one, and the tests that cannot all hold.
    pub(super) fn propagated(
        &mut self,
        work: &NodeCounters,
        store: &Store,
        conflict: Option<(Option<usize>, Vec<Claim>)>,
    ) {
        let mut counters = Counters::new();
        counters.add("propagations", work.propagations - self.before.0);
        counters.add("prunings", store.prunings() - self.before.1);
        self.before = (work.propagations, store.prunings());
        let domain = |&v: &VarId| Domains::new(self.model.name_of(v), store.values(v).collect());
        let domains = match conflict {
            None => self.shown.iter().take(self.kept).map(domain).collect(),
            Some(_) => Vec::new(),
        };
        let why = conflict.map(|(place, reason)| {
            let words = place.and_then(|place| self.constraints.get(place));
            let colon = if words.is_some() { ": " } else { "" };
            let words = words.map_or("", String::as_str);
            format!("conflict{colon}{words}{}", self.because(&reason))
        });
        self.trace.at(self.current, |step| {
            step.counters = counters;
            step.domains = domains;
            if let Some(why) = why {
                step.end = StepEnd::Failed(why);
            }
        });
    }

    /// Returns the tests of a conflict in words, with a comma before them.
    fn because(&self, reason: &[Claim]) -> String {
        let all: Vec<String> = reason.iter().take(TESTS).map(|claim| self.test(claim)).collect();
        let more = reason.len() - all.len();
        match (all.is_empty(), more) {
            (true, _) => String::new(),
            (false, 0) => format!(", because {}", all.join(", ")),
            (false, more) => format!(", because {} and {more} more", all.join(", ")),
        }
    }

    /// Returns a test of a variable in words.
    fn test(&self, claim: &Claim) -> String {
        let Claim { variable, test, value } = *claim;
        let (name, word) = (self.model.name_of(variable), self.model.word(variable, value));
        format!("{name} {} {word}", test.sign())
    }

    /// Records a branching at the current node: this decision comes first.
    pub(super) fn commits(&mut self, decision: Decision) {
        let name = self.model.name_of(decision.variable);
        self.trace.branch(self.current, name, &self.rules, None);
        self.path.push(self.current);
        self.turns(decision);
    }

    /// Records the other side of a branching.
    pub(super) fn turns(&mut self, decision: Decision) {
        let Decision { variable, value, test } = decision;
        let branch = self.test(&Claim { variable, test, value });
        self.current = self.trace.add(Step::new(Some(self.current), branch));
    }

    /// Returns to the node of the last branching.
    pub(super) fn closes(&mut self) {
        self.current = self.path.pop().unwrap_or(0);
    }

    /// Records that the current node is a solution.
    pub(super) fn solved(&mut self, values: &[Value]) {
        let shown: Vec<Value> = self.shown.iter().map(|v| values[v.index()]).collect();
        self.trace.at(self.current, |step| step.end = StepEnd::Solution);
        self.trace.found(self.current, &shown);
    }
}

/// Returns a constraint in words, after its label.
fn words(model: &Model, posted: &Posted) -> String {
    let words = posted.constraint.description(model);
    match posted.label.as_str() {
        "" => words,
        label => format!("{label}: {words}"),
    }
}
