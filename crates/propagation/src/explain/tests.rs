use parallax_model::Domain;
use parallax_model::{Model, Value, VarId, sample};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::decision::{Decision, Test};
use crate::levels::Levels;
use crate::store::Reason;
use crate::store::Store;
use crate::test_search::TestSearch;

const TESTS: [Test; 4] = [Test::Is, Test::Not, Test::AtMost, Test::Above];

/// Returns a model with one variable of each of several shapes.
fn shapes() -> Model {
    let mut model = Model::new("shapes");
    let holes = (0..40).map(|i| i * 7 - 90);
    let sparse = (0..30).map(|i| i * 9000 + i % 3);
    for (name, domain) in [
        ("one", Domain::of([4])),
        ("two", Domain::of([-1, 70])),
        ("small", Domain::range(-3, 5)),
        ("wide", Domain::range(-100, 200)),
        ("holes", Domain::of(holes)),
        ("sparse", Domain::of(sparse)),
    ] {
        model.add_shown(name, domain).unwrap();
    }
    model
}

fn random_claim(model: &Model, rng: &mut ChaCha8Rng) -> Claim {
    let variable = VarId::new(rng.random_range(0..model.variables().len()));
    let domain = &model.variables()[variable.index()].domain;
    let (low, high) = (domain.min().unwrap() - 2, domain.max().unwrap() + 2);
    let near = domain.iter().nth(rng.random_range(0..domain.len() as usize)).unwrap();
    let value = if rng.random_bool(0.7) { near } else { rng.random_range(low..=high) };
    Claim::new(variable, TESTS[rng.random_range(0..4)], value)
}

/// The past by chains is the past as it was, and claims became true when they did.
#[test]
fn chains_agree_with_snapshots() {
    let model = shapes();
    let number = model.variables().len();
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut store = Store::new(&model).unwrap();
        store.queue.close();
        let mut chains = Chains::default();
        let snapshot = |store: &Store| -> Vec<Vec<Value>> {
            (0..number).map(|i| store.values(VarId::new(i)).collect()).collect()
        };
        // The place on the trail, and the domains before the change made there.
        let mut before = vec![(0, snapshot(&store))];
        let mut marks = Vec::new();
        for _ in 0..80 {
            match rng.random_range(0..8) {
                0 => {
                    store.open_level();
                    marks.push((store.trail.len(), before.len()));
                }
                1 if !marks.is_empty() => {
                    let (trail, kept) = marks.pop().unwrap();
                    chains.cut(&store, trail);
                    store.undo_level();
                    before.truncate(kept);
                }
                _ => {
                    let Claim { variable, test, value } = random_claim(&model, &mut rng);
                    let decision = Decision { variable, value, test };
                    if decision.is_possible(&store) {
                        decision.apply(&mut store).unwrap();
                    }
                    chains.follow(&store);
                    if store.trail.len() > before.last().unwrap().0 {
                        before.push((store.trail.len(), snapshot(&store)));
                    }
                }
            }
            compare(&model, &store, &chains, &before, &mut rng);
        }
    }
}

fn compare(
    model: &Model,
    store: &Store,
    chains: &Chains,
    before: &[(usize, Vec<Vec<Value>>)],
    rng: &mut ChaCha8Rng,
) {
    for (time, domains) in before {
        let past = chains.before(store, *time as u32);
        for (i, values) in domains.iter().enumerate() {
            let v = VarId::new(i);
            assert_eq!(&past.values(v).collect::<Vec<_>>(), values);
            assert_eq!(past.size(v) as usize, values.len());
            let ends = (values[0], values[values.len() - 1]);
            assert_eq!(past.bounds(v), Some(ends));
            assert_eq!(past.fixed(v), (values.len() == 1).then_some(values[0]));
        }
    }
    for _ in 0..20 {
        let claim = random_claim(model, rng);
        let i = claim.variable.index();
        let holds = |domains: &[Vec<Value>]| domains[i].iter().all(|&x| claim.holds(x));
        assert_eq!(chains.now(store).holds(claim), holds(&before.last().unwrap().1), "{claim:?}");
        let Some(first) = before.iter().position(|(_, domains)| holds(domains)) else {
            continue;
        };
        let became = chains.became(store, claim);
        let expected = first.checked_sub(1).map(|change| before[change].0 as u32);
        assert_eq!(became.map(|change| change.time), expected, "{claim:?}");
        let asked = |change: &chains::Change| store.trail[change.time as usize].asked();
        // Of values removed one by one, each is a request of its own.
        let fits = |change: &chains::Change| {
            asked(change) != crate::store::Asked::Values || claim.test == Test::Not
        };
        if let Some(change) = became.filter(fits) {
            let requested = chains.requested(store, change, claim.value);
            let after: Vec<Value> = before[first].1[i].clone();
            assert!(after.iter().all(|&x| requested.holds(x)), "{claim:?} {requested:?}");
        }
    }
}

/// Atoms keep the meaning of claims over the values of the root, and equal meanings of variables
/// with two values are one atom.
#[test]
fn atoms_keep_the_meaning_of_claims() {
    let model = shapes();
    let store = Store::new(&model).unwrap();
    let root = Root::of(&store).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..4000 {
        let claim = random_claim(&model, &mut rng);
        let values: Vec<Value> = root.values(claim.variable).collect();
        assert_eq!(values, store.values(claim.variable).collect::<Vec<_>>());
        let meaning: Vec<bool> = values.iter().map(|&x| claim.holds(x)).collect();
        match root.standing(&store, claim) {
            Standing::Always => assert!(meaning.iter().all(|&own| own), "{claim:?}"),
            Standing::Never => assert!(!meaning.iter().any(|&own| own), "{claim:?}"),
            Standing::Open(atom) => {
                let back = root.claim(atom);
                assert_eq!(back.variable, claim.variable);
                let again: Vec<bool> = values.iter().map(|&x| back.holds(x)).collect();
                assert_eq!(again, meaning, "{claim:?} {back:?}");
                assert!(root.size(claim.variable) != 2 || back.value == 70);
                let negated = root.standing(&store, claim.opposite());
                assert_eq!(negated, Standing::Open(atom.negated()));
            }
        }
    }
}

/// The premises of all removals at the root of random models hold before them.
#[test]
fn default_premises_hold_before_the_change() {
    for seed in 0..200 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::model_with_globals(&mut rng).unwrap();
        let Ok(search) = TestSearch::new(&model, &Levels::default()) else { continue };
        let root = Root::of(&Store::new(&model).unwrap()).unwrap();
        let store = &search.store;
        let chains = Chains::of(store);
        for place in 0..chains.len() as u32 {
            let time = chains.time(place);
            let change = chains::Change { time, entry: place };
            let Reason::Propagator(number) = store.trail[place as usize].reason() else {
                continue;
            };
            let past = chains.before(store, time);
            let entry = &store.trail[place as usize];
            let own = VarId::new(entry.variable as usize);
            let is_gone = |&value: &Value| {
                let became = chains.became(store, Claim::new(own, Test::Not, value));
                !store.contains(own, value) && became == Some(change)
            };
            let value = store.removed(entry, 0).find(is_gone).unwrap();
            let claim = chains.requested(store, change, value);
            let mut atoms = Vec::new();
            let mut premises = Premises::new(store, &root, &mut atoms);
            search.propagators[number as usize].explain_atom(claim, &past, &mut premises);
            assert!(!premises.is_impossible(), "{claim:?}\n{model}");
            for atom in atoms {
                assert!(past.holds(root.claim(atom)), "{claim:?} {:?}\n{model}", root.claim(atom));
            }
        }
    }
}
