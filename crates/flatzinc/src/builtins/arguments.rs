//! The arguments of a constraint, one after the other, with their types.

use std::collections::HashSet;

use crate::document::{Argument, Call, Document, IntSet, List, Term, Values};
use crate::error::{ArgumentError, FoundTerm};

/// The type of the elements of an array, or of a single argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Type {
    Int,
    Bool,
    /// Integers or truth values.
    Either,
    /// Constant integers.
    Number,
}

impl Type {
    fn name(self) -> &'static str {
        match self {
            Type::Int => "an integer",
            Type::Bool => "a bool",
            Type::Either => "an integer or a bool",
            Type::Number => "a constant integer",
        }
    }
}

/// The lists that were found to have elements of a type, so that each is checked once.
#[derive(Default)]
pub(crate) struct Checked(HashSet<(u32, u32, Type)>);

/// The arguments of a constraint that were not read yet.
pub(super) struct Arguments<'d> {
    document: &'d Document,
    rest: &'d [Argument],
    all: usize,
    checked: &'d mut Checked,
}

impl<'d> Arguments<'d> {
    /// Returns the arguments of a constraint.
    pub(super) fn of(document: &'d Document, call: &Call, checked: &'d mut Checked) -> Self {
        let rest = document.arguments(call);
        Arguments { document, rest, all: rest.len(), checked }
    }

    /// Returns the number of arguments that were not read yet.
    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    /// Takes the last argument, a truth value, away.
    pub(super) fn last_bool(&mut self) -> Result<Term, ArgumentError> {
        match self.rest.split_last() {
            Some((&Argument::Term(term), before)) => {
                self.rest = before;
                self.fits(term, Type::Bool, self.all)?;
                Ok(term)
            }
            Some(_) => {
                Err(ArgumentError::OtherForm { place: self.all, expected: Type::Bool.name() })
            }
            None => Err(ArgumentError::NoArguments),
        }
    }

    /// Returns an error if arguments are left.
    pub(super) fn finish(self) -> Result<(), ArgumentError> {
        match self.rest.len() {
            0 => Ok(()),
            more => Err(ArgumentError::TooMany { found: self.all, expected: self.all - more }),
        }
    }

    fn next(&mut self, expected: &'static str) -> Result<(Argument, usize), ArgumentError> {
        let Some((&first, rest)) = self.rest.split_first() else {
            return Err(ArgumentError::TooFew { found: self.all, expected });
        };
        self.rest = rest;
        Ok((first, self.all - rest.len()))
    }

    fn fits(&self, term: Term, kind: Type, place: usize) -> Result<(), ArgumentError> {
        let fault = |found| Err(ArgumentError::OtherType { place, found, expected: kind.name() });
        match (term, kind) {
            (Term::Value(0 | 1), _) | (Term::Value(_), Type::Int | Type::Either | Type::Number) => {
                Ok(())
            }
            (Term::Value(value), Type::Bool) => fault(FoundTerm::Number(value)),
            (Term::Var(var), _) => {
                let Some(variable) = self.document.variables.get(var.0 as usize) else {
                    return fault(FoundTerm::Nothing);
                };
                let is_bool = variable.values == Values::Bool;
                let name = || self.document.word(variable.name).to_owned();
                match kind {
                    Type::Int if is_bool => fault(FoundTerm::Bool(name())),
                    Type::Bool if !is_bool => fault(FoundTerm::Integer(name())),
                    Type::Number => fault(FoundTerm::Variable(name())),
                    _ => Ok(()),
                }
            }
        }
    }

    fn term(&mut self, kind: Type) -> Result<Term, ArgumentError> {
        match self.next(kind.name())? {
            (Argument::Term(term), place) => self.fits(term, kind, place).map(|()| term),
            (_, place) => Err(ArgumentError::OtherForm { place, expected: kind.name() }),
        }
    }

    fn array(&mut self, kind: Type) -> Result<List, ArgumentError> {
        let expected = match kind {
            Type::Int => "an array of integers",
            Type::Bool => "an array of bools",
            Type::Either => "an array",
            Type::Number => "an array of constants",
        };
        let (Argument::List(list), place) = self.next(expected)? else {
            let place = self.all - self.rest.len();
            return Err(ArgumentError::OtherForm { place, expected });
        };
        if self.checked.0.insert((list.start, list.end, kind)) {
            for term in self.document.list(list).iter() {
                self.fits(term, kind, place)?;
            }
        }
        Ok(list)
    }

    /// Reads an integer.
    pub(super) fn int(&mut self) -> Result<Term, ArgumentError> {
        self.term(Type::Int)
    }

    /// Reads a truth value.
    pub(super) fn bool(&mut self) -> Result<Term, ArgumentError> {
        self.term(Type::Bool)
    }

    /// Reads a constant integer.
    pub(super) fn number(&mut self) -> Result<i64, ArgumentError> {
        match self.term(Type::Number)? {
            Term::Value(value) => Ok(value),
            Term::Var(_) => Err(ArgumentError::NoConstant),
        }
    }

    /// Reads an array of integers.
    pub(super) fn ints(&mut self) -> Result<List, ArgumentError> {
        self.array(Type::Int)
    }

    /// Reads an array of truth values.
    pub(super) fn bools(&mut self) -> Result<List, ArgumentError> {
        self.array(Type::Bool)
    }

    /// Reads an array of integers or truth values.
    pub(super) fn eithers(&mut self) -> Result<List, ArgumentError> {
        self.array(Type::Either)
    }

    /// Reads an array of constant integers.
    pub(super) fn numbers(&mut self) -> Result<List, ArgumentError> {
        self.array(Type::Number)
    }

    /// Reads a constant set.
    pub(super) fn set(&mut self) -> Result<IntSet, ArgumentError> {
        match self.next("a set")? {
            (Argument::Set(set), _) => Ok(set),
            (_, place) => Err(ArgumentError::OtherForm { place, expected: "a constant set" }),
        }
    }

    /// Returns an error unless two lists have the same length.
    pub(super) fn same_length(&self, a: List, b: List) -> Result<(), ArgumentError> {
        let [first, second] = [a, b].map(|list| self.document.list(list).len());
        if first == second { Ok(()) } else { Err(ArgumentError::OtherLengths { first, second }) }
    }

    /// Returns the elements of a list.
    pub(super) fn elements(&self, list: List) -> Vec<Term> {
        self.document.list(list).iter().collect()
    }
}
