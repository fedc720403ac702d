//! Compares the domains that propagators reach with plain definitions, at the root and on random
//! walks through the tree.

mod bounds;
mod random_constraints;
mod sparse;

use std::collections::BTreeSet;
use std::time::Duration;

use parallax_model::engine_api::{Control, StopReason};
use parallax_model::{AllDifferent, Constraint, Domain, Model, Value, VarId};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::post_constraint;
use crate::store::{DomainStore, PropagationConflict};
use crate::test_search::{TestSearch, levels};
use random_constraints::{Draw, KINDS, STATEFUL_KINDS, frame};

const SHAPES: u64 = 400;

fn shape(seed: u64, draw: Draw) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut model = frame(&mut rng);
    let constraint = draw(&mut rng, &model);
    model.post("", constraint).unwrap();
    model
}

/// Returns random models of one constraint for each of many kinds, by name.
pub(super) fn drawn_models(number: u64) -> Vec<(&'static str, Vec<Model>)> {
    let all = KINDS.into_iter().chain(STATEFUL_KINDS);
    all.map(|(name, draw)| (name, (0..number).map(|seed| shape(seed, draw)).collect())).collect()
}

fn prepared(model: &Model, settings: &str) -> TestSearch {
    TestSearch::new(model, &levels(settings)).expect("small domains")
}

/// Returns the domains at the root of a fresh search.
fn root(model: &Model, settings: &str) -> Option<Vec<Domain>> {
    let search = prepared(model, settings);
    (!search.is_refuted()).then(|| search.domains())
}

fn within(model: &Model, domains: &[Domain]) -> Model {
    let mut narrowed = Model::new("part");
    for (variable, domain) in model.variables().iter().zip(domains) {
        narrowed.add_shown(variable.name.clone(), domain.clone()).unwrap();
    }
    for dimension in model.dimensions() {
        narrowed.add_dimension(dimension.clone()).unwrap();
    }
    for posted in model.constraints() {
        narrowed.post("", posted.constraint.clone()).unwrap();
    }
    narrowed
}

/// Returns the values with a support, by exhaustion: the values with which the constraint has a
/// solution.
fn supported(model: &Model) -> Option<Vec<Domain>> {
    let mut found: Vec<BTreeSet<Value>> = vec![BTreeSet::new(); model.variables().len()];
    let domains: Vec<Vec<Value>> = model.variables().iter().map(|v| v.domain.to_vec()).collect();
    let mut places = vec![0; domains.len()];
    let mut values: Vec<Value> = domains.iter().map(|d| d[0]).collect();
    loop {
        if model.check(&[], &values).is_ok() {
            found.iter_mut().zip(&values).for_each(|(set, &value)| _ = set.insert(value));
        }
        // An odometer: the first place that can advance does so, and all places before it start
        // again.
        let Some(turn) = (0..places.len()).find(|&i| places[i] + 1 < domains[i].len()) else {
            break;
        };
        places[turn] += 1;
        places[..turn].fill(0);
        for i in 0..=turn {
            values[i] = domains[i][places[i]];
        }
    }
    (!found[0].is_empty()).then(|| found.into_iter().map(Domain::from_values).collect())
}

#[test]
fn flows_leave_exactly_the_supported_values() {
    for (name, draw) in KINDS {
        for seed in 0..SHAPES {
            let model = shape(seed, draw);
            // The oracle enumerates all assignments.
            if model.assignment_count().is_none_or(|count| count > 20_000) {
                continue;
            }
            assert_eq!(root(&model, ",gac"), supported(&model), "{name} seed {seed}\n{model}");
        }
    }
}

/// Removes a random value from a random variable, or all other values.
fn step(rng: &mut impl Rng, search: &mut TestSearch) {
    // Two changes before each propagation, so that a call sees more than one.
    for _ in 0..2 {
        let v = VarId::new(rng.random_range(0..search.variables));
        if search.store.is_fixed(v) {
            continue;
        }
        let place = rng.random_range(0..search.store.domain_size(v));
        let value = search.store.nth_value(v, place).expect("a value of the domain");
        let done = if rng.random_bool(0.3) {
            search.store.fix_value(v, value)
        } else {
            search.store.remove_value(v, value)
        };
        done.expect("an open variable keeps a value");
    }
}

/// After decisions and undos on one store, an incremental propagator leaves the domains that a
/// fresh one does.
#[test]
fn incremental_propagators_leave_what_fresh_ones_do() {
    for (name, draw) in KINDS.into_iter().chain(STATEFUL_KINDS) {
        for seed in 0..SHAPES {
            let model = shape(seed, draw);
            for settings in [",gac", ",bounds", ""] {
                // The initial values of a scope decide whether hidden singles are searched for.
                if settings.is_empty() && name == "alldiff" {
                    continue;
                }
                walk(&model, settings, &format!("{name}{settings} seed {seed}"));
            }
        }
    }
}

/// Checks that another call of every propagator removes nothing, so that the propagators that claim
/// to be idempotent are.
fn assert_at_fixpoint(search: &mut TestSearch, what: &str) {
    let before = search.store.prunings;
    for number in 0..search.propagators.len() {
        search.store.queue.push(number as u32);
    }
    assert!(search.propagate().is_ok(), "{what}: a conflict at a fixpoint");
    assert_eq!(search.store.prunings, before, "{what}: it was no fixpoint");
}

fn walk(model: &Model, settings: &str, what: &str) {
    let mut search = prepared(model, settings);
    if search.is_refuted() {
        return;
    }
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..30 {
        search.store.open_level();
        step(&mut rng, &mut search);
        // The oracle is a fresh search on the domains before propagation: the fixpoint must not
        // depend on the path that led there.
        let before = search.domains();
        let consistent = search.propagate().is_ok();
        let after = consistent.then(|| search.domains());
        // A conflict leaves no fixpoint to test.
        if consistent {
            assert_at_fixpoint(&mut search, what);
        }
        assert_eq!(after, root(&within(model, &before), settings), "{what}\n{model}{before:?}");
        let solved = search.domains().iter().all(|domain| domain.len() == 1);
        // Backtracks over several levels at once, as restarts and learning do.
        let levels = search.store.depth();
        if !consistent || solved || rng.random_bool(0.3) {
            (0..rng.random_range(1..=levels)).for_each(|_| search.store.undo_level());
        }
    }
}

/// Compares an all-different of values within one word with its copy across a word boundary: fast
/// loops and plain ones agree.
#[test]
fn all_different_within_a_word_is_all_different() {
    const MOVED: Value = 60;
    for seed in 0..SHAPES {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let count = rng.random_range(3..=8);
        let mut near = Model::new("near");
        let mut far = Model::new("far");
        for i in 0..count {
            let values: Vec<Value> = (0..count).filter(|_| rng.random_bool(0.5)).collect();
            let values = if values.is_empty() { vec![i] } else { values };
            near.add_shown(format!("x{i}"), Domain::from_values(values.iter().copied())).unwrap();
            far.add_shown(format!("x{i}"), Domain::from_values(values.iter().map(|x| x + MOVED)))
                .unwrap();
        }
        let scope: Vec<VarId> = (0..count as usize).map(VarId::new).collect();
        for model in [&mut near, &mut far] {
            let scope = scope.clone();
            model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
        }
        for settings in [",ac", ",singles", ",gac"] {
            let moved = root(&far, settings).map(|domains| {
                let back = |d: &Domain| Domain::from_values(d.iter().map(|x| x - MOVED));
                domains.iter().map(back).collect::<Vec<Domain>>()
            });
            assert_eq!(root(&near, settings), moved, "{settings} seed {seed}\n{near}");
        }
    }
}

/// A passed deadline is noticed inside the first call.
#[test]
fn a_deadline_stops_a_huge_matching() {
    let mut model = Model::new("huge");
    let count = 5000;
    let scope = (0..count)
        .map(|i| model.add_shown(format!("x{i}"), Domain::from_range(0, count - 1)).unwrap())
        .collect();
    model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
    let mut store = DomainStore::new(&model).unwrap();
    let levels = levels(",alldiff=gac");
    let mut made = Vec::new();
    post_constraint(&model.constraints()[0], &levels, &model, &mut store, &mut made).unwrap();
    // The limit is set after posting, so only the call itself can notice it.
    store.set_limits(&Control::unlimited().with_timeout(Some(Duration::ZERO)));
    let matching = made.last_mut().expect("a matching behind the elimination");
    assert_eq!(matching.propagate(&mut store), Err(PropagationConflict));
    assert_eq!(store.reached_limit(), Some(StopReason::Timeout));
}
