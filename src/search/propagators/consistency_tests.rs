//! What the propagators on flows and Hall intervals reach, against plain
//! definitions, at the root and on random walks through the tree.

use std::collections::BTreeSet;
use std::time::Duration;

use rand::Rng;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::post;
use crate::ask::{Control, Stop};
use crate::model::{
    AllDifferent, ClassRelation, Constraint, Dimension, DimensionId, DimensionRelation, Domain,
    GlobalCardinality, Model, Occurrence, Value, VarId,
};
use crate::search::store::{Conflict, Store};
use crate::search::{Search, Settings};

const SHAPES: u64 = 400;

fn domain(rng: &mut impl Rng, low: Value) -> Domain {
    let size = rng.random_range(1..=7);
    match rng.random_range(0..3) {
        0 => Domain::range(low, low + size - 1),
        _ => Domain::of((0..size).map(|_| low + rng.random_range(0..8))),
    }
}

/// Six or seven variables with values around one place, often across the
/// border of two words.
fn frame(rng: &mut impl Rng) -> Model {
    let mut model = Model::new("shape");
    let low = *[0, -4, 60, 61, 1_000_000].choose(rng).expect("not empty");
    for i in 0..rng.random_range(6..=7) {
        model.add_shown(format!("x{i}"), domain(rng, low)).unwrap();
    }
    // Seldom more than a word of them.
    let classes = if rng.random_bool(0.2) { 70 } else { rng.random_range(2..=8) };
    let names = (0..classes).map(|c| format!("class{c}")).collect();
    let mut members = Vec::new();
    for value in low - 4..low + 20 {
        if rng.random_bool(0.95) {
            members.push((value, rng.random_range(0..classes)));
        }
    }
    model.add_dimension(Dimension::new("kind", names, &members).unwrap()).unwrap();
    model
}

fn scope(rng: &mut impl Rng, model: &Model) -> Vec<VarId> {
    let count = model.variables().len();
    let most = rng.random_range(1..=count);
    let mut all: Vec<VarId> = (0..count).map(VarId::new).collect();
    rand::seq::SliceRandom::shuffle(all.as_mut_slice(), rng);
    all.truncate(most.max(count - 2));
    all
}

fn all_different(rng: &mut impl Rng, model: &Model) -> Constraint {
    Constraint::AllDifferent(AllDifferent { scope: scope(rng, model) })
}

fn cardinality(rng: &mut impl Rng, model: &Model) -> Constraint {
    let mut values = BTreeSet::new();
    for v in model.variables().iter().take(3) {
        values.extend(v.domain.iter().filter(|_| rng.random_bool(0.7)));
    }
    let occurrences = values
        .into_iter()
        .map(|value| {
            let min = rng.random_range(0..=2) / 2 * rng.random_range(1..=2);
            Occurrence { value, min, max: min + rng.random_range(0..=2) }
        })
        .collect();
    let closed = rng.random_bool(0.3);
    Constraint::GlobalCardinality(GlobalCardinality {
        scope: scope(rng, model),
        occurrences,
        closed,
    })
}

fn dimension(rng: &mut impl Rng, model: &Model) -> Constraint {
    let relations =
        [ClassRelation::AllSame, ClassRelation::AllDifferent, ClassRelation::AllSameOrAllDifferent];
    Constraint::Dimension(DimensionRelation {
        scope: scope(rng, model),
        dimension: DimensionId(0),
        relation: *relations.choose(rng).expect("not empty"),
    })
}

type Draw = fn(&mut ChaCha8Rng, &Model) -> Constraint;

const KINDS: [(&str, Draw); 3] =
    [("alldiff", all_different), ("card", cardinality), ("dimension", dimension)];

fn shape(seed: u64, draw: Draw) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut model = frame(&mut rng);
    let constraint = draw(&mut rng, &model);
    model.post("", constraint).unwrap();
    model
}

fn prepared(model: &Model, settings: &str) -> Search {
    let settings: Settings = settings.parse().unwrap();
    Search::new(model, &settings, 0, &Control::unlimited()).expect("small domains")
}

fn domains(search: &Search) -> Vec<Domain> {
    (0..search.variables).map(|i| search.store.domain(VarId::new(i))).collect()
}

/// What a fresh search leaves at its root.
fn root(model: &Model, settings: &str) -> Option<Vec<Domain>> {
    let search = prepared(model, settings);
    (!search.is_refuted()).then(|| domains(&search))
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

/// The values with a support, found by trying: whether the constraint has a
/// solution with each.
fn supported(model: &Model) -> Option<Vec<Domain>> {
    let mut found: Vec<BTreeSet<Value>> = vec![BTreeSet::new(); model.variables().len()];
    let domains: Vec<Vec<Value>> = model.variables().iter().map(|v| v.domain.to_vec()).collect();
    let mut places = vec![0; domains.len()];
    let mut values: Vec<Value> = domains.iter().map(|d| d[0]).collect();
    loop {
        if model.check(&[], &values).is_ok() {
            found.iter_mut().zip(&values).for_each(|(set, &value)| _ = set.insert(value));
        }
        let Some(turn) = (0..places.len()).find(|&i| places[i] + 1 < domains[i].len()) else {
            break;
        };
        places[turn] += 1;
        places[..turn].fill(0);
        for i in 0..=turn {
            values[i] = domains[i][places[i]];
        }
    }
    (!found[0].is_empty()).then(|| found.into_iter().map(Domain::of).collect())
}

#[test]
fn flows_leave_exactly_the_supported_values() {
    for (name, draw) in KINDS {
        for seed in 0..SHAPES {
            let model = shape(seed, draw);
            if model.assignments().is_none_or(|count| count > 20_000) {
                continue;
            }
            assert_eq!(root(&model, ",gac"), supported(&model), "{name} seed {seed}\n{model}");
        }
    }
}

/// Takes a random value from a random variable, or all others.
fn step(rng: &mut impl Rng, search: &mut Search) {
    for _ in 0..2 {
        let v = VarId::new(rng.random_range(0..search.variables));
        if search.store.is_fixed(v) {
            continue;
        }
        let place = rng.random_range(0..search.store.size(v));
        let value = search.store.nth(v, place).expect("a value of the domain");
        let done = match rng.random_bool(0.3) {
            true => search.store.fix(v, value),
            false => search.store.remove(v, value),
        };
        done.expect("an open variable keeps a value");
    }
}

/// Decisions and undos on one store: what an incremental propagator leaves is
/// what a fresh one does.
#[test]
fn incremental_propagators_leave_what_fresh_ones_do() {
    for (name, draw) in KINDS {
        for seed in 0..SHAPES {
            let model = shape(seed, draw);
            for settings in [",gac", ",bounds"] {
                walk(&model, settings, &format!("{name}{settings} seed {seed}"));
            }
        }
    }
}

fn walk(model: &Model, settings: &str, what: &str) {
    let mut search = prepared(model, settings);
    if search.is_refuted() {
        return;
    }
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let control = Control::unlimited();
    for _ in 0..30 {
        search.store.open_level();
        step(&mut rng, &mut search);
        let before = domains(&search);
        let consistent = search.propagate(&control).is_ok();
        let after = consistent.then(|| domains(&search));
        assert_eq!(after, root(&within(model, &before), settings), "{what}\n{model}{before:?}");
        let solved = domains(&search).iter().all(|domain| domain.len() == 1);
        let levels = search.store.depth();
        if !consistent || solved || rng.random_bool(0.3) {
            (0..rng.random_range(1..=levels)).for_each(|_| search.store.undo_level());
        }
    }
}

/// Bounds(Z) consistency and value elimination by definition: a bound stays
/// when it has a support in which every other variable takes any value
/// between its bounds.
fn bounds_supported(model: &Model) -> Option<Vec<Domain>> {
    let Constraint::AllDifferent(c) = &model.constraints()[0].constraint else {
        return None;
    };
    let mut domains: Vec<BTreeSet<Value>> =
        model.variables().iter().map(|v| v.domain.iter().collect()).collect();
    loop {
        let before = domains.clone();
        for &v in &c.scope {
            let fixed: Vec<Value> = others(c, v)
                .map(|w| &domains[w.index()])
                .filter(|domain| domain.len() == 1)
                .map(|domain| *domain.first().expect("one value"))
                .collect();
            let hulls: Vec<(Value, Value)> =
                others(c, v).map(|w| hull(&domains[w.index()])).collect();
            let own = &mut domains[v.index()];
            own.retain(|value| !fixed.contains(value));
            while own.first().is_some_and(|&x| !differ(&hulls, &mut vec![x])) {
                own.pop_first();
            }
            while own.last().is_some_and(|&x| !differ(&hulls, &mut vec![x])) {
                own.pop_last();
            }
            if own.is_empty() {
                return None;
            }
        }
        if domains == before {
            return Some(domains.into_iter().map(Domain::of).collect());
        }
    }
}

fn others(c: &AllDifferent, v: VarId) -> impl Iterator<Item = VarId> + '_ {
    c.scope.iter().copied().filter(move |&w| w != v)
}

fn hull(domain: &BTreeSet<Value>) -> (Value, Value) {
    (*domain.first().expect("not empty"), *domain.last().expect("not empty"))
}

/// Whether values of all the ranges differ from each other and from `taken`.
fn differ(ranges: &[(Value, Value)], taken: &mut Vec<Value>) -> bool {
    let Some((&(low, high), rest)) = ranges.split_first() else {
        return true;
    };
    (low..=high).any(|value| {
        if taken.contains(&value) {
            return false;
        }
        taken.push(value);
        let found = differ(rest, taken);
        taken.pop();
        found
    })
}

#[test]
fn hall_intervals_leave_bounds_consistent_domains() {
    for seed in 0..SHAPES {
        let model = shape(seed, all_different);
        assert_eq!(root(&model, ",bounds"), bounds_supported(&model), "seed {seed}\n{model}");
    }
}

/// A deadline that passed is noticed inside the first call.
#[test]
fn a_deadline_stops_a_huge_matching() {
    let mut model = Model::new("huge");
    let count = 5000;
    let scope = (0..count)
        .map(|i| model.add_shown(format!("x{i}"), Domain::range(0, count - 1)).unwrap())
        .collect();
    model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
    let mut store = Store::new(&model).unwrap();
    let levels = ",alldiff=gac".parse::<Settings>().unwrap().levels;
    let mut made = Vec::new();
    post(&model.constraints()[0], &levels, &model, &mut store, &mut made).unwrap();
    store.obey(&Control::unlimited().within(Some(Duration::ZERO)));
    let matching = made.last_mut().expect("a matching behind the elimination");
    assert_eq!(matching.propagate(&mut store), Err(Conflict));
    assert_eq!(store.stopped(), Some(Stop::Timeout));
}
