//! Every propagator against the plain meaning of its constraint.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::ask::{Answer, Control, Session, Task};
use crate::model::{Assignment, Constraint, Domain, Kind, Model, Value, VarId, sample};
use crate::search::Search;
use crate::search::store::Reason;

const SAMPLES: u64 = 300;

fn domains(model: &Model) -> Vec<Domain> {
    model.variables().iter().map(|v| v.domain.clone()).collect()
}

/// Calls `visit` with every assignment within `domains`.
fn for_all(domains: &[Domain], visit: &mut dyn FnMut(&[Value])) {
    fn step(domains: &[Domain], values: &mut Vec<Value>, visit: &mut dyn FnMut(&[Value])) {
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
    step(domains, &mut Vec::new(), visit);
}

fn projected(model: &Model, values: &[Value]) -> Vec<Value> {
    model.shown().iter().map(|v| values[v.index()]).collect()
}

fn by_brute_force(model: &Model) -> BTreeSet<Vec<Value>> {
    let mut found = BTreeSet::new();
    for_all(&domains(model), &mut |values| {
        if model.check(&[], values).is_ok() {
            found.insert(projected(model, values));
        }
    });
    found
}

fn by_search(model: &Model) -> BTreeSet<Vec<Value>> {
    let control = Control::unlimited();
    let mut search = Search::new(model, &control).expect("small domains");
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

#[test]
fn search_finds_exactly_the_solutions_of_each_kind() {
    for kind in 0..sample::KINDS {
        for seed in 0..SAMPLES {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            assert_eq!(
                by_search(&model),
                by_brute_force(&model),
                "kind {kind} seed {seed}\n{model}"
            );
        }
    }
}

#[test]
fn search_finds_exactly_the_solutions_of_mixed_models() {
    for seed in 0..1000 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::model(&mut rng).unwrap();
        assert_eq!(by_search(&model), by_brute_force(&model), "seed {seed}\n{model}");
    }
}

/// The explanation of each removal: with the scope's domains as they were, no
/// assignment that satisfies the constraint has a removed value.
#[test]
fn explanations_hold() {
    let mut explained = 0;
    for kind in 0..sample::KINDS {
        for seed in 0..SAMPLES {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            explained += check_explanations(&model);
        }
    }
    assert!(explained > 1000, "only {explained} removals were explained");
}

fn check_explanations(model: &Model) -> usize {
    let Ok(search) = Search::new(model, &Control::unlimited()) else {
        return 0;
    };
    let constraint: &Constraint = &model.constraints()[0].constraint;
    let mut explained = 0;
    for why in search.explain_trail() {
        assert!(matches!(why.reason, Reason::Propagator(_)), "only propagators act at the root");
        let mut within = domains(model);
        for (v, domain) in &why.because {
            within[v.index()] = domain.clone();
        }
        let place = why.variable.index();
        within[place] = Domain::of(why.removed.iter().copied());
        for_all(&within, &mut |values| {
            let holds = constraint.holds(Assignment::new(values, model));
            assert!(!holds, "{why:?} contradicts {values:?}\n{model}");
        });
        explained += why.removed.len();
    }
    explained
}

/// What is left of each domain at the root of a model with one constraint.
fn root_domains(model: &Model) -> Option<Vec<Domain>> {
    let search = Search::new(model, &Control::unlimited()).expect("small domains");
    let outcome_domains =
        (0..model.variables().len()).map(|i| search.store.domain(VarId::new(i))).collect();
    (!search.is_refuted()).then_some(outcome_domains)
}

/// Generalised arc consistency by definition: the values with a support.
fn supported(model: &Model) -> Option<Vec<Domain>> {
    let mut seen = vec![BTreeSet::new(); model.variables().len()];
    for_all(&domains(model), &mut |values| {
        if model.check(&[], values).is_ok() {
            for (set, &value) in seen.iter_mut().zip(values) {
                set.insert(value);
            }
        }
    });
    let domains: Vec<Domain> = seen.into_iter().map(Domain::of).collect();
    (!domains[0].is_empty()).then_some(domains)
}

fn has_repeated_variable(constraint: &Constraint) -> bool {
    let mut mentions = 0;
    let _ = constraint.rename(
        &mut |&v| {
            mentions += 1;
            Ok::<_, std::convert::Infallible>(v)
        },
        &mut |&d| Ok(d),
    );
    mentions != constraint.scope().len()
}

/// Kinds whose propagators promise domain consistency (GAC) reach it.
#[test]
fn domain_consistent_kinds_reach_domain_consistency() {
    // Compare, table, element, lexicographic, clause, dimension relation.
    for kind in [3, 4, 6, 7, 11, 12] {
        let mut compared = 0;
        for seed in 0..SAMPLES {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            let constraint = &model.constraints()[0].constraint;
            let wide = matches!(constraint, Constraint::Dimension(c) if c.scope.len() > 4);
            if wide || has_repeated_variable(constraint) {
                continue;
            }
            assert_eq!(root_domains(&model), supported(&model), "kind {kind} seed {seed}\n{model}");
            compared += 1;
        }
        assert!(compared > 40, "kind {kind}: only {compared} compared");
    }
}
