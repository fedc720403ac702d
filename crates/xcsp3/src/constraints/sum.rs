//! `sum`: a condition on a weighted sum.

use parallax_instance::InputError;
use roxmltree::Node;

use super::{ConstraintRule, same_length};
use crate::assigned::Xcsp3Assignment;
use crate::conditions::NumberCondition;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::ListItem;
use crate::operators::product_item;
use crate::reader::Xcsp3Reader;

/// A condition on the sum of `coefficient * element`.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Sum {
    pub(super) list: Vec<ListItem>,
    /// As many as elements, or none: all are 1.
    pub(super) coefficients: Vec<ListItem>,
    pub(super) condition: NumberCondition,
}

impl Xcsp3Sum {
    /// Reads the list, optional coefficients, and the condition.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let parts = ElementParts::from_node(reader, node, &["list", "coeffs", "condition"], &[])?;
        let list = reader.read_items(parts.required_part(reader, "list")?)?;
        let mut coefficients = Vec::new();
        if let Some(own) = parts.optional_part(reader, "coeffs")? {
            coefficients = reader.read_items(own)?;
            let lengths = [coefficients.len(), list.len()];
            same_length(reader, node, ["coefficients", "elements"], lengths)?;
        }
        let condition = reader.read_condition(parts.required_part(reader, "condition")?)?;
        Ok(Xcsp3Sum { list, coefficients, condition })
    }

    /// Returns the terms if all coefficients are numbers, and no element is an expression.
    fn plain_terms(&self) -> Option<impl Iterator<Item = (i64, ListItem)> + Clone + '_> {
        // Expressions need a hidden variable each in a linear constraint, so a sum with one becomes
        // an expression as a whole.
        let is_plain =
            |item: &ListItem| matches!(item, ListItem::Number(_) | ListItem::Variable(_));
        let operand = match &self.condition {
            NumberCondition::Compare(_, item) => Some(item),
            NumberCondition::Member(..) => None,
        };
        if !self.list.iter().chain(operand).all(is_plain) {
            return None;
        }
        if !self.coefficients.iter().all(|item| matches!(item, ListItem::Number(_))) {
            return None;
        }
        let coefficient = |index: usize| match self.coefficients.get(index) {
            Some(ListItem::Number(number)) => *number,
            _ => 1,
        };
        let terms = self.list.iter().enumerate();
        Some(terms.map(move |(index, &item)| (coefficient(index), item)))
    }
}

impl ConstraintRule for Xcsp3Sum {
    fn element_name(&self) -> &'static str {
        "sum"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let mut total = 0i128;
        for (index, &item) in self.list.iter().enumerate() {
            let factor = self
                .coefficients
                .get(index)
                .map_or(Some(1), |&factor| values.item_value(factor))?;
            total = total.checked_add(factor.checked_mul(values.item_value(item)?)?)?;
        }
        self.condition.holds_for(total, values)
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        if let Some(terms) = self.plain_terms() {
            return draft.post_linear(&terms, &self.condition);
        }
        draft.spend_pieces(self.list.len())?;
        let mut parts = Vec::with_capacity(self.list.len());
        for (index, &item) in self.list.iter().enumerate() {
            let factor = self.coefficients.get(index).copied().unwrap_or(ListItem::Number(1));
            let item = product_item(draft.arena_mut(), &[factor, item]);
            parts.push(draft.arena_mut().item_int(item));
        }
        let total = draft.arena_mut().terms.add_sum(&parts);
        let bool = self.condition.build_truth(draft.arena_mut(), total);
        draft.assert_true(bool);
        Ok(())
    }
}
