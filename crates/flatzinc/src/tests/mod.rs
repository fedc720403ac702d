//! Instances: what constraints mean and what models make of them, refusals, whole files.

mod assumptions;
mod bounded;
mod data;
mod forms;
mod globals;
mod parts;
mod random;
mod refusals;
mod truths;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use parallax_instance::{ExplanationSource, InputError, LineReader, ModelSource};
use parallax_model::engine_api::{Answer, Control, Session, Task};
use parallax_model::{Model, Value};
use parallax_search::SearchState;
use parallax_search::settings::SearchSettings;

use crate::FlatzincInstance;
use crate::document::{DeclaredValues, FlatzincDocument};

/// Reads an instance.
fn read(text: &str) -> Result<FlatzincInstance, InputError> {
    FlatzincInstance::read_flatzinc(&mut LineReader::new("f", text.as_bytes()))
}

/// Reads an instance that is correct.
fn instance(text: &str) -> FlatzincInstance {
    read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn model(instance: &FlatzincInstance) -> Model {
    instance.model(&instance.default_viewpoint()).expect("a model")
}

/// Returns all solutions of the model of an instance; native search finds them, and each is checked
/// by the meaning of the constraints.
fn solved(instance: &FlatzincInstance) -> BTreeSet<Vec<Value>> {
    solutions(instance, &model(instance))
}

/// Returns all solutions of a model of an instance.
fn solutions(instance: &FlatzincInstance, model: &Model) -> BTreeSet<Vec<Value>> {
    let viewpoint = instance.default_viewpoint();
    let control = Control::unlimited();
    let mut search =
        SearchState::new(model, &SearchSettings::default(), 0, &control).expect("a search");
    let mut found = BTreeSet::new();
    let outcome = search.ask(&[], Task::All, &control, &mut |values| {
        let solution = model.check(&[], values).expect("a solution");
        let own = instance.solution(&viewpoint, &solution);
        assert!(found.insert(own), "a solution twice");
        ControlFlow::Continue(())
    });
    assert!(!matches!(outcome.answer, Answer::Unknown { .. }), "{:?}", outcome.answer);
    found
}

/// Returns the best value of the objective of an instance.
fn optimum(instance: &FlatzincInstance) -> Option<i64> {
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

/// Returns the values of each variable of a file.
fn domains(document: &FlatzincDocument) -> Vec<Vec<i64>> {
    let values = |variable: &crate::document::FlatzincVariable| match variable.values {
        DeclaredValues::Bool => vec![0, 1],
        DeclaredValues::Unbounded => panic!("a variable without bounds"),
        DeclaredValues::Of(set) => {
            document.set_ranges(set).iter().flat_map(|&(low, high)| low..=high).collect()
        }
    };
    document.variables.iter().map(values).collect()
}

/// Calls `visit` with each assignment of all variables.
fn each_assignment(domains: &[Vec<i64>], visit: &mut dyn FnMut(&[i64])) {
    if domains.iter().any(Vec::is_empty) {
        return;
    }
    let mut at = vec![0; domains.len()];
    loop {
        let values: Vec<i64> = at.iter().zip(domains).map(|(&i, own)| own[i]).collect();
        visit(&values);
        let Some(moved) = (0..at.len()).rev().find(|&i| at[i] + 1 < domains[i].len()) else {
            return;
        };
        at[moved] += 1;
        at[moved + 1..].fill(0);
    }
}

/// Compares the solutions of the narrowed model and of the one for explanations with those that
/// the meaning of the constraints gives, over all assignments of all variables of the file.
/// Returns the number of solutions.
fn agree(text: &str) -> usize {
    let instance = instance(text);
    let document = instance.document();
    let mut meant = BTreeSet::new();
    each_assignment(&domains(document), &mut |values| {
        if instance.accepts_values(values) {
            meant.insert(instance.shown_of(values));
        }
    });
    assert_eq!(solved(&instance), meant, "the model of\n{text}\n{}", model(&instance));
    let control = Control::unlimited();
    let wide =
        instance.explainable_model(&instance.default_viewpoint(), &control).expect("a model");
    assert_eq!(solutions(&instance, &wide), meant, "the explainable model of\n{text}\n{wide}");
    meant.len()
}
