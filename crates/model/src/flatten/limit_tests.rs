//! Tests that numbers at the limits give errors, and that whole assertions take linear work.

use super::{ExpressionDag, ExpressionFlattener, ExpressionValues, IntExpression};
use crate::{ComparisonOperator, Domain, Model};

/// Returns a model of three integers from -20 to 20.
fn three() -> Model {
    let mut model = Model::new("three");
    for name in ["x", "y", "z"] {
        model.add_shown(name, Domain::from_range(-20, 20)).unwrap();
    }
    model
}

#[test]
fn powers_beyond_the_limits_are_refused() {
    let refused =
        |low,
         high,
         build: fn(&mut ExpressionDag, IntExpression, IntExpression) -> IntExpression| {
            let mut terms = ExpressionDag::default();
            let [x, y] = [0, 1].map(|i| terms.add_variable(i));
            let power = build(&mut terms, x, y);
            let mut model = Model::new("power");
            for name in ["x", "y"] {
                model.add_shown(name, Domain::from_range(low, high)).unwrap();
            }
            let written = ExpressionFlattener::new(&mut model, &terms).whole_variable("", power);
            written.map(|_| ()).map_err(|fault| fault.to_string())
        };
    let beyond = "a power may be beyond 1000000000; such values are not supported";
    assert_eq!(refused(0, 40, ExpressionDag::add_power), Err(beyond.into()));
    assert_eq!(refused(0, 9, ExpressionDag::add_power), Ok(()));
    let cube = |terms: &mut ExpressionDag, x, _| {
        let three = terms.add_number(3);
        terms.add_power(x, three)
    };
    assert_eq!(refused(-1000, 1000, cube), Ok(()));
    assert_eq!(refused(-1001, 1000, cube), Err(beyond.into()));
    let parity = |terms: &mut ExpressionDag, x, _| {
        let minus = terms.add_number(-1);
        terms.add_power(minus, x)
    };
    let rows = "a power of 200001 pairs of operands; at most 100000 are supported";
    assert_eq!(refused(-100_000, 100_000, parity), Err(rows.into()));
    assert_eq!(refused(-40_000, 40_000, parity), Ok(()));
    for (base, exponent) in [(i64::MAX, 2), (2, i64::MAX), (i64::MIN, 3), (-2, 64), (3, 41)] {
        let mut terms = ExpressionDag::default();
        let (base, exponent) = (terms.add_number(base), terms.add_number(exponent));
        let power = terms.add_power(base, exponent);
        let refusal = ExpressionFlattener::new(&mut three(), &terms).whole_variable("", power);
        assert!(refusal.is_err(), "{refusal:?}");
    }
    for (base, exponent) in [(1, i64::MAX), (-1, i64::MAX), (0, i64::MAX), (-1, i64::MAX - 1)] {
        let mut terms = ExpressionDag::default();
        let (base, exponent) = (terms.add_number(base), terms.add_number(exponent));
        let power = terms.add_power(base, exponent);
        let expected = ExpressionValues::evaluate_nodes(&terms, &[]).int_value(power);
        let sum = ExpressionFlattener::new(&mut three(), &terms).whole_sum("", power).unwrap();
        assert_eq!(Ok(sum.1.into()), expected);
    }
}

#[test]
fn numbers_at_the_limits_give_errors() {
    let ends = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
    type Build = fn(&mut ExpressionDag, IntExpression, IntExpression) -> IntExpression;
    let builds: [Build; 6] = [
        ExpressionDag::add_product,
        ExpressionDag::add_quotient,
        ExpressionDag::add_remainder,
        ExpressionDag::add_power,
        ExpressionDag::add_distance,
        |t, a, b| t.add_sum(&[a, b]),
    ];
    let mut taken = 0;
    for build in builds {
        for end in ends {
            for other in ends {
                for relation in ComparisonOperator::ALL {
                    let mut terms = ExpressionDag::default();
                    let (x, end) = (terms.add_variable(0), terms.add_number(end));
                    let (y, other) = (terms.add_variable(1), terms.add_number(other));
                    let (left, right) = (build(&mut terms, x, end), build(&mut terms, other, y));
                    let all = [
                        terms.add_comparison(left, relation, other),
                        terms.add_comparison(right, relation, left),
                        terms.add_member(left, Domain::from_values([i32::MIN, 0, i32::MAX])),
                    ];
                    for term in all {
                        let mut model = three();
                        let mut flattener = ExpressionFlattener::new(&mut model, &terms);
                        taken += usize::from(flattener.assert_whole("", term).is_ok());
                    }
                }
            }
        }
    }
    assert!(taken > 500, "{taken}");
}

#[test]
fn whole_assertions_take_linear_work() {
    const DEEP: usize = 20_000;
    let mut terms = ExpressionDag::default();
    let all = (0..1000).map(|i| terms.add_variable(i)).collect::<Vec<IntExpression>>();
    let (x, zero, two) = (all[0], terms.add_number(0), terms.add_number(2));
    let mut int = x;
    let mut truth = terms.add_flag(3);
    for i in 0..DEEP {
        int = match i % 7 {
            0 => terms.add_quotient(all[i % 1000], int),
            1 => terms.add_remainder(int, x),
            2 => terms.add_int_choice(truth, int, two),
            3 => terms.number_of(truth),
            4 => terms.add_distance(int, all[i % 1000]),
            5 => terms.add_min(&[int, two]).unwrap(),
            _ => terms.add_power(two, int),
        };
        truth = match i % 5 {
            0 => terms.add_member(int, Domain::from_values([0, 1, 2, 8])),
            1 => terms.add_not(truth),
            2 => terms.add_parity(&[truth, truth, truth]),
            3 => terms.all_alike(&[truth, truth, truth]),
            _ => terms.add_comparison(int, ComparisonOperator::Le, two),
        };
    }
    let same = terms.add_comparison(int, ComparisonOperator::Ge, zero);
    let asserted = terms.add_and(&[truth, same]);
    let mut model = Model::new("deep");
    for i in 0..1000 {
        model
            .add_shown(format!("x{i}"), Domain::from_range(0, if i == 3 { 1 } else { 9 }))
            .unwrap();
    }
    let mut flattener = ExpressionFlattener::new(&mut model, &terms);
    flattener.assert_whole("a", asserted).unwrap();
    assert!(flattener.steps < 1000 * DEEP, "{} steps", flattener.steps);
    let again = flattener.steps;
    flattener.assert_whole("a", asserted).unwrap();
    assert!(flattener.steps < again + 10, "each node is visited once");
    let values = ExpressionValues::evaluate_nodes(&terms, &[1; 1000]);
    assert!(values.is_wholly_true(asserted).is_some());
}
