//! `noOverlap`: tasks or boxes that do not overlap.

use parallax_model::Operand;
use parallax_model::instance::InputError;
use roxmltree::Node;

use super::{Rule, same_length};
use crate::assigned::Assigned;
use crate::draft::{Draft, Slot};
use crate::error::PostError;
use crate::items::Item;
use crate::parts::{Parts, flag};
use crate::reader::Reader;

/// Any two boxes are apart in some dimension; tasks are boxes with one dimension.
#[derive(Clone, Debug)]
pub(crate) struct NoOverlap {
    origins: Vec<Vec<Item>>,
    lengths: Vec<Vec<Item>>,
    /// Whether boxes with a length 0 are dropped. Otherwise they may not lie strictly inside
    /// another one.
    zero_ignored: bool,
}

impl NoOverlap {
    /// Reads the origins and the lengths.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let names = ["origins", "lengths"];
        let parts = Parts::of(reader, node, &names, &[("noOverlap", "zeroIgnored")])?;
        let own = parts.one(reader, "origins")?;
        let origins = boxes(reader, own)?;
        let lengths = boxes(reader, parts.one(reader, "lengths")?)?;
        same_length(reader, node, ["origins", "lengths"], [origins.len(), lengths.len()])?;
        let dimensions = origins.first().map_or(1, Vec::len);
        for own in origins.iter().chain(&lengths) {
            same_length(reader, node, ["dimensions", "of another"], [own.len(), dimensions])?;
        }
        let zero_ignored = flag(reader, node, "zeroIgnored", true)?;
        Ok(NoOverlap { origins, lengths, zero_ignored })
    }
}

/// Reads boxes `(x,y)(z,w)` or `x[][]`, or a list, whose elements have one dimension.
fn boxes(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Vec<Vec<Item>>, InputError> {
    if reader.is_matrix(node) {
        return reader.matrix(node);
    }
    Ok(reader.items(node)?.into_iter().map(|item| vec![item]).collect())
}

/// Returns an item as an operand of a constraint of the model.
pub(super) fn operand(draft: &mut Draft<'_>, item: Item) -> Result<Operand<Slot>, PostError> {
    Ok(match draft.slot(item)? {
        Slot::Number(number) => Operand::Number(number),
        slot => Operand::Variable(slot),
    })
}

impl Rule for NoOverlap {
    fn element(&self) -> &'static str {
        "noOverlap"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let mut boxes: Vec<Vec<(i128, i128)>> = Vec::with_capacity(self.origins.len());
        for (origin, length) in self.origins.iter().zip(&self.lengths) {
            let (starts, lengths) = (values.numbers(origin)?, values.numbers(length)?);
            if self.zero_ignored && lengths.contains(&0) {
                continue;
            }
            boxes.push(starts.iter().zip(&lengths).map(|(s, l)| (*s, s + l)).collect());
        }
        let apart = |one: &[(i128, i128)], other: &[(i128, i128)]| {
            one.iter().zip(other).any(|(a, b)| a.1 <= b.0 || b.1 <= a.0)
        };
        Some((0..boxes.len()).all(|i| (0..i).all(|j| apart(&boxes[i], &boxes[j]))))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let mut origins = Vec::with_capacity(self.origins.len());
        let mut lengths = Vec::with_capacity(self.lengths.len());
        for (origin, length) in self.origins.iter().zip(&self.lengths) {
            origins.push(draft.slots(origin)?);
            let operands = length.iter().map(|&item| operand(draft, item));
            lengths.push(operands.collect::<Result<Vec<_>, PostError>>()?);
        }
        draft.post(
            parallax_model::NoOverlap { origins, lengths, zero_ignored: self.zero_ignored }.into(),
        );
        Ok(())
    }
}
