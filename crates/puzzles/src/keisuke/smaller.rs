//! Smaller grids: without clues, with more black cells, without black borders; of unknown grids,
//! without entries.

use std::ops::Range;

use parallax_model::Cuts;

use super::board::{Cell, Direction, Entry, Keisuke, Pattern};
use super::layout::lines;

/// The kinds of cuts of a Keisuke.
pub(super) fn cuts(keisuke: &Keisuke) -> Vec<Cuts> {
    let entries: usize = match keisuke.pattern() {
        Pattern::Known(_) => 0,
        Pattern::Unknown { .. } => Direction::BOTH.iter().map(|&d| keisuke.entries(d).len()).sum(),
    };
    vec![
        Cuts::new("clues", keisuke.clues().count()),
        Cuts::new("white cells", white(keisuke).len()),
        Cuts::new("black rows and columns", black_lines(keisuke).len()),
        Cuts::new("entries", entries),
    ]
}

/// The Keisuke after a run of cuts of a kind.
pub(super) fn cut(keisuke: &Keisuke, kind: usize, run: Range<usize>) -> Option<Keisuke> {
    match kind {
        0 => without_clues(keisuke, run),
        1 => blackened(keisuke, white(keisuke).get(run)?),
        2 => without_lines(keisuke, black_lines(keisuke).get(run)?),
        3 => without_entries(keisuke, &run),
        _ => None,
    }
}

/// The cells that are not black.
fn white(keisuke: &Keisuke) -> Vec<usize> {
    let cells = keisuke.cells().iter().enumerate();
    cells.filter(|(_, cell)| **cell != Cell::Black).map(|(place, _)| place).collect()
}

fn entries(keisuke: &Keisuke) -> [Vec<Entry>; 2] {
    Direction::BOTH.map(|direction| keisuke.entries(direction).to_vec())
}

fn with_cells(keisuke: &Keisuke, cells: Vec<Cell>, entries: [Vec<Entry>; 2]) -> Option<Keisuke> {
    let size = (keisuke.height(), keisuke.width());
    keisuke.replace_parts(size, Pattern::Known(cells), entries).ok()
}

fn without_clues(keisuke: &Keisuke, run: Range<usize>) -> Option<Keisuke> {
    let gone: Vec<usize> = keisuke.clues().map(|(cell, _)| cell).collect();
    let mut cells = keisuke.cells().to_vec();
    gone.get(run)?.iter().for_each(|&cell| cells[cell] = Cell::White);
    with_cells(keisuke, cells, entries(keisuke))
}

/// Makes cells black, one after the other. Of each run that this divides, an entry of its length
/// is divided too; which of them the run takes is unknown, and any will do.
fn blackened(keisuke: &Keisuke, gone: &[usize]) -> Option<Keisuke> {
    let (mut cells, mut lists) = (keisuke.cells().to_vec(), entries(keisuke));
    for &cell in gone {
        for direction in Direction::BOTH {
            let list = if keisuke.is_fill_in() { 0 } else { direction as usize };
            let list = &mut lists[list];
            let line = lines(keisuke.height(), keisuke.width(), direction)
                .find(|line| line.contains(&cell))?;
            let mut pieces = line.split(|&cell| cells[cell] == Cell::Black);
            let run = pieces.find(|piece| piece.contains(&cell))?;
            if run.len() > 1 {
                let before = run.iter().position(|&other| other == cell)?;
                divide(list, run.len(), before)?;
            }
        }
        cells[cell] = Cell::Black;
    }
    // A clue that is left alone has no entry.
    let lonely: Vec<usize> = (0..cells.len())
        .filter(|&cell| matches!(cells[cell], Cell::Clue(_)))
        .filter(|&cell| is_alone(keisuke, &cells, cell))
        .collect();
    lonely.into_iter().for_each(|cell| cells[cell] = Cell::White);
    with_cells(keisuke, cells, lists)
}

/// Whether all neighbours of a cell are black.
fn is_alone(keisuke: &Keisuke, cells: &[Cell], cell: usize) -> bool {
    let (width, height) = (keisuke.width(), keisuke.height());
    let (row, column) = (cell / width, cell % width);
    let white = |row: usize, column: usize| {
        row < height && column < width && cells[row * width + column] != Cell::Black
    };
    !(white(row.wrapping_sub(1), column)
        || white(row + 1, column)
        || white(row, column.wrapping_sub(1))
        || white(row, column + 1))
}

/// Replaces the last entry of a length by what stands before and behind one of its digits.
fn divide(list: &mut Vec<Entry>, length: usize, before: usize) -> Option<()> {
    let place = list.iter().rposition(|entry| entry.digits().len() == length)?;
    let digits = list[place].digits().to_vec();
    let parts =
        [&digits[..before], &digits[before + 1..]].into_iter().filter(|part| part.len() > 1);
    let parts: Vec<Entry> = parts.filter_map(|part| Entry::of(part.iter().copied())).collect();
    list.splice(place..=place, parts);
    Some(())
}

/// The rows and the columns that are all black.
fn black_lines(keisuke: &Keisuke) -> Vec<(Direction, usize)> {
    let cells = keisuke.cells();
    let of = |direction| {
        let lines = lines(keisuke.height(), keisuke.width(), direction).enumerate();
        lines
            .filter(|(_, line)| line.iter().all(|&cell| cells.get(cell) == Some(&Cell::Black)))
            .map(move |(number, _)| (direction, number))
            .collect::<Vec<_>>()
    };
    Direction::BOTH.into_iter().flat_map(of).collect()
}

/// Removes black rows and columns. One between others would join runs, which have no entries.
fn without_lines(keisuke: &Keisuke, gone: &[(Direction, usize)]) -> Option<Keisuke> {
    let (height, width) = (keisuke.height(), keisuke.width());
    let kept = |direction, number: usize| {
        (0..number).filter(|&line| !gone.contains(&(direction, line))).collect::<Vec<_>>()
    };
    let (rows, columns) = (kept(Direction::Across, height), kept(Direction::Down, width));
    let cells = rows
        .iter()
        .flat_map(|row| columns.iter().map(move |column| keisuke.cells()[row * width + column]));
    let cells = Pattern::Known(cells.collect());
    keisuke.replace_parts((rows.len(), columns.len()), cells, entries(keisuke)).ok()
}

/// Removes the entries at these places, counted through both lists, from an unknown grid.
fn without_entries(keisuke: &Keisuke, run: &Range<usize>) -> Option<Keisuke> {
    let mut place = 0;
    let lists = entries(keisuke).map(|list| {
        let mut kept = list;
        kept.retain(|_| {
            place += 1;
            !run.contains(&(place - 1))
        });
        kept
    });
    keisuke
        .replace_parts((keisuke.height(), keisuke.width()), keisuke.pattern().clone(), lists)
        .ok()
}

#[cfg(test)]
mod tests {
    use parallax_model::instance::Instance;

    use super::super::super::Puzzle;
    use super::super::super::tests::one;
    use super::*;

    fn read(text: &str) -> Keisuke {
        let instance = one(Puzzle::Keisuke, text);
        (&*instance as &dyn std::any::Any).downcast_ref::<Keisuke>().expect("a Keisuke").clone()
    }

    #[test]
    fn each_kind_of_cut_removes_what_it_names() {
        let whole = read("12.\n..#\n...\nacross: 123, 45, 678\ndown: 146, 257\n");
        let numbers: Vec<usize> = cuts(&whole).iter().map(|cuts| cuts.number).collect();
        assert_eq!(numbers, [2, 8, 0, 0]);
        let after = |kind, run| cut(&whole, kind, run).expect("a cut").notation().write();
        assert_eq!(after(0, 0..1), ".2.\n..#\n...\nacross: 123, 45, 678\ndown: 146, 257\n");
        // The last of the entries of three digits is divided.
        assert_eq!(after(1, 1..2), "1#.\n..#\n...\nacross: 123, 45\ndown: 146, 57\n");
        let bordered = cut(&whole, 1, 5..8).expect("a cut");
        assert_eq!(bordered.notation().write(), "12.\n..#\n###\nacross: 123, 45\ndown: 14, 25\n");
        let smaller = cut(&bordered, 2, 0..1).expect("a cut");
        assert_eq!(smaller.notation().write(), "12.\n..#\nacross: 123, 45\ndown: 14, 25\n");
        assert_eq!((cut(&whole, 2, 0..1), cut(&whole, 4, 0..1)), (None, None));
        let unknown = read("size: 3x3\nacross: 12, 13\ndown: 21\n");
        let fewer = cut(&unknown, 3, 1..3).expect("a cut");
        assert_eq!(fewer.notation().write(), "size: 3x3\nacross: 12\ndown:\n");
    }
}
