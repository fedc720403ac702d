//! Small models with one global constraint, for the tests of this folder.

use parallax_model::{Constraint, Domain, Global, Model, VarId};

use crate::levels::ConsistencySettings;
use crate::propagators::tests::{all_levels, by_brute_force, by_search};
use crate::test_search::{TestSearch, levels};

/// Returns a model of variables `x0`, `x1`, … with these domains, and one constraint on them.
pub(super) fn model_of(domains: &[Domain], constraint: impl FnOnce(&[VarId]) -> Global) -> Model {
    let mut model = Model::new("case");
    let add = |(i, domain): (usize, &Domain)| model.add_shown(format!("x{i}"), domain.clone());
    let all: Vec<VarId> = domains.iter().enumerate().map(add).collect::<Result<_, _>>().unwrap();
    model.post("case", Constraint::Global(constraint(&all))).unwrap();
    model
}

/// Returns a search at the default levels.
pub(super) fn prepared(model: &Model) -> TestSearch {
    TestSearch::new(model, &ConsistencySettings::default()).unwrap()
}

/// Returns the number of solutions, each of which is checked.
pub(super) fn count(model: &Model) -> usize {
    count_by(model, "")
}

/// Returns the number of solutions that a search at these levels finds.
pub(super) fn count_by(model: &Model, settings: &str) -> usize {
    by_search(model, &levels(settings)).len()
}

/// Compares all solutions at all levels with brute force.
pub(super) fn assert_exact(model: &Model) {
    let expected = by_brute_force(model);
    for levels in all_levels() {
        assert_eq!(by_search(model, &levels), expected, "{levels}\n{model}");
    }
}
