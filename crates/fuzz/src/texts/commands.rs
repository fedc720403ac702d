//! Random commands of scripts.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::draw::LARGE;
use super::scope::{Scope, Sort};
use super::script::Command;
use super::term::Term;

/// Places of domains far from 0, inside and outside the range that readers accept.
const PLACES: &[i64] = &[
    999_999_998,
    -1_000_000_000,
    1_000_000_000,
    2_000_000_000,
    i32::MAX as i64 - 1,
    i64::MAX - 9,
    i64::MIN + 9,
];

/// Draws declarations with bounds, definitions, and assertions.
pub(super) fn commands<R: Rng>(scope: &mut Scope<'_, R>) -> Vec<Command> {
    let mut commands = Vec::new();
    for number in 0..scope.rng.random_range(1..5) {
        let (sort, bounds) = declaration(scope, number);
        scope.symbols.push(sort);
        commands.push(Command::Declare(sort));
        commands.extend(bounds.into_iter().map(Command::Assert));
    }
    for _ in 0..scope.rng.random_range(0..3) {
        let is_bool = scope.rng.random_bool(0.5);
        let term = scope.term(3, is_bool);
        let name = scope.names.len();
        scope.names.push(Some(is_bool));
        scope.features.insert("definition");
        commands.push(Command::Define { name, is_bool, term });
    }
    let asserted = scope.rng.random_range(1..4);
    commands.extend((0..asserted).map(|_| Command::Assert(scope.term(4, true))));
    commands
}

/// Draws the sort of a new symbol, and assertions that bound an integer in one of many ways.
fn declaration<R: Rng>(scope: &mut Scope<'_, R>, number: usize) -> (Sort, Vec<Term>) {
    if scope.rng.random_bool(0.3) {
        scope.features.insert("truth value");
        return (Sort::Bool, Vec::new());
    }
    scope.features.insert("integer");
    let place = if scope.wild && scope.rng.random_bool(0.2) {
        scope.features.insert(LARGE);
        PLACES.choose(scope.rng).copied().unwrap_or_default()
    } else {
        scope.rng.random_range(-3..3)
    };
    let (low, high) = (place, place + scope.rng.random_range(-1..4));
    let bounds = bounds(scope.rng.random_range(0..6), number, low, high);
    (Sort::Int(low, high.max(low)), bounds)
}

/// Writes `low <= x <= high` in one of six forms.
fn bounds(form: u32, number: usize, low: i64, high: i64) -> Vec<Term> {
    let (apply, n) = (Term::Apply, Term::Number);
    let x = || Term::Symbol(number);
    match form {
        0 => vec![apply(">=", vec![x(), n(low)]), apply(">=", vec![n(high), x()])],
        1 => vec![apply("<=", vec![n(low), x(), n(high)])],
        2 => vec![apply("<", vec![n(low - 1), x(), n(high + 1)])],
        3 => {
            let outside = vec![apply("<", vec![x(), n(low)]), apply(">", vec![x(), n(high)])];
            vec![Term::Nots(1, Box::new(apply("or", outside)))]
        }
        4 => {
            let next = || apply("+", vec![n(-2), x(), n(3)]);
            vec![
                apply("<=", vec![next(), n(high + 1)]),
                apply("and", vec![Term::Truth(true), apply(">", vec![next(), n(low)])]),
            ]
        }
        _ => {
            let negated = || apply("*", vec![n(-1), x()]);
            vec![apply("<=", vec![n(-high), negated()]), apply(">=", vec![n(-low), negated()])]
        }
    }
}
