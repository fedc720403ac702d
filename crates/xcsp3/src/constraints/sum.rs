//! `sum`: a condition on a weighted sum.

use parallax_model::instance::InputError;
use roxmltree::Node;

use super::{Rule, same_length};
use crate::assigned::Assigned;
use crate::conditions::Condition;
use crate::draft::Draft;
use crate::error::PostError;
use crate::items::Item;
use crate::operators::product;
use crate::parts::Parts;
use crate::reader::Reader;

/// A condition on the sum of `coefficient * element`.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    pub(super) list: Vec<Item>,
    /// As many as elements, or none: all are 1.
    pub(super) coefficients: Vec<Item>,
    pub(super) condition: Condition,
}

impl Sum {
    /// Reads the list, perhaps coefficients, and the condition.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let parts = Parts::of(reader, node, &["list", "coeffs", "condition"], &[])?;
        let list = reader.items(parts.one(reader, "list")?)?;
        let mut coefficients = Vec::new();
        if let Some(own) = parts.maybe(reader, "coeffs")? {
            coefficients = reader.items(own)?;
            let lengths = [coefficients.len(), list.len()];
            same_length(reader, node, ["coefficients", "elements"], lengths)?;
        }
        let condition = reader.condition(parts.one(reader, "condition")?)?;
        Ok(Sum { list, coefficients, condition })
    }

    /// Returns the terms if all coefficients are numbers, and no element is an expression.
    fn plain(&self) -> Option<impl Iterator<Item = (i64, Item)> + Clone + '_> {
        let is_plain = |item: &Item| matches!(item, Item::Number(_) | Item::Variable(_));
        let operand = match &self.condition {
            Condition::Compare(_, item) => Some(item),
            Condition::Member(..) => None,
        };
        if !self.list.iter().chain(operand).all(is_plain) {
            return None;
        }
        if !self.coefficients.iter().all(|own| matches!(own, Item::Number(_))) {
            return None;
        }
        let coefficient = |place: usize| match self.coefficients.get(place) {
            Some(Item::Number(number)) => *number,
            _ => 1,
        };
        let terms = self.list.iter().enumerate();
        Some(terms.map(move |(place, &item)| (coefficient(place), item)))
    }
}

impl Rule for Sum {
    fn element(&self) -> &'static str {
        "sum"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let mut total = 0i128;
        for (place, &item) in self.list.iter().enumerate() {
            let factor = self.coefficients.get(place).map_or(Some(1), |&own| values.number(own))?;
            total = total.checked_add(factor.checked_mul(values.number(item)?)?)?;
        }
        self.condition.holds(total, values)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        if let Some(terms) = self.plain() {
            return draft.linear(&terms, &self.condition);
        }
        draft.spend(self.list.len())?;
        let mut parts = Vec::with_capacity(self.list.len());
        for (place, &item) in self.list.iter().enumerate() {
            let factor = self.coefficients.get(place).copied().unwrap_or(Item::Number(1));
            let item = product(draft.arena(), &[factor, item]);
            parts.push(draft.arena().int(item));
        }
        let total = draft.arena().terms.sum(&parts);
        let bool = self.condition.of(draft.arena(), total);
        draft.assert(bool);
        Ok(())
    }
}
