use std::collections::BTreeSet;

use parallax_model::Given;
use parallax_model::Model;
use parallax_model::Value;
use parallax_model::VarId;
use parallax_model::engine_api::Control;
use parallax_model::engine_api::SolutionCount;
use parallax_model::engine_api::StopReason;
use parallax_model::{
    AllDifferent, Compare, ComparisonOperator, Constraint, ConstraintKind, DeterministicAutomaton,
    Domain, Global, GlobalCardinality, GlobalKind, Linear, LinearTerm, Regular, Table,
    ValueOccurrence, sample,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

const LIMIT: u64 = 1 << 24;

fn counted(model: &Model, givens: &[Given]) -> DiagramCount {
    let control = Control::unlimited();
    let diagrams = ModelDiagrams::from_model(model, LIMIT, &control)
        .unwrap_or_else(|f| panic!("{f:?}: {model}"));
    diagrams.count_solutions(givens, &control).unwrap()
}

/// Counts by the definition: each assignment is checked.
fn by_definition(model: &Model, givens: &[Given]) -> usize {
    let domains: Vec<Vec<Value>> = model.variables().iter().map(|v| v.domain.to_vec()).collect();
    let mut shown = BTreeSet::new();
    let total: usize = domains.iter().map(Vec::len).product();
    for mut number in 0..total {
        let pick = |domain: &Vec<Value>| {
            let value = domain[number % domain.len()];
            number /= domain.len();
            value
        };
        let values: Vec<Value> = domains.iter().map(pick).collect();
        if model.check(givens, &values).is_ok() {
            shown.insert(model.shown().iter().map(|v| values[v.index()]).collect::<Vec<_>>());
        }
    }
    shown.len()
}

fn agrees(model: &Model, givens: &[Given]) {
    let found = counted(model, givens);
    let expected = by_definition(model, givens);
    assert_eq!(found.number, expected as u128, "{givens:?} {model}");
    assert_eq!(found.solution.is_some(), expected > 0, "{model}");
    if let Some(values) = found.solution {
        model.check(givens, &values).unwrap_or_else(|v| panic!("{v}: {values:?} {model}"));
    }
}

fn some_givens(rng: &mut ChaCha8Rng, model: &Model) -> Vec<Given> {
    let mut givens = Vec::new();
    for (place, variable) in model.variables().iter().enumerate() {
        if rng.random_bool(0.2) {
            // Sometimes outside the domain.
            let value = variable.domain.min().unwrap_or(0) + rng.random_range(0..3);
            givens.push(Given { variable: VarId::new(place), value });
        }
    }
    givens
}

#[test]
fn every_kind_counts_as_its_definition() {
    for &kind in ConstraintKind::CORE {
        for seed in 0..120 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            agrees(&model, &[]);
            let givens = some_givens(&mut rng, &model);
            agrees(&model, &givens);
        }
    }
}

/// Global constraints that machines read count as their definition; an automaton only if the order
/// of the levels is that of its scope.
#[test]
fn global_kinds_with_machines_count_as_their_definition() {
    for kind in [GlobalKind::Regular, GlobalKind::Count, GlobalKind::DistinctCount] {
        let mut compared = 0;
        for seed in 0..200 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, ConstraintKind::Global(kind)).unwrap();
            match ModelDiagrams::from_model(&model, LIMIT, &Control::unlimited()) {
                Ok(_) => compared += 1,
                Err(DiagramError::Large(why)) if kind == GlobalKind::Regular => {
                    assert!(why.contains("another order"), "{why}");
                    continue;
                }
                Err(fault) => panic!("{fault:?}: {model}"),
            }
            agrees(&model, &[]);
            let givens = some_givens(&mut rng, &model);
            agrees(&model, &givens);
        }
        assert!(compared > if kind == GlobalKind::Regular { 50 } else { 199 }, "{compared}");
    }
}

/// Words of zeros and ones without two ones in a row: Fibonacci numbers.
#[test]
fn words_of_an_automaton_are_counted() {
    let mut model = Model::new("words");
    let letter = |i| model.add_shown(format!("x{i}"), Domain::boolean()).unwrap();
    let scope: Vec<VarId> = (0..50).map(letter).collect();
    let automaton =
        DeterministicAutomaton::new(0, vec![0, 1], vec![(0, 0, 0), (0, 1, 1), (1, 0, 0)]).unwrap();
    let regular = Regular { scope, automaton: automaton.into() };
    model.post("", Constraint::Global(Global::Regular(regular))).unwrap();
    assert_eq!(counted(&model, &[]).number, 32_951_280_099_u128);
}

#[test]
fn random_models_count_as_their_definition() {
    for seed in 0..1500 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::random_model(&mut rng).unwrap();
        agrees(&model, &[]);
        let givens = some_givens(&mut rng, &model);
        agrees(&model, &givens);
    }
}

fn power(of_two: usize) -> SolutionCount {
    (0..of_two).fold(SolutionCount::one(), |power, _| &power * &SolutionCount::from(2u64))
}

fn grid(order: usize) -> Model {
    let mut model = Model::new("latin");
    let size = order as i32;
    let cells: Vec<VarId> = (0..order * order)
        .map(|i| model.add_shown(format!("c{i}"), Domain::from_range(1, size)).unwrap())
        .collect();
    for i in 0..order {
        let row = cells[i * order..(i + 1) * order].to_vec();
        let column = cells.iter().copied().skip(i).step_by(order).collect();
        for scope in [row, column] {
            model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
        }
    }
    model
}

#[test]
fn latin_squares_have_their_published_numbers() {
    for (order, number) in [(0, 1), (1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280)] {
        let found = counted(&grid(order), &[]);
        assert_eq!(found.number, number, "order {order}");
        grid(order).check(&[], &found.solution.unwrap()).unwrap();
    }
}

#[test]
fn variables_without_constraints_and_components_multiply() {
    let mut model = Model::new("free");
    for i in 0..300 {
        model.add_shown(format!("x{i}"), Domain::boolean()).unwrap();
    }
    model.add_hidden("h", Domain::from_range(0, 9)).unwrap();
    let a = model.add_shown("a", Domain::from_range(0, 2)).unwrap();
    let b = model.add_shown("b", Domain::from_range(0, 2)).unwrap();
    model.post("", Constraint::Compare(Compare::new(a, ComparisonOperator::Lt, b))).unwrap();
    let found = counted(&model, &[]);
    // 3 * 2^300
    let power = &power(300) * &SolutionCount::from(3u64);
    assert_eq!(found.number, power);
    let given = Given { variable: VarId::new(7), value: 1 };
    let other = Given { variable: VarId::new(7), value: 2 };
    assert!(counted(&model, &[given]).number < power);
    assert!(counted(&model, &[other]).number.is_zero());
    assert!(counted(&model, &[given, Given { value: 0, ..given }]).number.is_zero());
}

#[test]
fn limits_and_cancellations_end_the_work() {
    let control = Control::unlimited();
    let few = ModelDiagrams::from_model(&grid(5), 1000, &control).unwrap();
    assert_eq!(few.count_solutions(&[], &control).unwrap_err(), DiagramError::Nodes(1000));
    assert_eq!(
        ModelDiagrams::from_model(&grid(5), 10, &control).err(),
        Some(DiagramError::Nodes(10))
    );
    let small = Control::unlimited().with_formula_bytes(100_000);
    let diagrams = ModelDiagrams::from_model(&grid(5), LIMIT, &control).unwrap();
    assert_eq!(
        diagrams.count_solutions(&[], &small).unwrap_err(),
        DiagramError::Stopped(StopReason::Memory)
    );
    let cancelled = Control::unlimited();
    cancelled.cancel_work();
    assert_eq!(
        diagrams.count_solutions(&[], &cancelled).unwrap_err(),
        DiagramError::Stopped(StopReason::Cancelled)
    );
    let other = ModelDiagrams::from_model(&grid(5), LIMIT, &cancelled).err();
    assert_eq!(other, Some(DiagramError::Stopped(StopReason::Cancelled)));
}

#[test]
fn what_is_too_large_is_refused() {
    let control = Control::unlimited();
    let mut model = Model::new("wide");
    let [x, y, z] =
        ["x", "y", "z"].map(|name| model.add_shown(name, Domain::from_range(0, 999_999)).unwrap());
    model.post("", Constraint::Compare(Compare::new(x, ComparisonOperator::Lt, y))).unwrap();
    let fault = ModelDiagrams::from_model(&model, LIMIT, &control).err();
    assert!(matches!(fault, Some(DiagramError::Large(_))), "{fault:?}");
    let mut model = Model::new("wider");
    let w = model.add_shown("w", Domain::from_range(0, 999_999_999)).unwrap();
    assert_eq!(counted(&model, &[]).number, 1_000_000_000);
    model
        .post("", Constraint::Linear(Linear::unweighted_sum([w], ComparisonOperator::Le, 3)))
        .unwrap();
    let fault = ModelDiagrams::from_model(&model, LIMIT, &control).err();
    assert!(matches!(fault, Some(DiagramError::Large(_))), "{fault:?}");
    let _ = z;
}

#[test]
fn a_long_chain_needs_no_stack() {
    let mut model = Model::new("chain");
    let all: Vec<VarId> =
        (0..50_000).map(|i| model.add_shown(format!("x{i}"), Domain::boolean()).unwrap()).collect();
    for pair in all.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        model.post("", Constraint::Compare(Compare::new(a, ComparisonOperator::Le, b))).unwrap();
    }
    assert_eq!(counted(&model, &[]).number, 50_001);
    let terms = all.iter().take(3000).map(|&variable| LinearTerm { coefficient: 1, variable });
    let linear = Linear { terms: terms.collect(), relation: ComparisonOperator::Eq, constant: 7 };
    model.post("", Constraint::Linear(linear)).unwrap();
    assert_eq!(counted(&model, &[]).number, 1);
}

#[test]
fn large_scopes_are_split_by_value() {
    let mut model = Model::new("many");
    let all: Vec<VarId> = (0..140)
        .map(|i| model.add_shown(format!("x{i}"), Domain::from_range(i, i + 1)).unwrap())
        .collect();
    model.post("", Constraint::AllDifferent(AllDifferent { scope: all.clone() })).unwrap();
    // Once a variable takes its larger value, all later ones do.
    assert_eq!(counted(&model, &[]).number, 141);
    let occurrences = (0..=140).map(|value| ValueOccurrence { value, min: 0, max: 2 }).collect();
    let mut loose = Model::new("loose");
    for i in 0..140 {
        loose.add_shown(format!("x{i}"), Domain::from_range(i, i + 1)).unwrap();
    }
    let closed = GlobalCardinality { scope: all, occurrences, closed: true };
    loose.post("", Constraint::GlobalCardinality(closed)).unwrap();
    assert_eq!(counted(&loose, &[]).number, power(140));
}

#[test]
fn counts_do_not_depend_on_the_order_of_rows() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..50 {
        let mut model = Model::new("table");
        let scope: Vec<VarId> = (0..4)
            .map(|i| model.add_shown(format!("x{i}"), Domain::from_range(-1, 2)).unwrap())
            .collect();
        let mut tuple = || (0..4).map(|_| rng.random_range(-2..=3)).collect::<Vec<Value>>();
        let tuples: Vec<Vec<Value>> = (0..200).map(|_| tuple()).collect();
        for forbidden in [false, true] {
            let mut model = model.clone();
            let table = Table { scope: scope.clone(), tuples: tuples.clone().into(), forbidden };
            model.post("", Constraint::Table(table)).unwrap();
            agrees(&model, &[]);
        }
    }
}
