//! Whether lists fit a grid, as far as that shows without a search.

use std::collections::BTreeMap;

use super::board::{Cell, Direction, Keisuke, MAX_ENTRIES, Pattern};
use super::error::{Fault, KeisukeError, Spot};
use super::layout::Group;

/// Checks the number of cells and the range of their digits.
pub(super) fn cells(height: usize, width: usize, cells: &[Cell]) -> Result<(), Fault> {
    if cells.len() != height * width {
        let cells = cells.len();
        return Err(KeisukeError::Cells { cells, height, width }.at(None, None));
    }
    match cells.iter().position(|cell| matches!(cell, Cell::Clue(10..))) {
        Some(cell) => Err(KeisukeError::Digit.at(None, Some(Spot::Cell(cell)))),
        None => Ok(()),
    }
}

/// Checks the lists, and that entries cover all clues.
pub(super) fn check(keisuke: &Keisuke) -> Result<(), Fault> {
    for &direction in keisuke.lists() {
        lengths(keisuke, direction)?;
        match keisuke.pattern() {
            Pattern::Known(_) => numbers(keisuke, direction)?,
            Pattern::Unknown { .. } => room(keisuke, direction)?,
        }
    }
    let Some(layout) = keisuke.layout() else { return Ok(()) };
    match keisuke.clues().find(|&(cell, _)| layout.place(cell).is_none()) {
        Some((cell, digit)) => {
            let error = KeisukeError::LooseClue { digit, cell, width: keisuke.width() };
            Err(error.at(None, Some(Spot::Cell(cell))))
        }
        None => Ok(()),
    }
}

/// The number of cells of a line in a direction, and its name; of the longest line, if one list has
/// both directions.
fn line(keisuke: &Keisuke, direction: Direction) -> (usize, &'static str) {
    match direction {
        _ if keisuke.is_fill_in() => (keisuke.width().max(keisuke.height()), "line"),
        Direction::Across => (keisuke.width(), "row"),
        Direction::Down => (keisuke.height(), "column"),
    }
}

/// Checks the length of each entry, and their number.
fn lengths(keisuke: &Keisuke, direction: Direction) -> Result<(), Fault> {
    let (side, line) = line(keisuke, direction);
    let list = keisuke.list_name(direction);
    let most = MAX_ENTRIES * if keisuke.is_fill_in() { 2 } else { 1 };
    for (i, entry) in keisuke.entries(direction).iter().enumerate() {
        let error = match entry.digits().len() {
            0 => KeisukeError::EmptyEntry,
            1 => KeisukeError::ShortEntry { entry: entry.clone() },
            length if length > side => {
                KeisukeError::LongEntry { entry: entry.clone(), line, cells: side }
            }
            _ if i == most => KeisukeError::Entries { most },
            _ => continue,
        };
        return Err(error.at(Some(list), Some(Spot::Entry(direction, i))));
    }
    Ok(())
}

/// Checks that a known grid has as many runs of each length as there are entries.
fn numbers(keisuke: &Keisuke, direction: Direction) -> Result<(), Fault> {
    // The number of entries, the first of them, and the number of runs.
    let mut lengths: BTreeMap<usize, (usize, Option<usize>, usize)> = BTreeMap::new();
    for (i, entry) in keisuke.entries(direction).iter().enumerate() {
        let of_length = lengths.entry(entry.digits().len()).or_default();
        of_length.0 += 1;
        of_length.1.get_or_insert(i);
    }
    let groups = keisuke.layout().map_or(&[][..], |layout| &layout.groups);
    let own = |group: &&Group| group.direction.is_none_or(|own| own == direction);
    for group in groups.iter().filter(own) {
        lengths.entry(group.length).or_default().2 = group.runs.len();
    }
    let Some((length, (listed, first, runs))) =
        lengths.into_iter().find(|(_, (listed, _, runs))| listed != runs)
    else {
        return Ok(());
    };
    let spot = match (runs, first) {
        (0, Some(first)) => Spot::Entry(direction, first),
        _ => Spot::List(direction),
    };
    let side = (!keisuke.is_fill_in()).then_some(direction);
    let error = KeisukeError::Runs { length, entries: listed, runs, direction: side };
    Err(error.at(Some(keisuke.list_name(direction)), Some(spot)))
}

/// Checks that the entries fit next to each other into the lines of an unknown
/// grid: a black cell is between two entries of a line.
fn room(keisuke: &Keisuke, direction: Direction) -> Result<(), Fault> {
    let (side, line) = line(keisuke, direction);
    let lines = keisuke.height() * keisuke.width() / side;
    let entries = keisuke.entries(direction);
    let needed: usize = entries.iter().map(|entry| entry.digits().len() + 1).sum();
    if needed <= lines * (side + 1) {
        return Ok(());
    }
    let digits: usize = entries.iter().map(|entry| entry.digits().len()).sum();
    let entries = entries.len();
    let error = KeisukeError::Room { entries, digits, lines, line, cells: side };
    Err(error.at(Some(direction.name()), Some(Spot::List(direction))))
}
