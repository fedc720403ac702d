//! Tests that numbers at the limits give errors, and that whole assertions take linear work.

use super::{Flattener, Int, Terms, Values};
use crate::{Domain, Model, Relation};

/// Returns a model of three integers from -20 to 20.
fn three() -> Model {
    let mut model = Model::new("three");
    for name in ["x", "y", "z"] {
        model.add_shown(name, Domain::range(-20, 20)).unwrap();
    }
    model
}

#[test]
fn powers_beyond_the_limits_are_refused() {
    let refused = |low, high, build: fn(&mut Terms, Int, Int) -> Int| {
        let mut terms = Terms::default();
        let [x, y] = [0, 1].map(|i| terms.variable(i));
        let power = build(&mut terms, x, y);
        let mut model = Model::new("power");
        for name in ["x", "y"] {
            model.add_shown(name, Domain::range(low, high)).unwrap();
        }
        let written = Flattener::new(&mut model, &terms).whole_variable("", power);
        written.map(|_| ()).map_err(|fault| fault.to_string())
    };
    let beyond = "a power may be beyond 1000000000; such values are not supported";
    assert_eq!(refused(0, 40, Terms::power), Err(beyond.into()));
    assert_eq!(refused(0, 9, Terms::power), Ok(()));
    let cube = |terms: &mut Terms, x, _| {
        let three = terms.number(3);
        terms.power(x, three)
    };
    assert_eq!(refused(-1000, 1000, cube), Ok(()));
    assert_eq!(refused(-1001, 1000, cube), Err(beyond.into()));
    let parity = |terms: &mut Terms, x, _| {
        let minus = terms.number(-1);
        terms.power(minus, x)
    };
    let rows = "a power of 200001 pairs of operands; at most 100000 are supported";
    assert_eq!(refused(-100_000, 100_000, parity), Err(rows.into()));
    assert_eq!(refused(-40_000, 40_000, parity), Ok(()));
    for (base, exponent) in [(i64::MAX, 2), (2, i64::MAX), (i64::MIN, 3), (-2, 64), (3, 41)] {
        let mut terms = Terms::default();
        let (base, exponent) = (terms.number(base), terms.number(exponent));
        let power = terms.power(base, exponent);
        let refusal = Flattener::new(&mut three(), &terms).whole_variable("", power);
        assert!(refusal.is_err(), "{refusal:?}");
    }
    for (base, exponent) in [(1, i64::MAX), (-1, i64::MAX), (0, i64::MAX), (-1, i64::MAX - 1)] {
        let mut terms = Terms::default();
        let (base, exponent) = (terms.number(base), terms.number(exponent));
        let power = terms.power(base, exponent);
        let expected = Values::of(&terms, &[]).int(power);
        let sum = Flattener::new(&mut three(), &terms).whole_sum("", power).unwrap();
        assert_eq!(Ok(sum.1.into()), expected);
    }
}

#[test]
fn numbers_at_the_limits_give_errors() {
    let ends = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
    type Build = fn(&mut Terms, Int, Int) -> Int;
    let builds: [Build; 6] = [
        Terms::product,
        Terms::quotient,
        Terms::remainder,
        Terms::power,
        Terms::distance,
        |t, a, b| t.sum(&[a, b]),
    ];
    let mut taken = 0;
    for build in builds {
        for end in ends {
            for other in ends {
                for relation in Relation::ALL {
                    let mut terms = Terms::default();
                    let (x, end) = (terms.variable(0), terms.number(end));
                    let (y, other) = (terms.variable(1), terms.number(other));
                    let (left, right) = (build(&mut terms, x, end), build(&mut terms, other, y));
                    let all = [
                        terms.compare(left, relation, other),
                        terms.compare(right, relation, left),
                        terms.member(left, Domain::of([i32::MIN, 0, i32::MAX])),
                    ];
                    for term in all {
                        let mut model = three();
                        let mut flattener = Flattener::new(&mut model, &terms);
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
    let mut terms = Terms::default();
    let all = (0..1000).map(|i| terms.variable(i)).collect::<Vec<Int>>();
    let (x, zero, two) = (all[0], terms.number(0), terms.number(2));
    let mut int = x;
    let mut truth = terms.flag(3);
    for i in 0..DEEP {
        int = match i % 7 {
            0 => terms.quotient(all[i % 1000], int),
            1 => terms.remainder(int, x),
            2 => terms.select(truth, int, two),
            3 => terms.number_of(truth),
            4 => terms.distance(int, all[i % 1000]),
            5 => terms.min(&[int, two]).unwrap(),
            _ => terms.power(two, int),
        };
        truth = match i % 5 {
            0 => terms.member(int, Domain::of([0, 1, 2, 8])),
            1 => terms.not(truth),
            2 => terms.odd(&[truth, truth, truth]),
            3 => terms.all_alike(&[truth, truth, truth]),
            _ => terms.compare(int, Relation::Le, two),
        };
    }
    let same = terms.compare(int, Relation::Ge, zero);
    let asserted = terms.and(&[truth, same]);
    let mut model = Model::new("deep");
    for i in 0..1000 {
        model.add_shown(format!("x{i}"), Domain::range(0, if i == 3 { 1 } else { 9 })).unwrap();
    }
    let mut flattener = Flattener::new(&mut model, &terms);
    flattener.assert_whole("a", asserted).unwrap();
    assert!(flattener.steps < 1000 * DEEP, "{} steps", flattener.steps);
    let again = flattener.steps;
    flattener.assert_whole("a", asserted).unwrap();
    assert!(flattener.steps < again + 10, "each node is visited once");
    let values = Values::of(&terms, &[1; 1000]);
    assert!(values.whole(asserted).is_some());
}
