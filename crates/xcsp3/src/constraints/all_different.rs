//! `allDifferent`: different values of a list, different lists, or rows and columns of a matrix.

use parallax_instance::InputError;
use parallax_model::flatten::BoolExpression;
use parallax_model::{ComparisonOperator, Constraint, GlobalCardinality, Value, ValueOccurrence};
use roxmltree::Node;

use super::{ConstraintRule, same_length};
use crate::assigned::Xcsp3Assignment;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::{ListItem, narrow_value};
use crate::reader::Xcsp3Reader;

/// Maximum number of values of lists with values that may repeat.
const MAX_VALUES: u64 = 10_000;

/// Different values, or different lists.
#[derive(Clone, Debug)]
pub(crate) enum Xcsp3AllDifferent {
    /// The values of each list are different, except for these values, which may repeat.
    Values { lists: Vec<Vec<ListItem>>, except: Vec<i64> },
    /// No two lists are equal, except for lists with these values.
    Lists { lists: Vec<Vec<ListItem>>, except: Vec<Vec<ListItem>> },
}

impl Xcsp3AllDifferent {
    /// Reads a list, several lists or a matrix, and the exceptions.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let parts = ElementParts::from_node(reader, node, &["list", "matrix", "except"], &[])?;
        let except = parts.optional_part(reader, "except")?;
        if let Some(matrix) = parts.optional_part(reader, "matrix")? {
            let rows = reader.read_matrix(matrix)?;
            let width = rows.first().map_or(0, Vec::len);
            for row in &rows {
                same_length(reader, matrix, ["cells", "cells in another row"], [row.len(), width])?;
            }
            let column = |index: usize| rows.iter().map(|row| row[index]).collect();
            let columns: Vec<Vec<ListItem>> = (0..width).map(column).collect();
            let lists = rows.iter().cloned().chain(columns).collect();
            let except = except.map(|node| reader.read_numbers(node)).transpose()?;
            return Ok(Xcsp3AllDifferent::Values { lists, except: except.unwrap_or_default() });
        }
        // A single list compares its values, and several lists are compared with each other.
        if parts.all_named("list").count() < 2 {
            let list = reader.read_items(parts.list_part(reader)?)?;
            let except = except.map(|node| reader.read_numbers(node)).transpose()?;
            let except = except.unwrap_or_default();
            return Ok(Xcsp3AllDifferent::Values { lists: vec![list], except });
        }
        let mut lists: Vec<Vec<ListItem>> = Vec::new();
        for list in parts.all_named("list") {
            let items = reader.read_items(list)?;
            let first = lists.first().map_or(items.len(), Vec::len);
            same_length(reader, list, ["elements", "in the first list"], [items.len(), first])?;
            lists.push(items);
        }
        let except = match except {
            None => Vec::new(),
            Some(node) => {
                let rows = reader.read_matrix(node)?;
                for row in &rows {
                    let lengths = [row.len(), lists[0].len()];
                    same_length(reader, node, ["values", "elements in a list"], lengths)?;
                }
                rows
            }
        };
        // Each pair of lists is posted, so the quadratic size is checked while the file is read.
        let pairs = lists.len().saturating_mul(lists.len()) / 2;
        reader.spend_pieces(node.range().start, pairs.saturating_mul(lists[0].len()))?;
        Ok(Xcsp3AllDifferent::Lists { lists, except })
    }
}

impl ConstraintRule for Xcsp3AllDifferent {
    fn element_name(&self) -> &'static str {
        "allDifferent"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        match self {
            Xcsp3AllDifferent::Values { lists, except } => {
                for list in lists {
                    let mut numbers = values.item_values(list)?;
                    numbers.retain(|number| !except.iter().any(|&e| i128::from(e) == *number));
                    numbers.sort_unstable();
                    if numbers.windows(2).any(|pair| pair[0] == pair[1]) {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Xcsp3AllDifferent::Lists { lists, except } => {
                let read = |lists: &[Vec<ListItem>]| -> Option<Vec<Vec<i128>>> {
                    lists.iter().map(|list| values.item_values(list)).collect()
                };
                let (mut lists, except) = (read(lists)?, read(except)?);
                lists.retain(|list| !except.contains(list));
                lists.sort_unstable();
                Some(lists.windows(2).all(|pair| pair[0] != pair[1]))
            }
        }
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        match self {
            Xcsp3AllDifferent::Values { lists, except } => {
                lists.iter().try_for_each(|list| post_values(draft, list, except))
            }
            Xcsp3AllDifferent::Lists { lists, except } => {
                for (place, list) in lists.iter().enumerate() {
                    for other in &lists[..place] {
                        post_pair(draft, list, other, except)?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// Posts that the values of a list are different, except for some.
fn post_values(
    draft: &mut Xcsp3ModelDraft<'_>,
    list: &[ListItem],
    except: &[i64],
) -> Result<(), Xcsp3PostError> {
    if except.is_empty() {
        let scope = draft.item_slots(list)?;
        draft.post_constraint(Constraint::AllDifferent(parallax_model::AllDifferent { scope }));
        return Ok(());
    }
    let except_values: Vec<Value> = except.iter().copied().filter_map(narrow_value).collect();
    // If the values are few, a cardinality states that each occurs at most once, except for those
    // that may repeat.
    let values = draft.union_domain(list).map(|all| all.without_values(&except_values));
    if let Some(values) = values.filter(|values| values.len() <= MAX_VALUES) {
        draft.spend_pieces(values.len() as usize)?;
        let occurrences = values.iter().map(|value| ValueOccurrence { value, min: 0, max: 1 });
        let occurrences = occurrences.collect();
        let scope = draft.item_slots(list)?;
        draft.post_constraint(GlobalCardinality { scope, occurrences, closed: false }.into());
        return Ok(());
    }
    // Otherwise, each pair differs or has an excepted value. It suffices to test one of the two,
    // because they would be equal.
    for (place, &item) in list.iter().enumerate() {
        draft.spend_pieces(place.saturating_mul(except.len() + 1))?;
        let mut excepted: Vec<BoolExpression> = Vec::with_capacity(except.len());
        for &number in except {
            excepted.push(draft.arena_mut().compare_items(
                item,
                ComparisonOperator::Eq,
                ListItem::Number(number),
            ));
        }
        for &other in &list[..place] {
            let mut either =
                vec![draft.arena_mut().compare_items(item, ComparisonOperator::Ne, other)];
            either.extend(&excepted);
            let bool = draft.arena_mut().terms.add_or(&either);
            draft.assert_true(bool);
        }
    }
    Ok(())
}

/// Posts that two lists differ somewhere, or are both one of the exceptions.
fn post_pair(
    draft: &mut Xcsp3ModelDraft<'_>,
    list: &[ListItem],
    other: &[ListItem],
    except: &[Vec<ListItem>],
) -> Result<(), Xcsp3PostError> {
    draft.spend_pieces(list.len().saturating_mul(except.len() + 1))?;
    let mut either = Vec::with_capacity(list.len());
    for (&left, &right) in list.iter().zip(other) {
        either.push(draft.arena_mut().compare_items(left, ComparisonOperator::Ne, right));
    }
    for row in except {
        let mut equal = Vec::with_capacity(row.len());
        for (&left, &value) in list.iter().zip(row) {
            equal.push(draft.arena_mut().compare_items(left, ComparisonOperator::Eq, value));
        }
        either.push(draft.arena_mut().terms.add_and(&equal));
    }
    let bool = draft.arena_mut().terms.add_or(&either);
    draft.assert_true(bool);
    Ok(())
}
