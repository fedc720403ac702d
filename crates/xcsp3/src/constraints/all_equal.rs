//! `allEqual`: the elements of a list have one value.

use parallax_model::Relation;
use parallax_model::instance::InputError;
use roxmltree::Node;

use super::Rule;
use crate::assigned::Assigned;
use crate::draft::Draft;
use crate::error::PostError;
use crate::items::Item;
use crate::parts::Parts;
use crate::reader::Reader;

/// The elements of the list are equal.
#[derive(Clone, Debug)]
pub(crate) struct AllEqual {
    list: Vec<Item>,
}

impl AllEqual {
    /// Reads the list.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let parts = Parts::of(reader, node, &["list"], &[])?;
        Ok(AllEqual { list: reader.items(parts.list(reader)?)? })
    }
}

impl Rule for AllEqual {
    fn element(&self) -> &'static str {
        "allEqual"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let numbers = values.numbers(&self.list)?;
        Some(numbers.windows(2).all(|pair| pair[0] == pair[1]))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let slots = draft.slots(&self.list)?;
        for pair in slots.windows(2) {
            draft.compare(pair[0], Relation::Eq, pair[1], 0);
        }
        Ok(())
    }
}
