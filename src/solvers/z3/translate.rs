//! From our terms to Z3's, and from Z3's models to integers.

use parallax_encodings::smt::{Script, Term};
use z3::Model;
use z3::ast::{Ast, Bool, Int};

/// The variables of a script as Z3 constants of the current thread.
pub(super) struct Translation {
    ints: Vec<Int>,
    bools: Vec<Bool>,
}

impl Translation {
    /// Declares the variables of a script.
    pub(super) fn new(script: &Script) -> Self {
        // Indices as names: the user's names may clash.
        let ints = (0..script.ints.len()).map(|i| Int::new_const(format!("i{i}"))).collect();
        let bools = (0..script.bools.len()).map(|i| Bool::new_const(format!("b{i}"))).collect();
        Translation { ints, bools }
    }

    /// An integer fixed to a value.
    pub(super) fn is(&self, int: usize, value: i64) -> Bool {
        self.ints[int].eq(Int::from_i64(value))
    }

    /// Some of these integers has another value than in `values`.
    pub(super) fn differs(&self, ints: &[usize], values: &[i64]) -> Bool {
        let parts: Vec<Bool> = ints.iter().map(|&i| self.is(i, values[i]).not()).collect();
        Bool::or(&parts)
    }

    /// A weighted sum is less than in `values`, which it can be written for.
    pub(super) fn costs_less(&self, cost: &[(i64, usize)], values: &[i64]) -> Bool {
        let bound: i64 = cost.iter().map(|&(a, i)| a * values[i]).sum();
        let zero = Int::from_i64(0);
        let terms = cost.iter().map(|&(a, i)| Int::mul(&[Int::from_i64(a), self.ints[i].clone()]));
        let terms: Vec<Int> = terms.chain([zero]).collect();
        Int::add(&terms).lt(Int::from_i64(bound))
    }

    /// The values of all integers in a model.
    pub(super) fn values(&self, model: &Model) -> Option<Vec<i64>> {
        self.ints.iter().map(|int| model.eval(int, true)?.as_i64()).collect()
    }

    /// A term that is true or false.
    pub(super) fn truth(&mut self, term: &Term) -> Bool {
        match term {
            Term::Bool(value) => Bool::from_bool(*value),
            Term::BoolVar(i) => self.bools[*i].clone(),
            Term::Not(a) => self.truth(a).not(),
            Term::And(terms) => Bool::and(&self.truths(terms)),
            Term::Or(terms) => Bool::or(&self.truths(terms)),
            Term::Implies(a, b) => self.truth(a).implies(self.truth(b)),
            Term::Iff(a, b) => self.truth(a).iff(self.truth(b)),
            Term::Ite(a, b, c) => {
                let (b, c) = (self.truth(b), self.truth(c));
                self.truth(a).ite(&b, &c)
            }
            Term::Eq(a, b) => self.number(a).eq(self.number(b)),
            Term::Distinct(terms) => Int::distinct(&self.numbers(terms)),
            Term::Le(a, b) => self.number(a).le(self.number(b)),
            Term::Lt(a, b) => self.number(a).lt(self.number(b)),
            Term::Ge(a, b) => self.number(a).ge(self.number(b)),
            Term::Gt(a, b) => self.number(a).gt(self.number(b)),
            Term::Int(_) | Term::IntVar(_) | Term::Add(_) | Term::Mul(_) => {
                unreachable!("a term of sort Int where the encodings build one of sort Bool")
            }
        }
    }

    /// A term that is an integer.
    fn number(&mut self, term: &Term) -> Int {
        match term {
            Term::Int(value) => Int::from_i64(*value),
            Term::IntVar(i) => self.ints[*i].clone(),
            Term::Add(terms) => Int::add(&self.numbers(terms)),
            Term::Mul(terms) => Int::mul(&self.numbers(terms)),
            Term::Ite(a, b, c) => {
                let (b, c) = (self.number(b), self.number(c));
                self.truth(a).ite(&b, &c)
            }
            other => unreachable!("{other:?} where the encodings build an integer"),
        }
    }

    fn truths(&mut self, terms: &[Term]) -> Vec<Bool> {
        terms.iter().map(|term| self.truth(term)).collect()
    }

    fn numbers(&mut self, terms: &[Term]) -> Vec<Int> {
        terms.iter().map(|term| self.number(term)).collect()
    }
}
