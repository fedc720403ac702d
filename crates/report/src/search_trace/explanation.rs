//! A trace with all that a reader needs: names, boards, the meaning of values.

use std::collections::BTreeMap;

use parallax_engines::TracedRun;
use parallax_model::engine_api::{
    EffortCounters, EndReason, SolverTrace, StepEnd, TraceDomain, TraceStep,
};
use parallax_model::{Model, Value, ValueDimension, ValueNames, VarId};
use serde::Serialize;

use super::SquareBoard;

/// The trace of an engine's run on an instance, with its names.
#[derive(Clone, Debug, Serialize)]
pub struct RunExplanation {
    /// The source of the instance.
    pub instance: String,
    /// The instance in a line.
    pub title: String,
    /// The engine's spec.
    pub engine: String,
    /// The name of the model.
    pub model: String,
    /// The names of the shown variables.
    pub variables: Vec<String>,
    /// The board that the first shown variables form, if they form one.
    pub board: Option<SquareBoard>,
    /// The names of the dimensions of the model.
    pub dimensions: Vec<String>,
    /// The meaning of values in these dimensions.
    pub legend: Vec<ValueMeaning>,
    /// The names of values, by the variables that name them. A value that represents a
    /// decimal is named by it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, ValueNames>,
    /// The steps.
    #[serde(flatten)]
    pub trace: SolverTrace,
    /// The number of solutions: what the run counted, else those found at its steps.
    pub solutions: u64,
    /// The effort of the whole run.
    pub counters: EffortCounters,
    /// The reason why the run did not finish, if it did not.
    pub stopped: Option<EndReason>,
}

/// The meaning of a value.
#[derive(Clone, Debug, Serialize)]
pub struct ValueMeaning {
    /// The value.
    pub value: Value,
    /// Its class in each dimension; empty if it has none.
    pub classes: Vec<String>,
}

impl ValueMeaning {
    /// Returns the classes with blanks between.
    pub fn description(&self) -> String {
        let classes: Vec<&str> =
            self.classes.iter().map(String::as_str).filter(|class| !class.is_empty()).collect();
        classes.join(" ")
    }
}

/// Returns the names of the values of shown variables, and the decimals that a trace contains.
fn value_names(model: &Model, trace: &SolverTrace) -> BTreeMap<String, ValueNames> {
    let named = |v: VarId| match model.decimal_digits(v) {
        0 => model.value_names(v).cloned(),
        _ => Some(decimal_names(model, v, trace)),
    };
    let shown = model.shown().iter();
    shown.filter_map(|&v| Some((model.name_of(v).to_owned(), named(v)?))).collect()
}

/// Returns the values of a variable at all steps, with their decimal points.
fn decimal_names(model: &Model, v: VarId, trace: &SolverTrace) -> ValueNames {
    let place = model.shown().iter().position(|&shown| shown == v);
    let mut names = ValueNames::new();
    for step in &trace.steps {
        let own = step.domains.iter().filter(|domain| domain.of == model.name_of(v));
        let found = step.found.iter().filter_map(|values| values.get(place?));
        for &value in own.flat_map(|domain| &domain.values).chain(found) {
            names.entry(value).or_insert_with(|| model.describe_value(v, value).into_owned());
        }
    }
    names
}

/// Maximum number of values whose meaning is kept.
const MAX_VALUE_MEANINGS: usize = 1000;

impl RunExplanation {
    /// Explains the trace of a run on a model.
    #[must_use]
    pub fn new(
        instance: &str,
        title: &str,
        engine: &str,
        model: &Model,
        traced: TracedRun,
    ) -> Self {
        let shown = model.shown().iter();
        RunExplanation {
            instance: instance.to_owned(),
            title: title.to_owned(),
            engine: engine.to_owned(),
            model: model.name().to_owned(),
            variables: shown.clone().map(|&v| model.name_of(v).to_owned()).collect(),
            board: SquareBoard::from_model(model),
            dimensions: model.dimensions().iter().map(|d| d.name().to_owned()).collect(),
            legend: dimension_legend(model),
            names: value_names(model, &traced.trace),
            solutions: counted_solutions(&traced.trace)
                .unwrap_or_else(|| found_solutions(&traced.trace)),
            trace: traced.trace,
            counters: traced.counters,
            stopped: traced.stopped,
        }
    }

    /// Returns a value of a variable as readers see it: its name, decimal or number.
    pub(super) fn value_text(&self, variable: &str, value: Value) -> String {
        let name = self.names.get(variable).and_then(|names| names.get(&value));
        name.map_or_else(|| value.to_string(), Clone::clone)
    }

    /// Writes a domain on a line, with at most `most` of its values.
    pub(super) fn domain_text(&self, domain: &TraceDomain, most: usize) -> String {
        let values = domain.values.iter().take(most);
        let shown: Vec<String> = values.map(|&value| self.value_text(&domain.of, value)).collect();
        // A trace lists at most `size` values of a domain, so the difference is not negative.
        let more = domain.size as usize - shown.len();
        let rest = if more > 0 { format!(", … {more} more") } else { String::new() };
        format!("{}: {} {{{}{rest}}}", domain.of, domain.size, shown.join(", "))
    }

    /// Returns the steps.
    #[must_use]
    pub fn steps(&self) -> &[TraceStep] {
        &self.trace.steps
    }

    /// Summarises the run in a line: nodes by how they ended, and solutions.
    #[must_use]
    pub fn summary(&self) -> String {
        let count = |is: fn(&StepEnd) -> bool| self.steps().iter().filter(|s| is(&s.end)).count();
        let kinds = [
            ("branched", count(|end| *end == StepEnd::Branched)),
            ("leaves", count(|end| matches!(end, StepEnd::Leaf(_)))),
            ("solutions", count(|end| *end == StepEnd::Solution)),
            ("failed", count(|end| matches!(end, StepEnd::Failed(_)))),
            ("not taken up", count(|end| *end == StepEnd::Open)),
        ];
        let kinds: Vec<String> =
            kinds.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{n} {name}")).collect();
        let mut text = format!("{} nodes ({})", self.steps().len(), kinds.join(", "));
        let plural = if self.solutions == 1 { "" } else { "s" };
        text += &format!("; {} solution{plural}", self.solutions);
        text += if counted_solutions(&self.trace).is_some() { ", counted" } else { "" };
        let effort: Vec<String> =
            self.counters.iter().map(|(name, amount)| format!("{name}={amount}")).collect();
        if !effort.is_empty() {
            text += &format!("; {}", effort.join(" "));
        }
        if let Some(why) = &self.stopped {
            text += &format!("; not the whole tree: {why}");
        }
        text
    }

    /// Returns the children of each step.
    pub(super) fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.steps().len()];
        for (place, step) in self.steps().iter().enumerate() {
            if let Some(parent) = step.parent {
                children[parent].push(place);
            }
        }
        children
    }
}

/// Returns the number of solutions that a run counted without finding each.
fn counted_solutions(trace: &SolverTrace) -> Option<u64> {
    trace.steps.first()?.counters.get("count")
}

/// Returns the number of solutions found at all steps.
fn found_solutions(trace: &SolverTrace) -> u64 {
    trace.steps.iter().map(|step| step.solutions).sum()
}

/// Describes how a step ended.
pub(super) fn describe_end(step: &TraceStep) -> String {
    match &step.end {
        StepEnd::Open => "not taken up".into(),
        StepEnd::Branched => step
            .chosen
            .as_ref()
            .map_or(String::new(), |chosen| format!("branch on {}: {}", chosen.what, chosen.why)),
        StepEnd::Leaf(how) => format!("solved: {how}"),
        StepEnd::Failed(why) => format!("no solution: {why}"),
        StepEnd::Solution => "a solution".into(),
    }
}

/// Returns the values by their classes in all dimensions.
fn dimension_legend(model: &Model) -> Vec<ValueMeaning> {
    let mut values: Vec<Value> = model
        .dimensions()
        .iter()
        // A dimension may have very many members, so they are cut before they are sorted.
        .flat_map(|dimension| {
            dimension.list_members().map(|member| member.0).take(MAX_VALUE_MEANINGS)
        })
        .collect();
    values.sort_unstable();
    values.dedup();
    values.truncate(MAX_VALUE_MEANINGS);
    let class = |value: Value, dimension: &ValueDimension| match dimension.class_of_value(value) {
        Some(class) => dimension.class_names()[class as usize].clone(),
        None => String::new(),
    };
    let classes = |value| model.dimensions().iter().map(|d| class(value, d)).collect();
    values.into_iter().map(|value| ValueMeaning { value, classes: classes(value) }).collect()
}
