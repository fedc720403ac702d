//! Instances of XCSP3: meaning, models, refusals, damaged texts.

mod attributes;
mod data;
mod diagrams;
mod expressions;
mod hostile;
mod meaning;
mod more_meaning;
mod refusals;
mod structure;
mod texts;

use std::ops::ControlFlow;

use parallax_instance::{InputError, Instance, LineReader, ModelSource};
use parallax_model::engine_api::{Answer, Control, Session, Task};
use parallax_model::{Model, Value};
use parallax_search::SearchState;
use parallax_search::settings::SearchSettings;

use super::Xcsp3Instance;

/// Reads an instance.
fn read(text: &str) -> Result<Xcsp3Instance, InputError> {
    Xcsp3Instance::read_xcsp3(&mut LineReader::new("f", text.as_bytes()))
}

/// Returns a file with these variables and constraints.
fn file(variables: &str, constraints: &str) -> String {
    format!(
        "<instance format=\"XCSP3\" type=\"CSP\">\n<variables>\n{variables}\n</variables>\n\
         <constraints>\n{constraints}\n</constraints>\n</instance>\n"
    )
}

fn model(instance: &Xcsp3Instance) -> Model {
    instance.model(&instance.default_viewpoint()).expect("a model")
}

/// Returns all solutions of the model of an instance, sorted; native search finds them. Fails if
/// two differ only in hidden variables.
fn solved(instance: &Xcsp3Instance) -> Vec<Vec<Value>> {
    let (model, viewpoint) = (model(instance), instance.default_viewpoint());
    let mut found = Vec::new();
    let control = Control::unlimited();
    let mut search =
        SearchState::new(&model, &SearchSettings::default(), 0, &control).expect("a search");
    let outcome = search.ask(&[], Task::All, &control, &mut |values| {
        let solution = model.check(&[], values).expect("a solution");
        found.push(instance.solution(&viewpoint, &solution));
        ControlFlow::Continue(())
    });
    assert!(!matches!(outcome.answer, Answer::Unknown { .. }), "{:?}", outcome.answer);
    found.sort_unstable();
    found
}

/// Returns the number of solutions of the model over all its variables. It is the number of
/// solutions if hidden variables are determined.
fn solved_with_hidden(instance: &Xcsp3Instance) -> usize {
    let model = model(instance);
    let mut open = Model::new("all shown");
    for variable in model.variables() {
        open.add_shown(variable.name.clone(), variable.domain.clone()).expect("a variable");
    }
    for posted in model.constraints() {
        open.post(posted.label.clone(), posted.constraint.clone()).expect("a constraint");
    }
    let control = Control::unlimited();
    let mut search =
        SearchState::new(&open, &SearchSettings::default(), 0, &control).expect("a search");
    let mut count = 0;
    search.ask(&[], Task::All, &control, &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    });
    count
}

/// Returns the best value of the objective of an instance.
fn optimum(instance: &Xcsp3Instance) -> Option<i64> {
    let model = model(instance);
    let control = Control::unlimited();
    let mut search =
        SearchState::new(&model, &SearchSettings::default(), 0, &control).expect("a search");
    let mut best = None;
    search.ask(&[], Task::Optimise, &control, &mut |values| {
        best = model.objective().map(|objective| objective.value_under(values));
        ControlFlow::Continue(())
    });
    best
}

/// Calls `visit` with each assignment of the variables that are used, in ascending order.
fn each_assignment(instance: &Xcsp3Instance, visit: &mut dyn FnMut(&[Value])) {
    let variables = instance.document().variables().iter().filter(|own| own.used);
    let domains: Vec<Vec<Value>> = variables.map(|own| own.domain.to_vec()).collect();
    let mut at = vec![0; domains.len()];
    loop {
        let values: Vec<Value> = at.iter().zip(&domains).map(|(&i, own)| own[i]).collect();
        visit(&values);
        let Some(moved) = (0..at.len()).rev().find(|&i| at[i] + 1 < domains[i].len()) else {
            return;
        };
        at[moved] += 1;
        at[moved + 1..].fill(0);
    }
}

/// Returns the number of assignments of the variables that are used.
fn assignments(instance: &Xcsp3Instance) -> u64 {
    let used = instance.document().variables().iter().filter(|own| own.used);
    used.fold(1, |all: u64, own| all.saturating_mul(own.domain.len()))
}

/// Returns the solutions by the meaning of the constraints, in ascending order.
fn meant(instance: &Xcsp3Instance) -> Vec<Vec<Value>> {
    let mut found = Vec::new();
    each_assignment(instance, &mut |values| {
        if instance.rules(values).is_ok() {
            found.push(values.to_vec());
        }
    });
    found
}

/// A predicate on the values of the used variables.
type Test = fn(&[Value]) -> bool;

/// Compares the meaning and the model of an instance with a predicate.
fn agree(variables: &str, constraints: &str, test: Test) {
    let text = file(variables, constraints);
    let instance = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut expected = Vec::new();
    each_assignment(&instance, &mut |values| {
        if test(values) {
            expected.push(values.to_vec());
        }
    });
    let all = assignments(&instance) as usize;
    assert!(!expected.is_empty() && expected.len() < all, "a trivial case\n{text}");
    assert_eq!(meant(&instance), expected, "the meaning of\n{text}");
    assert_eq!(solved(&instance), expected, "the model of\n{text}");
    assert_eq!(solved_with_hidden(&instance), expected.len(), "hidden variables of\n{text}");
}

/// Returns an array `x` of this size and domain.
fn x(size: usize, domain: &str) -> String {
    format!("<array id=\"x\" size=\"[{size}]\"> {domain} </array>")
}

/// Returns an array `x` and a variable `y`.
fn xy(size: usize, domain: &str, other: &str) -> String {
    format!("{}<var id=\"y\"> {other} </var>", x(size, domain))
}
