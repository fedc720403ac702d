//! The arguments of a constraint, one after the other, with their types.

use std::collections::HashSet;

use crate::document::{Argument, Call, Document, IntSet, List, Term, Values};

/// The result of reading arguments; the error says what was found and what was expected.
pub(super) type Read<T> = Result<T, String>;

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
    pub(super) fn last_bool(&mut self) -> Read<Term> {
        match self.rest.split_last() {
            Some((&Argument::Term(term), before)) => {
                self.rest = before;
                self.fits(term, Type::Bool, self.all)?;
                Ok(term)
            }
            Some(_) => Err(format!("argument {}: expected a bool", self.all)),
            None => Err("no arguments; expected a bool as the last one".into()),
        }
    }

    /// Returns an error if arguments are left.
    pub(super) fn finish(self) -> Read<()> {
        match self.rest.len() {
            0 => Ok(()),
            more => Err(format!("{} arguments; expected {}", self.all, self.all - more)),
        }
    }

    fn next(&mut self, expected: &str) -> Read<(Argument, usize)> {
        let Some((&first, rest)) = self.rest.split_first() else {
            return Err(format!("{} arguments; expected {expected} after them", self.all));
        };
        self.rest = rest;
        Ok((first, self.all - rest.len()))
    }

    fn fits(&self, term: Term, kind: Type, place: usize) -> Read<()> {
        let fault =
            |found: String| Err(format!("argument {place}: {found}; expected {}", kind.name()));
        match (term, kind) {
            (Term::Value(0 | 1), _) | (Term::Value(_), Type::Int | Type::Either | Type::Number) => {
                Ok(())
            }
            (Term::Value(value), Type::Bool) => fault(value.to_string()),
            (Term::Var(var), _) => {
                let Some(variable) = self.document.variables.get(var.0 as usize) else {
                    return fault("a variable that does not exist".into());
                };
                let is_bool = variable.values == Values::Bool;
                match kind {
                    Type::Int if is_bool => {
                        fault(format!("the bool '{}'", self.document.word(variable.name)))
                    }
                    Type::Bool if !is_bool => {
                        fault(format!("the integer '{}'", self.document.word(variable.name)))
                    }
                    Type::Number => {
                        fault(format!("the variable '{}'", self.document.word(variable.name)))
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    fn term(&mut self, kind: Type) -> Read<Term> {
        match self.next(kind.name())? {
            (Argument::Term(term), place) => self.fits(term, kind, place).map(|()| term),
            (_, place) => Err(format!("argument {place}: expected {}", kind.name())),
        }
    }

    fn array(&mut self, kind: Type) -> Read<List> {
        let expected = match kind {
            Type::Int => "an array of integers",
            Type::Bool => "an array of bools",
            Type::Either => "an array",
            Type::Number => "an array of constants",
        };
        let (Argument::List(list), place) = self.next(expected)? else {
            return Err(format!("argument {}: expected {expected}", self.all - self.rest.len()));
        };
        if self.checked.0.insert((list.start, list.end, kind)) {
            for term in self.document.list(list).iter() {
                self.fits(term, kind, place)?;
            }
        }
        Ok(list)
    }

    /// Reads an integer.
    pub(super) fn int(&mut self) -> Read<Term> {
        self.term(Type::Int)
    }

    /// Reads a truth value.
    pub(super) fn bool(&mut self) -> Read<Term> {
        self.term(Type::Bool)
    }

    /// Reads a constant integer.
    pub(super) fn number(&mut self) -> Read<i64> {
        match self.term(Type::Number)? {
            Term::Value(value) => Ok(value),
            Term::Var(_) => Err("expected a constant integer".into()),
        }
    }

    /// Reads an array of integers.
    pub(super) fn ints(&mut self) -> Read<List> {
        self.array(Type::Int)
    }

    /// Reads an array of truth values.
    pub(super) fn bools(&mut self) -> Read<List> {
        self.array(Type::Bool)
    }

    /// Reads an array of integers or truth values.
    pub(super) fn eithers(&mut self) -> Read<List> {
        self.array(Type::Either)
    }

    /// Reads an array of constant integers.
    pub(super) fn numbers(&mut self) -> Read<List> {
        self.array(Type::Number)
    }

    /// Reads a constant set.
    pub(super) fn set(&mut self) -> Read<IntSet> {
        match self.next("a set")? {
            (Argument::Set(set), _) => Ok(set),
            (_, place) => Err(format!("argument {place}: expected a constant set")),
        }
    }

    /// Returns an error unless two lists have the same length.
    pub(super) fn same_length(&self, a: List, b: List) -> Read<()> {
        let [a, b] = [a, b].map(|list| self.document.list(list).len());
        if a == b {
            Ok(())
        } else {
            Err(format!("arrays of lengths {a} and {b}; expected one length"))
        }
    }

    /// Returns the elements of a list.
    pub(super) fn elements(&self, list: List) -> Vec<Term> {
        self.document.list(list).iter().collect()
    }
}
