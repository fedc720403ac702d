//! `noOverlap`: tasks or boxes that do not overlap.

use parallax_instance::InputError;
use parallax_model::ConstraintOperand;
use roxmltree::Node;

use super::{ConstraintRule, same_length};
use crate::assigned::Xcsp3Assignment;
use crate::draft::{ModelSlot, Xcsp3ModelDraft};
use crate::element_parts::{ElementParts, flag_attribute};
use crate::error::Xcsp3PostError;
use crate::items::ListItem;
use crate::reader::Xcsp3Reader;

/// Any two boxes are apart in some dimension; tasks are boxes with one dimension.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3NoOverlap {
    origins: Vec<Vec<ListItem>>,
    lengths: Vec<Vec<ListItem>>,
    /// Whether boxes with a length 0 are dropped. Otherwise they may not lie strictly inside
    /// another one.
    zero_ignored: bool,
}

impl Xcsp3NoOverlap {
    /// Reads the origins and the lengths.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let names = ["origins", "lengths"];
        let parts = ElementParts::from_node(reader, node, &names, &[("noOverlap", "zeroIgnored")])?;
        let own = parts.required_part(reader, "origins")?;
        let origins = read_boxes(reader, own)?;
        let lengths = read_boxes(reader, parts.required_part(reader, "lengths")?)?;
        same_length(reader, node, ["origins", "lengths"], [origins.len(), lengths.len()])?;
        let dimensions = origins.first().map_or(1, Vec::len);
        for own in origins.iter().chain(&lengths) {
            same_length(reader, node, ["dimensions", "of another"], [own.len(), dimensions])?;
        }
        let zero_ignored = flag_attribute(reader, node, "zeroIgnored", true)?;
        Ok(Xcsp3NoOverlap { origins, lengths, zero_ignored })
    }
}

/// Reads boxes `(x,y)(z,w)` or `x[][]`, or a list, whose elements have one dimension.
fn read_boxes(
    reader: &mut Xcsp3Reader<'_>,
    node: Node<'_, '_>,
) -> Result<Vec<Vec<ListItem>>, InputError> {
    if reader.is_matrix(node) {
        return reader.read_matrix(node);
    }
    Ok(reader.read_items(node)?.into_iter().map(|item| vec![item]).collect())
}

/// Returns an item as an operand of a constraint of the model.
pub(super) fn item_operand(
    draft: &mut Xcsp3ModelDraft<'_>,
    item: ListItem,
) -> Result<ConstraintOperand<ModelSlot>, Xcsp3PostError> {
    Ok(match draft.item_slot(item)? {
        ModelSlot::Number(number) => ConstraintOperand::Number(number),
        slot => ConstraintOperand::Variable(slot),
    })
}

impl ConstraintRule for Xcsp3NoOverlap {
    fn element_name(&self) -> &'static str {
        "noOverlap"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let mut boxes: Vec<Vec<(i128, i128)>> = Vec::with_capacity(self.origins.len());
        for (origin, length) in self.origins.iter().zip(&self.lengths) {
            let (starts, lengths) = (values.item_values(origin)?, values.item_values(length)?);
            if self.zero_ignored && lengths.contains(&0) {
                continue;
            }
            boxes.push(starts.iter().zip(&lengths).map(|(s, l)| (*s, s + l)).collect());
        }
        // A box with a length 0 is apart from those that touch it, but not from those around it.
        let apart = |one: &[(i128, i128)], other: &[(i128, i128)]| {
            one.iter().zip(other).any(|(a, b)| a.1 <= b.0 || b.1 <= a.0)
        };
        Some((0..boxes.len()).all(|i| (0..i).all(|j| apart(&boxes[i], &boxes[j]))))
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        let mut origins = Vec::with_capacity(self.origins.len());
        let mut lengths = Vec::with_capacity(self.lengths.len());
        for (origin, length) in self.origins.iter().zip(&self.lengths) {
            origins.push(draft.item_slots(origin)?);
            let operands = length.iter().map(|&item| item_operand(draft, item));
            lengths.push(operands.collect::<Result<Vec<_>, Xcsp3PostError>>()?);
        }
        draft.post_constraint(
            parallax_model::NoOverlap { origins, lengths, zero_ignored: self.zero_ignored }.into(),
        );
        Ok(())
    }
}
