//! Small models with one global constraint, for the tests of this folder.

use std::ops::ControlFlow;

use parallax_model::ask::{Control, Session, Task};
use parallax_model::{Constraint, Domain, Global, Model, VarId};

use crate::propagators::tests::{all_settings, by_brute_force, by_search};
use crate::{Search, Settings};

/// Returns a model of variables `x0`, `x1`, … with these domains, and one constraint on them.
pub(super) fn model_of(domains: &[Domain], constraint: impl FnOnce(&[VarId]) -> Global) -> Model {
    let mut model = Model::new("case");
    let add = |(i, domain): (usize, &Domain)| model.add_shown(format!("x{i}"), domain.clone());
    let all: Vec<VarId> = domains.iter().enumerate().map(add).collect::<Result<_, _>>().unwrap();
    model.post("case", Constraint::Global(constraint(&all))).unwrap();
    model
}

/// Returns a search by the default settings.
pub(super) fn prepared(model: &Model) -> Search {
    Search::new(model, &Settings::default(), 0, &Control::unlimited()).unwrap()
}

/// Returns the number of solutions, each of which is checked.
pub(super) fn count(model: &Model) -> usize {
    count_by(model, &Settings::default())
}

/// Returns the number of solutions that a search by these settings finds.
pub(super) fn count_by(model: &Model, settings: &Settings) -> usize {
    let mut found = 0;
    let control = Control::unlimited();
    let mut search = Search::new(model, settings, 0, &control).unwrap();
    let outcome = search.ask(&[], Task::All, &control, &mut |values| {
        assert!(model.check(&[], values).is_ok());
        found += 1;
        ControlFlow::Continue(())
    });
    assert!(outcome.complete);
    found
}

/// Returns the domains that a search has left.
pub(super) fn domains(search: &Search) -> Vec<Domain> {
    (0..search.variables).map(|i| search.store.domain(VarId::new(i))).collect()
}

/// Compares all solutions by all settings with brute force.
pub(super) fn assert_exact(model: &Model) {
    let expected = by_brute_force(model);
    for settings in all_settings() {
        assert_eq!(by_search(model, &settings), expected, "{settings}\n{model}");
    }
}
