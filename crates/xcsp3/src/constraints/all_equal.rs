//! `allEqual`: the elements of a list have one value.

use parallax_instance::InputError;
use parallax_model::ComparisonOperator;
use roxmltree::Node;

use super::ConstraintRule;
use crate::assigned::Xcsp3Assignment;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::ListItem;
use crate::reader::Xcsp3Reader;

/// The elements of the list are equal.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3AllEqual {
    list: Vec<ListItem>,
}

impl Xcsp3AllEqual {
    /// Reads the list.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let parts = ElementParts::from_node(reader, node, &["list"], &[])?;
        Ok(Xcsp3AllEqual { list: reader.read_items(parts.list_part(reader)?)? })
    }
}

impl ConstraintRule for Xcsp3AllEqual {
    fn element_name(&self) -> &'static str {
        "allEqual"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let numbers = values.item_values(&self.list)?;
        Some(numbers.windows(2).all(|pair| pair[0] == pair[1]))
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        let slots = draft.item_slots(&self.list)?;
        for pair in slots.windows(2) {
            draft.post_comparison(pair[0], ComparisonOperator::Eq, pair[1], 0);
        }
        Ok(())
    }
}
