//! Flattened expressions have the solutions of the original expressions, each exactly once.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::random_expressions::{ExpressionSampler, Extender, plain};
use super::{
    BoolExpression, ExpressionDag, ExpressionFlattener, ExpressionValueError, ExpressionValues,
    FlattenError, IntExpression,
};
use crate::{ComparisonOperator, Domain, Model, Value};

/// Returns two 0/1 variables and two integers, with negative values, 0 and holes.
fn drawn_variables(random: &mut ChaCha8Rng) -> Model {
    let mut model = Model::new("flat");
    for i in 0..2 {
        model.add_shown(format!("x{i}"), Domain::boolean()).unwrap();
    }
    for i in 2..4 {
        let domain = match random.random_range(0..5) {
            0 => Domain::from_values([-2, 0, 3]),
            1 => Domain::from_values([-1, 1, 2]),
            2 => Domain::from_range(0, 3),
            3 => Domain::from_values([0, 2, 4, 6, 7]),
            _ => Domain::from_range(-1, 2),
        };
        model.add_shown(format!("x{i}"), domain).unwrap();
    }
    model
}

/// Returns all assignments of the shown variables.
fn assignments(model: &Model) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for &variable in model.shown() {
        let longer = |start: &Vec<Value>| {
            let start = start.clone();
            let values = model.domain(variable).iter();
            values.map(move |value| [&start[..], &[value]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The ways of the test to flatten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Plain,
    Shapes,
    Whole,
}

/// Counts of a test, which show that it is not empty.
#[derive(Debug, Default)]
struct Met {
    compared: usize,
    held: usize,
    undefined: usize,
    differing: usize,
}

/// Compares a random expression with its flattened form, if that is small enough.
fn compare_one(seed: u64, depth: u32, met: &mut Met) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let way = [Way::Plain, Way::Shapes, Way::Whole, Way::Whole][random.random_range(0..4)];
    let mut model = drawn_variables(&mut random);
    let all = assignments(&model);
    let [rows, shape_rows] = [random.random_bool(0.4), random.random_bool(0.4)];
    let count = random.random_range(1..3);
    let mut draw = ExpressionSampler::new(random);
    let asserted: Vec<BoolExpression> = (0..count).map(|_| draw.bool(depth)).collect();
    let terms = draw.terms;
    let mut flattener = ExpressionFlattener::new(&mut model, &terms);
    flattener.shapes = way != Way::Plain;
    flattener.max_rows = if rows { flattener.max_rows } else { 0 };
    flattener.max_shape_rows = if shape_rows { flattener.max_shape_rows } else { 0 };
    let taken = asserted.iter().try_for_each(|&term| match way {
        Way::Whole => flattener.assert_whole("a", term),
        _ => flattener.assert_expression("a", term),
    });
    let extender = Extender::new(&model);
    if taken.is_err() || extender.hidden_values() > 3000 {
        return;
    }
    met.compared += 1;
    for values in all {
        let known = plain(&terms, &values);
        let evaluated = ExpressionValues::evaluate_nodes(&terms, &values);
        for &term in &draw.bools {
            assert_eq!(evaluated.bool_value(term), Some(known.holds(term)), "{seed}: {terms:?}");
            let whole = known.holds(term) && known.is_whole(&terms, term.node_index());
            assert_eq!(evaluated.is_wholly_true(term), Some(whole), "{seed}: {terms:?}");
            met.differing += usize::from(whole != known.holds(term));
        }
        for &term in &draw.ints {
            let expected = known.int(term);
            met.undefined += usize::from(expected.is_none());
            assert_eq!(
                evaluated.int_value(term),
                expected.ok_or(ExpressionValueError::Undefined),
                "{seed}: {terms:?}"
            );
            let whole = expected.filter(|_| known.is_whole(&terms, term.node_index()));
            assert_eq!(
                evaluated.whole_int(term),
                whole.ok_or(ExpressionValueError::Undefined),
                "{seed}"
            );
        }
        let expected = asserted.iter().all(|&term| {
            known.holds(term) && (way != Way::Whole || known.is_whole(&terms, term.node_index()))
        });
        met.held += usize::from(expected);
        let found = extender.count(&values);
        assert_eq!(found, usize::from(expected), "{seed} {way:?} {values:?}: {terms:?}\n{model}");
    }
}

#[test]
fn expressions_keep_their_solutions() {
    let mut met = Met::default();
    (0..4000).for_each(|seed| compare_one(seed, 2, &mut met));
    assert!(met.compared > 3500 && met.held > 50_000, "{met:?}");
    assert!(met.undefined > 10_000 && met.differing > 2000, "{met:?}");
}

#[test]
fn nested_expressions_keep_their_solutions() {
    let mut met = Met::default();
    (0..1500).for_each(|seed| compare_one(seed, 4, &mut met));
    assert!(met.compared > 500 && met.held > 5000, "{met:?}");
    assert!(met.undefined > 5000 && met.differing > 5000, "{met:?}");
}

/// Returns a model of `count` integers from 0 to 9.
pub(super) fn integers(count: usize) -> Model {
    let mut model = Model::new("flat");
    for i in 0..count {
        model.add_shown(format!("x{i}"), Domain::from_range(0, 9)).unwrap();
    }
    model
}

#[test]
fn shared_parts_are_flattened_once() {
    let mut terms = ExpressionDag::default();
    let (x, five) = (terms.add_variable(0), terms.add_number(5));
    let (mut truth, mut int) = (terms.add_comparison(x, ComparisonOperator::Lt, five), x);
    for _ in 0..1000 {
        truth = terms.add_iff(truth, truth);
        int = terms.add_int_choice(truth, int, x);
    }
    let same = terms.add_comparison(int, ComparisonOperator::Eq, five);
    let all = terms.add_and(&[same, truth]);
    let mut again = terms.add_and(&[all, all]);
    for _ in 0..100 {
        again = terms.add_and(&[again, again]);
    }
    let mut model = integers(1);
    ExpressionFlattener::new(&mut model, &terms).assert_expression("a", again).unwrap();
    assert!(model.constraints().len() < 10_000, "{}", model.constraints().len());
}

#[test]
fn nesting_may_be_deep() {
    const DEEP: usize = 200_000;
    let mut terms = ExpressionDag::default();
    let (zero, mut sum) = (terms.add_number(0), terms.add_number(0));
    let mut truth = terms.add_truth(true);
    for i in 0..DEEP {
        let x = terms.add_variable(i % 1000);
        let rest = terms.add_multiple(-1, sum);
        sum = terms.add_sum(&[x, rest]);
        truth = if i % 2 == 0 { terms.add_not(truth) } else { terms.add_and(&[truth]) };
    }
    let compared = terms.add_comparison(sum, ComparisonOperator::Le, zero);
    let all = terms.add_and(&[compared, truth]);
    let mut model = integers(1000);
    let mut flattener = ExpressionFlattener::new(&mut model, &terms);
    flattener.assert_expression("a", all).unwrap();
    assert!(flattener.steps < 10 * DEEP, "{} steps", flattener.steps);
    assert_eq!(model.variables().len(), 1000);
}

#[test]
fn what_grows_beyond_the_limit_is_refused() {
    let mut terms = ExpressionDag::default();
    let (zero, mut sum) = (terms.add_number(0), terms.add_number(0));
    let mut all = Vec::new();
    for i in 0..2000 {
        let x = terms.add_variable(i);
        sum = terms.add_sum(&[sum, x]);
        all.push(terms.add_comparison(sum, ComparisonOperator::Ge, zero));
    }
    let mut model = integers(2000);
    let mut flattener = ExpressionFlattener::new(&mut model, &terms);
    flattener.max_steps = 1_000_000;
    let refused =
        all.iter().find_map(|&term| flattener.assert_expression("a", term).err()).unwrap();
    assert_eq!(refused.to_string(), "the expressions take more than 1000000 steps to write out");
}

/// Adds `count` expressions `x + 1`, each of another variable, and the expression that all differ.
fn shifted(terms: &mut ExpressionDag, count: usize) -> BoolExpression {
    let one = terms.add_number(1);
    let mut parts = Vec::new();
    for i in 0..count {
        let x = terms.add_variable(i);
        parts.push(terms.add_sum(&[x, one]));
    }
    terms.add_distinct(&parts)
}

#[test]
fn many_different_sums_take_linear_room() {
    let mut terms = ExpressionDag::default();
    let all = shifted(&mut terms, 2000);
    let mut model = integers(2000);
    ExpressionFlattener::new(&mut model, &terms).assert_expression("a", all).unwrap();
    assert_eq!(model.constraints().len(), 2001);
    assert_eq!(model.variables().len(), 4000);
}

#[test]
fn many_different_sums_are_refused_within_others() {
    let mut terms = ExpressionDag::default();
    let all = shifted(&mut terms, 1001);
    let other = terms.add_not(all);
    let mut model = integers(1001);
    let refused = ExpressionFlattener::new(&mut model, &terms)
        .assert_expression("a", other)
        .unwrap_err()
        .to_string();
    assert!(refused.starts_with("a 'distinct' of 1001 parts within another"), "{refused}");
}

#[test]
fn flattening_ends_when_it_is_time_to() {
    let mut terms = ExpressionDag::default();
    let all = shifted(&mut terms, 2000);
    let mut model = integers(2000);
    let mut flattener = ExpressionFlattener::new(&mut model, &terms).with_stop(&|| true);
    assert_eq!(flattener.assert_expression("a", all).unwrap_err(), FlattenError::Stopped);
}

#[test]
fn a_stop_within_a_compared_product_is_kept() {
    let count = 50_000;
    let mut terms = ExpressionDag::default();
    let all: Vec<IntExpression> = (0..count).map(|i| terms.add_variable(i)).collect();
    let (sum, first, number) = (terms.add_sum(&all), terms.add_variable(0), terms.add_number(7));
    let product = terms.add_product(sum, first);
    let compared = terms.add_comparison(product, ComparisonOperator::Le, number);
    // One question after the other is answered by a stop, and no later one.
    let mut met = 0;
    loop {
        let mut model = integers(count);
        let asked = std::cell::Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) == met;
        let mut flattener = ExpressionFlattener::new(&mut model, &terms).with_stop(&stop);
        let refused = flattener.assert_whole("a", compared).err();
        if asked.get() <= met {
            break;
        }
        assert_eq!(refused, Some(FlattenError::Stopped), "question {met}");
        met += 1;
    }
    assert!(met > 2, "{met}");
}
