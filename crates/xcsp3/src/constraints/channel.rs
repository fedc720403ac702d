//! `channel`: lists whose values are places of each other.

use parallax_model::instance::InputError;
use parallax_model::{Atom, Inverse, Relation, Value};
use roxmltree::Node;

use super::{Rule, first_index};
use crate::assigned::Assigned;
use crate::draft::{Draft, value};
use crate::error::PostError;
use crate::items::Item;
use crate::parts::Parts;
use crate::reader::Reader;

/// A list with the number of its first place.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    items: Vec<Item>,
    first: i32,
}

/// Lists whose values are places of each other.
#[derive(Clone, Debug)]
pub(crate) enum Channel {
    /// `list[i] = j` exactly if `list[j] = i`.
    One(Places),
    /// `left[i] = j` implies `right[j] = i`, and the other way round if they have the same length.
    /// The right list is not shorter.
    Two(Places, Places),
    /// Exactly one element of the list is 1, the one at the place that the item says; the others
    /// are 0.
    Truths(Places, Item),
}

impl Channel {
    /// Reads one or two lists, or a list and a value.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let parts = Parts::of(reader, node, &["list", "value"], &[("list", "startIndex")])?;
        let mut lists = Vec::new();
        let own: Vec<Node<'_, '_>> = parts.all("list").collect();
        for list in if own.is_empty() { vec![node] } else { own } {
            let first = first_index(reader, list, "startIndex")?;
            lists.push(Places { items: reader.items(list)?, first });
        }
        let value = parts.maybe(reader, "value")?.map(|own| reader.items(own)).transpose()?;
        let second = (lists.len() == 2).then(|| lists.pop()).flatten();
        let (Some(first), true) = (lists.pop(), lists.is_empty()) else {
            return Err(reader.fault_in(node, "expected one or two lists"));
        };
        match (second, value.as_deref()) {
            (None, None) => Ok(Channel::One(first)),
            (None, Some(&[value])) => Ok(Channel::Truths(first, value)),
            (Some(second), None) if first.items.len() <= second.items.len() => {
                Ok(Channel::Two(first, second))
            }
            (Some(_), None) => {
                Err(reader.fault_in(node, "the first list is longer than the second one"))
            }
            _ => Err(reader.fault_in(node, "expected one or two lists, or one and a value")),
        }
    }
}

impl Places {
    /// Returns the elements under an assignment.
    fn numbers(&self, values: &Assigned<'_>) -> Option<Vec<i128>> {
        values.numbers(&self.items)
    }

    /// Returns the index of the place with this number.
    fn index(&self, number: i128) -> Option<usize> {
        let index = usize::try_from(number - i128::from(self.first)).ok()?;
        (index < self.items.len()).then_some(index)
    }
}

/// Whether `left[i] = j` implies `right[j] = i`, and every j is a place of the right list.
fn points(values: &Assigned<'_>, left: &Places, right: &Places) -> Option<bool> {
    let (from, to) = (left.numbers(values)?, right.numbers(values)?);
    Some(
        (0i128..)
            .zip(&from)
            .all(|(i, &j)| right.index(j).is_some_and(|j| to[j] == i + i128::from(left.first))),
    )
}

impl Rule for Channel {
    fn element(&self) -> &'static str {
        "channel"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        match self {
            Channel::One(list) => points(values, list, list),
            Channel::Two(left, right) => {
                let is_square = left.items.len() == right.items.len();
                let back = !is_square || points(values, right, left)?;
                Some(points(values, left, right)? && back)
            }
            Channel::Truths(list, item) => {
                let (truths, place) = (list.numbers(values)?, values.number(*item)?);
                let place = list.index(place);
                let is_right = |(i, &truth): (usize, &i128)| truth == i128::from(place == Some(i));
                Some(place.is_some() && truths.iter().enumerate().all(is_right))
            }
        }
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let (left, right) = match self {
            Channel::Truths(list, item) => return post_truths(draft, list, *item),
            Channel::Two(left, right) if left.items.len() < right.items.len() => {
                return post_implied(draft, left, right);
            }
            Channel::One(list) => (list, list),
            Channel::Two(left, right) => (left, right),
        };
        let inverse = Inverse {
            left: draft.slots(&left.items)?,
            right: draft.slots(&right.items)?,
            first_left: left.first,
            first_right: right.first,
        };
        draft.post(inverse.into());
        Ok(())
    }
}

/// Posts that each value of the left list is a place of the right one, which points back.
fn post_implied(draft: &mut Draft<'_>, left: &Places, right: &Places) -> Result<(), PostError> {
    let (from, to) = (draft.slots(&left.items)?, draft.slots(&right.items)?);
    let last = value(i64::from(right.first) + right.items.len() as i64 - 1)?;
    for (i, &slot) in from.iter().enumerate() {
        let i = value(i as i64 + i64::from(left.first))?;
        draft.clause(vec![Atom::new(slot, Relation::Ge, right.first)])?;
        draft.clause(vec![Atom::new(slot, Relation::Le, last)])?;
        for (j, &back) in to.iter().enumerate() {
            let j = right.first + j as Value;
            let points = Atom::new(slot, Relation::Ne, j);
            draft.clause(vec![points, Atom::new(back, Relation::Eq, i)])?;
        }
    }
    Ok(())
}

/// Posts that the element at the place of the value is 1 and every other one is 0.
fn post_truths(draft: &mut Draft<'_>, list: &Places, item: Item) -> Result<(), PostError> {
    let (slots, place) = (draft.slots(&list.items)?, draft.slot(item)?);
    for (i, &slot) in slots.iter().enumerate() {
        let i = value(i as i64 + i64::from(list.first))?;
        let is_there = Atom::new(place, Relation::Eq, i);
        let is_elsewhere = Atom::new(place, Relation::Ne, i);
        draft.clause(vec![is_elsewhere, Atom::new(slot, Relation::Eq, 1)])?;
        draft.clause(vec![is_there, Atom::new(slot, Relation::Eq, 0)])?;
    }
    let last = value(i64::from(list.first) + slots.len() as i64 - 1)?;
    draft.clause(vec![Atom::new(place, Relation::Ge, list.first)])?;
    draft.clause(vec![Atom::new(place, Relation::Le, last)])
}
