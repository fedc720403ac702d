//! Compares the solutions of searches with the meaning of constraints.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use parallax_model::engine_api::{Answer, Control, Session, Task};
use parallax_model::{ConstraintKind, Domain, Model, Value, sample};
use parallax_propagation::levels::ConsistencyLevel;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{SearchSettings, SearchState};

const SAMPLES: u64 = 300;

/// Calls `visit` with every assignment of a model's variables.
pub(crate) fn for_each_assignment(model: &Model, visit: &mut dyn FnMut(&[Value])) {
    fn step(domains: &[&Domain], values: &mut Vec<Value>, visit: &mut dyn FnMut(&[Value])) {
        match domains.get(values.len()) {
            None => visit(values),
            Some(domain) => {
                for value in domain.iter() {
                    values.push(value);
                    step(domains, values, visit);
                    values.pop();
                }
            }
        }
    }
    let domains: Vec<&Domain> = model.variables().iter().map(|v| &v.domain).collect();
    step(&domains, &mut Vec::new(), visit);
}

fn projected(model: &Model, values: &[Value]) -> Vec<Value> {
    model.shown().iter().map(|v| values[v.index()]).collect()
}

fn by_brute_force(model: &Model) -> BTreeSet<Vec<Value>> {
    let mut found = BTreeSet::new();
    for_each_assignment(model, &mut |values| {
        if model.check(&[], values).is_ok() {
            found.insert(projected(model, values));
        }
    });
    found
}

fn by_search(model: &Model, settings: &SearchSettings) -> BTreeSet<Vec<Value>> {
    let control = Control::unlimited();
    let mut search = SearchState::new(model, settings, 0, &control).expect("small domains");
    let mut found = BTreeSet::new();
    let outcome = search.ask(&[], Task::All, &control, &mut |values| {
        assert!(model.check(&[], values).is_ok(), "{model}{values:?}");
        assert!(found.insert(projected(model, values)), "twice: {values:?}\n{model}");
        ControlFlow::Continue(())
    });
    assert!(outcome.complete);
    assert_eq!(outcome.answer == Answer::Unsatisfiable, found.is_empty());
    found
}

/// Returns the default settings, every level for all constraints, and other paths through the tree.
fn all_settings() -> Vec<SearchSettings> {
    let levels = ConsistencyLevel::ALL.map(|level| format!(",{level}"));
    let others = [
        "",
        ":domwdeg+middle,lc,restarts=luby:2",
        ":chs+random,gac,restarts=geometric:1",
        ":activity+gav,bounds,d-way",
        ":random+aval,d-way",
        ":domdeg+gval",
        ":domwdeg+saved,lc,restarts=luby:1",
        ":random+saved,d-way",
        ":first+random,d-way,fc",
        ":mad+sval,none",
    ];
    let all = levels.into_iter().chain(others.map(str::to_owned));
    all.map(|text| text.parse().expect("settings of this program")).collect()
}

#[test]
fn search_finds_exactly_the_solutions_of_each_kind_at_each_level() {
    for &kind in ConstraintKind::ALL {
        for seed in 0..SAMPLES {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            let expected = by_brute_force(&model);
            for settings in &all_settings() {
                let found = by_search(&model, settings);
                assert_eq!(found, expected, "kind {kind} seed {seed} native{settings}\n{model}");
            }
        }
    }
}

#[test]
fn search_finds_exactly_the_solutions_of_mixed_models() {
    let all = all_settings();
    for seed in 0..1000 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::model_with_globals(&mut rng).unwrap();
        let expected = by_brute_force(&model);
        for settings in &all {
            let found = by_search(&model, settings);
            assert_eq!(found, expected, "seed {seed} native{settings}\n{model}");
        }
    }
}
