use parallax_model::Domain;
use parallax_model::{Model, Value, VarId, sample};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::decision::{SearchDecision, ValueTest};
use crate::levels::ConsistencySettings;
use crate::store::ChangeReason;
use crate::store::DomainStore;
use crate::test_search::TestSearch;

const TESTS: [ValueTest; 4] = [ValueTest::Is, ValueTest::Not, ValueTest::AtMost, ValueTest::Above];

/// Returns a model with one variable of each of several shapes.
fn shapes() -> Model {
    let mut model = Model::new("shapes");
    let holes = (0..40).map(|i| i * 7 - 90);
    let sparse = (0..30).map(|i| i * 9000 + i % 3);
    for (name, domain) in [
        ("one", Domain::from_values([4])),
        ("two", Domain::from_values([-1, 70])),
        ("small", Domain::from_range(-3, 5)),
        ("wide", Domain::from_range(-100, 200)),
        ("holes", Domain::from_values(holes)),
        ("sparse", Domain::from_values(sparse)),
    ] {
        model.add_shown(name, domain).unwrap();
    }
    model
}

fn random_claim(model: &Model, rng: &mut ChaCha8Rng) -> DomainClaim {
    let variable = VarId::new(rng.random_range(0..model.variables().len()));
    let domain = &model.variables()[variable.index()].domain;
    let (low, high) = (domain.min().unwrap() - 2, domain.max().unwrap() + 2);
    let near = domain.iter().nth(rng.random_range(0..domain.len() as usize)).unwrap();
    let value = if rng.random_bool(0.7) { near } else { rng.random_range(low..=high) };
    DomainClaim::new(variable, TESTS[rng.random_range(0..4)], value)
}

/// The past by chains is the past as it was, and claims became true when they did.
#[test]
fn chains_agree_with_snapshots() {
    let model = shapes();
    let number = model.variables().len();
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut store = DomainStore::new(&model).unwrap();
        store.queue.build_watch_lists();
        let mut chains = ChangeChains::default();
        let snapshot = |store: &DomainStore| -> Vec<Vec<Value>> {
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
                    chains.drop_entries(&store, trail);
                    store.undo_level();
                    before.truncate(kept);
                }
                _ => {
                    let DomainClaim { variable, test, value } = random_claim(&model, &mut rng);
                    let decision = SearchDecision { variable, value, test };
                    if decision.is_possible(&store) {
                        decision.apply(&mut store).unwrap();
                    }
                    chains.read_trail(&store);
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
    store: &DomainStore,
    chains: &ChangeChains,
    before: &[(usize, Vec<Vec<Value>>)],
    rng: &mut ChaCha8Rng,
) {
    for (time, domains) in before {
        let past = chains.domains_before(store, *time as u32);
        for (i, values) in domains.iter().enumerate() {
            let v = VarId::new(i);
            assert_eq!(&past.values(v).collect::<Vec<_>>(), values);
            assert_eq!(past.domain_size(v) as usize, values.len());
            let ends = (values[0], values[values.len() - 1]);
            assert_eq!(past.bounds(v), Some(ends));
            assert_eq!(past.fixed_value(v), (values.len() == 1).then_some(values[0]));
        }
    }
    for _ in 0..20 {
        let claim = random_claim(model, rng);
        let i = claim.variable.index();
        let holds = |domains: &[Vec<Value>]| domains[i].iter().all(|&x| claim.admits_value(x));
        assert_eq!(
            chains.current_domains(store).claim_holds(claim),
            holds(&before.last().unwrap().1),
            "{claim:?}"
        );
        let Some(first) = before.iter().position(|(_, domains)| holds(domains)) else {
            continue;
        };
        let became = chains.find_change(store, claim);
        let expected = first.checked_sub(1).map(|change| before[change].0 as u32);
        assert_eq!(became.map(|change| change.time), expected, "{claim:?}");
        let asked =
            |change: &chains::DomainChange| store.trail[change.time as usize].change_request();
        // Of values removed one by one, each is a request of its own.
        let fits = |change: &chains::DomainChange| {
            asked(change) != crate::store::ChangeRequest::Values || claim.test == ValueTest::Not
        };
        if let Some(change) = became.filter(fits) {
            let requested = chains.requested_claim(store, change, claim.value);
            let after: Vec<Value> = before[first].1[i].clone();
            assert!(after.iter().all(|&x| requested.admits_value(x)), "{claim:?} {requested:?}");
        }
    }
}

/// Atoms keep the meaning of claims over the values of the root, and equal meanings of variables
/// with two values are one atom.
#[test]
fn atoms_keep_the_meaning_of_claims() {
    let model = shapes();
    let store = DomainStore::new(&model).unwrap();
    let root = RootDomains::from_store(&store).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..4000 {
        let claim = random_claim(&model, &mut rng);
        let values: Vec<Value> = root.domain_values(claim.variable).collect();
        assert_eq!(values, store.values(claim.variable).collect::<Vec<_>>());
        let meaning: Vec<bool> = values.iter().map(|&x| claim.admits_value(x)).collect();
        match root.claim_status(&store, claim) {
            RootClaimStatus::Always => assert!(meaning.iter().all(|&own| own), "{claim:?}"),
            RootClaimStatus::Never => assert!(!meaning.iter().any(|&own| own), "{claim:?}"),
            RootClaimStatus::Open(atom) => {
                let back = root.atom_claim(atom);
                assert_eq!(back.variable, claim.variable);
                let again: Vec<bool> = values.iter().map(|&x| back.admits_value(x)).collect();
                assert_eq!(again, meaning, "{claim:?} {back:?}");
                assert!(root.domain_size(claim.variable) != 2 || back.value == 70);
                let negated = root.claim_status(&store, claim.opposite());
                assert_eq!(negated, RootClaimStatus::Open(atom.opposite_atom()));
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
        let Ok(search) = TestSearch::new(&model, &ConsistencySettings::default()) else { continue };
        let root = RootDomains::from_store(&DomainStore::new(&model).unwrap()).unwrap();
        let store = &search.store;
        let chains = ChangeChains::from_store(store);
        for place in 0..chains.len() as u32 {
            let time = chains.change_time(place);
            let change = chains::DomainChange { time, entry: place };
            let ChangeReason::Propagator(number) = store.trail[place as usize].change_reason()
            else {
                continue;
            };
            let past = chains.domains_before(store, time);
            let entry = &store.trail[place as usize];
            let own = VarId::new(entry.variable as usize);
            let is_gone = |&value: &Value| {
                let became =
                    chains.find_change(store, DomainClaim::new(own, ValueTest::Not, value));
                !store.contains(own, value) && became == Some(change)
            };
            let value = store.removed_values(entry, 0).find(is_gone).unwrap();
            let claim = chains.requested_claim(store, change, value);
            let mut atoms = Vec::new();
            let mut premises = ExplanationPremises::new(store, &root, &mut atoms);
            search.propagators[number as usize].explain_atom(claim, &past, &mut premises);
            assert!(!premises.is_impossible(), "{claim:?}\n{model}");
            for atom in atoms {
                assert!(
                    past.claim_holds(root.atom_claim(atom)),
                    "{claim:?} {:?}\n{model}",
                    root.atom_claim(atom)
                );
            }
        }
    }
}
