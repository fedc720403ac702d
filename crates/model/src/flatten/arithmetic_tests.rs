//! Tests products, divisions, extrema and absolute values, one at a time.

use super::random_expressions::{Extender, holds};
use super::tests::integers;
use super::{BoolExpression, ExpressionDag, ExpressionFlattener, IntExpression};
use crate::{ComparisonOperator, Domain, Model, Value};

/// Returns the model of `z = operation(x, y)`, with x and y in these ranges.
fn of_two(
    domains: [(Value, Value); 2],
    rows: u64,
    build: fn(&mut ExpressionDag, IntExpression, IntExpression) -> IntExpression,
) -> (Model, ExpressionDag, BoolExpression) {
    let mut terms = ExpressionDag::default();
    let (x, y, z) = (terms.add_variable(0), terms.add_variable(1), terms.add_variable(2));
    let built = build(&mut terms, x, y);
    let same = terms.add_comparison(z, ComparisonOperator::Eq, built);
    let mut model = Model::new("two");
    for (name, (low, high)) in ["x", "y"].into_iter().zip(domains) {
        model.add_shown(name, Domain::from_range(low, high)).unwrap();
    }
    model.add_shown("z", Domain::from_range(-40, 40)).unwrap();
    let mut flattener = ExpressionFlattener::new(&mut model, &terms);
    flattener.max_rows = rows;
    flattener.assert_expression("a", same).unwrap();
    (model, terms, same)
}

#[test]
fn operations_of_every_sign_mean_what_they_say() {
    let builds: [fn(&mut ExpressionDag, IntExpression, IntExpression) -> IntExpression; 9] = [
        |terms, x, y| terms.add_product(x, y),
        |terms, x, y| terms.add_quotient(x, y),
        |terms, x, y| terms.add_remainder(x, y),
        |terms, x, _| terms.add_product(x, x),
        |terms, x, _| terms.add_quotient(x, x),
        |terms, x, _| terms.add_remainder(x, x),
        |terms, x, y| terms.add_max(&[x, y]).unwrap(),
        |terms, x, y| terms.add_min(&[x, y, x]).unwrap(),
        |terms, x, y| {
            let by = terms.add_number(-3);
            let (quotient, rest) = (terms.add_quotient(x, by), terms.add_remainder(x, by));
            let (size, all) = (terms.add_abs(y), terms.add_product(quotient, by));
            terms.add_sum(&[all, rest, size])
        },
    ];
    let ranges = [(-6, -2), (-5, 0), (-4, 3), (0, 0), (0, 1), (-1, 1), (0, 5), (1, 6), (3, 6)];
    for (build, x) in builds.iter().flat_map(|build| ranges.map(|x| (build, x))) {
        for y in ranges {
            for rows in [0, 400] {
                let (model, terms, same) = of_two([x, y], rows, *build);
                let extender = Extender::new(&model);
                for (a, b) in (x.0..=x.1).flat_map(|a| (y.0..=y.1).map(move |b| (a, b))) {
                    let is_result = |&c: &Value| holds(&terms, same, &[a, b, c]);
                    let result = (-36..=36).find(is_result).unwrap_or(0);
                    for c in [result, result - 1, result + 1, -result, a, b] {
                        let values = [a, b, c];
                        let expected = holds(&terms, same, &values);
                        let found = extender.count(&values);
                        assert_eq!(found, usize::from(expected), "{a} {b} {c}: {model}");
                    }
                }
            }
        }
    }
}

#[test]
fn values_beyond_those_of_models_are_refused() {
    let refused = |build: fn(&mut ExpressionDag, IntExpression) -> IntExpression| {
        let mut terms = ExpressionDag::default();
        let (x, zero) = (terms.add_variable(0), terms.add_number(0));
        let built = build(&mut terms, x);
        let asserted = terms.add_comparison(built, ComparisonOperator::Le, zero);
        let mut model = Model::new("large");
        model.add_shown("x", Domain::from_range(-1_000_000_000, 1_000_000_000)).unwrap();
        let asserted =
            ExpressionFlattener::new(&mut model, &terms).assert_expression("a", asserted);
        asserted.map_err(|fault| fault.to_string())
    };
    let beyond = "values beyond 1000000000 are not supported";
    let square = format!("an integer may be from 0 to 1000000000000000000; {beyond}");
    assert_eq!(refused(|terms, x| terms.add_product(x, x)), Err(square));
    let product = refused(|terms, x| {
        let one = terms.add_number(1);
        let next = terms.add_sum(&[x, one]);
        terms.add_product(x, next)
    });
    assert!(product.unwrap_err().ends_with(beyond));
    assert_eq!(refused(|terms, x| terms.add_quotient(x, x)), Ok(()));
    assert_eq!(refused(ExpressionDag::add_abs), Ok(()));
    for (by, expected) in [(i64::MIN, false), (i64::MAX, false), (1 << 29, true), (0, true)] {
        let mut terms = ExpressionDag::default();
        let (x, by) = (terms.add_variable(0), terms.add_number(by));
        let parts =
            [terms.add_quotient(x, by), terms.add_remainder(x, by), terms.add_quotient(by, x)];
        let all = parts.map(|part| terms.add_comparison(part, ComparisonOperator::Ge, part));
        let mut model = Model::new("large");
        model.add_shown("x", Domain::from_range(-1_000_000_000, 1_000_000_000)).unwrap();
        let mut flattener = ExpressionFlattener::new(&mut model, &terms);
        let taken = all.map(|term| flattener.assert_expression("a", term).is_ok());
        assert_eq!(taken, [true, true, expected], "a dividend or divisor {by:?}");
    }
}

#[test]
fn nested_operations_take_linear_work() {
    const DEEP: usize = 20_000;
    let mut terms = ExpressionDag::default();
    let (x, three, one) = (terms.add_variable(0), terms.add_number(3), terms.add_number(1));
    let mut at = (0..1000).map(|i| terms.add_variable(i)).collect::<Vec<IntExpression>>();
    let mut int = terms.add_sum(&at);
    at.truncate(2);
    for i in 0..DEEP {
        int = match i % 6 {
            0 => terms.add_product(one, int),
            1 => terms.add_max(&[int]).unwrap(),
            2 => terms.add_abs(int),
            3 => terms.add_quotient(int, one),
            4 => terms.add_remainder(int, x),
            _ => terms.add_min(&[int, three]).unwrap(),
        };
    }
    let asserted = terms.add_comparison(int, ComparisonOperator::Le, three);
    let mut model = integers(1000);
    let mut flattener = ExpressionFlattener::new(&mut model, &terms);
    flattener.assert_expression("a", asserted).unwrap();
    assert!(flattener.steps < 1000 * DEEP, "{} steps", flattener.steps);
}
