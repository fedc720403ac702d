//! Compares the strategy with checking all assignments.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::engine_api::Control;
use parallax_model::{
    AllDifferent, ClassRelation, Compare, ComparisonOperator, Constraint, DimensionRelation,
    Domain, Linear, Model, Value, ValueDimension, VarId,
};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::super::agenda::AgendaOrder;
use super::*;

fn relation(rng: &mut impl Rng, count: usize, classes: u32) -> ClassRelation {
    match rng.random_range(0..6) {
        0 => ClassRelation::AllSame,
        1 => ClassRelation::AllDifferent,
        2 | 3 => ClassRelation::AllSameOrAllDifferent,
        4 => ClassRelation::ExactlyEqual(rng.random_range(1..=count as u32)),
        _ => {
            let rows = rng.random_range(0..10);
            let row =
                |rng: &mut _| (0..count).map(|_| Rng::random_range(rng, 0..classes)).collect();
            ClassRelation::Table((0..rows).map(|_| row(rng)).collect())
        }
    }
}

/// Returns a model of three or four variables with two dimensions, sometimes ordered, sometimes
/// with other constraints.
fn model(seed: u64) -> Model {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut model = Model::new("random");
    let most = rng.random_range(3..=6);
    let count = rng.random_range(2..=4);
    let alike = rng.random_bool(0.7);
    let domain = |rng: &mut ChaCha8Rng| {
        Domain::from_values((1..=most).filter(|_| alike || Rng::random_bool(rng, 0.7)))
    };
    let scope: Vec<VarId> =
        (0..count).map(|i| model.add_shown(format!("x{i}"), domain(rng)).unwrap()).collect();
    for d in 0..rng.random_range(1..=3) {
        let classes = rng.random_range(1..=4);
        let member = |value| {
            let class = rng.random_range(0..classes);
            rng.random_bool(0.95).then_some((value, class))
        };
        let members: Vec<(Value, usize)> = (1..=most).filter_map(member).collect();
        let names = (0..classes).map(|class| format!("c{class}")).collect();
        let dimension = ValueDimension::new(format!("d{d}"), names, &members).unwrap();
        let dimension = model.add_dimension(dimension).unwrap();
        for _ in 0..rng.random_range(1..=2) {
            let mut scope = scope.clone();
            if rng.random_bool(0.3) {
                scope.remove(rng.random_range(0..scope.len()));
            }
            let relation = relation(rng, scope.len(), classes as u32);
            let relation = DimensionRelation { scope, dimension, relation };
            model.post("", Constraint::Dimension(relation)).unwrap();
        }
    }
    let pair = |rng: &mut ChaCha8Rng| (*scope.choose(rng).unwrap(), *scope.choose(rng).unwrap());
    match rng.random_range(0..6) {
        0 | 1 => {
            for pair in scope.windows(2) {
                let order = Compare::new(pair[0], ComparisonOperator::Lt, pair[1]);
                model.post("", Constraint::Compare(order)).unwrap();
            }
        }
        2 => {
            let all = AllDifferent { scope: scope.clone() };
            model.post("", Constraint::AllDifferent(all)).unwrap();
        }
        3 => {
            let (a, b) = pair(rng);
            model
                .post("", Constraint::Compare(Compare::new(a, ComparisonOperator::Le, b)))
                .unwrap();
        }
        4 => {
            let sum = Linear::unweighted_sum(scope.iter().copied(), ComparisonOperator::Le, 8);
            model.post("", Constraint::Linear(sum)).unwrap();
        }
        _ => {}
    }
    model
}

/// Returns all solutions, by checking all assignments.
fn brute(model: &Model) -> BTreeSet<Vec<Value>> {
    let mut all: Vec<Vec<Value>> = vec![vec![]];
    for variable in model.variables() {
        let longer = |row: Vec<Value>| {
            variable.domain.iter().map(move |value| [&row[..], &[value]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all.into_iter().filter(|values| model.check(&[], values).is_ok()).collect()
}

fn every_option() -> Vec<DecompositionOptions> {
    let mut all = Vec::new();
    for split in SplitCondition::ALL {
        for order in AgendaOrder::ALL {
            for (steps, again) in [(u32::MAX, true), (1, true), (u32::MAX, false), (0, true)] {
                all.push(DecompositionOptions { order, split, steps, again });
            }
        }
    }
    all
}

/// Returns the solutions of the strategy; the leaves are solved by checking all assignments.
fn reformed(model: &Arc<Model>, options: DecompositionOptions) -> BTreeSet<Vec<Value>> {
    let problem = ModelDecomposition::from_model(model, &Control::unlimited()).unwrap();
    let control = Control::unlimited();
    let mut found = BTreeSet::new();
    let mut given = 0;
    for leaf in DecompositionStrategy::new(&problem, &mut BoxCache::default(), options, &control) {
        let leaf = leaf.unwrap();
        let before = given;
        let mut give = |values: &[Value]| {
            given += 1;
            assert!(found.insert(values.to_vec()), "twice: {values:?}, {options:?}\n{model}");
            ControlFlow::Continue(())
        };
        if leaf.is_box() {
            let _ = leaf.each_solution(&mut give);
            assert_eq!(leaf.solution_count(), Some(given - before), "{options:?}\n{model}");
        } else {
            let solutions = brute(&leaf.leaf_model().unwrap());
            for solution in &solutions {
                let _ = leaf.unfold_solution(solution, &mut give);
            }
            let stands = leaf.solution_weight().unwrap() * solutions.len() as u128;
            assert_eq!(given - before, stands, "{options:?}\n{model}");
        }
    }
    found
}

#[test]
fn parts_are_disjoint_and_together_complete() {
    let options = every_option();
    for seed in 0..1500 {
        let model = Arc::new(model(seed));
        let expected = brute(&model);
        for options in [options[seed as usize % options.len()], DecompositionOptions::default()] {
            assert_eq!(reformed(&model, options), expected, "seed {seed}, {options:?}\n{model}");
        }
    }
}

#[test]
fn boxes_that_are_counted_are_those_that_are_given_out() {
    for seed in 0..500 {
        let model = Arc::new(model(seed));
        let problem = ModelDecomposition::from_model(&model, &Control::unlimited()).unwrap();
        let control = Control::unlimited();
        let mut cache = BoxCache::default();
        let mut strategy = DecompositionStrategy::new(
            &problem,
            &mut cache,
            DecompositionOptions::default(),
            &control,
        );
        strategy.count_boxes();
        let mut rest = 0;
        for leaf in strategy.by_ref() {
            let leaf = leaf.unwrap();
            rest += if leaf.is_box() {
                leaf.solution_count().unwrap()
            } else {
                leaf.solution_weight().unwrap() * brute(&leaf.leaf_model().unwrap()).len() as u128
            };
        }
        let all = strategy.counted_solutions().unwrap().clone() + rest.into();
        assert_eq!(all, brute(&model).len() as u128, "seed {seed}\n{model}");
    }
}

/// Returns the deck of SET with this number of attributes, and sets of three cards.
fn deck(attributes: u32) -> Arc<Model> {
    let mut model = Model::new("deck");
    let cards = 3i32.pow(attributes);
    let scope = ["x", "y", "z"].map(|v| model.add_shown(v, Domain::from_range(1, cards)).unwrap());
    for pair in scope.windows(2) {
        let order = Compare::new(pair[0], ComparisonOperator::Lt, pair[1]);
        model.post("order", Constraint::Compare(order)).unwrap();
    }
    for i in 0..attributes {
        let class = |card: i32| (card, ((card - 1) / 3i32.pow(i) % 3) as usize);
        let members: Vec<_> = (1..=cards).map(class).collect();
        let names = ["0", "1", "2"].map(str::to_owned).to_vec();
        let dimension = ValueDimension::new(format!("a{i}"), names, &members).unwrap();
        let dimension = model.add_dimension(dimension).unwrap();
        let relation = ClassRelation::AllSameOrAllDifferent;
        let relation = DimensionRelation { scope: scope.to_vec(), dimension, relation };
        model.post("", Constraint::Dimension(relation)).unwrap();
    }
    Arc::new(model)
}

#[test]
fn the_full_deck_both_ways() {
    let model = deck(4);
    let problem = ModelDecomposition::from_model(&model, &Control::unlimited()).unwrap();
    let control = Control::unlimited();
    let leaves = |split| {
        let mut cache = BoxCache::default();
        let options = DecompositionOptions { split, ..DecompositionOptions::default() };
        let mut strategy = DecompositionStrategy::new(&problem, &mut cache, options, &control);
        let leaves =
            strategy.by_ref().map(|leaf| leaf.unwrap()).map(|leaf| leaf.constraint_count());
        let leaves: Vec<usize> = leaves.collect();
        let branched = strategy.counters().get("subproblems").unwrap();
        (branched, leaves.len(), leaves.iter().filter(|&&kept| kept == 0).count())
    };
    // The published tree, with its inequalities kept; or a box for every set.
    assert_eq!(leaves(SplitCondition::Never), (85, 175, 32 + 76));
    assert_eq!(leaves(SplitCondition::Auto), (1 + 4 + 21 + 144, 1080, 1080));
}

#[test]
fn one_step_is_the_abstraction_of_freuder_and_sabin() {
    // The classes of one dimension are solved, and each abstract solution is a leaf whose model
    // has all other constraints.
    let model = deck(2);
    let problem = ModelDecomposition::from_model(&model, &Control::unlimited()).unwrap();
    let options = DecompositionOptions {
        steps: 1,
        split: SplitCondition::Always,
        ..DecompositionOptions::default()
    };
    let control = Control::unlimited();
    let mut cache = BoxCache::default();
    let leaves: Vec<_> = DecompositionStrategy::new(&problem, &mut cache, options, &control)
        .map(Result::unwrap)
        .collect();
    // Three classes all the same, or all different.
    assert_eq!(leaves.len(), 4);
    let refined = leaves.iter().map(|leaf| brute(&leaf.leaf_model().unwrap()).len());
    assert_eq!(refined.sum::<usize>(), 12);
}
