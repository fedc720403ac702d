//! `instantiation`: variables with given values.

use parallax_instance::InputError;
use parallax_model::{AtomicConstraint, ComparisonOperator};
use roxmltree::Node;

use super::{ConstraintRule, same_length};
use crate::assigned::Xcsp3Assignment;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::{ListItem, narrow_value};
use crate::reader::Xcsp3Reader;

/// Each element has its value.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3InstantiationConstraint {
    list: Vec<ListItem>,
    values: Vec<i64>,
}

impl Xcsp3InstantiationConstraint {
    /// Reads the list and the values.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let parts = ElementParts::from_node(reader, node, &["list", "values"], &[])?;
        let list = reader.read_items(parts.required_part(reader, "list")?)?;
        let values = reader.read_numbers(parts.required_part(reader, "values")?)?;
        same_length(reader, node, ["elements", "values"], [list.len(), values.len()])?;
        Ok(Xcsp3InstantiationConstraint { list, values })
    }
}

impl ConstraintRule for Xcsp3InstantiationConstraint {
    fn element_name(&self) -> &'static str {
        "instantiation"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let numbers = values.item_values(&self.list)?;
        Some(numbers.iter().zip(&self.values).all(|(number, &value)| *number == i128::from(value)))
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        for (&item, &value) in self.list.iter().zip(&self.values) {
            // Models for solving get a smaller domain, and models for explanations only the clause.
            if let ListItem::Variable(variable) = item {
                draft.fix_variable(variable, value);
            }
            let slot = draft.item_slot(item)?;
            match narrow_value(value) {
                Some(value) => draft.post_clause(vec![AtomicConstraint::new(
                    slot,
                    ComparisonOperator::Eq,
                    value,
                )])?,
                None => draft.post_clause(Vec::new())?,
            }
        }
        Ok(())
    }
}
