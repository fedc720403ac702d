//! The values of all variables and expressions under an assignment.

use parallax_model::Value;
use parallax_model::flatten::{Bool, Node, Terms, Values};

use super::document::Document;
use super::items::Item;

/// An assignment of the variables of a document.
pub(super) struct Assigned<'a> {
    values: &'a [Value],
    terms: Values<'a>,
    /// For each expression, whether no operation in it is undefined.
    defined: Vec<bool>,
}

impl<'a> Assigned<'a> {
    /// Evaluates all expressions of the document. There is a value for each of its variables.
    pub(super) fn of(document: &'a Document, values: &'a [Value]) -> Self {
        let terms = Values::of(document.terms(), values);
        let defined = defined(document.terms(), &terms);
        Assigned { values, terms, defined }
    }

    /// Returns the value of an item; `None` if an operation in it is undefined.
    pub(super) fn number(&self, item: Item) -> Option<i128> {
        match item {
            Item::Number(number) => Some(number.into()),
            Item::Variable(variable) => self.values.get(variable as usize).map(|&v| v.into()),
            Item::Int(int) => {
                let is_defined = self.defined.get(int.place()).copied().unwrap_or(false);
                self.terms.int(int).ok().filter(|_| is_defined)
            }
            Item::Bool(bool) => self.truth(bool).map(i128::from),
        }
    }

    /// Returns the values of items; `None` if one is undefined.
    pub(super) fn numbers(&self, items: &[Item]) -> Option<Vec<i128>> {
        items.iter().map(|&item| self.number(item)).collect()
    }

    /// Returns a truth value; `None` if an operation in it is undefined.
    pub(super) fn truth(&self, bool: Bool) -> Option<bool> {
        let is_defined = self.defined.get(bool.place()).copied().unwrap_or(false);
        self.terms.bool(bool).filter(|_| is_defined)
    }
}

/// Returns for each expression whether no division in it is by 0 and no exponent in it is negative,
/// also in parts that do not matter for its value.
fn defined(terms: &Terms, values: &Values<'_>) -> Vec<bool> {
    let mut defined: Vec<bool> = Vec::with_capacity(terms.nodes().len());
    for &node in terms.nodes() {
        let mut all = match node {
            Node::Div(_, divisor) | Node::Mod(_, divisor) => values.int(divisor) != Ok(0),
            Node::Power(_, exponent) => values.int(exponent).is_ok_and(|number| number >= 0),
            _ => true,
        };
        terms.each_part(node, &mut |part| all &= defined.get(part).copied().unwrap_or(false));
        defined.push(all);
    }
    defined
}
