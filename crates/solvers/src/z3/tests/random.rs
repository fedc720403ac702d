//! Z3, as this module uses it, against brute force on random scripts.

use std::collections::BTreeSet;
use std::sync::Arc;

use parallax_encodings::smt::{SmtEncoding, SmtScript, SmtTerm};
use parallax_model::engine_api::{Control, EnumerationEnd};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Z3Solver, all, question};
use crate::z3::Z3Question;

const DOMAINS: [&[i32]; 5] = [&[0, 1], &[-3, -1, 2], &[1, 2, 3, 4], &[-2, -1, 0], &[5]];

struct Sample {
    script: SmtScript,
    domains: Vec<&'static [i32]>,
    truths: Vec<SmtTerm>,
}

fn sample(rng: &mut ChaCha8Rng, products: bool) -> Sample {
    let mut script = SmtScript::new(if products { "QF_NIA" } else { "QF_LIA" });
    let mut domains = Vec::new();
    for i in 0..4 {
        let values = *DOMAINS.choose(rng).unwrap();
        script.int_of(format!("x{i}"), "", values, "domains");
        domains.push(values);
    }
    let truths: Vec<SmtTerm> =
        (0..rng.random_range(1..4)).map(|_| truth(rng, 2, products)).collect();
    truths.iter().for_each(|term| script.assert_term("random", term.clone()));
    Sample { script, domains, truths }
}

fn truth(rng: &mut ChaCha8Rng, depth: u32, products: bool) -> SmtTerm {
    let number = |rng: &mut ChaCha8Rng| Box::new(number(rng, depth, products));
    if depth == 0 || rng.random_bool(0.4) {
        let (a, b) = (number(rng), number(rng));
        return match rng.random_range(0..6) {
            0 => SmtTerm::Eq(a, b),
            1 => SmtTerm::Le(a, b),
            2 => SmtTerm::Lt(a, b),
            3 => SmtTerm::Ge(a, b),
            4 => SmtTerm::Gt(a, b),
            _ => SmtTerm::Distinct(vec![*a, *b, *number(rng)]),
        };
    }
    let mut part = || Box::new(truth(rng, depth - 1, products));
    let (a, b, c) = (part(), part(), part());
    match rng.random_range(0..6) {
        0 => SmtTerm::Not(a),
        1 => SmtTerm::And(vec![*a, *b]),
        2 => SmtTerm::Or(vec![*a, *b, *c]),
        3 => SmtTerm::Implies(a, b),
        4 => SmtTerm::Iff(a, b),
        _ => SmtTerm::Ite(a, b, c),
    }
}

fn number(rng: &mut ChaCha8Rng, depth: u32, products: bool) -> SmtTerm {
    if depth == 0 || rng.random_bool(0.5) {
        return if rng.random_bool(0.7) {
            SmtTerm::IntVar(rng.random_range(0..4))
        } else {
            SmtTerm::Int(rng.random_range(-4..5))
        };
    }
    let mut part = || number(rng, depth - 1, products);
    let (a, b) = (part(), part());
    match rng.random_range(0..3) {
        0 => SmtTerm::Add(vec![a, b, SmtTerm::IntVar(rng.random_range(0..4))]),
        1 if products => SmtTerm::Mul(vec![a, b]),
        1 => a.times_factor(rng.random_range(-3..4)),
        _ => SmtTerm::Ite(Box::new(truth(rng, 0, products)), Box::new(a), Box::new(b)),
    }
}

fn holds(term: &SmtTerm, values: &[i64]) -> bool {
    let holds = |term: &SmtTerm| holds(term, values);
    let value = |term: &SmtTerm| value(term, values);
    match term {
        SmtTerm::Bool(value) => *value,
        SmtTerm::Not(a) => !holds(a),
        SmtTerm::And(terms) => terms.iter().all(holds),
        SmtTerm::Or(terms) => terms.iter().any(holds),
        SmtTerm::Implies(a, b) => !holds(a) || holds(b),
        SmtTerm::Iff(a, b) => holds(a) == holds(b),
        SmtTerm::Ite(a, b, c) => holds(if holds(a) { b } else { c }),
        SmtTerm::Eq(a, b) => value(a) == value(b),
        SmtTerm::Le(a, b) => value(a) <= value(b),
        SmtTerm::Lt(a, b) => value(a) < value(b),
        SmtTerm::Ge(a, b) => value(a) >= value(b),
        SmtTerm::Gt(a, b) => value(a) > value(b),
        SmtTerm::Distinct(terms) => {
            terms.iter().map(value).collect::<BTreeSet<i64>>().len() == terms.len()
        }
        other => panic!("{other:?} is no truth"),
    }
}

fn value(term: &SmtTerm, values: &[i64]) -> i64 {
    let each = |term: &SmtTerm| value(term, values);
    match term {
        SmtTerm::Int(value) => *value,
        SmtTerm::IntVar(i) => values[*i],
        SmtTerm::Add(terms) => terms.iter().map(each).sum(),
        SmtTerm::Mul(terms) => terms.iter().map(each).product(),
        SmtTerm::Ite(a, b, c) => each(if holds(a, values) { b } else { c }),
        other => panic!("{other:?} is no number"),
    }
}

/// Returns the distinct values of the shown integers in all solutions.
fn by_brute_force(sample: &Sample, question: &Z3Question) -> BTreeSet<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for values in &sample.domains {
        let longer = |start: &Vec<i64>| -> Vec<Vec<i64>> {
            values.iter().map(|&v| [&start[..], &[v.into()]].concat()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|values| {
        sample.truths.iter().all(|term| holds(term, values))
            && question.assume.iter().all(|&(int, value)| values[int] == value)
    });
    all.iter().map(|values| question.shown.iter().map(|&i| values[i]).collect()).collect()
}

fn check(seed: u64, products: bool, encoding: SmtEncoding) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let sample = sample(&mut rng, products);
    let script = Arc::new(sample.script.clone().encode_script(encoding).unwrap());
    let mut solver = Z3Solver::start_solver(script, seed, &Control::unlimited()).unwrap();
    // Assumed values need not be in the domain.
    let mut assumed = || (rng.random_range(0..4), rng.random_range(-3..5));
    let questions = [
        (vec![], vec![0, 1, 2, 3]),
        (vec![assumed()], vec![0, 2, 3]),
        (vec![assumed(), assumed()], vec![3, 1]),
        (vec![], vec![0, 1, 2, 3]),
    ];
    for (assume, shown) in questions {
        let asked = || Z3Question { assume: assume.clone(), ..question(&shown) };
        let expected = (by_brute_force(&sample, &asked()), EnumerationEnd::Exhausted);
        assert_eq!(
            all(&mut solver, asked()),
            expected,
            "seed {seed} as {encoding}, {assume:?}\n{}",
            sample.script
        );
    }
}

#[test]
fn linear_scripts_have_the_solutions_of_brute_force() {
    for &encoding in SmtEncoding::ALL {
        (0..120).for_each(|seed| check(seed, false, encoding));
    }
}

#[test]
fn scripts_with_products_have_the_solutions_of_brute_force() {
    for &encoding in SmtEncoding::ALL {
        (1000..1040).for_each(|seed| check(seed, true, encoding));
    }
}
