//! `instantiation`: variables with given values.

use parallax_model::instance::InputError;
use parallax_model::{Atom, Relation};
use roxmltree::Node;

use super::{Rule, same_length};
use crate::assigned::Assigned;
use crate::draft::Draft;
use crate::error::PostError;
use crate::items::{Item, narrow};
use crate::parts::Parts;
use crate::reader::Reader;

/// Each element has its value.
#[derive(Clone, Debug)]
pub(crate) struct Instantiation {
    list: Vec<Item>,
    values: Vec<i64>,
}

impl Instantiation {
    /// Reads the list and the values.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let parts = Parts::of(reader, node, &["list", "values"], &[])?;
        let list = reader.items(parts.one(reader, "list")?)?;
        let values = reader.numbers(parts.one(reader, "values")?)?;
        same_length(reader, node, ["elements", "values"], [list.len(), values.len()])?;
        Ok(Instantiation { list, values })
    }
}

impl Rule for Instantiation {
    fn element(&self) -> &'static str {
        "instantiation"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let numbers = values.numbers(&self.list)?;
        Some(numbers.iter().zip(&self.values).all(|(own, &value)| *own == i128::from(value)))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        for (&item, &value) in self.list.iter().zip(&self.values) {
            if let Item::Variable(variable) = item {
                draft.fix(variable, value);
            }
            let slot = draft.slot(item)?;
            match narrow(value) {
                Some(value) => draft.clause(vec![Atom::new(slot, Relation::Eq, value)])?,
                None => draft.clause(Vec::new())?,
            }
        }
        Ok(())
    }
}
