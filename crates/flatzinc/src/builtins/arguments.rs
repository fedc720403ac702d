//! The arguments of a constraint, one after the other, with their types.

use std::collections::HashSet;

use crate::document::{
    ConstraintCall, DeclaredValues, ElementRange, FlatzincArgument, FlatzincDocument, FlatzincTerm,
    IntSet,
};
use crate::error::{ArgumentError, FoundTerm};

/// The type of the elements of an array, or of a single argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ArgumentType {
    Int,
    Bool,
    /// Integers or truth values.
    Either,
    /// Constant integers.
    Number,
}

impl ArgumentType {
    fn type_name(self) -> &'static str {
        match self {
            ArgumentType::Int => "an integer",
            ArgumentType::Bool => "a bool",
            ArgumentType::Either => "an integer or a bool",
            ArgumentType::Number => "a constant integer",
        }
    }
}

/// The lists that were found to have elements of a type, so that each is checked once.
#[derive(Default)]
pub(crate) struct CheckedLists(HashSet<(u32, u32, ArgumentType)>);

/// The arguments of a constraint that were not read yet.
pub(super) struct ArgumentCursor<'d> {
    document: &'d FlatzincDocument,
    rest: &'d [FlatzincArgument],
    all: usize,
    checked: &'d mut CheckedLists,
}

impl<'d> ArgumentCursor<'d> {
    /// Returns the arguments of a constraint.
    pub(super) fn from_call(
        document: &'d FlatzincDocument,
        call: &ConstraintCall,
        checked: &'d mut CheckedLists,
    ) -> Self {
        let rest = document.call_arguments(call);
        ArgumentCursor { document, rest, all: rest.len(), checked }
    }

    /// Returns the number of arguments that were not read yet.
    pub(super) fn remaining_count(&self) -> usize {
        self.rest.len()
    }

    /// Takes the last argument, a truth value, away.
    pub(super) fn last_bool(&mut self) -> Result<FlatzincTerm, ArgumentError> {
        match self.rest.split_last() {
            Some((&FlatzincArgument::Term(term), before)) => {
                self.rest = before;
                self.check_type(term, ArgumentType::Bool, self.all)?;
                Ok(term)
            }
            Some(_) => Err(ArgumentError::OtherForm {
                place: self.all,
                expected: ArgumentType::Bool.type_name(),
            }),
            None => Err(ArgumentError::NoArguments),
        }
    }

    /// Returns an error if arguments are left.
    pub(super) fn expect_end(self) -> Result<(), ArgumentError> {
        match self.rest.len() {
            0 => Ok(()),
            more => Err(ArgumentError::TooMany { found: self.all, expected: self.all - more }),
        }
    }

    fn next(&mut self, expected: &'static str) -> Result<(FlatzincArgument, usize), ArgumentError> {
        let Some((&first, rest)) = self.rest.split_first() else {
            return Err(ArgumentError::TooFew { found: self.all, expected });
        };
        self.rest = rest;
        // Arguments count from 1.
        Ok((first, self.all - rest.len()))
    }

    fn check_type(
        &self,
        term: FlatzincTerm,
        kind: ArgumentType,
        place: usize,
    ) -> Result<(), ArgumentError> {
        let fault =
            |found| Err(ArgumentError::OtherType { place, found, expected: kind.type_name() });
        match (term, kind) {
            // Constants lose their type when they are read, so 0 and 1 also pass as truth values.
            (FlatzincTerm::Value(0 | 1), _)
            | (
                FlatzincTerm::Value(_),
                ArgumentType::Int | ArgumentType::Either | ArgumentType::Number,
            ) => Ok(()),
            (FlatzincTerm::Value(value), ArgumentType::Bool) => fault(FoundTerm::Number(value)),
            (FlatzincTerm::Var(var), _) => {
                let Some(variable) = self.document.variables.get(var.0 as usize) else {
                    return fault(FoundTerm::Nothing);
                };
                let is_bool = variable.values == DeclaredValues::Bool;
                let name = || self.document.word_text(variable.name).to_owned();
                match kind {
                    ArgumentType::Int if is_bool => fault(FoundTerm::Bool(name())),
                    ArgumentType::Bool if !is_bool => fault(FoundTerm::Integer(name())),
                    ArgumentType::Number => fault(FoundTerm::Variable(name())),
                    _ => Ok(()),
                }
            }
        }
    }

    fn read_term(&mut self, kind: ArgumentType) -> Result<FlatzincTerm, ArgumentError> {
        match self.next(kind.type_name())? {
            (FlatzincArgument::Term(term), place) => {
                self.check_type(term, kind, place).map(|()| term)
            }
            (_, place) => Err(ArgumentError::OtherForm { place, expected: kind.type_name() }),
        }
    }

    fn read_array(&mut self, kind: ArgumentType) -> Result<ElementRange, ArgumentError> {
        let expected = match kind {
            ArgumentType::Int => "an array of integers",
            ArgumentType::Bool => "an array of bools",
            ArgumentType::Either => "an array",
            ArgumentType::Number => "an array of constants",
        };
        let (FlatzincArgument::List(list), place) = self.next(expected)? else {
            let place = self.all - self.rest.len();
            return Err(ArgumentError::OtherForm { place, expected });
        };
        if self.checked.0.insert((list.start, list.end, kind)) {
            for term in self.document.list_terms(list).iter() {
                self.check_type(term, kind, place)?;
            }
        }
        Ok(list)
    }

    /// Reads an integer.
    pub(super) fn read_int(&mut self) -> Result<FlatzincTerm, ArgumentError> {
        self.read_term(ArgumentType::Int)
    }

    /// Reads a truth value.
    pub(super) fn read_bool(&mut self) -> Result<FlatzincTerm, ArgumentError> {
        self.read_term(ArgumentType::Bool)
    }

    /// Reads a constant integer.
    pub(super) fn read_number(&mut self) -> Result<i64, ArgumentError> {
        match self.read_term(ArgumentType::Number)? {
            FlatzincTerm::Value(value) => Ok(value),
            FlatzincTerm::Var(_) => Err(ArgumentError::NoConstant),
        }
    }

    /// Reads an array of integers.
    pub(super) fn read_ints(&mut self) -> Result<ElementRange, ArgumentError> {
        self.read_array(ArgumentType::Int)
    }

    /// Reads an array of truth values.
    pub(super) fn read_bools(&mut self) -> Result<ElementRange, ArgumentError> {
        self.read_array(ArgumentType::Bool)
    }

    /// Reads an array of integers or truth values.
    pub(super) fn read_eithers(&mut self) -> Result<ElementRange, ArgumentError> {
        self.read_array(ArgumentType::Either)
    }

    /// Reads an array of constant integers.
    pub(super) fn read_numbers(&mut self) -> Result<ElementRange, ArgumentError> {
        self.read_array(ArgumentType::Number)
    }

    /// Reads a constant set.
    pub(super) fn read_set(&mut self) -> Result<IntSet, ArgumentError> {
        match self.next("a set")? {
            (FlatzincArgument::Set(set), _) => Ok(set),
            (_, place) => Err(ArgumentError::OtherForm { place, expected: "a constant set" }),
        }
    }

    /// Returns an error unless two lists have the same length.
    pub(super) fn same_length(
        &self,
        a: ElementRange,
        b: ElementRange,
    ) -> Result<(), ArgumentError> {
        let [first, second] = [a, b].map(|list| self.document.list_terms(list).len());
        if first == second { Ok(()) } else { Err(ArgumentError::OtherLengths { first, second }) }
    }

    /// Returns the elements of a list.
    pub(super) fn list_terms(&self, list: ElementRange) -> Vec<FlatzincTerm> {
        self.document.list_terms(list).iter().collect()
    }
}
