//! `circuit`: successors that form one cycle.

use parallax_instance::InputError;
use parallax_model::ComparisonOperator;
use parallax_model::flatten::IntExpression;
use roxmltree::Node;

use super::{ConstraintRule, first_index};
use crate::assigned::Xcsp3Assignment;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::ListItem;
use crate::reader::Xcsp3Reader;

/// The elements are the successors of nodes. Nodes that are their own successor are left out; all
/// others form one cycle of at least two nodes.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Circuit {
    list: Vec<ListItem>,
    first: i32,
    /// The number of nodes of the cycle.
    size: Option<ListItem>,
}

impl Xcsp3Circuit {
    /// Reads the list and the optional size.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let parts =
            ElementParts::from_node(reader, node, &["list", "size"], &[("list", "startIndex")])?;
        let own = parts.list_part(reader)?;
        let list = reader.read_items(own)?;
        let first = first_index(reader, own, "startIndex")?;
        let size = match parts.optional_part(reader, "size")? {
            None => None,
            Some(own) => match reader.read_items(own)?[..] {
                [size] => Some(size),
                _ => return Err(reader.fault_in(own, "expected one size")),
            },
        };
        Ok(Xcsp3Circuit { list, first, size })
    }
}

impl ConstraintRule for Xcsp3Circuit {
    fn element_name(&self) -> &'static str {
        "circuit"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let mut next = Vec::with_capacity(self.list.len());
        for number in values.item_values(&self.list)? {
            match usize::try_from(number - i128::from(self.first)) {
                Ok(index) if index < self.list.len() => next.push(index),
                _ => return Some(false),
            }
        }
        let moving = (0..next.len()).filter(|&node| next[node] != node).count();
        let Some(start) = (0..next.len()).find(|&node| next[node] != node) else {
            return Some(false);
        };
        // The cycle from the first node that moves must pass all nodes that move.
        let (mut node, mut length) = (next[start], 1);
        while node != start && length <= moving {
            (node, length) = (next[node], length + 1);
        }
        let size = self.size.map(|size| values.item_value(size)).unwrap_or(Some(moving as i128))?;
        Some(node == start && length == moving && size == moving as i128)
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        let successors = draft.item_slots(&self.list)?;
        if successors.is_empty() {
            // A circuit needs at least two nodes, and the constraint of the model states this only
            // if there are nodes.
            return draft.post_clause(Vec::new());
        }
        let first = self.first;
        draft.post_constraint(
            parallax_model::Circuit { successors, first, may_be_empty: false }.into(),
        );
        let Some(size) = self.size else { return Ok(()) };
        draft.spend_pieces(self.list.len())?;
        let mut moves: Vec<IntExpression> = Vec::with_capacity(self.list.len());
        for (index, &item) in self.list.iter().enumerate() {
            let own = ListItem::Number(index as i64 + i64::from(first));
            let moving = draft.arena_mut().compare_items(item, ComparisonOperator::Ne, own);
            moves.push(draft.arena_mut().number_of(moving));
        }
        let total = draft.arena_mut().terms.add_sum(&moves);
        let bool =
            draft.arena_mut().compare_items(ListItem::Int(total), ComparisonOperator::Eq, size);
        draft.assert_true(bool);
        Ok(())
    }
}
