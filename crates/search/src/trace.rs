//! Builds the trace of a search tree.

use parallax_model::engine_api::{EffortCounters, SolverTrace, StepEnd, TraceDomain, TraceStep};
use parallax_model::{Kind, Model, PostedConstraint, Value, VarId};
use parallax_propagation::SearchDecision;
use parallax_propagation::explain::{DomainClaim, RootDomains};
use parallax_propagation::store::DomainStore;

use super::node_counters::NodeCounters;
use super::settings::SearchSettings;

/// Maximum number of variables whose domains each step keeps, unless the model is a grid of more
/// cells.
const MAX_KEPT_VARIABLES: usize = 40;

/// Maximum number of cells of a grid whose domains each step keeps.
const MAX_KEPT_CELLS: usize = 256;

/// Maximum number of tests in the reason of a conflict.
const MAX_REASON_TESTS: usize = 12;

/// Records the nodes of a search tree as a [`SolverTrace`].
pub(super) struct TraceBuilder {
    pub(super) trace: SolverTrace,
    model: Model,
    shown: Vec<VarId>,
    /// The number of these whose domains each step keeps.
    kept: usize,
    /// The descriptions of the constraints.
    constraints: Vec<String>,
    /// The description of the heuristics that choose variable and value.
    rules: String,
    /// The current node, and the nodes whose other side is still open.
    current: usize,
    path: Vec<usize>,
    /// The effort before the current node.
    before: (u64, u64),
    /// The domains at the root, which need no reason, and the length of the trail there; `None` if
    /// there are too many for reasons.
    root: (Option<RootDomains>, usize),
}

impl TraceBuilder {
    /// Starts at the root of a model's tree.
    pub(super) fn new(
        model: &Model,
        settings: &SearchSettings,
        most: usize,
        store: &DomainStore,
    ) -> Self {
        let mut trace = SolverTrace::with_limit(most);
        let current = trace.add_step(TraceStep::new(None, ""));
        TraceBuilder {
            trace,
            model: model.clone(),
            shown: model.shown().to_vec(),
            // A square grid is kept whole up to 256 cells; any other model keeps 40 variables.
            kept: model
                .grid_order()
                .map_or(0, |order| order * order)
                .clamp(MAX_KEPT_VARIABLES, MAX_KEPT_CELLS),
            constraints: model
                .constraints()
                .iter()
                .map(|posted| constraint_text(model, posted))
                .collect(),
            rules: match settings.plan_of(model) {
                Some(_) => "the search plan of the model".to_owned(),
                None => format!(
                    "{}; {}",
                    settings.variables.short_description(),
                    settings.values.short_description()
                ),
            },
            current,
            path: Vec::new(),
            before: (0, 0),
            root: (RootDomains::from_store(store).ok(), store.trail().len()),
        }
    }

    /// Returns the domains at the root, if reasons can refer to them, and the length of the trail
    /// there.
    pub(super) fn root_domains(&self) -> (Option<&RootDomains>, usize) {
        (self.root.0.as_ref(), self.root.1)
    }

    /// Records the end of propagation at the current node; a conflict is the place of the
    /// constraint that failed, if it was a single one, and the tests that cannot all hold.
    pub(super) fn record_propagation(
        &mut self,
        work: &NodeCounters,
        store: &DomainStore,
        conflict: Option<(Option<usize>, Vec<DomainClaim>)>,
    ) {
        let mut counters = EffortCounters::new();
        counters.add_amount("propagations", work.propagations - self.before.0);
        counters.add_amount("prunings", store.prunings() - self.before.1);
        // Each step of the trace counts its own effort, not the total.
        self.before = (work.propagations, store.prunings());
        let domain =
            |&v: &VarId| TraceDomain::new(self.model.name_of(v), store.values(v).collect());
        let domains = match conflict {
            None => self.shown.iter().take(self.kept).map(domain).collect(),
            Some(_) => Vec::new(),
        };
        let why = conflict.map(|(place, reason)| {
            let words = place.and_then(|place| self.constraints.get(place));
            let colon = if words.is_some() { ": " } else { "" };
            let words = words.map_or("", String::as_str);
            format!("conflict{colon}{words}{}", self.conflict_text(&reason))
        });
        self.trace.change_step(self.current, |step| {
            step.counters = counters;
            step.domains = domains;
            if let Some(why) = why {
                step.end = StepEnd::Failed(why);
            }
        });
    }

    /// Describes the tests of a conflict, after a comma.
    fn conflict_text(&self, reason: &[DomainClaim]) -> String {
        let all: Vec<String> =
            reason.iter().take(MAX_REASON_TESTS).map(|claim| self.claim_text(claim)).collect();
        let more = reason.len() - all.len();
        match (all.is_empty(), more) {
            (true, _) => String::new(),
            (false, 0) => format!(", because {}", all.join(", ")),
            (false, more) => format!(", because {} and {more} more", all.join(", ")),
        }
    }

    /// Describes a test of a variable.
    fn claim_text(&self, claim: &DomainClaim) -> String {
        let DomainClaim { variable, test, value } = *claim;
        let (name, word) =
            (self.model.name_of(variable), self.model.describe_value(variable, value));
        format!("{name} {} {word}", test.trace_sign())
    }

    /// Records a branching at the current node: this decision comes first.
    pub(super) fn record_decision(&mut self, decision: SearchDecision) {
        let name = self.model.name_of(decision.variable);
        self.trace.record_choice(self.current, name, &self.rules, None);
        // The other side belongs to the node of the branching, to which `record_return` comes back.
        self.path.push(self.current);
        self.record_other_side(decision);
    }

    /// Records the other side of a branching.
    pub(super) fn record_other_side(&mut self, decision: SearchDecision) {
        let SearchDecision { variable, value, test } = decision;
        let branch = self.claim_text(&DomainClaim { variable, test, value });
        self.current = self.trace.add_step(TraceStep::new(Some(self.current), branch));
    }

    /// Returns to the node of the last branching.
    pub(super) fn record_return(&mut self) {
        self.current = self.path.pop().unwrap_or(0);
    }

    /// Records that the current node is a solution.
    pub(super) fn record_solution(&mut self, values: &[Value]) {
        let shown: Vec<Value> = self.shown.iter().map(|v| values[v.index()]).collect();
        self.trace.change_step(self.current, |step| step.end = StepEnd::Solution);
        self.trace.record_solution(self.current, &shown);
    }
}

/// Describes a constraint, after its label.
fn constraint_text(model: &Model, posted: &PostedConstraint) -> String {
    let words = posted.constraint.description(model);
    match posted.label.as_str() {
        "" => words,
        label => format!("{label}: {words}"),
    }
}
