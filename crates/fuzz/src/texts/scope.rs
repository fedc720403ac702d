//! Random terms over declared symbols and bound names.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::draw::{Features, LARGE, MOST, number};
use super::term::Term;

/// The sort of a declared symbol.
#[derive(Clone, Copy)]
pub(super) enum Sort {
    Bool,
    /// An integer from the first to the second, inclusive.
    Int(i64, i64),
}

/// The symbols and names from which random terms are made.
pub(super) struct Scope<'r, R> {
    pub rng: &'r mut R,
    /// Whether numbers may be large.
    pub wild: bool,
    pub symbols: Vec<Sort>,
    /// By number, whether each name in scope is a truth value.
    pub names: Vec<Option<bool>>,
    /// The features drawn.
    pub features: Features,
}

impl Sort {
    /// Returns the name in scripts.
    pub(super) fn name(self) -> &'static str {
        match self {
            Sort::Bool => "Bool",
            Sort::Int(..) => "Int",
        }
    }
}

impl<'r, R: Rng> Scope<'r, R> {
    pub(super) fn new(rng: &'r mut R, wild: bool) -> Self {
        Scope { rng, wild, symbols: Vec::new(), names: Vec::new(), features: Features::new() }
    }

    /// Draws a term with operators nested at most this deep, apart from chains and negations.
    pub(super) fn term(&mut self, depth: u32, is_bool: bool) -> Term {
        let Some(next) = depth.checked_sub(1) else { return self.leaf(is_bool) };
        match (self.rng.random_range(0..12), is_bool) {
            (0, _) => self.leaf(is_bool),
            (1, _) => self.bind(next, is_bool),
            (2, _) if self.rng.random_bool(0.3) => self.chain(next, is_bool),
            (2, _) => {
                let condition = self.term(next, true);
                let parts = self.terms(next, is_bool, 2, 2);
                self.apply("ite", [vec![condition], parts].concat())
            }
            (3, _) if self.rng.random_bool(0.2) => {
                self.features.insert("attribute");
                Term::Annotated(Box::new(self.term(next, is_bool)))
            }
            (_, true) => self.truth(next),
            (_, false) => self.integer(next),
        }
    }

    fn truth(&mut self, depth: u32) -> Term {
        match self.rng.random_range(0..8) {
            0 => self.negations(depth),
            1 | 2 => {
                let operator = self.any(&["and", "or", "=>", "xor", "="]);
                let parts = self.terms(depth, true, 2, 3);
                self.apply(operator, parts)
            }
            3 => {
                let parts = self.terms(depth, true, 1, 2);
                let operators: &[_] = if parts.len() == 1 { &["and", "or"] } else { &["distinct"] };
                let operator = self.any(operators);
                self.apply(operator, parts)
            }
            _ => {
                let operator = self.any(&["<", "<=", ">", ">=", "=", "distinct"]);
                let parts = self.terms(depth, false, 2, 3);
                self.apply(operator, parts)
            }
        }
    }

    fn integer(&mut self, depth: u32) -> Term {
        match self.rng.random_range(0..11) {
            8 => {
                // The factors are symbols, so that nested products stay small.
                let parts = vec![self.symbol(), self.symbol()];
                self.features.insert("product of symbols");
                self.apply("*", parts)
            }
            9 => {
                let operator = self.any(&["div", "mod"]);
                let parts = vec![self.term(depth, false), self.divisor()];
                self.apply(operator, parts)
            }
            10 => {
                let parts = self.terms(depth, false, 1, 1);
                self.apply("abs", parts)
            }
            0 | 1 => {
                let factor = self.number();
                let parts = vec![factor, self.term(depth, false)];
                self.apply("*", parts)
            }
            2 => {
                let last = Term::Number(self.rng.random_range(-2..3));
                let parts = vec![self.number(), self.term(depth, false), last];
                self.apply("*", parts)
            }
            3 => {
                let parts = self.terms(depth, false, 1, 3);
                self.apply("-", parts)
            }
            _ => {
                let parts = self.terms(depth, false, 1, 3);
                self.apply("+", parts)
            }
        }
    }

    /// Draws a declared integer, or a number if there is none.
    fn symbol(&mut self) -> Term {
        let is_int = |sort: &Sort| matches!(sort, Sort::Int(..));
        let all: Vec<usize> =
            (0..self.symbols.len()).filter(|&i| is_int(&self.symbols[i])).collect();
        match all.choose(self.rng) {
            Some(&number) => Term::Symbol(number),
            None => self.number(),
        }
    }

    /// Draws a term that is never 0.
    fn divisor(&mut self) -> Term {
        let is_safe = |sort: &Sort| matches!(sort, Sort::Int(low, high) if *low > 0 || *high < 0);
        let safe: Vec<usize> =
            (0..self.symbols.len()).filter(|&i| is_safe(&self.symbols[i])).collect();
        if let Some(&number) = safe.choose(self.rng) {
            self.features.insert("divisor that varies");
            return Term::Symbol(number);
        }
        let size = self.rng.random_range(1..=MOST);
        Term::Number(if self.rng.random_bool(0.5) { size } else { -size })
    }

    fn number(&mut self) -> Term {
        let number = number(self.rng, self.wild);
        if !(-MOST..=MOST).contains(&number) {
            self.features.insert(LARGE);
        }
        Term::Number(number)
    }

    pub(super) fn any(&mut self, operators: &[&'static str]) -> &'static str {
        operators.choose(self.rng).copied().unwrap_or("=")
    }

    fn apply(&mut self, operator: &'static str, parts: Vec<Term>) -> Term {
        self.features.insert(operator);
        Term::Apply(operator, parts)
    }

    fn terms(&mut self, depth: u32, is_bool: bool, least: usize, most: usize) -> Vec<Term> {
        let count = self.rng.random_range(least..=most);
        (0..count).map(|_| self.term(depth, is_bool)).collect()
    }

    pub(super) fn leaf(&mut self, is_bool: bool) -> Term {
        let fits = |sort: &Sort| matches!(sort, Sort::Bool) == is_bool;
        let symbols = (0..self.symbols.len()).filter(|&i| fits(&self.symbols[i]));
        let names = (0..self.names.len()).filter(|&i| self.names[i] == Some(is_bool));
        let all: Vec<Term> = symbols.map(Term::Symbol).chain(names.map(Term::Named)).collect();
        match all.choose(self.rng) {
            Some(term) if self.rng.random_bool(0.8) => term.clone(),
            _ if is_bool => Term::Truth(self.rng.random_bool(0.5)),
            _ => self.number(),
        }
    }

    /// Draws negations, sometimes nested deeper than a recursion would survive.
    fn negations(&mut self, depth: u32) -> Term {
        let most = [2, 300, 20_000].choose(self.rng).copied().unwrap_or(2);
        let count = self.rng.random_range(1..=most);
        self.features.insert(if count > 2000 { "thousands of negations" } else { "not" });
        Term::Nots(count, Box::new(self.term(depth, true)))
    }
}
