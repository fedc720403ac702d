//! Implied constraints change no solution.

use std::collections::BTreeSet;
use std::sync::Arc;

use parallax_model::engine_api::Control;
use parallax_model::{AllDifferent, Constraint, Domain, Model, Value, VarId};

use super::{ExtendedModel, ImpliedOptions};

fn all_different(domains: &[&[Value]]) -> Arc<Model> {
    let mut model = Model::new("test");
    let add = |(place, values): (usize, &&[Value])| {
        model
            .add_shown(format!("x{place}"), Domain::from_values(values.iter().copied()))
            .expect("a variable")
    };
    let scope: Vec<VarId> = domains.iter().enumerate().map(add).collect();
    model.post("row", Constraint::AllDifferent(AllDifferent { scope })).expect("a constraint");
    Arc::new(model)
}

/// Returns the values of the first variables in all solutions.
fn solutions(model: &Model, first: usize) -> Vec<Vec<Value>> {
    let mut all: Vec<Vec<Value>> = vec![Vec::new()];
    for variable in model.variables() {
        let longer = |values: &Vec<Value>| {
            let values = values.clone();
            let append = move |value| values.iter().copied().chain([value]).collect();
            variable.domain.iter().map(append).collect::<Vec<Vec<Value>>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|values| model.check(&[], values).is_ok());
    all.iter().map(|values| values[..first].to_vec()).collect()
}

#[test]
fn solutions_stay_the_same_one_for_one() {
    let steps = [
        ImpliedOptions { duals: true, ..ImpliedOptions::NONE },
        ImpliedOptions { sums: true, ..ImpliedOptions::NONE },
        ImpliedOptions { counts: true, ..ImpliedOptions::NONE },
        ImpliedOptions { duals: true, sums: true, counts: true },
    ];
    let cases: [(&[&[Value]], usize); 6] = [
        (&[&[1, 2, 3], &[1, 2, 3], &[1, 2, 3]], 3),
        (&[&[4, 5], &[5, 6], &[4, 6]], 3),
        (&[&[1, 2, 3], &[2, 3, 4]], 0),
        (&[&[1, 9], &[1, 9]], 0),
        (&[&[1, 2], &[1, 2], &[1, 2]], 0),
        (&[&[-1, 0], &[-1, 0]], 2),
    ];
    for (domains, duals) in cases {
        let model = all_different(domains);
        let own = solutions(&model, domains.len());
        for implied in steps {
            let extended =
                ExtendedModel::from_model(&model, implied, &Control::unlimited()).expect("it fits");
            let found = solutions(&extended.model, domains.len());
            assert_eq!(found, own, "{domains:?} {implied:?}");
            let distinct: BTreeSet<_> = found.iter().collect();
            assert_eq!(distinct.len(), found.len(), "one completion each");
            let expected = if implied.duals { duals } else { 0 };
            assert_eq!(extended.duals.len(), expected, "{domains:?} {implied:?}");
        }
    }
}

#[test]
fn what_is_added_is_said_by_its_label() {
    let model = all_different(&[&[1, 2, 3], &[1, 2, 3], &[1, 2, 3]]);
    let implied = ImpliedOptions { duals: true, sums: true, counts: true };
    let extended =
        ExtendedModel::from_model(&model, implied, &Control::unlimited()).expect("it fits");
    let labels: Vec<_> = extended.model.constraints().iter().map(|c| c.label.as_str()).collect();
    assert_eq!(labels, ["row", "row: sum", "row: counts", "row: duals"]);
}
