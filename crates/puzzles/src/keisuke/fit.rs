//! Whether lists fit a grid, as far as that shows without a search.

use std::collections::BTreeMap;

use super::super::grid_rules::cell_name;
use super::super::token::counted;
use super::board::{Cell, Direction, Fault, Keisuke, MAX_ENTRIES, Pattern, Spot};
use super::layout::Group;

/// Checks the number of cells and the range of their digits.
pub(super) fn cells(height: usize, width: usize, cells: &[Cell]) -> Result<(), Fault> {
    if cells.len() != height * width {
        let found = counted(cells.len(), "cell", "cells");
        return Err(Fault::new(format!("{found}; expected {height} x {width}")));
    }
    match cells.iter().position(|cell| matches!(cell, Cell::Clue(10..))) {
        Some(cell) => Err(Fault::new("a clue beyond 9; expected a digit").at(Spot::Cell(cell))),
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
            let name = cell_name(keisuke.width(), cell);
            let message = format!(
                "the clue {digit} at {name} is in no run of two or more cells, so no entry covers it"
            );
            Err(Fault::new(message).at(Spot::Cell(cell)))
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
        let fault = match entry.digits().len() {
            0 => format!("{list}: an entry without digits; expected at least two"),
            1 => format!(
                "{list}: the entry {entry} has one digit; expected at least two, because runs of one cell have no entry"
            ),
            length if length > side => {
                let cells = counted(side, "cell", "cells");
                format!("{list}: the entry {entry} has {length} digits, but a {line} has {cells}")
            }
            _ if i == most => {
                format!("{list}: more than {most} entries, the most that fit a grid")
            }
            _ => continue,
        };
        return Err(Fault::new(fault).at(Spot::Entry(direction, i)));
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
    let listed = counted(listed, "entry", "entries");
    let (runs_of, spot) = match (runs, first) {
        (0, Some(first)) => ("no run".to_owned(), Spot::Entry(direction, first)),
        _ => (counted(runs, "run", "runs"), Spot::List(direction)),
    };
    let list = keisuke.list_name(direction);
    let place = if keisuke.is_fill_in() { String::new() } else { format!(" {direction}") };
    let message = format!(
        "{list}: {listed} of length {length}, but the grid has {runs_of} of length {length}{place}"
    );
    Err(Fault::new(message).at(spot))
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
    let message = format!(
        "{direction}: {} with {digits} digits do not fit {} of {}, with a black cell between two entries",
        counted(entries.len(), "entry", "entries"),
        counted(lines, line, &format!("{line}s")),
        counted(side, "cell", "cells"),
    );
    Err(Fault::new(message).at(Spot::List(direction)))
}
