//! Values for all variables of a file.

use super::document::{Document, IntSet, List, Term};
use super::int_set::Ranges;

/// Values for all variables of a file, in its order: the ground of the meaning of constraints.
#[derive(Clone, Copy)]
pub(super) struct Assigned<'a> {
    document: &'a Document,
    values: &'a [i64],
}

impl<'a> Assigned<'a> {
    /// Creates the assignment; every variable has a value.
    pub(super) fn new(document: &'a Document, values: &'a [i64]) -> Self {
        Assigned { document, values }
    }

    /// Returns the value of a term.
    pub(super) fn term(&self, term: Term) -> i64 {
        match term {
            Term::Value(value) => value,
            Term::Var(var) => self.values.get(var.0 as usize).copied().unwrap_or_default(),
        }
    }

    /// Returns the values of a list.
    pub(super) fn list(self, list: List) -> impl ExactSizeIterator<Item = i64> + 'a {
        self.document.list(list).iter().map(move |term| self.term(term))
    }

    /// Returns the value at a place of a list; `None` outside it.
    pub(super) fn at(&self, list: List, place: i128) -> Option<i64> {
        let place = usize::try_from(place).ok()?;
        self.document.list(list).get(place).map(|term| self.term(term))
    }

    /// Returns a constant set.
    pub(super) fn set(&self, set: IntSet) -> &'a Ranges {
        self.document.ranges(set)
    }
}
