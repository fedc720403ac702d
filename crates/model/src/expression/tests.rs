//! Expressions mean what their operators say, however they are nested and mixed.

use super::*;
use crate::Domain;
use crate::VarId;
use crate::flatten::{ExpressionDag, ExpressionValues};
use crate::{Model, ObjectiveSense, Value};

/// Returns two integers from -3 to 3 and a 0/1 variable.
fn model() -> (Model, [VarId; 3]) {
    let mut model = Model::new("operators");
    let [x, y] = ["x", "y"].map(|name| model.add_shown(name, Domain::from_range(-3, 3)).unwrap());
    let b = model.add_shown("b", Domain::boolean()).unwrap();
    (model, [x, y, b])
}

/// Counts the values of the hidden variables that extend these values to a solution.
fn extensions(model: &Model, values: &mut Vec<Value>) -> usize {
    if values.len() == model.variables().len() {
        return model.check(&[], values).is_ok().into();
    }
    let domain = model.domain(VarId::new(values.len())).clone();
    let mut total = 0;
    for value in domain.iter() {
        values.push(value);
        total += extensions(model, values);
        values.pop();
    }
    total
}

/// Checks an expression against a function, `None` where the constraint must be false.
fn means(expr: &ModelExpression, of: impl Fn(i64, i64, i64) -> Option<i64>) {
    let (mut posted, _) = model();
    posted.require("required", expr).unwrap();
    let mut terms = ExpressionDag::default();
    let term = lower::write_expression(expr, &mut terms, 3).unwrap();
    let number = lower::integer_term(&mut terms, term);
    let (mut valued, _) = model();
    valued.add_shown("value", Domain::from_range(-40, 40)).unwrap();
    valued.require("equal", &VarId::new(3).to_expression().eq(expr)).unwrap();
    for values in (-3..4).flat_map(|x| (-3..4).flat_map(move |y| [[x, y, 0], [x, y, 1]])) {
        let [a, c, d] = values.map(i64::from);
        let expected = of(a, c, d);
        let found = ExpressionValues::evaluate_nodes(&terms, &values).whole_int(number).ok();
        assert_eq!(found, expected.map(i128::from), "{expr:?} {values:?}");
        let count = extensions(&posted, &mut values.to_vec());
        assert_eq!(count, usize::from(expected.is_some_and(|value| value != 0)), "{expr:?}");
        let value = expected.unwrap_or(7) as Value;
        let count = extensions(&valued, &mut [&values[..], &[value]].concat());
        assert_eq!(count, usize::from(expected.is_some()), "{expr:?} {values:?}");
    }
}

#[test]
fn operators_take_expressions_variables_and_numbers() {
    let (_, [x, y, b]) = model();
    means(&(x + y), |x, y, _| Some(x + y));
    means(&(x + 1), |x, _, _| Some(x + 1));
    means(&(1 + x), |x, _, _| Some(x + 1));
    means(&(2 - (x - 3i64)), |x, _, _| Some(5 - x));
    means(&(x - 3usize), |x, _, _| Some(x - 3));
    means(&(2 * x * 3), |x, _, _| Some(6 * x));
    means(&(x * y - b), |x, y, b| Some(x * y - b));
    means(&(x / 2), |x, _, _| Some(x / 2));
    means(&(3 / y), |_, y, _| 3i64.checked_div(y));
    means(&(x % y), |x, y, _| x.checked_rem(y));
    means(&(3 % (y + 0)), |_, y, _| 3i64.checked_rem(y));
    means(&-(x + y), |x, y, _| Some(-x - y));
    means(&-x, |x, _, _| Some(-x));
    let shared = x + 1;
    means(&(&shared * &shared), |x, _, _| Some((x + 1) * (x + 1)));
    means(&(2 + &shared - &-&shared), |x, _, _| Some(2 + 2 * (x + 1)));
}

#[test]
fn comparisons_and_logic_mix_with_numbers() {
    let (_, [x, y, b]) = model();
    let [ex, ey] = [x.to_expression(), y.to_expression()];
    let of = i64::from;
    means(&ex.eq(y), |x, y, _| Some(of(x == y)));
    means(&(x + 1).ne(y), |x, y, _| Some(of(x + 1 != y)));
    means(&ex.lt(y), |x, y, _| Some(of(x < y)));
    means(&ex.le(2), |x, _, _| Some(of(x <= 2)));
    means(&ex.gt(&ey), |x, y, _| Some(of(x > y)));
    means(&ex.ge(-1), |x, _, _| Some(of(x >= -1)));
    means(&ex.lt(y).eq(b), |x, y, b| Some(of(of(x < y) == b)));
    means(&ex.lt(y).eq(ey.gt(0)), |x, y, _| Some(of((x < y) == (y > 0))));
    means(&ex.lt(y).ne(ey.gt(0)), |x, y, _| Some(of((x < y) != (y > 0))));
    means(&(ex.lt(y) + ey.gt(0)), |x, y, _| Some(of(x < y) + of(y > 0)));
    means(&ex.and(y), |x, y, _| Some(of(x != 0 && y != 0)));
    means(&ex.or(b), |x, _, b| Some(of(x != 0 || b != 0)));
    means(&!x, |x, _, _| Some(of(x == 0)));
    means(&!(ex.lt(y)), |x, y, _| Some(of(x >= y)));
    means(&ex.xor(y), |x, y, _| Some(of((x != 0) != (y != 0))));
    means(&ex.lt(y).iff(b), |x, y, b| Some(of((x < y) == (b == 1))));
    means(&ex.lt(y).implies(ey.gt(1)), |x, y, _| Some(of(x >= y || y > 1)));
    means(&ex.lt(y).then_else(x, y), |x, y, _| Some(x.min(y)));
    means(&b.to_expression().then_else(ex.lt(y), true), |x, y, b| Some(of(b == 0 || x < y)));
    means(&b.to_expression().then_else(ex.lt(y), 5), |x, y, b| {
        Some(if b == 1 { of(x < y) } else { 5 })
    });
}

#[test]
fn functions_and_methods_mean_what_they_say() {
    let (_, [x, y, b]) = model();
    let [ex, ey] = [x.to_expression(), y.to_expression()];
    let of = i64::from;
    means(&ex.min(y), |x, y, _| Some(x.min(y)));
    means(&ex.max(0), |x, _, _| Some(x.max(0)));
    means(&(x - 1).abs(), |x, _, _| Some((x - 1).abs()));
    means(&ex.dist(y), |x, y, _| Some((x - y).abs()));
    means(&ex.pow(y), |x, y, _| (y >= 0).then(|| x.pow(y as u32)));
    means(&ex.pow(2), |x, _, _| Some(x * x));
    means(&(x + y).is_in(Domain::from_values([-4, 0, 3])), |x, y, _| {
        Some(of([-4, 0, 3].contains(&(x + y))))
    });
    means(&sum([x, y, b]), |x, y, b| Some(x + y + b));
    means(&product([x, y, b]), |x, y, b| Some(x * y * b));
    means(&product([x; 0]), |_, _, _| Some(1));
    means(&sum([x; 0]), |_, _, _| Some(0));
    means(&all([ex.lt(2), ey.ge(0)]), |x, y, _| Some(of(x < 2 && y >= 0)));
    means(&all([x; 0]), |_, _, _| Some(1));
    means(&any([&ex, &ey]), |x, y, _| Some(of(x != 0 || y != 0)));
    means(&any([x; 0]), |_, _, _| Some(0));
    means(&all_different([x + 0, y + 1, b * 2]), |x, y, b| {
        Some(of(x != y + 1 && x != 2 * b && y + 1 != 2 * b))
    });
    means(&all_equal([x, y, b]), |x, y, b| Some(of(x == y && y == b)));
    means(&count_true([ex.lt(y), ey.clone(), !b]), |x, y, b| {
        Some(of(x < y) + of(y != 0) + of(b == 0))
    });
    means(&any([(1 / ex).eq(1), ey.gt(0)]), |x, y, _| (x != 0).then(|| of(1 / x == 1 || y > 0)));
}

#[test]
fn eight_queens_have_92_solutions() {
    let mut model = Model::new("queens");
    let q: Vec<VarId> = (0..8)
        .map(|row| model.add_shown(format!("q{row}"), Domain::from_range(0, 7)).unwrap())
        .collect();
    model.require("columns", &all_different(&q)).unwrap();
    for j in 0..8 {
        for i in 0..j {
            model.require("diagonal", &(q[i] + i).ne(q[j] + j)).unwrap();
            model.require("diagonal", &(q[i] - i).ne(q[j] - j)).unwrap();
        }
    }
    assert_eq!(model.variables().len(), 8);
    let (mut rows, mut solutions) = ((0..8).collect::<Vec<Value>>(), 0);
    permutations(&mut rows, 0, &mut |rows| {
        solutions += usize::from(model.check(&[], rows).is_ok());
    });
    assert_eq!(solutions, 92);
}

fn permutations(rows: &mut [Value], from: usize, visit: &mut impl FnMut(&[Value])) {
    if from == rows.len() {
        return visit(rows);
    }
    for place in from..rows.len() {
        rows.swap(from, place);
        permutations(rows, from + 1, visit);
        rows.swap(from, place);
    }
}

#[test]
fn nesting_may_be_deep() {
    let (mut model, [x, y, b]) = model();
    let (mut total, mut truth) = (x + 0, b.to_expression());
    for i in 0..100_000 {
        total = if i % 2 == 0 { total + y } else { total - y };
        truth = !truth;
    }
    model.require("deep", &total.le(2).and(&truth)).unwrap();
    assert_eq!(model.check(&[], &[2, 3, 1]).err(), None);
    assert!(model.check(&[], &[3, 3, 1]).is_err());
    let mut doubled = x.to_expression();
    for _ in 0..1000 {
        doubled = doubled.max(doubled.min(&doubled));
    }
    model.require("shared", &doubled.le(1)).unwrap();
    assert!(model.constraints().len() < 10_000);
}

#[test]
fn objectives_are_expressions() {
    let (mut model, [x, y, b]) = model();
    model.minimize(&(2 * x - y + 3)).unwrap();
    let objective = model.objective().unwrap();
    assert_eq!((objective.sense, objective.terms.len()), (ObjectiveSense::Minimize, 3));
    let values = [2, -1, 0, 1];
    assert_eq!(model.check(&[], &values).map(|_| objective.value_under(&values)), Ok(8));
    model.maximize(&b.to_expression().then_else(6 / x, 0)).unwrap();
    assert_eq!(model.objective().unwrap().sense, ObjectiveSense::Maximize);
    let mut zero = vec![0, 0, 0, 1];
    assert_eq!(extensions(&model, &mut zero), 0, "6 / x is undefined");
    let mut two = vec![2, 0, 1, 1];
    assert_eq!(extensions(&model, &mut two), 1);
}

#[test]
fn what_models_do_not_take_is_refused() {
    let (mut model, [x, _, _]) = model();
    let refused = |model: &mut Model, expr: ModelExpression| {
        model.require("", &expr).unwrap_err().to_string()
    };
    let foreign = VarId::new(77) + x;
    assert_eq!(refused(&mut model, foreign), "there is no variable number 77");
    assert_eq!(refused(&mut model, (x + usize::MAX).eq(1)), "a number is too large");
    let product = (x + i64::MAX) * (x * i64::MAX);
    assert!(!refused(&mut model, product.eq(1)).is_empty());
    assert!(refused(&mut model, (x + 100).pow(20)).starts_with("a power may be beyond"));
}
