//! `count`: how many elements of a list have one of some values.

use parallax_model::flatten::Int;
use parallax_model::instance::InputError;
use parallax_model::{Relation, Value};
use roxmltree::Node;

use super::Rule;
use crate::assigned::Assigned;
use crate::conditions::Condition;
use crate::draft::Draft;
use crate::error::PostError;
use crate::items::{Item, narrow};
use crate::parts::Parts;
use crate::reader::Reader;

/// A condition on the number of elements equal to one of the values.
#[derive(Clone, Debug)]
pub(crate) struct Count {
    list: Vec<Item>,
    values: Vec<Item>,
    condition: Condition,
}

impl Count {
    /// Reads the list, the values and the condition.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let parts = Parts::of(reader, node, &["list", "values", "condition"], &[])?;
        let list = reader.items(parts.one(reader, "list")?)?;
        let values = reader.items(parts.one(reader, "values")?)?;
        let condition = reader.condition(parts.one(reader, "condition")?)?;
        Ok(Count { list, values, condition })
    }

    /// Posts the number as a sum of truths, because a value is a variable.
    fn post_truths(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        draft.spend(self.list.len().saturating_mul(self.values.len()))?;
        let mut truths: Vec<Int> = Vec::with_capacity(self.list.len());
        for &item in &self.list {
            let mut equal = Vec::with_capacity(self.values.len());
            for &value in &self.values {
                equal.push(draft.arena().compare(item, Relation::Eq, value));
            }
            let any = draft.arena().terms.or(&equal);
            truths.push(draft.arena().number_of(any));
        }
        let total = draft.arena().terms.sum(&truths);
        let bool = self.condition.of(draft.arena(), total);
        draft.assert(bool);
        Ok(())
    }
}

impl Rule for Count {
    fn element(&self) -> &'static str {
        "count"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let wanted = values.numbers(&self.values)?;
        let numbers = values.numbers(&self.list)?;
        let count = numbers.iter().filter(|number| wanted.contains(number)).count();
        self.condition.holds(count as i128, values)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let number = |item: &Item| match item {
            // No variable takes a value beyond those of models.
            Item::Number(number) => Some(narrow(*number)),
            _ => None,
        };
        let values: Option<Vec<Option<Value>>> = self.values.iter().map(number).collect();
        let Some(values) = values else { return self.post_truths(draft) };
        let scope = draft.slots(&self.list)?;
        let total = draft.total(0, scope.len() as Value, &self.condition)?;
        let values = values.into_iter().flatten().collect();
        draft.post(parallax_model::Count { scope, values, total }.into());
        Ok(())
    }
}
