//! Values for all variables of a file.

use super::document::{ElementRange, FlatzincDocument, FlatzincTerm, IntSet};
use super::int_set::Ranges;

/// Values for all variables of a file, in its order: the ground of the meaning of constraints.
#[derive(Clone, Copy)]
pub(super) struct FlatzincAssignment<'a> {
    document: &'a FlatzincDocument,
    values: &'a [i64],
}

impl<'a> FlatzincAssignment<'a> {
    /// Creates the assignment; every variable has a value.
    pub(super) fn new(document: &'a FlatzincDocument, values: &'a [i64]) -> Self {
        FlatzincAssignment { document, values }
    }

    /// Returns the value of a term.
    pub(super) fn term_value(&self, term: FlatzincTerm) -> i64 {
        match term {
            FlatzincTerm::Value(value) => value,
            FlatzincTerm::Var(var) => self.values.get(var.0 as usize).copied().unwrap_or_default(),
        }
    }

    /// Returns the values of a list.
    pub(super) fn list_values(self, list: ElementRange) -> impl ExactSizeIterator<Item = i64> + 'a {
        self.document.list_terms(list).iter().map(move |term| self.term_value(term))
    }

    /// Returns the value at a place of a list; `None` outside it.
    pub(super) fn value_at(&self, list: ElementRange, index: i128) -> Option<i64> {
        let index = usize::try_from(index).ok()?;
        self.document.list_terms(list).get(index).map(|term| self.term_value(term))
    }

    /// Returns a constant set.
    pub(super) fn set_ranges(&self, set: IntSet) -> &'a Ranges {
        self.document.set_ranges(set)
    }
}
