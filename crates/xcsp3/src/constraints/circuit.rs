//! `circuit`: successors that form one cycle.

use parallax_model::Relation;
use parallax_model::flatten::Int;
use parallax_model::instance::InputError;
use roxmltree::Node;

use super::{Rule, first_index};
use crate::assigned::Assigned;
use crate::draft::Draft;
use crate::error::PostError;
use crate::items::Item;
use crate::parts::Parts;
use crate::reader::Reader;

/// The elements are the successors of nodes. Nodes that are their own successor are left out; all
/// others form one cycle of at least two nodes.
#[derive(Clone, Debug)]
pub(crate) struct Circuit {
    list: Vec<Item>,
    first: i32,
    /// The number of nodes of the cycle.
    size: Option<Item>,
}

impl Circuit {
    /// Reads the list and perhaps the size.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let parts = Parts::of(reader, node, &["list", "size"], &[("list", "startIndex")])?;
        let own = parts.list(reader)?;
        let list = reader.items(own)?;
        let first = first_index(reader, own, "startIndex")?;
        let size = match parts.maybe(reader, "size")? {
            None => None,
            Some(own) => match reader.items(own)?[..] {
                [size] => Some(size),
                _ => return Err(reader.fault_in(own, "expected one size")),
            },
        };
        Ok(Circuit { list, first, size })
    }
}

impl Rule for Circuit {
    fn element(&self) -> &'static str {
        "circuit"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let mut next = Vec::with_capacity(self.list.len());
        for number in values.numbers(&self.list)? {
            match usize::try_from(number - i128::from(self.first)) {
                Ok(place) if place < self.list.len() => next.push(place),
                _ => return Some(false),
            }
        }
        let moving = (0..next.len()).filter(|&node| next[node] != node).count();
        let Some(start) = (0..next.len()).find(|&node| next[node] != node) else {
            return Some(false);
        };
        // The cycle from the first node that moves has all that move.
        let (mut node, mut length) = (next[start], 1);
        while node != start && length <= moving {
            (node, length) = (next[node], length + 1);
        }
        let size = self.size.map(|size| values.number(size)).unwrap_or(Some(moving as i128))?;
        Some(node == start && length == moving && size == moving as i128)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let successors = draft.slots(&self.list)?;
        if successors.is_empty() {
            // At least two nodes, which the kind asks of none only if there are nodes.
            return draft.clause(Vec::new());
        }
        let first = self.first;
        draft.post(parallax_model::Circuit { successors, first, may_be_empty: false }.into());
        let Some(size) = self.size else { return Ok(()) };
        draft.spend(self.list.len())?;
        let mut moves: Vec<Int> = Vec::with_capacity(self.list.len());
        for (place, &item) in self.list.iter().enumerate() {
            let own = Item::Number(place as i64 + i64::from(first));
            let moving = draft.arena().compare(item, Relation::Ne, own);
            moves.push(draft.arena().number_of(moving));
        }
        let total = draft.arena().terms.sum(&moves);
        let bool = draft.arena().compare(Item::Int(total), Relation::Eq, size);
        draft.assert(bool);
        Ok(())
    }
}
