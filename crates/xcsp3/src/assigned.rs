//! The values of all variables and expressions under an assignment.

use parallax_model::Value;
use parallax_model::flatten::{BoolExpression, ExpressionValues};

use super::document::Xcsp3Document;
use super::items::ListItem;

/// An assignment of the variables of a document.
pub(super) struct Xcsp3Assignment<'a> {
    values: &'a [Value],
    terms: ExpressionValues<'a>,
}

impl<'a> Xcsp3Assignment<'a> {
    /// Evaluates all expressions of the document. There is a value for each of its variables.
    pub(super) fn evaluate_document(document: &'a Xcsp3Document, values: &'a [Value]) -> Self {
        Xcsp3Assignment {
            values,
            terms: ExpressionValues::evaluate_nodes(document.terms(), values),
        }
    }

    /// Returns the value of an item; `None` if an operation in it is undefined.
    pub(super) fn item_value(&self, item: ListItem) -> Option<i128> {
        match item {
            ListItem::Number(number) => Some(number.into()),
            ListItem::Variable(variable) => self.values.get(variable as usize).map(|&v| v.into()),
            ListItem::Int(int) => self.terms.whole_int(int).ok(),
            ListItem::Bool(bool) => self.truth_value(bool).map(i128::from),
        }
    }

    /// Returns the values of items; `None` if one is undefined.
    pub(super) fn item_values(&self, items: &[ListItem]) -> Option<Vec<i128>> {
        items.iter().map(|&item| self.item_value(item)).collect()
    }

    /// Returns a truth value, which is false if an operation in it is undefined.
    pub(super) fn truth_value(&self, bool: BoolExpression) -> Option<bool> {
        self.terms.is_wholly_true(bool)
    }
}
