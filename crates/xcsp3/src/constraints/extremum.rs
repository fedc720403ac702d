//! `minimum` and `maximum`: a condition on the least or greatest element of a list.

use parallax_model::Relation;
use parallax_model::flatten::{Bool, Int};
use parallax_model::instance::InputError;
use roxmltree::Node;

use super::Rule;
use crate::assigned::Assigned;
use crate::conditions::Condition;
use crate::draft::Draft;
use crate::error::PostError;
use crate::items::Item;
use crate::parts::Parts;
use crate::reader::Reader;

/// A condition on the greatest (`max`) or least element.
#[derive(Clone, Debug)]
pub(crate) struct Extremum {
    list: Vec<Item>,
    condition: Condition,
    max: bool,
}

impl Extremum {
    /// Reads the list and the condition.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let parts = Parts::of(reader, node, &["list", "condition"], &[])?;
        let list = reader.items(parts.one(reader, "list")?)?;
        if list.is_empty() {
            return Err(reader.fault_in(node, "an empty list"));
        }
        let condition = reader.condition(parts.one(reader, "condition")?)?;
        Ok(Extremum { list, condition, max: node.tag_name().name() == "maximum" })
    }

    /// Returns whether the condition speaks of all elements or of some element; `None` if it speaks
    /// of the extremum itself.
    fn of_all(&self) -> Option<bool> {
        match self.condition {
            Condition::Compare(Relation::Le | Relation::Lt, _) => Some(self.max),
            Condition::Compare(Relation::Ge | Relation::Gt, _) => Some(!self.max),
            _ => None,
        }
    }
}

/// Returns the greatest or the least of one or more items as an expression.
pub(super) fn extremum(draft: &mut Draft<'_>, list: &[Item], max: bool) -> Int {
    let ints: Vec<Int> = list.iter().map(|&item| draft.arena().int(item)).collect();
    let terms = &mut draft.arena().terms;
    let found = if max { terms.max(&ints) } else { terms.min(&ints) };
    found.unwrap_or_else(|| draft.arena().number(0))
}

impl Rule for Extremum {
    fn element(&self) -> &'static str {
        if self.max { "maximum" } else { "minimum" }
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let numbers = values.numbers(&self.list)?.into_iter();
        let extremum = if self.max { numbers.max() } else { numbers.min() };
        self.condition.holds(extremum?, values)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        draft.spend(self.list.len())?;
        if let Condition::Compare(Relation::Eq, result @ Item::Variable(_)) = self.condition {
            let (scope, result) = (draft.slots(&self.list)?, draft.slot(result)?);
            let max = self.max;
            draft.post(parallax_model::Extremum { result, scope, max }.into());
            return Ok(());
        }
        let Some(of_all) = self.of_all() else {
            let extremum = extremum(draft, &self.list, self.max);
            let bool = self.condition.of(draft.arena(), extremum);
            draft.assert(bool);
            return Ok(());
        };
        let mut each: Vec<Bool> = Vec::with_capacity(self.list.len());
        for &item in &self.list {
            let int = draft.arena().int(item);
            each.push(self.condition.of(draft.arena(), int));
        }
        let terms = &mut draft.arena().terms;
        let bool = if of_all { terms.and(&each) } else { terms.or(&each) };
        draft.assert(bool);
        Ok(())
    }
}
