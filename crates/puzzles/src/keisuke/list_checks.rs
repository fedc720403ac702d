//! Whether lists fit a grid, as far as this shows without a search.

use std::collections::BTreeMap;

use super::board::{KeisukeCell, KeisukePattern, KeisukePuzzle, MAX_ENTRIES, RunDirection};
use super::error::{KeisukeError, KeisukeSpot, LocatedKeisukeError};
use super::layout::RunGroup;

/// Checks the number of cells and the range of their digits.
pub(super) fn check_cells(
    height: usize,
    width: usize,
    cells: &[KeisukeCell],
) -> Result<(), LocatedKeisukeError> {
    if cells.len() != height * width {
        let cells = cells.len();
        return Err(KeisukeError::Cells { cells, height, width }.at_spot(None, None));
    }
    match cells.iter().position(|cell| matches!(cell, KeisukeCell::Clue(10..))) {
        Some(cell) => Err(KeisukeError::Digit.at_spot(None, Some(KeisukeSpot::Cell(cell)))),
        None => Ok(()),
    }
}

/// Checks the lists, and that entries cover all clues.
pub(super) fn check_lists(keisuke: &KeisukePuzzle) -> Result<(), LocatedKeisukeError> {
    for &direction in keisuke.list_directions() {
        check_lengths(keisuke, direction)?;
        match keisuke.pattern() {
            KeisukePattern::Known(_) => check_run_counts(keisuke, direction)?,
            KeisukePattern::Unknown { .. } => check_room(keisuke, direction)?,
        }
    }
    let Some(layout) = keisuke.run_layout() else { return Ok(()) };
    match keisuke.clues().find(|&(cell, _)| layout.covered_index(cell).is_none()) {
        Some((cell, digit)) => {
            let error = KeisukeError::LooseClue { digit, cell, width: keisuke.width() };
            Err(error.at_spot(None, Some(KeisukeSpot::Cell(cell))))
        }
        None => Ok(()),
    }
}

/// Returns the number of cells of a line in a direction, and its name; of the longest line, if one
/// list has both directions.
fn line_size(keisuke: &KeisukePuzzle, direction: RunDirection) -> (usize, &'static str) {
    match direction {
        _ if keisuke.is_fill_in() => (keisuke.width().max(keisuke.height()), "line"),
        RunDirection::Across => (keisuke.width(), "row"),
        RunDirection::Down => (keisuke.height(), "column"),
    }
}

/// Checks the length of each entry, and their number.
fn check_lengths(
    keisuke: &KeisukePuzzle,
    direction: RunDirection,
) -> Result<(), LocatedKeisukeError> {
    let (side, line) = line_size(keisuke, direction);
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
        return Err(error.at_spot(Some(list), Some(KeisukeSpot::Entry(direction, i))));
    }
    Ok(())
}

/// Checks that a known grid has as many runs of each length as there are entries.
fn check_run_counts(
    keisuke: &KeisukePuzzle,
    direction: RunDirection,
) -> Result<(), LocatedKeisukeError> {
    // The number of entries, the first of them, and the number of runs.
    let mut lengths: BTreeMap<usize, (usize, Option<usize>, usize)> = BTreeMap::new();
    for (i, entry) in keisuke.entries(direction).iter().enumerate() {
        let of_length = lengths.entry(entry.digits().len()).or_default();
        of_length.0 += 1;
        of_length.1.get_or_insert(i);
    }
    let groups = keisuke.run_layout().map_or(&[][..], |layout| &layout.groups);
    let of_list = |group: &&RunGroup| group.direction.is_none_or(|listed| listed == direction);
    for group in groups.iter().filter(of_list) {
        lengths.entry(group.length).or_default().2 = group.runs.len();
    }
    let Some((length, (listed, first, runs))) =
        lengths.into_iter().find(|(_, (listed, _, runs))| listed != runs)
    else {
        return Ok(());
    };
    // Without any run of the length, its first entry is wrong. Otherwise the list as a whole has
    // too many or too few.
    let spot = match (runs, first) {
        (0, Some(first)) => KeisukeSpot::Entry(direction, first),
        _ => KeisukeSpot::List(direction),
    };
    let side = (!keisuke.is_fill_in()).then_some(direction);
    let error = KeisukeError::Runs { length, entries: listed, runs, direction: side };
    Err(error.at_spot(Some(keisuke.list_name(direction)), Some(spot)))
}

/// Checks that the entries fit next to each other into the lines of an unknown
/// grid: a black cell is between two entries of a line.
fn check_room(keisuke: &KeisukePuzzle, direction: RunDirection) -> Result<(), LocatedKeisukeError> {
    let (side, line) = line_size(keisuke, direction);
    let lines = keisuke.height() * keisuke.width() / side;
    let entries = keisuke.entries(direction);
    // Each entry takes its digits and a black cell after them. The last one of a line needs no
    // black cell, as if the line had one more.
    let needed: usize = entries.iter().map(|entry| entry.digits().len() + 1).sum();
    if needed <= lines * (side + 1) {
        return Ok(());
    }
    let digits: usize = entries.iter().map(|entry| entry.digits().len()).sum();
    let entries = entries.len();
    let error = KeisukeError::Room { entries, digits, lines, line, cells: side };
    Err(error.at_spot(Some(direction.direction_name()), Some(KeisukeSpot::List(direction))))
}
