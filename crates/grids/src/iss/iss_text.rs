//! The text of a constraint string.

use std::collections::HashSet;

use parallax_instance::shorten_text;
use parallax_model::engine_api::nearest_name;

use super::board;
use super::item;
use super::item::IssItem;
use crate::GridPuzzle;
use crate::errors::{ItemError, LocatedTextError, NearName};
use crate::rules::{AnyRule, ISS};
use crate::shape::GridSide;

/// The form of a kind of rule in constraint strings. By default, it has none.
pub(crate) trait IssRuleForm: Into<AnyRule> + Sized {
    /// The types that it reads.
    const TYPES: &'static [&'static str] = &[];

    /// Reads the rules of an item of one of the types.
    ///
    /// # Errors
    /// Returns the fault of the first argument that is not as expected.
    fn read_iss(_item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        Ok(Vec::new())
    }

    /// Writes the rule as an item, without its dot. `None` if no type means the same.
    fn write_iss(&self, _puzzle: &GridPuzzle) -> Option<String> {
        None
    }
}

/// Reads the rules of an item.
pub(crate) type IssRuleReader = fn(&IssItem<'_>) -> Result<Vec<AnyRule>, LocatedTextError>;

/// The types around other items, which are not read; a string may begin with one.
const GROUP_TYPES: [&str; 2] = ["Or", "And"];

/// Returns whether a line looks like a constraint string: a dot, and a type or a given.
#[must_use]
pub(crate) fn is_iss(line: &str) -> bool {
    let text = line.trim_start();
    let Some(first) = text.strip_prefix('.').map(|rest| rest.trim_start_matches(['.', ' '])) else {
        return false;
    };
    let end = first.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(first.len());
    let (name, after) = first.split_at(end);
    let mut letters = name.chars();
    match letters.next() {
        // A given: `.~R1C1_5`.
        None => first.starts_with("~R"),
        Some(letter) if letter.is_ascii_uppercase() => {
            after.starts_with('~')
                || (GROUP_TYPES.contains(&name) && after.trim_start().starts_with('.'))
                // A type without arguments, such as `.AntiKnight`. A short word may also be a row
                // of a grid: `.A..`
                || (name.len() > 3
                    && letters.any(|c| c.is_ascii_lowercase())
                    && !after.starts_with(|c: char| c.is_alphanumeric()))
        }
        Some(_) => false,
    }
}

/// Reads a constraint string, which may go over several lines.
///
/// # Errors
/// Returns the fault of the first item that is not as expected. Its column counts from the start of
/// the text.
pub(crate) fn read_iss(text: &str) -> Result<GridPuzzle, LocatedTextError> {
    let items = item::split_items(text)?;
    let mut puzzle = board::read_board(&items)?;
    let mut rules = std::mem::take(&mut puzzle.rules);
    let mut places: HashSet<Place> = HashSet::new();
    for parts in &items {
        if board::BOARD_TYPES.contains(&parts.kind.text) {
            continue;
        }
        let item = parts.to_item(&puzzle);
        if item.item_type().is_empty() {
            board::read_givens(&item, &mut puzzle, &mut rules)?;
            continue;
        }
        let Some((_, read)) = ISS.iter().find(|(types, _)| types.contains(&item.item_type()))
        else {
            let (found, near) = (shorten_text(item.item_type()), nearest_type(item.item_type()));
            return Err(LocatedTextError::at_column(
                parts.kind.column,
                ItemError::UnknownType { found, near },
            ));
        };
        for rule in read(&item)? {
            puzzle.validate_fit(&rule).map_err(|error| item.item_error(error))?;
            if place_of(&rule).is_some_and(|place| !places.insert(place)) {
                return Err(item.item_error(ItemError::PlaceRepeat));
            }
            rules.push(rule);
        }
    }
    puzzle.rules = rules;
    puzzle.validate_puzzle()?;
    Ok(puzzle)
}

/// Returns the known type that is nearest to a name, if one is near.
fn nearest_type(kind: &str) -> NearName {
    let names =
        || ISS.iter().flat_map(|(types, _)| types.iter().copied()).chain(board::BOARD_TYPES);
    // A longer or shorter form of a type, such as `AntiKnightMove`, is nearer than any spelling.
    let begins = |name: &&str| {
        name.len().min(kind.len()) > 3 && (kind.starts_with(name) || name.starts_with(kind))
    };
    let known = names().filter(begins).max_by_key(|name| name.len());
    NearName(known.or_else(|| nearest_name(kind, names())))
}

/// The kind of a clue, and its place.
type Place = (&'static str, Option<GridSide>, usize);

/// Returns the place of a rule that occurs at most once there: outside of the grid, at a corner of
/// cells, or on the whole grid.
fn place_of(rule: &AnyRule) -> Option<Place> {
    Some(match rule {
        AnyRule::Skyscraper(clue) => ("Skyscraper", Some(clue.side), clue.line_index),
        AnyRule::XSum(clue) => ("XSum", Some(clue.side), clue.line_index),
        AnyRule::Sandwich(clue) => ("Sandwich", Some(clue.side), clue.line_index),
        AnyRule::NumberedRoom(clue) => ("NumberedRoom", Some(clue.side), clue.line_index),
        AnyRule::LittleKiller(clue) => ("LittleKiller", None, clue.start),
        AnyRule::Quadruple(clue) => ("Quad", None, clue.cells[0]),
        AnyRule::Diagonal(diagonal) => ("Diagonal", None, usize::from(diagonal.rising)),
        AnyRule::Chess(chess) => ("Chess", None, usize::from(chess.king)),
        AnyRule::NonConsecutive(_) => ("AntiConsecutive", None, 0),
        AnyRule::DisjointGroups(_) => ("DisjointSets", None, 0),
        AnyRule::UnmarkedDots(_) => ("StrictKropki", None, 0),
        AnyRule::UnmarkedXv(_) => ("StrictXV", None, 0),
        _ => return None,
    })
}
