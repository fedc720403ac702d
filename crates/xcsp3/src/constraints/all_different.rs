//! `allDifferent`: different values of a list, different lists, or rows and columns of a matrix.

use parallax_model::flatten::Bool;
use parallax_model::instance::InputError;
use parallax_model::{Constraint, GlobalCardinality, Occurrence, Relation, Value};
use roxmltree::Node;

use super::{Rule, same_length};
use crate::assigned::Assigned;
use crate::draft::Draft;
use crate::error::PostError;
use crate::items::{Item, narrow};
use crate::parts::Parts;
use crate::reader::Reader;

/// Maximum number of values of lists with values that may repeat.
const MAX_VALUES: u64 = 10_000;

/// Different values, or different lists.
#[derive(Clone, Debug)]
pub(crate) enum AllDifferent {
    /// The values of each list are different, except for these values, which may repeat.
    Values { lists: Vec<Vec<Item>>, except: Vec<i64> },
    /// No two lists are equal, except for lists with these values.
    Lists { lists: Vec<Vec<Item>>, except: Vec<Vec<Item>> },
}

impl AllDifferent {
    /// Reads a list, several lists or a matrix, and the exceptions.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let parts = Parts::of(reader, node, &["list", "matrix", "except"], &[])?;
        let except = parts.maybe(reader, "except")?;
        if let Some(matrix) = parts.maybe(reader, "matrix")? {
            let rows = reader.matrix(matrix)?;
            let width = rows.first().map_or(0, Vec::len);
            for row in &rows {
                same_length(reader, matrix, ["cells", "cells in another row"], [row.len(), width])?;
            }
            let column = |place: usize| rows.iter().map(|row| row[place]).collect();
            let columns: Vec<Vec<Item>> = (0..width).map(column).collect();
            let lists = rows.iter().cloned().chain(columns).collect();
            let except = except.map(|node| reader.numbers(node)).transpose()?;
            return Ok(AllDifferent::Values { lists, except: except.unwrap_or_default() });
        }
        if parts.all("list").count() < 2 {
            let list = reader.items(parts.list(reader)?)?;
            let except = except.map(|node| reader.numbers(node)).transpose()?;
            let except = except.unwrap_or_default();
            return Ok(AllDifferent::Values { lists: vec![list], except });
        }
        let mut lists: Vec<Vec<Item>> = Vec::new();
        for list in parts.all("list") {
            let items = reader.items(list)?;
            let first = lists.first().map_or(items.len(), Vec::len);
            same_length(reader, list, ["elements", "in the first list"], [items.len(), first])?;
            lists.push(items);
        }
        let except = match except {
            None => Vec::new(),
            Some(node) => {
                let rows = reader.matrix(node)?;
                for row in &rows {
                    let lengths = [row.len(), lists[0].len()];
                    same_length(reader, node, ["values", "elements in a list"], lengths)?;
                }
                rows
            }
        };
        let pairs = lists.len().saturating_mul(lists.len()) / 2;
        reader.spend(node.range().start, pairs.saturating_mul(lists[0].len()))?;
        Ok(AllDifferent::Lists { lists, except })
    }
}

impl Rule for AllDifferent {
    fn element(&self) -> &'static str {
        "allDifferent"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        match self {
            AllDifferent::Values { lists, except } => {
                for list in lists {
                    let mut numbers = values.numbers(list)?;
                    numbers.retain(|number| !except.iter().any(|&e| i128::from(e) == *number));
                    numbers.sort_unstable();
                    if numbers.windows(2).any(|pair| pair[0] == pair[1]) {
                        return Some(false);
                    }
                }
                Some(true)
            }
            AllDifferent::Lists { lists, except } => {
                let read = |lists: &[Vec<Item>]| -> Option<Vec<Vec<i128>>> {
                    lists.iter().map(|list| values.numbers(list)).collect()
                };
                let (mut lists, except) = (read(lists)?, read(except)?);
                lists.retain(|list| !except.contains(list));
                lists.sort_unstable();
                Some(lists.windows(2).all(|pair| pair[0] != pair[1]))
            }
        }
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        match self {
            AllDifferent::Values { lists, except } => {
                lists.iter().try_for_each(|list| post_values(draft, list, except))
            }
            AllDifferent::Lists { lists, except } => {
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
fn post_values(draft: &mut Draft<'_>, list: &[Item], except: &[i64]) -> Result<(), PostError> {
    if except.is_empty() {
        let scope = draft.slots(list)?;
        draft.post(Constraint::AllDifferent(parallax_model::AllDifferent { scope }));
        return Ok(());
    }
    let except_values: Vec<Value> = except.iter().copied().filter_map(narrow).collect();
    let values = draft.union(list).map(|all| all.without(&except_values));
    if let Some(values) = values.filter(|values| values.len() <= MAX_VALUES) {
        draft.spend(values.len() as usize)?;
        let occurrences = values.iter().map(|value| Occurrence { value, min: 0, max: 1 });
        let occurrences = occurrences.collect();
        let scope = draft.slots(list)?;
        draft.post(GlobalCardinality { scope, occurrences, closed: false }.into());
        return Ok(());
    }
    for (place, &item) in list.iter().enumerate() {
        draft.spend(place.saturating_mul(except.len() + 1))?;
        let mut excepted: Vec<Bool> = Vec::with_capacity(except.len());
        for &number in except {
            excepted.push(draft.arena().compare(item, Relation::Eq, Item::Number(number)));
        }
        for &other in &list[..place] {
            let mut either = vec![draft.arena().compare(item, Relation::Ne, other)];
            either.extend(&excepted);
            let bool = draft.arena().terms.or(&either);
            draft.assert(bool);
        }
    }
    Ok(())
}

/// Posts that two lists differ somewhere, or are both one of the exceptions.
fn post_pair(
    draft: &mut Draft<'_>,
    list: &[Item],
    other: &[Item],
    except: &[Vec<Item>],
) -> Result<(), PostError> {
    draft.spend(list.len().saturating_mul(except.len() + 1))?;
    let mut either = Vec::with_capacity(list.len());
    for (&left, &right) in list.iter().zip(other) {
        either.push(draft.arena().compare(left, Relation::Ne, right));
    }
    for row in except {
        let mut equal = Vec::with_capacity(row.len());
        for (&left, &value) in list.iter().zip(row) {
            equal.push(draft.arena().compare(left, Relation::Eq, value));
        }
        either.push(draft.arena().terms.and(&equal));
    }
    let bool = draft.arena().terms.or(&either);
    draft.assert(bool);
    Ok(())
}
