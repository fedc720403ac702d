//! Smaller grids: without clues, with more black cells, without black borders; of unknown grids,
//! without entries.

use std::ops::Range;

use parallax_model::NumberedCuts;

use super::board::{KeisukeCell, KeisukeEntry, KeisukePattern, KeisukePuzzle, RunDirection};
use super::layout::line_cells;

/// Returns the kinds of cuts of a Keisuke.
pub(super) fn list_cuts(keisuke: &KeisukePuzzle) -> Vec<NumberedCuts> {
    let entries: usize = match keisuke.pattern() {
        KeisukePattern::Known(_) => 0,
        KeisukePattern::Unknown { .. } => {
            RunDirection::BOTH.iter().map(|&d| keisuke.entries(d).len()).sum()
        }
    };
    vec![
        NumberedCuts::new("clues", keisuke.clues().count()),
        NumberedCuts::new("white cells", white_cells(keisuke).len()),
        NumberedCuts::new("black rows and columns", black_lines(keisuke).len()),
        NumberedCuts::new("entries", entries),
    ]
}

/// Returns the Keisuke after a run of cuts of a kind.
pub(super) fn apply_cuts(
    keisuke: &KeisukePuzzle,
    kind: usize,
    run: Range<usize>,
) -> Option<KeisukePuzzle> {
    match kind {
        0 => without_clues(keisuke, run),
        1 => blacken_cells(keisuke, white_cells(keisuke).get(run)?),
        2 => without_lines(keisuke, black_lines(keisuke).get(run)?),
        3 => without_entries(keisuke, &run),
        _ => None,
    }
}

/// Returns the cells that are not black.
fn white_cells(keisuke: &KeisukePuzzle) -> Vec<usize> {
    let cells = keisuke.known_cells().iter().enumerate();
    cells.filter(|(_, cell)| **cell != KeisukeCell::Black).map(|(place, _)| place).collect()
}

fn list_entries(keisuke: &KeisukePuzzle) -> [Vec<KeisukeEntry>; 2] {
    RunDirection::BOTH.map(|direction| keisuke.entries(direction).to_vec())
}

fn with_cells(
    keisuke: &KeisukePuzzle,
    cells: Vec<KeisukeCell>,
    entries: [Vec<KeisukeEntry>; 2],
) -> Option<KeisukePuzzle> {
    let size = (keisuke.height(), keisuke.width());
    keisuke.replace_parts(size, KeisukePattern::Known(cells), entries).ok()
}

fn without_clues(keisuke: &KeisukePuzzle, run: Range<usize>) -> Option<KeisukePuzzle> {
    let gone: Vec<usize> = keisuke.clues().map(|(cell, _)| cell).collect();
    let mut cells = keisuke.known_cells().to_vec();
    gone.get(run)?.iter().for_each(|&cell| cells[cell] = KeisukeCell::White);
    with_cells(keisuke, cells, list_entries(keisuke))
}

/// Makes cells black, one after the other. For each run that this divides, divides an entry of its
/// length as well; the entry of the run is unknown, so any will do.
fn blacken_cells(keisuke: &KeisukePuzzle, gone: &[usize]) -> Option<KeisukePuzzle> {
    let (mut cells, mut lists) = (keisuke.known_cells().to_vec(), list_entries(keisuke));
    for &cell in gone {
        for direction in RunDirection::BOTH {
            // A fill-in has its entries in the first list.
            let list = if keisuke.is_fill_in() { 0 } else { direction as usize };
            let list = &mut lists[list];
            let line = line_cells(keisuke.height(), keisuke.width(), direction)
                .find(|line| line.contains(&cell))?;
            // The cells that have become black so far divide the line as well.
            let mut pieces = line.split(|&cell| cells[cell] == KeisukeCell::Black);
            let run = pieces.find(|piece| piece.contains(&cell))?;
            if run.len() > 1 {
                let before = run.iter().position(|&other| other == cell)?;
                divide_entry(list, run.len(), before)?;
            }
        }
        cells[cell] = KeisukeCell::Black;
    }
    // A clue that is left alone has no entry.
    let lonely: Vec<usize> = (0..cells.len())
        .filter(|&cell| matches!(cells[cell], KeisukeCell::Clue(_)))
        .filter(|&cell| is_alone(keisuke, &cells, cell))
        .collect();
    lonely.into_iter().for_each(|cell| cells[cell] = KeisukeCell::White);
    with_cells(keisuke, cells, lists)
}

/// Whether all neighbours of a cell are black.
fn is_alone(keisuke: &KeisukePuzzle, cells: &[KeisukeCell], cell: usize) -> bool {
    let (width, height) = (keisuke.width(), keisuke.height());
    let (row, column) = (cell / width, cell % width);
    let white = |row: usize, column: usize| {
        // Above the first row and left of the first column, the index wraps around and is outside
        // as well.
        row < height && column < width && cells[row * width + column] != KeisukeCell::Black
    };
    !(white(row.wrapping_sub(1), column)
        || white(row + 1, column)
        || white(row, column.wrapping_sub(1))
        || white(row, column + 1))
}

/// Replaces the last entry of a length by the digits before and after one of its digits.
fn divide_entry(list: &mut Vec<KeisukeEntry>, length: usize, before: usize) -> Option<()> {
    let index = list.iter().rposition(|entry| entry.digits().len() == length)?;
    let digits = list[index].digits().to_vec();
    let parts =
        // A part of one digit is a run of one cell, which has no entry.
        [&digits[..before], &digits[before + 1..]].into_iter().filter(|part| part.len() > 1);
    let parts: Vec<KeisukeEntry> =
        parts.filter_map(|part| KeisukeEntry::from_digits(part.iter().copied())).collect();
    list.splice(index..=index, parts);
    Some(())
}

/// Returns the rows and the columns that are all black.
fn black_lines(keisuke: &KeisukePuzzle) -> Vec<(RunDirection, usize)> {
    let cells = keisuke.known_cells();
    let of = |direction| {
        let lines = line_cells(keisuke.height(), keisuke.width(), direction).enumerate();
        lines
            .filter(|(_, line)| {
                line.iter().all(|&cell| cells.get(cell) == Some(&KeisukeCell::Black))
            })
            .map(move |(number, _)| (direction, number))
            .collect::<Vec<_>>()
    };
    RunDirection::BOTH.into_iter().flat_map(of).collect()
}

/// Removes black rows and columns. One between others would join runs, which have no entries.
fn without_lines(keisuke: &KeisukePuzzle, gone: &[(RunDirection, usize)]) -> Option<KeisukePuzzle> {
    let (height, width) = (keisuke.height(), keisuke.width());
    let kept = |direction, number: usize| {
        (0..number).filter(|&line| !gone.contains(&(direction, line))).collect::<Vec<_>>()
    };
    let (rows, columns) = (kept(RunDirection::Across, height), kept(RunDirection::Down, width));
    let cells = rows.iter().flat_map(|row| {
        columns.iter().map(move |column| keisuke.known_cells()[row * width + column])
    });
    let cells = KeisukePattern::Known(cells.collect());
    keisuke.replace_parts((rows.len(), columns.len()), cells, list_entries(keisuke)).ok()
}

/// Removes the entries at these places, counted through both lists, from an unknown grid.
fn without_entries(keisuke: &KeisukePuzzle, run: &Range<usize>) -> Option<KeisukePuzzle> {
    let mut index = 0;
    let lists = list_entries(keisuke).map(|list| {
        let mut kept = list;
        kept.retain(|_| {
            index += 1;
            !run.contains(&(index - 1))
        });
        kept
    });
    keisuke
        .replace_parts((keisuke.height(), keisuke.width()), keisuke.pattern().clone(), lists)
        .ok()
}

#[cfg(test)]
mod tests {
    use parallax_instance::Instance;

    use super::super::super::Puzzle;
    use super::super::super::tests::one;
    use super::*;

    fn read(text: &str) -> KeisukePuzzle {
        let instance = one(Puzzle::Keisuke, text);
        (&*instance as &dyn std::any::Any)
            .downcast_ref::<KeisukePuzzle>()
            .expect("a Keisuke")
            .clone()
    }

    #[test]
    fn each_kind_of_cut_removes_what_it_names() {
        let whole = read("12.\n..#\n...\nacross: 123, 45, 678\ndown: 146, 257\n");
        let numbers: Vec<usize> = list_cuts(&whole).iter().map(|cuts| cuts.number).collect();
        assert_eq!(numbers, [2, 8, 0, 0]);
        let after =
            |kind, run| apply_cuts(&whole, kind, run).expect("a cut").notation().write_instance();
        assert_eq!(after(0, 0..1), ".2.\n..#\n...\nacross: 123, 45, 678\ndown: 146, 257\n");
        // The last of the entries of three digits is divided.
        assert_eq!(after(1, 1..2), "1#.\n..#\n...\nacross: 123, 45\ndown: 146, 57\n");
        let bordered = apply_cuts(&whole, 1, 5..8).expect("a cut");
        assert_eq!(
            bordered.notation().write_instance(),
            "12.\n..#\n###\nacross: 123, 45\ndown: 14, 25\n"
        );
        let smaller = apply_cuts(&bordered, 2, 0..1).expect("a cut");
        assert_eq!(
            smaller.notation().write_instance(),
            "12.\n..#\nacross: 123, 45\ndown: 14, 25\n"
        );
        assert_eq!((apply_cuts(&whole, 2, 0..1), apply_cuts(&whole, 4, 0..1)), (None, None));
        let unknown = read("size: 3x3\nacross: 12, 13\ndown: 21\n");
        let fewer = apply_cuts(&unknown, 3, 1..3).expect("a cut");
        assert_eq!(fewer.notation().write_instance(), "size: 3x3\nacross: 12\ndown:\n");
    }
}
