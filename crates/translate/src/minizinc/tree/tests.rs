//! Random expressions: the solutions that MiniZinc finds, against the value of each expression.

use std::collections::BTreeSet;

use parallax_model::ask::Control;
use parallax_model::flatten::{Bool, Int, Terms, Tree, Values};
use parallax_model::{Domain, Model, Relation, Value};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::minizinc::Minizinc;
use crate::minizinc::tests::{printed, seeds};

/// Returns the variables of all expressions: two truth values and two numbers.
fn model() -> Model {
    let mut model = Model::new("tree");
    for name in ["p", "q"] {
        model.add_shown(name, Domain::boolean()).expect("a variable");
    }
    model.add_shown("x", Domain::range(-2, 2)).expect("a variable");
    model.add_shown("y", Domain::of([-3, 0, 1, 4])).expect("a variable");
    model
}

/// Draws a truth value, which reuses earlier ones from time to time.
fn truth(rng: &mut ChaCha8Rng, terms: &mut Terms, known: &mut Vec<Bool>, depth: u32) -> Bool {
    if !known.is_empty() && rng.random_bool(0.15) {
        return known[rng.random_range(0..known.len())];
    }
    let kind = if depth == 0 { rng.random_range(0..2) } else { rng.random_range(1..11) };
    let relation = Relation::ALL[rng.random_range(0..6)];
    let count = rng.random_range(0..4);
    let set = Domain::of((0..count).map(|_| rng.random_range(-4..5)));
    let next = depth.saturating_sub(1);
    let mut bools: Vec<Bool> = Vec::new();
    let mut ints: Vec<Int> = Vec::new();
    if depth > 0 {
        bools = (0..3).map(|_| truth(rng, terms, known, next)).collect();
    }
    ints.extend((0..3).map(|_| number(rng, terms, known, next)));
    let term = match kind {
        0 => terms.flag(rng.random_range(0..2)),
        1 => terms.compare(ints[0], relation, ints[1]),
        2 => terms.not(bools[0]),
        3 => terms.and(&bools[..count]),
        4 => terms.or(&bools[..count]),
        5 => terms.iff(bools[0], bools[1]),
        6 => terms.choose(bools[0], bools[1], bools[2]),
        7 => terms.distinct(&ints[..count]),
        8 => terms.all_equal(&ints[..count]),
        9 if count < 2 => terms.all_alike(&bools[..]),
        9 => terms.odd(&bools[..count]),
        _ => terms.member(ints[0], set),
    };
    known.push(term);
    term
}

fn number(rng: &mut ChaCha8Rng, terms: &mut Terms, known: &mut Vec<Bool>, depth: u32) -> Int {
    let kind = if depth == 0 { rng.random_range(0..2) } else { rng.random_range(0..11) };
    let next = depth.saturating_sub(1);
    let mut part = |rng: &mut ChaCha8Rng, terms: &mut Terms| number(rng, terms, known, next);
    match kind {
        0 => terms.variable(rng.random_range(2..4)),
        1 => terms.number(rng.random_range(-3..4)),
        2 | 3 => {
            let parts = [part(rng, terms), part(rng, terms), part(rng, terms)];
            if kind == 2 { terms.sum(&parts) } else { terms.min(&parts).expect("operands") }
        }
        4 => {
            let inner = part(rng, terms);
            terms.scale(rng.random_range(-3..4), inner)
        }
        5 | 6 => {
            let (a, b) = (part(rng, terms), part(rng, terms));
            if kind == 5 { terms.product(a, b) } else { terms.max(&[a, b]).expect("operands") }
        }
        7 | 8 => {
            let (inner, by) = (part(rng, terms), [-2, -1, 2, 3][rng.random_range(0..4)]);
            let by = terms.number(by);
            if kind == 7 { terms.quotient(inner, by) } else { terms.remainder(inner, by) }
        }
        9 => {
            let inner = part(rng, terms);
            terms.abs(inner)
        }
        _ => {
            let when = truth(rng, terms, known, next);
            let (then, other) = (number(rng, terms, known, next), number(rng, terms, known, next));
            if rng.random_bool(0.5) {
                terms.select(when, then, other)
            } else {
                terms.number_of(when)
            }
        }
    }
}

/// Returns the solutions by the meaning of the expressions.
fn expected(model: &Model, terms: &Terms, roots: &[Bool]) -> BTreeSet<Vec<Value>> {
    let mut all: Vec<Vec<Value>> = vec![Vec::new()];
    for variable in model.variables() {
        let longer = |one: Vec<Value>| {
            let values = variable.domain.iter();
            values.map(move |value| [&one[..], &[value]].concat()).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    let holds = |one: &Vec<Value>| {
        let values = Values::of(terms, one);
        roots.iter().all(|&root| values.bool(root) == Some(true))
    };
    all.into_iter().filter(holds).collect()
}

#[test]
fn expressions_mean_the_same_in_minizinc() {
    let (mut satisfiable, mut named) = (0, 0);
    for seed in seeds(10) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (model, mut terms, mut known) = (model(), Terms::default(), Vec::new());
        let roots: Vec<Bool> = (0..2).map(|_| truth(&mut rng, &mut terms, &mut known, 3)).collect();
        let tree = Tree {
            terms: &terms,
            truths: vec![true, true, false, false],
            assertions: roots.iter().map(|&root| ("it holds".to_owned(), root)).collect(),
        };
        let written = Minizinc::of_tree(&model, &tree, &Control::unlimited()).expect("no limit");
        let written = written.expect("all operations are defined");
        let Some(out) = printed(&written, true) else { return };
        let solutions = out.split("----------\n").filter(|part| part.contains(" = "));
        let value = |line: &str| line.split_once(" = ").and_then(|(_, value)| value.parse().ok());
        let found: BTreeSet<Vec<Value>> =
            solutions.map(|part| part.lines().filter_map(value).collect()).collect();
        assert_eq!(found, expected(&model, &terms, &roots), "seed {seed}\n{model}");
        satisfiable += usize::from(!found.is_empty());
        named += usize::from(written.constraints.iter().any(|item| item.contains(": part")));
    }
    assert!(satisfiable > 3 && named > 0, "{satisfiable} satisfiable, {named} with names");
}
