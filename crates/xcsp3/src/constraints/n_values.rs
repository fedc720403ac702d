//! `nValues`: how many different values a list has.

use parallax_model::instance::InputError;
use parallax_model::{DistinctCount, Relation, Value};
use roxmltree::Node;

use super::Rule;
use crate::assigned::Assigned;
use crate::conditions::Condition;
use crate::draft::Draft;
use crate::error::PostError;
use crate::items::{Item, narrow};
use crate::parts::Parts;
use crate::reader::Reader;

/// A condition on the number of different values, without those that do not count.
#[derive(Clone, Debug)]
pub(crate) struct NValues {
    list: Vec<Item>,
    except: Vec<i64>,
    condition: Condition,
}

impl NValues {
    /// Reads the list, perhaps exceptions, and the condition.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let parts = Parts::of(reader, node, &["list", "except", "condition"], &[])?;
        let list = reader.items(parts.one(reader, "list")?)?;
        let except = parts.maybe(reader, "except")?.map(|own| reader.numbers(own)).transpose()?;
        let condition = reader.condition(parts.one(reader, "condition")?)?;
        Ok(NValues { list, except: except.unwrap_or_default(), condition })
    }

    /// Whether the condition says that not all elements are equal.
    fn is_not_all_equal(&self) -> bool {
        let holds = |number| self.condition.holds_plainly(number);
        self.except.is_empty()
            && matches!(
                self.condition,
                Condition::Compare(Relation::Gt | Relation::Ne | Relation::Ge, _)
            )
            && (holds(1), holds(2)) == (Some(false), Some(true))
    }
}

/// Returns the number of different values of some numbers, without exceptions.
pub(crate) fn number_of_values(mut numbers: Vec<i128>, except: &[i64]) -> i128 {
    numbers.retain(|number| !except.iter().any(|&own| i128::from(own) == *number));
    numbers.sort_unstable();
    numbers.dedup();
    numbers.len() as i128
}

impl Rule for NValues {
    fn element(&self) -> &'static str {
        "nValues"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let count = number_of_values(values.numbers(&self.list)?, &self.except);
        self.condition.holds(count, values)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        if self.is_not_all_equal() && self.list.len() > 1 {
            draft.spend(self.list.len())?;
            let mut differ = Vec::with_capacity(self.list.len() - 1);
            for pair in self.list.windows(2) {
                differ.push(draft.arena().compare(pair[0], Relation::Ne, pair[1]));
            }
            let bool = draft.arena().terms.or(&differ);
            draft.assert(bool);
            return Ok(());
        }
        let scope = draft.slots(&self.list)?;
        let total = draft.total(0, scope.len() as Value, &self.condition)?;
        let except = self.except.iter().copied().filter_map(narrow).collect();
        draft.post(DistinctCount { scope, except, total }.into());
        Ok(())
    }
}
