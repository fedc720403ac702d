//! The values of all variables and expressions under an assignment.

use parallax_model::Value;
use parallax_model::flatten::{Bool, Values};

use super::document::Document;
use super::items::Item;

/// An assignment of the variables of a document.
pub(super) struct Assigned<'a> {
    values: &'a [Value],
    terms: Values<'a>,
}

impl<'a> Assigned<'a> {
    /// Evaluates all expressions of the document. There is a value for each of its variables.
    pub(super) fn of(document: &'a Document, values: &'a [Value]) -> Self {
        Assigned { values, terms: Values::of(document.terms(), values) }
    }

    /// Returns the value of an item; `None` if an operation in it is undefined.
    pub(super) fn number(&self, item: Item) -> Option<i128> {
        match item {
            Item::Number(number) => Some(number.into()),
            Item::Variable(variable) => self.values.get(variable as usize).map(|&v| v.into()),
            Item::Int(int) => self.terms.whole_int(int).ok(),
            Item::Bool(bool) => self.truth(bool).map(i128::from),
        }
    }

    /// Returns the values of items; `None` if one is undefined.
    pub(super) fn numbers(&self, items: &[Item]) -> Option<Vec<i128>> {
        items.iter().map(|&item| self.number(item)).collect()
    }

    /// Returns a truth value, which is false if an operation in it is undefined.
    pub(super) fn truth(&self, bool: Bool) -> Option<bool> {
        self.terms.whole(bool)
    }
}
