//! `nValues`: how many different values a list has.

use parallax_instance::InputError;
use parallax_model::{ComparisonOperator, DistinctCount, Value};
use roxmltree::Node;

use super::ConstraintRule;
use crate::assigned::Xcsp3Assignment;
use crate::conditions::NumberCondition;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::{ListItem, narrow_value};
use crate::reader::Xcsp3Reader;

/// A condition on the number of different values, without those that do not count.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3NValues {
    list: Vec<ListItem>,
    except: Vec<i64>,
    condition: NumberCondition,
}

impl Xcsp3NValues {
    /// Reads the list, optional exceptions, and the condition.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let parts = ElementParts::from_node(reader, node, &["list", "except", "condition"], &[])?;
        let list = reader.read_items(parts.required_part(reader, "list")?)?;
        let except = parts
            .optional_part(reader, "except")?
            .map(|node| reader.read_numbers(node))
            .transpose()?;
        let condition = reader.read_condition(parts.required_part(reader, "condition")?)?;
        Ok(Xcsp3NValues { list, except: except.unwrap_or_default(), condition })
    }

    /// Whether the condition states that not all elements are equal.
    fn is_not_all_equal(&self) -> bool {
        // The relations are monotonic from 1 on, or exclude only 1: if 1 value is refused and 2 are
        // allowed, the condition means two values or more. A clause on neighbours states this
        // without a count.
        let holds = |number| self.condition.holds_plainly(number);
        self.except.is_empty()
            && matches!(
                self.condition,
                NumberCondition::Compare(
                    ComparisonOperator::Gt | ComparisonOperator::Ne | ComparisonOperator::Ge,
                    _
                )
            )
            && (holds(1), holds(2)) == (Some(false), Some(true))
    }
}

/// Returns the number of different values of some numbers, without exceptions.
pub(crate) fn number_of_values(mut numbers: Vec<i128>, except: &[i64]) -> i128 {
    numbers.retain(|number| !except.iter().any(|&excepted| i128::from(excepted) == *number));
    numbers.sort_unstable();
    numbers.dedup();
    numbers.len() as i128
}

impl ConstraintRule for Xcsp3NValues {
    fn element_name(&self) -> &'static str {
        "nValues"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let count = number_of_values(values.item_values(&self.list)?, &self.except);
        self.condition.holds_for(count, values)
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        if self.is_not_all_equal() && self.list.len() > 1 {
            draft.spend_pieces(self.list.len())?;
            let mut differ = Vec::with_capacity(self.list.len() - 1);
            for pair in self.list.windows(2) {
                differ.push(draft.arena_mut().compare_items(
                    pair[0],
                    ComparisonOperator::Ne,
                    pair[1],
                ));
            }
            let bool = draft.arena_mut().terms.add_or(&differ);
            draft.assert_true(bool);
            return Ok(());
        }
        let scope = draft.item_slots(&self.list)?;
        let total = draft.result_slot(0, scope.len() as Value, &self.condition)?;
        let except = self.except.iter().copied().filter_map(narrow_value).collect();
        draft.post_constraint(DistinctCount { scope, except, total }.into());
        Ok(())
    }
}
