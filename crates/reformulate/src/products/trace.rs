//! Records the steps of a search of products as a trace.

use parallax_model::engine_api::{
    EffortCounters, SolutionCount, SolverTrace, StepEnd, StepTable, TraceDomain, TraceStep,
};
use parallax_model::{Model, Value, VarId};

use super::{MAX_FRUITLESS_NODES, ProductSearch, ValueMerging};

/// Maximum number of variables whose domains each step keeps.
const MAX_TRACED_VARIABLES: usize = 256;

/// Maximum number of values of a class, or variables of a part, to name.
const MAX_NAMED_MEMBERS: usize = 8;

/// A trace in progress.
#[derive(Debug)]
pub(super) struct ProductTraceRecorder {
    trace: SolverTrace,
    /// The current node of the search.
    current: usize,
}

impl ProductSearch {
    /// Records the next question, at most `max_steps` steps of it.
    pub fn record_trace(&mut self, max_steps: usize) {
        let mut trace = SolverTrace::with_limit(max_steps);
        let current = trace.add_step(TraceStep::new(None, ""));
        self.recorder = Some(Box::new(ProductTraceRecorder { trace, current }));
    }

    /// Returns the recorded steps.
    pub fn take_trace(&mut self) -> Option<SolverTrace> {
        self.recorder.take().map(|recorder| recorder.trace)
    }

    /// Whether the trace has no room for further steps.
    pub(super) fn is_full(&self) -> bool {
        self.recorder.as_ref().is_some_and(|recorder| recorder.trace.is_full())
    }

    /// Returns the current node of the search.
    pub(super) fn current_step(&self) -> usize {
        self.recorder.as_ref().map_or(0, |recorder| recorder.current)
    }

    /// Records the choice of a variable and its classes at the current node.
    pub(super) fn note_choice(&mut self, variable: VarId, classes: &[Vec<Value>]) {
        if self.recorder.is_none() {
            return;
        }
        let (model, store) = (&self.model, self.walk.store());
        let extended = &self.extended;
        let shown = model.shown().iter().take(MAX_TRACED_VARIABLES);
        let domains: Vec<TraceDomain> =
            shown.map(|&v| TraceDomain::new(model.name_of(v), store.values(v).collect())).collect();
        let header = ["class", "values"].map(str::to_owned).to_vec();
        let rows = classes.iter().enumerate();
        let rows = rows
            .map(|(at, class)| vec![(at + 1).to_string(), write_set(extended, variable, class)]);
        let table = StepTable { header, rows: rows.collect() };
        let why = self.describe_choice(variable);
        let Some(recorder) = &mut self.recorder else { return };
        let current = recorder.current;
        recorder.trace.record_choice(current, extended.name_of(variable), &why, Some(table));
        recorder.trace.change_step(current, |step| step.domains = domains);
    }

    /// Describes the reason for deciding a variable, and its classes.
    fn describe_choice(&self, variable: VarId) -> String {
        let is_dual = variable.index() >= self.model.variables().len();
        let chosen = if is_dual {
            "the value with the fewest places"
        } else {
            "smallest domain by weight of failed constraints"
        };
        let classes = match self.steps.values {
            _ if is_dual => "",
            _ if self.has_no_values() => {
                return format!(
                    "{chosen}; no class of several values in the first {MAX_FRUITLESS_NODES} nodes, so none \
                     is looked for"
                );
            }
            ValueMerging::Single => "",
            ValueMerging::Once => {
                "; values that no constraint distinguishes in the whole model are one class"
            }
            ValueMerging::Dynamic => "; values that no constraint distinguishes here are one class",
        };
        format!("{chosen}{classes}")
    }

    /// Records the decision on a class below a node; without a conflict, it becomes the current
    /// node.
    pub(super) fn note_class(&mut self, node: usize, variable: VarId, class: &[Value], ok: bool) {
        let Some(recorder) = &mut self.recorder else { return };
        let branch = match class {
            [value] => {
                format!(
                    "{} = {}",
                    self.extended.name_of(variable),
                    self.extended.describe_value(variable, *value)
                )
            }
            _ => {
                let set = write_set(&self.extended, variable, class);
                format!("{} in {set}", self.extended.name_of(variable))
            }
        };
        let step = recorder.trace.add_step(TraceStep::new(Some(node), branch));
        if ok {
            recorder.current = step;
        } else {
            recorder.trace.change_step(step, |step| step.end = StepEnd::Failed("conflict".into()));
        }
    }

    /// Records that the current node is divided into parts; returns the node.
    pub(super) fn note_parts(&mut self, number: usize) -> usize {
        let Some(recorder) = &mut self.recorder else { return 0 };
        let why = format!("no open constraint links them: {number} parts, counted apart");
        recorder.trace.record_choice(recorder.current, "parts", &why, None);
        recorder.current
    }

    /// Records that the search enters a part of a node.
    pub(super) fn note_part(&mut self, node: usize, part: &[VarId]) {
        let Some(recorder) = &mut self.recorder else { return };
        let names: Vec<&str> =
            part.iter().take(MAX_NAMED_MEMBERS).map(|&v| self.model.name_of(v)).collect();
        let more = if part.len() > MAX_NAMED_MEMBERS { ", …" } else { "" };
        let branch = format!("part {}{more}", names.join(", "));
        recorder.current = recorder.trace.add_step(TraceStep::new(Some(node), branch));
    }

    /// Records that every variable is decided at the current node.
    pub(super) fn note_decided(&mut self) {
        let Some(recorder) = &mut self.recorder else { return };
        let current = recorder.current;
        recorder.trace.change_step(current, |step| step.end = StepEnd::Leaf("all decided".into()));
    }

    /// Records the number of solutions below a node.
    pub(super) fn note_count(&mut self, node: usize, count: &SolutionCount) {
        let Some(recorder) = &mut self.recorder else { return };
        let Ok(count) = u64::try_from(count) else { return };
        let mut counters = EffortCounters::new();
        counters.add_amount("count", count);
        recorder.trace.change_step(node, |step| step.counters = counters);
    }

    /// Records a solution at the current node.
    pub(super) fn note_solution(recorder: &mut Option<Box<ProductTraceRecorder>>, shown: &[Value]) {
        let Some(recorder) = recorder else { return };
        let current = recorder.current;
        recorder.trace.change_step(current, |step| {
            step.end = StepEnd::Leaf("a product of classes".into());
        });
        recorder.trace.record_solution(current, shown);
    }
}

/// Writes a set of values as `{1, 2, 4}`.
fn write_set(model: &Model, variable: VarId, values: &[Value]) -> String {
    let named: Vec<_> =
        values.iter().take(MAX_NAMED_MEMBERS).map(|&v| model.describe_value(variable, v)).collect();
    let more = values.len().saturating_sub(MAX_NAMED_MEMBERS);
    let rest = if more > 0 { format!(", … ({more} more)") } else { String::new() };
    format!("{{{}{rest}}}", named.join(", "))
}
