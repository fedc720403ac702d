//! `count`: how many elements of a list have one of some values.

use parallax_instance::InputError;
use parallax_model::flatten::IntExpression;
use parallax_model::{ComparisonOperator, Value};
use roxmltree::Node;

use super::ConstraintRule;
use crate::assigned::Xcsp3Assignment;
use crate::conditions::NumberCondition;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::{ListItem, narrow_value};
use crate::reader::Xcsp3Reader;

/// A condition on the number of elements equal to one of the values.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Count {
    list: Vec<ListItem>,
    values: Vec<ListItem>,
    condition: NumberCondition,
}

impl Xcsp3Count {
    /// Reads the list, the values and the condition.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let parts = ElementParts::from_node(reader, node, &["list", "values", "condition"], &[])?;
        let list = reader.read_items(parts.required_part(reader, "list")?)?;
        let values = reader.read_items(parts.required_part(reader, "values")?)?;
        let condition = reader.read_condition(parts.required_part(reader, "condition")?)?;
        Ok(Xcsp3Count { list, values, condition })
    }

    /// Posts the number as a sum of truths, because a value is a variable.
    fn post_truths(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        draft.spend_pieces(self.list.len().saturating_mul(self.values.len()))?;
        let mut truths: Vec<IntExpression> = Vec::with_capacity(self.list.len());
        for &item in &self.list {
            let mut equal = Vec::with_capacity(self.values.len());
            for &value in &self.values {
                equal.push(draft.arena_mut().compare_items(item, ComparisonOperator::Eq, value));
            }
            let any = draft.arena_mut().terms.add_or(&equal);
            truths.push(draft.arena_mut().number_of(any));
        }
        let total = draft.arena_mut().terms.add_sum(&truths);
        let bool = self.condition.build_truth(draft.arena_mut(), total);
        draft.assert_true(bool);
        Ok(())
    }
}

impl ConstraintRule for Xcsp3Count {
    fn element_name(&self) -> &'static str {
        "count"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let wanted = values.item_values(&self.values)?;
        let numbers = values.item_values(&self.list)?;
        let count = numbers.iter().filter(|number| wanted.contains(number)).count();
        self.condition.holds_for(count as i128, values)
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        let number = |item: &ListItem| match item {
            // No variable takes a value beyond the range of models.
            ListItem::Number(number) => Some(narrow_value(*number)),
            _ => None,
        };
        let values: Option<Vec<Option<Value>>> = self.values.iter().map(number).collect();
        let Some(values) = values else { return self.post_truths(draft) };
        let scope = draft.item_slots(&self.list)?;
        let total = draft.result_slot(0, scope.len() as Value, &self.condition)?;
        let values = values.into_iter().flatten().collect();
        draft.post_constraint(parallax_model::Count { scope, values, total }.into());
        Ok(())
    }
}
