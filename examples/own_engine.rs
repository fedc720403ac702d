//! An engine of one's own: plain backtracking, compared with native search.
//!
//! The engine assigns the variables in order and checks a constraint as soon as all its variables
//! have values. It implements [`Engine`] and [`Session`] and needs no more to be compared with any
//! other: the comparison checks its solutions and its claims.
//!
//! Run it with `cargo run --example own_engine`.

use std::error::Error;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax::compare::{ComparisonPlan, compare_instance};
use parallax::engine_api::{
    CandidateCallback, Control, EffortCounters, Engine, EnumerationEnd, PreparationError,
    QuestionClock, QuestionOutcome, Session, Task,
};
use parallax::engines::Spec;
use parallax::formats::InputSources;
use parallax::model::{Constraint, Given, Kind, Model, ModelAssignment, Value};

/// The engine.
struct Plain;

impl Engine for Plain {
    fn spec(&self) -> String {
        "plain".into()
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        _seed: u64,
        _control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        if model.shown().len() < model.variables().len() {
            // Solutions are distinct assignments of the shown variables.
            return Err(PreparationError::Unsupported("the model has hidden variables".into()));
        }
        // Each constraint belongs to the last variable of its scope.
        let mut checks = vec![Vec::new(); model.variables().len()];
        for (at, posted) in model.constraints().iter().enumerate() {
            if let Some(last) = posted.constraint.scope().iter().map(|v| v.index()).max() {
                checks[last].push(at);
            }
        }
        Ok(Box::new(Prepared { model: model.clone(), checks }))
    }
}

/// The engine with a model.
struct Prepared {
    model: Arc<Model>,
    /// For each variable the constraints that can be checked once it has a value.
    checks: Vec<Vec<usize>>,
}

impl Session for Prepared {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        if task == Task::Optimise {
            return QuestionOutcome::without_best();
        }
        let mut clock = QuestionClock::start_clock();
        let values = vec![0; self.model.variables().len()];
        let mut search =
            Search { prepared: self, givens, task, control, values, nodes: 0, found: 0 };
        let ended = search.assign(0, &mut |values| clock.run_outside(|| on_candidate(values)));
        let ended = ended.unwrap_or(EnumerationEnd::Exhausted);
        let mut counters = EffortCounters::new();
        counters.add_amount("nodes", search.nodes);
        QuestionOutcome::from_enumeration(search.found, ended, counters, clock.elapsed_time())
    }
}

/// One search.
struct Search<'a> {
    prepared: &'a Prepared,
    givens: &'a [Given],
    task: Task,
    control: &'a Control,
    values: Vec<Value>,
    nodes: u64,
    found: u64,
}

impl Search<'_> {
    /// Tries all values of the variable at this place and of those after it. Returns the reason why
    /// the search ends early, if it does.
    fn assign(&mut self, at: usize, on_candidate: CandidateCallback<'_>) -> Option<EnumerationEnd> {
        let model = &self.prepared.model;
        let Some(variable) = model.variables().get(at) else {
            self.found += 1;
            let enough = self.task.solution_limit().is_some_and(|limit| self.found >= limit);
            return match on_candidate(&self.values) {
                ControlFlow::Break(()) => Some(EnumerationEnd::Enough),
                ControlFlow::Continue(()) => enough.then_some(EnumerationEnd::Enough),
            };
        };
        for value in variable.domain.iter() {
            self.nodes += 1;
            if let Some(stop) = self.control.stop_reason() {
                return Some(EnumerationEnd::Stopped(stop));
            }
            self.values[at] = value;
            if self.is_consistent(at)
                && let Some(ended) = self.assign(at + 1, on_candidate)
            {
                return Some(ended);
            }
        }
        None
    }

    /// Whether the value at this place agrees with the givens and the values before it.
    fn is_consistent(&self, at: usize) -> bool {
        let model = &self.prepared.model;
        let given = |given: &Given| given.variable.index() != at || given.value == self.values[at];
        let holds = |&check: &usize| {
            let constraint: &Constraint = &model.constraints()[check].constraint;
            constraint.holds(ModelAssignment::new(&self.values, model))
        };
        self.givens.iter().all(given) && self.prepared.checks[at].iter().all(holds)
    }
}

/// Counts Latin squares with both engines and writes the results.
#[allow(unreachable_pub, reason = "a test of the project runs it, too")]
pub fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let names = vec!["latin:4".into(), "magic:3".into()];
    let engines: Vec<Arc<dyn Engine>> = vec![Arc::new("native".parse::<Spec>()?), Arc::new(Plain)];
    let plan = ComparisonPlan { task: Some(Task::Count), ..ComparisonPlan::new(engines) };
    for found in (InputSources { names, ..InputSources::default() }).stream_instances() {
        let compared = compare_instance(&plan, found?, &Control::unlimited())?;
        writeln!(out, "{}: {}", compared.found.source, compared.verdict)?;
        for row in &compared.rows {
            let nodes = row.counters.get("nodes").unwrap_or(0);
            writeln!(out, "  {}: {} solutions, {nodes} nodes", row.engine, row.count)?;
        }
    }
    Ok(())
}

#[allow(dead_code, reason = "the tests call `run`")]
fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}
