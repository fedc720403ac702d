//! `clause`: one of some variables or negated variables is true.

use parallax_instance::InputError;
use parallax_model::flatten::BoolExpression;
use roxmltree::Node;

use super::ConstraintRule;
use crate::assigned::Xcsp3Assignment;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::reader::Xcsp3Reader;

/// One of the elements is true.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Clause {
    any: BoolExpression,
}

impl Xcsp3Clause {
    /// Reads the list: `a not(b)`.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let parts = ElementParts::from_node(reader, node, &["list"], &[])?;
        let items = reader.read_items(parts.list_part(reader)?)?;
        let truths: Vec<BoolExpression> =
            items.into_iter().map(|item| reader.arena.item_bool(item)).collect();
        Ok(Xcsp3Clause { any: reader.arena.terms.add_or(&truths) })
    }
}

impl ConstraintRule for Xcsp3Clause {
    fn element_name(&self) -> &'static str {
        "clause"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        values.truth_value(self.any)
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        draft.assert_true(self.any);
        Ok(())
    }
}
