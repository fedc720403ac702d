//! `minimumArg` and `maximumArg`: a condition on a place of the least or greatest element.

use parallax_instance::InputError;
use parallax_model::ComparisonOperator;
use parallax_xml::local_attribute;
use roxmltree::Node;

use super::extremum::extremum_term;
use super::{ConstraintRule, first_index};
use crate::assigned::Xcsp3Assignment;
use crate::conditions::NumberCondition;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::ListItem;
use crate::reader::Xcsp3Reader;

/// Which of several places counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExtremumRank {
    /// The condition holds for one of them.
    Any,
    First,
    Last,
}

/// A condition on a place of the greatest (`max`) or least element.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3ExtremumPlace {
    list: Vec<ListItem>,
    first: i32,
    rank: ExtremumRank,
    condition: NumberCondition,
    max: bool,
}

impl Xcsp3ExtremumPlace {
    /// Reads the list and the condition.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let own = node.tag_name().name();
        let attributes = [(own, "rank"), ("list", "startIndex")];
        let parts = ElementParts::from_node(reader, node, &["list", "condition"], &attributes)?;
        let own = parts.required_part(reader, "list")?;
        let list = reader.read_items(own)?;
        if list.is_empty() {
            return Err(reader.fault_in(node, "an empty list"));
        }
        let rank = match local_attribute(node, "rank").map(str::trim) {
            None | Some("any") => ExtremumRank::Any,
            Some("first") => ExtremumRank::First,
            Some("last") => ExtremumRank::Last,
            Some(other) => {
                let message = format!("rank=\"{other}\"; expected any, first or last");
                return Err(reader.fault_in(node, &message));
            }
        };
        let first = first_index(reader, own, "startIndex")?;
        let condition = reader.read_condition(parts.required_part(reader, "condition")?)?;
        let max = node.tag_name().name() == "maximumArg";
        Ok(Xcsp3ExtremumPlace { list, first, rank, condition, max })
    }
}

impl ConstraintRule for Xcsp3ExtremumPlace {
    fn element_name(&self) -> &'static str {
        if self.max { "maximumArg" } else { "minimumArg" }
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let numbers = values.item_values(&self.list)?;
        let all = numbers.iter();
        let extremum = *(if self.max { all.max() } else { all.min() })?;
        let places = (0..numbers.len()).filter(|&index| numbers[index] == extremum);
        let places: Vec<usize> = match self.rank {
            ExtremumRank::Any => places.collect(),
            ExtremumRank::First => places.take(1).collect(),
            ExtremumRank::Last => places.rev().take(1).collect(),
        };
        let mut found = false;
        for index in places {
            found |= self.condition.holds_for(index as i128 + i128::from(self.first), values)?;
        }
        Some(found)
    }

    /// Posts that a place has the extremum and satisfies the condition, and with a rank, that no
    /// place before or after it has the extremum.
    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        draft.spend_pieces(self.list.len())?;
        let extremum = ListItem::Int(extremum_term(draft, &self.list, self.max));
        let mut has = Vec::with_capacity(self.list.len());
        for &item in &self.list {
            has.push(draft.arena_mut().compare_items(item, ComparisonOperator::Eq, extremum));
        }
        // Whether one of the places visited so far has the extremum.
        let mut seen = draft.arena_mut().terms.add_truth(false);
        let mut either = Vec::with_capacity(has.len());
        let places: Vec<usize> = match self.rank {
            ExtremumRank::Last => (0..has.len()).rev().collect(),
            _ => (0..has.len()).collect(),
        };
        // With a rank, the places are visited from the preferred end, and only the first with the
        // extremum counts.
        for index in places {
            let number = draft.arena_mut().number_term(index as i64 + i64::from(self.first));
            let condition = self.condition.build_truth(draft.arena_mut(), number);
            let mut all = vec![has[index], condition];
            if self.rank != ExtremumRank::Any {
                all.push(draft.arena_mut().terms.add_not(seen));
                seen = draft.arena_mut().terms.add_or(&[seen, has[index]]);
            }
            either.push(draft.arena_mut().terms.add_and(&all));
        }
        let bool = draft.arena_mut().terms.add_or(&either);
        draft.assert_true(bool);
        Ok(())
    }
}
