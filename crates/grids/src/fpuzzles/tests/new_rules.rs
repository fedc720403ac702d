//! Double arrows and nabner lines, by all fillings of a line.

use parallax_instance::{Instance, ModelSource};
use parallax_model::Value;

use crate::GridPuzzle;
use crate::board::GridBase;
use crate::rules::{AnyRule, DoubleArrow, Nabner};
use crate::shape::GridShape;

/// Compares the constraints and the check of a rule with its sentence, on all fillings of four
/// cells in a row with digits from 1 to 6.
fn compare(rule: impl Into<AnyRule>, sentence: impl Fn(&[Value]) -> bool) {
    let mut puzzle =
        GridPuzzle::new(GridBase::Kakuro, GridShape { rows: 1, columns: 4 }).expect("a grid");
    puzzle.digits = (1, 6);
    puzzle.rules.push(rule.into());
    puzzle.validate_puzzle().expect("a rule that fits");
    let model = puzzle.model(&puzzle.default_viewpoint()).expect("a model");
    let mut count = 0;
    for number in 0..6i32.pow(4) {
        let values: Vec<Value> = (0..4).map(|place| number / 6i32.pow(place) % 6 + 1).collect();
        let holds = sentence(&values);
        assert_eq!(model.check(&[], &values).is_ok(), holds, "constraints of {values:?}");
        assert_eq!(puzzle.rules(&values).is_ok(), holds, "check of {values:?}");
        count += usize::from(holds);
    }
    assert!((1..1000).contains(&count), "{count}");
}

#[test]
fn the_digits_between_the_ends_sum_to_the_ends() {
    compare(DoubleArrow { cells: vec![0, 1, 2, 3] }, |v| v[0] + v[3] == v[1] + v[2]);
    compare(DoubleArrow { cells: vec![2, 0, 1] }, |v| v[2] + v[1] == v[0]);
}

#[test]
fn no_two_digits_of_a_nabner_line_are_equal_or_consecutive() {
    compare(Nabner { cells: vec![3, 0, 2] }, |v| {
        let apart = |a: Value, b: Value| a - b > 1 || b - a > 1;
        apart(v[3], v[0]) && apart(v[0], v[2]) && apart(v[3], v[2])
    });
}
