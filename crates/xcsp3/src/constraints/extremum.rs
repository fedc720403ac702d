//! `minimum` and `maximum`: a condition on the least or greatest element of a list.

use parallax_instance::InputError;
use parallax_model::ComparisonOperator;
use parallax_model::flatten::{BoolExpression, IntExpression};
use roxmltree::Node;

use super::ConstraintRule;
use crate::assigned::Xcsp3Assignment;
use crate::conditions::NumberCondition;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::ListItem;
use crate::reader::Xcsp3Reader;

/// A condition on the greatest (`max`) or least element.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Extremum {
    list: Vec<ListItem>,
    condition: NumberCondition,
    max: bool,
}

impl Xcsp3Extremum {
    /// Reads the list and the condition.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let parts = ElementParts::from_node(reader, node, &["list", "condition"], &[])?;
        let list = reader.read_items(parts.required_part(reader, "list")?)?;
        if list.is_empty() {
            return Err(reader.fault_in(node, "an empty list"));
        }
        let condition = reader.read_condition(parts.required_part(reader, "condition")?)?;
        Ok(Xcsp3Extremum { list, condition, max: node.tag_name().name() == "maximum" })
    }

    /// Returns whether the condition is about all elements (true) or about some element (false);
    /// `None` if it is about the extremum itself.
    fn of_all(&self) -> Option<bool> {
        // The maximum is at most k if all elements are, and at least k if one is.
        match self.condition {
            NumberCondition::Compare(ComparisonOperator::Le | ComparisonOperator::Lt, _) => {
                Some(self.max)
            }
            NumberCondition::Compare(ComparisonOperator::Ge | ComparisonOperator::Gt, _) => {
                Some(!self.max)
            }
            _ => None,
        }
    }
}

/// Returns the greatest or the least of one or more items as an expression.
pub(super) fn extremum_term(
    draft: &mut Xcsp3ModelDraft<'_>,
    list: &[ListItem],
    max: bool,
) -> IntExpression {
    let ints: Vec<IntExpression> =
        list.iter().map(|&item| draft.arena_mut().item_int(item)).collect();
    let terms = &mut draft.arena_mut().terms;
    let found = if max { terms.add_max(&ints) } else { terms.add_min(&ints) };
    found.unwrap_or_else(|| draft.arena_mut().number_term(0))
}

impl ConstraintRule for Xcsp3Extremum {
    fn element_name(&self) -> &'static str {
        if self.max { "maximum" } else { "minimum" }
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let numbers = values.item_values(&self.list)?.into_iter();
        let extremum = if self.max { numbers.max() } else { numbers.min() };
        self.condition.holds_for(extremum?, values)
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        draft.spend_pieces(self.list.len())?;
        if let NumberCondition::Compare(ComparisonOperator::Eq, result @ ListItem::Variable(_)) =
            self.condition
        {
            let (scope, result) = (draft.item_slots(&self.list)?, draft.item_slot(result)?);
            let max = self.max;
            draft.post_constraint(parallax_model::Extremum { result, scope, max }.into());
            return Ok(());
        }
        // Equality, inequality and sets are about the value of the extremum, so it becomes an
        // expression.
        let Some(of_all) = self.of_all() else {
            let extremum = extremum_term(draft, &self.list, self.max);
            let bool = self.condition.build_truth(draft.arena_mut(), extremum);
            draft.assert_true(bool);
            return Ok(());
        };
        let mut each: Vec<BoolExpression> = Vec::with_capacity(self.list.len());
        for &item in &self.list {
            let int = draft.arena_mut().item_int(item);
            each.push(self.condition.build_truth(draft.arena_mut(), int));
        }
        let terms = &mut draft.arena_mut().terms;
        let bool = if of_all { terms.add_and(&each) } else { terms.add_or(&each) };
        draft.assert_true(bool);
        Ok(())
    }
}
