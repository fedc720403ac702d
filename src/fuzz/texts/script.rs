//! Random scripts.

use std::fmt::Write;

use rand::Rng;
use rand::seq::IndexedRandom;

use super::draw::number;
use super::evaluate::{Term, symbol, value};
use super::hold::Drawn;
use crate::inputs::Form;
use crate::instance::Terms;

/// Where small domains stand in wild texts; within and beyond what is read.
const PLACES: &[i64] = &[
    999_999_998,
    -1_000_000_000,
    1_000_000_000,
    2_000_000_000,
    i32::MAX as i64 - 1,
    i64::MAX - 9,
    i64::MIN + 9,
];

/// A declared symbol.
enum Sort {
    Bool,
    /// From the first to the second.
    Int(i64, i64),
}

/// A script that is being drawn.
struct Script<'r, R> {
    rng: &'r mut R,
    wild: bool,
    symbols: Vec<Sort>,
    /// Whether each name that is in scope, by its number, is a truth value.
    names: Vec<Option<bool>>,
}

/// A random script with its solutions.
pub(super) fn draw(rng: &mut impl Rng) -> Drawn {
    let wild = rng.random_bool(0.3);
    let mut script = Script { rng, wild, symbols: Vec::new(), names: Vec::new() };
    let (mut text, mut asserted) = (String::new(), Vec::new());
    for number in 0..script.rng.random_range(1..5) {
        script.declare(number, &mut text, &mut asserted);
    }
    let mut defined = Vec::new();
    for _ in 0..script.rng.random_range(0..3) {
        let is_bool = script.rng.random_bool(0.5);
        let term = script.term(3, is_bool);
        let (name, sort) = (script.names.len(), if is_bool { "Bool" } else { "Int" });
        script.names.push(Some(is_bool));
        let _ = writeln!(text, "(define-fun n{name} () {sort} {term})");
        defined.push((name, term));
    }
    for _ in 0..script.rng.random_range(1..4) {
        let term = script.term(4, true);
        let end = ["\n", " ", "; more\r", "\r\n"].choose(script.rng).unwrap_or(&" ");
        let _ = write!(text, "(assert {term}){end}");
        asserted.push(term);
    }
    let symbols = script.symbols;
    let holds = |values: &[i128]| {
        let mut names = Vec::new();
        for (name, term) in &defined {
            let value = value(term, values, &mut names);
            names.resize(names.len().max(name + 1), None);
            names[*name] = Some(value);
        }
        asserted.iter().all(|term| value(term, values, &mut names) == 1)
    };
    let (mut solutions, mut rules, mut too_large) = (Vec::new(), Vec::new(), false);
    for values in assignments(&symbols) {
        let is_solution = holds(&values);
        let terms: Option<Terms> = values.iter().map(|&v| i32::try_from(v).ok()).collect();
        let Some(terms) = terms else {
            too_large |= is_solution;
            continue;
        };
        if is_solution {
            solutions.push(terms.clone());
        }
        rules.push((terms, is_solution));
    }
    solutions.sort();
    let (best, optimise) = (None, false);
    Drawn { form: Form::Smt, text, solutions, best, rules, optimise, too_large, tame: !wild }
}

/// All assignments, with a value on each side of what is asserted.
fn assignments(symbols: &[Sort]) -> Vec<Vec<i128>> {
    let mut all: Vec<Vec<i128>> = vec![Vec::new()];
    for sort in symbols {
        let (low, high) = match sort {
            Sort::Bool => (0, 1),
            Sort::Int(low, high) => (i128::from(*low) - 1, i128::from(*high) + 1),
        };
        let longer = |start: &Vec<i128>| {
            let start = start.clone();
            (low..=high).map(move |value| [&start[..], &[value]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn apply(operator: &'static str, parts: Vec<Term>) -> Term {
    Term::Apply(operator, parts)
}

impl<R: Rng> Script<'_, R> {
    /// Declares a symbol; of an integer the bounds are asserted in one of many
    /// ways.
    fn declare(&mut self, number: usize, text: &mut String, asserted: &mut Vec<Term>) {
        if self.rng.random_bool(0.3) {
            self.symbols.push(Sort::Bool);
            let _ = writeln!(text, "(declare-const {} Bool)", symbol(number));
            return;
        }
        let place = match self.wild && self.rng.random_bool(0.4) {
            true => PLACES.choose(self.rng).copied().unwrap_or_default(),
            false => self.rng.random_range(-3..3),
        };
        let (low, high) = (place, place + self.rng.random_range(-1..4));
        self.symbols.push(Sort::Int(low, high.max(low)));
        let _ = writeln!(text, "(declare-fun {} () Int)", symbol(number));
        let x = || Term::Symbol(number);
        let n = Term::Number;
        let terms = match self.rng.random_range(0..6) {
            0 => vec![apply(">=", vec![x(), n(low)]), apply(">=", vec![n(high), x()])],
            1 => vec![apply("<=", vec![n(low), x(), n(high)])],
            2 => vec![apply("<", vec![n(low - 1), x(), n(high + 1)])],
            3 => {
                let outside = vec![apply("<", vec![x(), n(low)]), apply(">", vec![x(), n(high)])];
                vec![apply("not", vec![apply("or", outside)])]
            }
            4 => {
                let plus = || apply("+", vec![n(-2), x(), n(3)]);
                vec![
                    apply("<=", vec![plus(), n(high + 1)]),
                    apply("and", vec![Term::True, apply(">", vec![plus(), n(low)])]),
                ]
            }
            _ => {
                let twice = || apply("*", vec![n(-1), x()]);
                vec![apply("<=", vec![n(-high), twice()]), apply(">=", vec![n(-low), twice()])]
            }
        };
        for term in terms {
            let _ = writeln!(text, "(assert {term})");
            asserted.push(term);
        }
    }

    fn terms(&mut self, depth: u32, is_bool: bool, least: usize, most: usize) -> Vec<Term> {
        let count = self.rng.random_range(least..=most);
        (0..count).map(|_| self.term(depth, is_bool)).collect()
    }

    fn leaf(&mut self, is_bool: bool) -> Term {
        let fits = |sort: &Sort| matches!(sort, Sort::Bool) == is_bool;
        let symbols = (0..self.symbols.len()).filter(|&i| fits(&self.symbols[i]));
        let names = (0..self.names.len()).filter(|&i| self.names[i] == Some(is_bool));
        let all: Vec<Term> = symbols.map(Term::Symbol).chain(names.map(Term::Named)).collect();
        match all.choose(self.rng) {
            Some(term) if self.rng.random_bool(0.8) => term.clone(),
            _ if is_bool => Term::True,
            _ => Term::Number(number(self.rng, self.wild)),
        }
    }

    fn term(&mut self, depth: u32, is_bool: bool) -> Term {
        let Some(next) = depth.checked_sub(1) else { return self.leaf(is_bool) };
        match (self.rng.random_range(0..10), is_bool) {
            (0, _) => self.leaf(is_bool),
            (1, _) => self.bind(next, is_bool),
            (2, _) if self.rng.random_bool(0.3) => self.chain(next, is_bool),
            (2, _) => {
                let condition = self.term(next, true);
                let parts = self.terms(next, is_bool, 2, 2);
                apply("ite", [vec![condition], parts].concat())
            }
            (3, true) => {
                let deepest = [2, 300, 20_000].choose(self.rng);
                let count = self.rng.random_range(0..*deepest.unwrap_or(&2));
                Term::Nots(count, Box::new(self.term(next, true)))
            }
            (4 | 5, true) => {
                let operator = ["and", "or", "=>", "xor", "="].choose(self.rng);
                apply(operator.unwrap_or(&"or"), self.terms(next, true, 2, 3))
            }
            (_, true) => {
                let operator = ["<", "<=", ">", ">=", "=", "distinct"].choose(self.rng);
                apply(operator.unwrap_or(&"="), self.terms(next, false, 2, 3))
            }
            (3 | 4, false) => {
                let factor = Term::Number(number(self.rng, self.wild));
                apply("*", vec![factor, self.term(next, false)])
            }
            (5, false) => apply("-", self.terms(next, false, 1, 3)),
            (_, false) => apply("+", self.terms(next, false, 1, 3)),
        }
    }

    /// A `let`; some of its names hide others.
    fn bind(&mut self, depth: u32, is_bool: bool) -> Term {
        let mut bound: Vec<(usize, Term)> = Vec::new();
        let mut before = Vec::new();
        for _ in 0..self.rng.random_range(1..3) {
            let of_bool = self.rng.random_bool(0.5);
            let term = self.term(depth, of_bool);
            let number = match self.rng.random_range(0..=self.names.len()) {
                old if self.rng.random_bool(0.4) && bound.iter().all(|(name, _)| *name != old) => {
                    old
                }
                _ => self.names.len(),
            };
            self.names.resize(self.names.len().max(number + 1), None);
            bound.push((number, term));
            before.push((number, self.names[number], of_bool));
        }
        // The terms do not see the names; the body does.
        before.iter().for_each(|&(number, _, of_bool)| self.names[number] = Some(of_bool));
        let body = self.term(depth, is_bool);
        before.into_iter().for_each(|(number, outer, _)| self.names[number] = outer);
        Term::Let(bound, Box::new(body))
    }

    /// Names each of which stands twice or more in the next: a term that is
    /// exponential in its length when it is written out.
    fn chain(&mut self, depth: u32, is_bool: bool) -> Term {
        let first = self.term(depth, is_bool);
        let start = self.names.len();
        let length = self.rng.random_range(1..40);
        self.names.resize(start + length + 1, None);
        let operators = ["and", "or", "=>", "xor", "="];
        let mut parts = vec![first];
        for name in (start..).take(length) {
            let again = || Term::Named(name);
            parts.push(match is_bool {
                true => {
                    let other = self.leaf(true);
                    let operator = operators.choose(self.rng).unwrap_or(&"or");
                    apply(operator, vec![again(), other, again()])
                }
                // Sums stay small.
                false => apply("-", vec![again(), again(), again()]),
            });
        }
        let body = Term::Named(start + length);
        let named = parts.into_iter().enumerate().rev();
        named.fold(body, |body, (i, term)| Term::Let(vec![(start + i, term)], Box::new(body)))
    }
}
