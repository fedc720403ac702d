//! `channel`: lists whose values are places of each other.

use parallax_instance::InputError;
use parallax_model::{AtomicConstraint, ComparisonOperator, Inverse, Value};
use roxmltree::Node;

use super::{ConstraintRule, first_index};
use crate::assigned::Xcsp3Assignment;
use crate::draft::{Xcsp3ModelDraft, model_value};
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::ListItem;
use crate::reader::Xcsp3Reader;

/// A list with the number of its first place.
#[derive(Clone, Debug)]
pub(crate) struct ChannelList {
    items: Vec<ListItem>,
    first: i32,
}

/// Lists whose values are places of each other.
#[derive(Clone, Debug)]
pub(crate) enum Xcsp3Channel {
    /// `list[i] = j` exactly if `list[j] = i`.
    One(ChannelList),
    /// `left[i] = j` implies `right[j] = i`, and the other way round if they have the same length.
    /// The right list is not shorter.
    Two(ChannelList, ChannelList),
    /// Exactly one element of the list is 1, the one at the place that the item says; the others
    /// are 0.
    Truths(ChannelList, ListItem),
}

impl Xcsp3Channel {
    /// Reads one or two lists, or a list and a value.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let parts =
            ElementParts::from_node(reader, node, &["list", "value"], &[("list", "startIndex")])?;
        let mut lists = Vec::new();
        let own: Vec<Node<'_, '_>> = parts.all_named("list").collect();
        // Without `<list>`, the element itself is the only list.
        for list in if own.is_empty() { vec![node] } else { own } {
            let first = first_index(reader, list, "startIndex")?;
            lists.push(ChannelList { items: reader.read_items(list)?, first });
        }
        let value = parts
            .optional_part(reader, "value")?
            .map(|node| reader.read_items(node))
            .transpose()?;
        let second = (lists.len() == 2).then(|| lists.pop()).flatten();
        let (Some(first), true) = (lists.pop(), lists.is_empty()) else {
            return Err(reader.fault_in(node, "expected one or two lists"));
        };
        match (second, value.as_deref()) {
            (None, None) => Ok(Xcsp3Channel::One(first)),
            (None, Some(&[value])) => Ok(Xcsp3Channel::Truths(first, value)),
            (Some(second), None) if first.items.len() <= second.items.len() => {
                Ok(Xcsp3Channel::Two(first, second))
            }
            (Some(_), None) => {
                Err(reader.fault_in(node, "the first list is longer than the second one"))
            }
            _ => Err(reader.fault_in(node, "expected one or two lists, or one and a value")),
        }
    }
}

impl ChannelList {
    /// Returns the elements under an assignment.
    fn list_values(&self, values: &Xcsp3Assignment<'_>) -> Option<Vec<i128>> {
        values.item_values(&self.items)
    }

    /// Returns the index of the place with this number.
    fn place_index(&self, number: i128) -> Option<usize> {
        let index = usize::try_from(number - i128::from(self.first)).ok()?;
        (index < self.items.len()).then_some(index)
    }
}

/// Whether `left[i] = j` implies `right[j] = i`, and every j is a place of the right list.
fn points_back(
    values: &Xcsp3Assignment<'_>,
    left: &ChannelList,
    right: &ChannelList,
) -> Option<bool> {
    let (from, to) = (left.list_values(values)?, right.list_values(values)?);
    Some(
        (0i128..).zip(&from).all(|(i, &j)| {
            right.place_index(j).is_some_and(|j| to[j] == i + i128::from(left.first))
        }),
    )
}

impl ConstraintRule for Xcsp3Channel {
    fn element_name(&self) -> &'static str {
        "channel"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        match self {
            Xcsp3Channel::One(list) => points_back(values, list, list),
            Xcsp3Channel::Two(left, right) => {
                // With a longer right list, some of its places are the value of no left element.
                let is_square = left.items.len() == right.items.len();
                let back = !is_square || points_back(values, right, left)?;
                Some(points_back(values, left, right)? && back)
            }
            Xcsp3Channel::Truths(list, item) => {
                let (truths, place) = (list.list_values(values)?, values.item_value(*item)?);
                let place = list.place_index(place);
                let is_right = |(i, &truth): (usize, &i128)| truth == i128::from(place == Some(i));
                Some(place.is_some() && truths.iter().enumerate().all(is_right))
            }
        }
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        let (left, right) = match self {
            Xcsp3Channel::Truths(list, item) => return post_truths(draft, list, *item),
            // `Inverse` states both directions, so a shorter left list needs clauses for one.
            Xcsp3Channel::Two(left, right) if left.items.len() < right.items.len() => {
                return post_implied(draft, left, right);
            }
            Xcsp3Channel::One(list) => (list, list),
            Xcsp3Channel::Two(left, right) => (left, right),
        };
        let inverse = Inverse {
            left: draft.item_slots(&left.items)?,
            right: draft.item_slots(&right.items)?,
            first_left: left.first,
            first_right: right.first,
        };
        draft.post_constraint(inverse.into());
        Ok(())
    }
}

/// Posts that each value of the left list is a place of the right one, which points back.
fn post_implied(
    draft: &mut Xcsp3ModelDraft<'_>,
    left: &ChannelList,
    right: &ChannelList,
) -> Result<(), Xcsp3PostError> {
    let (from, to) = (draft.item_slots(&left.items)?, draft.item_slots(&right.items)?);
    let last = model_value(i64::from(right.first) + right.items.len() as i64 - 1)?;
    for (i, &slot) in from.iter().enumerate() {
        let i = model_value(i as i64 + i64::from(left.first))?;
        draft.post_clause(vec![AtomicConstraint::new(
            slot,
            ComparisonOperator::Ge,
            right.first,
        )])?;
        draft.post_clause(vec![AtomicConstraint::new(slot, ComparisonOperator::Le, last)])?;
        for (j, &back) in to.iter().enumerate() {
            let j = right.first + j as Value;
            let points = AtomicConstraint::new(slot, ComparisonOperator::Ne, j);
            draft.post_clause(vec![
                points,
                AtomicConstraint::new(back, ComparisonOperator::Eq, i),
            ])?;
        }
    }
    Ok(())
}

/// Posts that the element at the place of the value is 1 and every other one is 0.
fn post_truths(
    draft: &mut Xcsp3ModelDraft<'_>,
    list: &ChannelList,
    item: ListItem,
) -> Result<(), Xcsp3PostError> {
    let (slots, place) = (draft.item_slots(&list.items)?, draft.item_slot(item)?);
    for (i, &slot) in slots.iter().enumerate() {
        let i = model_value(i as i64 + i64::from(list.first))?;
        let is_there = AtomicConstraint::new(place, ComparisonOperator::Eq, i);
        let is_elsewhere = AtomicConstraint::new(place, ComparisonOperator::Ne, i);
        draft.post_clause(vec![
            is_elsewhere,
            AtomicConstraint::new(slot, ComparisonOperator::Eq, 1),
        ])?;
        draft
            .post_clause(vec![is_there, AtomicConstraint::new(slot, ComparisonOperator::Eq, 0)])?;
    }
    let last = model_value(i64::from(list.first) + slots.len() as i64 - 1)?;
    draft.post_clause(vec![AtomicConstraint::new(place, ComparisonOperator::Ge, list.first)])?;
    draft.post_clause(vec![AtomicConstraint::new(place, ComparisonOperator::Le, last)])
}
