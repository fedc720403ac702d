//! Flattened expressions have the solutions of their expressions, one each.

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Bool, Flattener, Int};
use crate::model::{Domain, Model, Relation, Value};

fn random_bool(random: &mut ChaCha8Rng, depth: u32) -> Arc<Bool> {
    let sub = |random: &mut ChaCha8Rng| random_bool(random, depth.saturating_sub(1));
    let most = if depth == 0 { 3 } else { 9 };
    Arc::new(match random.random_range(0..most) {
        0 => Bool::Var(random.random_range(0..2)),
        1 => Bool::Const(random.random_bool(0.5)),
        2 => {
            let relation = Relation::ALL[random.random_range(0..6)];
            Bool::Compare(random_int(random, depth), relation, random_int(random, depth))
        }
        3 => Bool::Not(sub(random)),
        4 => Bool::And((0..random.random_range(0..4)).map(|_| sub(random)).collect()),
        5 => Bool::Or((0..random.random_range(0..4)).map(|_| sub(random)).collect()),
        6 => Bool::Iff(sub(random), sub(random)),
        7 => Bool::Ite(sub(random), sub(random), sub(random)),
        _ => Bool::Distinct((0..3).map(|_| random_int(random, depth - 1)).collect()),
    })
}

fn random_int(random: &mut ChaCha8Rng, depth: u32) -> Arc<Int> {
    let most = if depth == 0 { 2 } else { 5 };
    Arc::new(match random.random_range(0..most) {
        0 => Int::Const(random.random_range(-3..4)),
        1 => Int::Var(random.random_range(2..4)),
        2 => Int::Add((0..2).map(|_| random_int(random, depth - 1)).collect()),
        3 => Int::Scale(random.random_range(-2..3), random_int(random, depth - 1)),
        _ => Int::Ite(
            random_bool(random, depth - 1),
            random_int(random, depth - 1),
            random_int(random, depth - 1),
        ),
    })
}

fn holds(expr: &Bool, v: &[Value]) -> bool {
    match expr {
        Bool::Const(value) => *value,
        Bool::Var(i) => v[*i] == 1,
        Bool::Not(a) => !holds(a, v),
        Bool::And(parts) => parts.iter().all(|p| holds(p, v)),
        Bool::Or(parts) => parts.iter().any(|p| holds(p, v)),
        Bool::Iff(a, b) => holds(a, v) == holds(b, v),
        Bool::Ite(c, a, b) => holds(if holds(c, v) { a } else { b }, v),
        Bool::Compare(a, relation, b) => relation.holds(number(a, v), number(b, v)),
        Bool::Distinct(parts) => {
            let all: Vec<i64> = parts.iter().map(|p| number(p, v)).collect();
            (0..all.len()).all(|i| !all[..i].contains(&all[i]))
        }
    }
}

fn number(expr: &Int, v: &[Value]) -> i64 {
    match expr {
        Int::Const(number) => *number,
        Int::Var(i) => v[*i].into(),
        Int::Add(parts) => parts.iter().map(|p| number(p, v)).sum(),
        Int::Scale(factor, a) => factor * number(a, v),
        Int::Ite(c, a, b) => number(if holds(c, v) { a } else { b }, v),
    }
}

/// How many values of the variables from `values.len()` on satisfy the model;
/// hidden variables are tried until two are found.
fn count(model: &Model, values: &mut Vec<Value>) -> usize {
    let decided = model
        .constraints()
        .iter()
        .filter(|posted| posted.constraint.scope().iter().all(|v| v.index() < values.len()));
    let mut padded = values.clone();
    padded.resize(model.variables().len(), 0);
    let assignment = crate::model::Assignment::new(&padded, model);
    use crate::model::Kind;
    if decided.into_iter().any(|posted| !posted.constraint.holds(assignment)) {
        return 0;
    }
    let Some(variable) = model.variables().get(values.len()) else { return 1 };
    let mut total = 0;
    for value in variable.domain.iter() {
        values.push(value);
        total += count(model, values);
        values.pop();
        if total > 1 {
            break;
        }
    }
    total
}

#[test]
fn expressions_keep_their_solutions() {
    for seed in 0..400 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let expr = random_bool(&mut random, 2);
        let mut model = Model::new("flat");
        for i in 0..4 {
            let domain = if i < 2 { Domain::boolean() } else { Domain::range(-1, 2) };
            model.add_shown(format!("x{i}"), domain).unwrap();
        }
        Flattener::new(&mut model).assert("a", &expr).unwrap();
        for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            for x in -1..3 {
                for y in -1..3 {
                    let mut values = vec![a, b, x, y];
                    let expected = usize::from(holds(&expr, &values));
                    assert_eq!(count(&model, &mut values), expected, "{seed}: {expr:?}");
                }
            }
        }
    }
}
