//! `minimumArg` and `maximumArg`: a condition on a place of the least or greatest element.

use parallax_model::Relation;
use parallax_model::instance::InputError;
use parallax_xml::attribute;
use roxmltree::Node;

use super::extremum::extremum;
use super::{Rule, first_index};
use crate::assigned::Assigned;
use crate::conditions::Condition;
use crate::draft::Draft;
use crate::error::PostError;
use crate::items::Item;
use crate::parts::Parts;
use crate::reader::Reader;

/// Which of several places counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rank {
    /// The condition holds for one of them.
    Any,
    First,
    Last,
}

/// A condition on a place of the greatest (`max`) or least element.
#[derive(Clone, Debug)]
pub(crate) struct ExtremumPlace {
    list: Vec<Item>,
    first: i32,
    rank: Rank,
    condition: Condition,
    max: bool,
}

impl ExtremumPlace {
    /// Reads the list and the condition.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let own = node.tag_name().name();
        let attributes = [(own, "rank"), ("list", "startIndex")];
        let parts = Parts::of(reader, node, &["list", "condition"], &attributes)?;
        let own = parts.one(reader, "list")?;
        let list = reader.items(own)?;
        if list.is_empty() {
            return Err(reader.fault_in(node, "an empty list"));
        }
        let rank = match attribute(node, "rank").map(str::trim) {
            None | Some("any") => Rank::Any,
            Some("first") => Rank::First,
            Some("last") => Rank::Last,
            Some(other) => {
                let message = format!("rank=\"{other}\"; expected any, first or last");
                return Err(reader.fault_in(node, &message));
            }
        };
        let first = first_index(reader, own, "startIndex")?;
        let condition = reader.condition(parts.one(reader, "condition")?)?;
        let max = node.tag_name().name() == "maximumArg";
        Ok(ExtremumPlace { list, first, rank, condition, max })
    }
}

impl Rule for ExtremumPlace {
    fn element(&self) -> &'static str {
        if self.max { "maximumArg" } else { "minimumArg" }
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let numbers = values.numbers(&self.list)?;
        let all = numbers.iter();
        let extremum = *(if self.max { all.max() } else { all.min() })?;
        let places = (0..numbers.len()).filter(|&place| numbers[place] == extremum);
        let places: Vec<usize> = match self.rank {
            Rank::Any => places.collect(),
            Rank::First => places.take(1).collect(),
            Rank::Last => places.rev().take(1).collect(),
        };
        let mut found = false;
        for place in places {
            found |= self.condition.holds(place as i128 + i128::from(self.first), values)?;
        }
        Some(found)
    }

    /// Posts that a place has the extremum and satisfies the condition, and with a rank, that no
    /// place before or after it has the extremum.
    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        draft.spend(self.list.len())?;
        let extremum = Item::Int(extremum(draft, &self.list, self.max));
        let mut has = Vec::with_capacity(self.list.len());
        for &item in &self.list {
            has.push(draft.arena().compare(item, Relation::Eq, extremum));
        }
        // Whether one of the places seen so far has the extremum.
        let mut seen = draft.arena().terms.truth(false);
        let mut either = Vec::with_capacity(has.len());
        let places: Vec<usize> = match self.rank {
            Rank::Last => (0..has.len()).rev().collect(),
            _ => (0..has.len()).collect(),
        };
        for place in places {
            let number = draft.arena().number(place as i64 + i64::from(self.first));
            let condition = self.condition.of(draft.arena(), number);
            let mut all = vec![has[place], condition];
            if self.rank != Rank::Any {
                all.push(draft.arena().terms.not(seen));
                seen = draft.arena().terms.or(&[seen, has[place]]);
            }
            either.push(draft.arena().terms.and(&all));
        }
        let bool = draft.arena().terms.or(&either);
        draft.assert(bool);
        Ok(())
    }
}
