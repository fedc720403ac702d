//! Compares counts by components with brute force, in every order and with caches of every size.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::engine_api::{Answer, Control, CountingMethod, Session, SolutionCount, Task};
use parallax_model::{
    AllDifferent, AtomicConstraint, Clause, ComparisonOperator, Constraint, ConstraintKind, Domain,
    Given, Linear, LinearTerm, Model, Value, VarId, sample,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{
    ComponentCountOptions, ComponentCounter, ComponentKeyKind, ComponentVariableOrder, CountResult,
    CountSession,
};
use crate::parallel::{Cutting, ParallelSession};
use crate::{SearchSettings, SearchState};

/// Counts the distinct assignments of the shown variables.
pub(super) fn brute(model: &Model, givens: &[Given]) -> u128 {
    let domains: Vec<Vec<Value>> =
        model.variables().iter().map(|v| v.domain.iter().collect()).collect();
    let mut found = BTreeSet::new();
    let mut values = vec![0; domains.len()];
    let mut places = vec![0; domains.len()];
    if domains.iter().any(Vec::is_empty) {
        return 0;
    }
    loop {
        for (value, (domain, place)) in values.iter_mut().zip(domains.iter().zip(&places)) {
            *value = domain[*place];
        }
        if model.check(givens, &values).is_ok() {
            let shown = model.variables().iter().zip(&values).filter(|(v, _)| v.shown);
            found.insert(shown.map(|(_, value)| *value).collect::<Vec<_>>());
        }
        let Some(next) = (0..places.len()).find(|&i| places[i] + 1 < domains[i].len()) else {
            return found.len() as u128;
        };
        places[next] += 1;
        places[..next].fill(0);
    }
}

pub(super) fn counted(model: &Model, givens: &[Given], plan: ComponentCountOptions) -> CountResult {
    let control = Control::unlimited();
    let mut search = SearchState::new(model, &SearchSettings::default(), 0, &control).unwrap();
    let mut counter = ComponentCounter::new(model, plan);
    counter.count_assignments(&mut search, model, givens, false, &control).unwrap()
}

/// Counts a model with every plan, with and without one given.
fn compare(model: &Model, rng: &mut ChaCha8Rng) -> u64 {
    let mut hits = 0;
    let variable = VarId::new(rng.random_range(0..model.variables().len()));
    let given = model.domain(variable).min().map(|value| Given { variable, value });
    let control = Control::unlimited();
    let all: [Vec<Given>; 2] = [Vec::new(), given.into_iter().collect()];
    let mut session =
        CountSession::new(&Arc::new(model.clone()), ComponentCountOptions::default(), 0, &control)
            .unwrap();
    for givens in &all {
        let expected = brute(model, givens);
        for order in ComponentVariableOrder::ALL {
            for (cache, keys) in [0, 2000, 1 << 20].into_iter().flat_map(|cache| {
                [ComponentKeyKind::Names, ComponentKeyKind::Shapes].map(|keys| (cache, keys))
            }) {
                let plan = ComponentCountOptions { cache, order, keys };
                let found = counted(model, givens, plan);
                assert_eq!(found.number, Some(expected.into()), "{plan:?}\n{model}");
                hits += found.counters.get("hits").unwrap_or(0);
            }
        }
        let mut given_out = 0;
        let outcome = session.ask(givens, Task::Count, &control, &mut |values| {
            given_out += 1;
            model.check(givens, values).expect("a solution");
            ControlFlow::Continue(())
        });
        assert_eq!(outcome.find_contradiction(given_out), None, "{model}");
        assert!(outcome.complete, "{model}");
        let number = outcome.counted.unwrap_or_default();
        assert_eq!((number, given_out), (expected.into(), expected.min(1)), "{model}");
    }
    hits
}

#[test]
fn random_models_are_counted_in_every_order_and_with_every_cache() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut hits = 0;
    for number in 0..400 {
        let model = match number % 2 {
            0 => sample::random_model(&mut rng).unwrap(),
            _ => sample::model_with_objective(&mut rng).unwrap(),
        };
        hits += compare(&model, &mut rng);
    }
    for &kind in ConstraintKind::ALL {
        for _ in 0..25 {
            hits += compare(&sample::model_of_kind(&mut rng, kind).unwrap(), &mut rng);
        }
    }
    assert!(hits > 100, "{hits}");
}

/// Chains of constraints of one kind, in which components occur again.
#[test]
fn chains_are_counted_from_the_cache() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..60 {
        let mut model = Model::new("chain");
        let variables: Vec<VarId> = (0..7)
            .map(|i| {
                let domain = Domain::from_range(0, rng.random_range(1..=2));
                let (name, hidden) = (format!("x{i}"), rng.random_bool(0.2));
                if hidden { model.add_hidden(name, domain) } else { model.add_shown(name, domain) }
            })
            .collect::<Result<_, _>>()
            .unwrap();
        let relations = [
            ComparisonOperator::Eq,
            ComparisonOperator::Le,
            ComparisonOperator::Ne,
            ComparisonOperator::Ge,
        ];
        for window in [2, 3] {
            for scope in variables.windows(window) {
                let constraint = match rng.random_range(0..5) {
                    0 if window == 2 => {
                        Constraint::AllDifferent(AllDifferent { scope: scope.to_vec() })
                    }
                    1 => {
                        let relation = relations[rng.random_range(0..4)];
                        Constraint::Linear(Linear::unweighted_sum(scope.to_vec(), relation, 2))
                    }
                    2 => {
                        let atom = |&v: &VarId| AtomicConstraint::new(v, ComparisonOperator::Ne, 1);
                        Constraint::Clause(Clause { atoms: scope.iter().map(atom).collect() })
                    }
                    _ => continue,
                };
                model.post("", constraint).unwrap();
            }
        }
        let long = (rng.random_range(0..=3)..7).map(|i| variables[i]);
        let sum = Linear::unweighted_sum(long, ComparisonOperator::Le, rng.random_range(1..9));
        model.post("", Constraint::Linear(sum)).unwrap();
        compare(&model, &mut rng);
    }
}

fn binary(number: usize) -> (Model, Vec<VarId>) {
    let mut model = Model::new("bits");
    let all = (0..number).map(|i| model.add_shown(format!("x{i}"), Domain::boolean()).unwrap());
    let all = all.collect();
    (model, all)
}

#[test]
fn free_variables_are_multiplied_beyond_128_bits() {
    let (model, _) = binary(24);
    let found = counted(&model, &[], ComponentCountOptions::default());
    assert_eq!((found.number, found.counting), (Some((1u64 << 24).into()), CountingMethod::Parts));
    let mut model = Model::new("digits");
    for i in 0..200 {
        model.add_shown(format!("x{i}"), Domain::from_range(0, 9)).unwrap();
    }
    model.add_hidden("h", Domain::from_range(0, 9)).unwrap();
    let number = counted(&model, &[], ComponentCountOptions::default()).number.unwrap();
    assert_eq!(number.to_string(), format!("1{}", "0".repeat(200)));
}

#[test]
fn a_sum_becomes_a_diagram_of_its_residues() {
    let (mut model, all) = binary(30);
    model
        .post("", Constraint::Linear(Linear::unweighted_sum(all, ComparisonOperator::Eq, 15)))
        .unwrap();
    let found = counted(&model, &[], ComponentCountOptions::default());
    assert_eq!(
        (found.number, found.counting),
        (Some(155_117_520u64.into()), CountingMethod::Cache)
    );
    assert!(found.counters.get("kept").unwrap() <= 30 * 16);
}

/// Returns a subset sum with weights that are nearly equal, so that residues hardly occur again.
fn subset_sum(number: usize) -> Model {
    let (mut model, all) = binary(number);
    let term = |(i, &variable): (usize, &VarId)| {
        let i = i as i64;
        LinearTerm { coefficient: 1_000_000 + i * i * 7919 % 99_991, variable }
    };
    let terms: Vec<LinearTerm> = all.iter().enumerate().map(term).collect();
    let constant = terms.iter().step_by(2).map(|term| term.coefficient).sum();
    model
        .post("", Constraint::Linear(Linear { terms, relation: ComparisonOperator::Eq, constant }))
        .unwrap();
    model
}

#[test]
fn the_search_gives_up_where_the_cache_does_not_help() {
    let model = subset_sum(40);
    let control = Control::unlimited();
    let mut search = SearchState::new(&model, &SearchSettings::default(), 0, &control).unwrap();
    let mut counter = ComponentCounter::new(&model, ComponentCountOptions::default());
    let found = counter.count_assignments(&mut search, &model, &[], true, &control).unwrap();
    assert_eq!(found.number, None);
    assert_eq!(search.store.depth(), 0);
}

/// A parallel count that tries components, and either ends there or continues with cuts.
#[test]
fn parallel_counts_turn_to_components_and_back() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let cutting = Cutting { slice: 30, subtree: 20, breadth: 2, width: 3, values: 8 };
    let control = Control::unlimited();
    for _ in 0..200 {
        let model = Arc::new(sample::random_model(&mut rng).unwrap());
        let expected = brute(&model, &[]);
        let said = [1, 3].map(|threads| {
            let session =
                ParallelSession::new(&model, &SearchSettings::default(), 0, threads, &control);
            let mut session =
                session.unwrap().cut_at(cutting).with_components(ComponentCountOptions {
                    cache: 1 << 16,
                    ..ComponentCountOptions::default()
                });
            let mut given = 0;
            let outcome = session.ask(&[], Task::Count, &control, &mut |values| {
                given += 1;
                model.check(&[], values).expect("a solution");
                ControlFlow::Continue(())
            });
            assert_eq!(outcome.find_contradiction(given), None, "{model}");
            let number = outcome.counted.unwrap_or_else(|| given.into());
            assert!(outcome.complete && number == expected, "{number} {expected}\n{model}");
            (given, outcome.counters)
        });
        assert_eq!(said[0], said[1]);
    }
    let model = Arc::new(subset_sum(22));
    let plain = |components: bool| {
        let session =
            ParallelSession::new(&model, &SearchSettings::default(), 0, 2, &control).unwrap();
        let session = session.cut_at(Cutting { slice: 1000, ..Cutting::default() });
        let mut session = if components {
            session.with_components(ComponentCountOptions {
                cache: 0,
                ..ComponentCountOptions::default()
            })
        } else {
            session
        };
        let mut given = 0u128;
        let outcome = session.ask(&[], Task::Count, &control, &mut |_| {
            given += 1;
            ControlFlow::Continue(())
        });
        assert!(outcome.complete);
        (outcome.counted.unwrap_or_else(|| given.into()), outcome.counting)
    };
    let with = plain(true);
    assert_eq!(with, plain(false));
    assert_eq!(with.1, CountingMethod::Enumeration);
}

#[test]
fn limits_end_a_count_and_the_session_goes_on() {
    let (mut model, all) = binary(16);
    model
        .post("", Constraint::Linear(Linear::unweighted_sum(all, ComparisonOperator::Le, 8)))
        .unwrap();
    let control = Control::unlimited();
    let plan = ComponentCountOptions { cache: 0, ..ComponentCountOptions::default() };
    let mut session = CountSession::new(&Arc::new(model), plan, 0, &control).unwrap();
    let stopped = Control::unlimited();
    let mut cancel = |_: &[Value]| {
        stopped.cancel_work();
        ControlFlow::Continue(())
    };
    let outcome = session.ask(&[], Task::Count, &stopped, &mut cancel);
    assert!(!outcome.complete && outcome.counted.is_none() && outcome.stopped.is_some());
    let outcome =
        session.ask(&[], Task::Count, &control, &mut |_: &[Value]| ControlFlow::Continue(()));
    assert_eq!(outcome.counted, Some(SolutionCount::from(39_203u64)));
    let other = session.ask(&[], Task::All, &control, &mut |_: &[Value]| ControlFlow::Break(()));
    assert!(matches!(other.answer, Answer::Unsupported(_)));
}

#[test]
fn nothing_is_as_deep_as_the_input() {
    // A chain x0 <= x1 <= ..., which has 3,001 solutions.
    let (mut model, all) = binary(3000);
    for pair in all.windows(2) {
        let atoms = vec![
            AtomicConstraint::new(pair[0], ComparisonOperator::Eq, 0),
            AtomicConstraint::new(pair[1], ComparisonOperator::Eq, 1),
        ];
        model.post("", Constraint::Clause(Clause { atoms })).unwrap();
    }
    let found = counted(
        &model,
        &[],
        ComponentCountOptions {
            order: ComponentVariableOrder::Place,
            ..ComponentCountOptions::default()
        },
    );
    assert_eq!(found.number, Some(3001u64.into()));
}
