//! What expressions and tests mean.

use super::number::Number;
use super::{Assignment, Page, Value};

/// An expression.
#[derive(Clone, Debug)]
pub(super) enum Term {
    Value(Value),
    /// A variable of the table, by its place.
    Variable(usize),
    Apply(usize, Vec<Term>),
    Sum(Box<Term>, Box<Term>),
    Times(Box<Term>, Box<Term>),
    Negated(Box<Term>),
    Quotient(Box<Term>, Box<Term>),
    Rest(Box<Term>, Box<Term>),
    Least(Vec<Term>),
    Greatest(Vec<Term>),
    Size(Box<Term>),
}

/// A test of a cell.
#[derive(Clone, Debug)]
pub(super) enum Test {
    Any,
    Is(Term),
    /// One of `<`, `<=`, `>`, `>=`, `=`, `!=`.
    Compares(&'static str, Term),
    /// Two ends, each with whether it belongs to the range.
    Within((Term, bool), (Term, bool)),
    OneOf(Vec<Test>),
    Not(Box<Test>),
}

/// Values of all symbols, and of the variables of a table.
pub(super) struct World<'a> {
    pub(super) page: &'a Page,
    pub(super) values: &'a Assignment,
    pub(super) variables: &'a [Value],
}

impl World<'_> {
    /// The value of an expression, if it has one.
    pub(super) fn value(&self, term: &Term) -> Option<Value> {
        Some(match term {
            Term::Value(value) => *value,
            Term::Variable(place) => self.variables[*place],
            Term::Apply(symbol, terms) => {
                let arguments: Option<Vec<Value>> =
                    terms.iter().map(|term| self.value(term)).collect();
                return self.values[self.page.place(*symbol, &arguments?)?];
            }
            Term::Sum(a, b) => Value::Number(self.number(a)?.plus(self.number(b)?)),
            Term::Times(a, b) => Value::Number(self.number(a)?.times(self.number(b)?)),
            Term::Negated(a) => Value::Number(self.number(a)?.negated()),
            Term::Quotient(a, b) => Value::Number(self.number(a)?.divided(self.number(b)?)?[0]),
            Term::Rest(a, b) => Value::Number(self.number(a)?.divided(self.number(b)?)?[1]),
            Term::Least(terms) => Value::Number(self.numbers(terms)?.into_iter().min()?),
            Term::Greatest(terms) => Value::Number(self.numbers(terms)?.into_iter().max()?),
            Term::Size(a) => {
                let number = self.number(a)?;
                Value::Number(number.max(number.negated()))
            }
        })
    }

    fn number(&self, term: &Term) -> Option<Number> {
        match self.value(term)? {
            Value::Number(number) => Some(number),
            other => panic!("{other:?} is no number"),
        }
    }

    fn numbers(&self, terms: &[Term]) -> Option<Vec<Number>> {
        terms.iter().map(|term| self.number(term)).collect()
    }

    /// Whether a test of a value holds. What has no value makes it false.
    pub(super) fn holds(&self, value: Option<Value>, test: &Test) -> bool {
        let number = || match value {
            Some(Value::Number(number)) => Some(number),
            _ => None,
        };
        match test {
            Test::Any => true,
            Test::Not(test) => !self.holds(value, test),
            Test::OneOf(tests) => tests.iter().any(|test| self.holds(value, test)),
            Test::Is(term) => value.is_some() && value == self.value(term),
            Test::Compares(sign, term) => {
                let (Some(a), Some(b)) = (value, self.value(term)) else { return false };
                match (*sign, a, b) {
                    ("=", ..) => a == b,
                    ("!=", ..) => a != b,
                    (sign, Value::Number(a), Value::Number(b)) => match sign {
                        "<" => a < b,
                        "<=" => a <= b,
                        ">" => a > b,
                        _ => a >= b,
                    },
                    _ => panic!("{sign} compares {a:?} and {b:?}"),
                }
            }
            Test::Within((low, from), (high, to)) => {
                let ends = (number(), self.number(low), self.number(high));
                let (Some(number), Some(low), Some(high)) = ends else { return false };
                (low < number || *from && low == number) && (number < high || *to && number == high)
            }
        }
    }
}
