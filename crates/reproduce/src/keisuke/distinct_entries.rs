//! Which lengths and digits allow hard puzzles whose entries are distinct, and how many random
//! puzzles have distinct entries.

use parallax_puzzles::keisuke::{KeisukeBlocks, RandomOptions, hard_keisuke};

use super::axis::FigureAxis;
use super::table::CountTable;
use super::{KeisukeGridError, puzzle_generator, random_options, random_puzzle};

/// The largest side of a grid.
const MAX_GRID_SIDE: usize = 50;

/// From this length on, two digits make enough entries for every grid within [`MAX_GRID_SIDE`].
const RUN_LENGTHS: std::ops::RangeInclusive<usize> = 2..=8;

const DIGIT_COUNTS: std::ops::RangeInclusive<u8> = 2..=9;

fn grid_blocks(length: usize, blocks: usize, digits: u8) -> KeisukeBlocks {
    KeisukeBlocks { down: blocks, across: blocks, length, digits, distinct: true }
}

/// Returns the maximum number of blocks in a row of a square grid within [`MAX_GRID_SIDE`] by
/// counting (L k² runs of each direction need as many of the d^L entries), and whether the side is
/// the limit.
fn max_blocks(length: usize, digits: u8) -> (usize, bool) {
    // k blocks of side L with one black cell between two neighbours take k (L + 1) - 1 cells.
    let fits = (MAX_GRID_SIDE + 1) / (length + 1);
    let counted =
        (1..=fits).rev().find(|&k| grid_blocks(length, k, digits).can_be_distinct().is_ok());
    (counted.unwrap_or(0), counted == Some(fits))
}

/// The largest side of square grids by length and digits, and whether one was found.
#[must_use]
pub fn side_table(seed: u64) -> CountTable {
    let title = format!(
        "The largest square grid of blocks with distinct entries, up to {MAX_GRID_SIDE}x{MAX_GRID_SIDE}: k x k blocks of \
         side L have L k^2 runs of each direction, digits 1 to d make d^L entries. A larger grid is \
         refused. {MAX_GRID_SIDE}+: no larger one within {MAX_GRID_SIDE}x{MAX_GRID_SIDE} cells, so counting excludes none; ?: \
         counting allows it, and the generator finds none. Longer runs exclude none"
    );
    let digits: Vec<String> = DIGIT_COUNTS.map(|digits| format!("d={digits}")).collect();
    let header: Vec<&str> = std::iter::once("L").chain(digits.iter().map(String::as_str)).collect();
    let mut table = CountTable::new("distinct", title, &header);
    for length in RUN_LENGTHS {
        table.add_row(std::iter::once(length.to_string()).chain(side_cells(length, seed)));
    }
    table
}

fn side_cells(length: usize, seed: u64) -> impl Iterator<Item = String> {
    DIGIT_COUNTS.map(move |digits| side_cell(length, digits, seed))
}

fn side_cell(length: usize, digits: u8, seed: u64) -> String {
    let (blocks, all) = max_blocks(length, digits);
    // One block always fits: it has L runs of each direction, and d^L >= L entries. So `blocks` is
    // at least 1, and the subtraction does not underflow.
    let side = blocks * (length + 1) - 1;
    let mut rng = puzzle_generator(seed, (side * length) as u64, digits.into());
    let found = hard_keisuke(&mut rng, &grid_blocks(length, blocks, digits)).is_ok();
    let mark = match (all, found) {
        (true, true) => format!(" ({MAX_GRID_SIDE}+)"),
        (false, true) => String::new(),
        (_, false) => "?".to_owned(),
    };
    format!("{side}{mark}")
}

/// The shares of black cells of random puzzles: a twentieth, a tenth, a fifth and three tenths.
const BLACK_CELL_DENSITIES: [(&str, f64); 4] =
    [("0.05 black", 0.05), ("0.1 black", 0.1), ("0.2 black", 0.2), ("0.3 black", 0.3)];

/// Counts the puzzles among 100 random ones that list no entry twice, by size and share of black
/// cells: the report's model has a solution only for these.
///
/// # Errors
/// Returns an error if no puzzle can be drawn.
pub fn random_table(seed: u64) -> Result<CountTable, KeisukeGridError> {
    const RANDOM_PUZZLE_COUNT: u64 = 100;
    let title = format!(
        "Random puzzles that list no entry twice, of {RANDOM_PUZZLE_COUNT}, by size and share of black cells: only \
         these have a solution in the report's model"
    );
    let header: Vec<&str> =
        std::iter::once("side").chain(BLACK_CELL_DENSITIES.map(|(name, _)| name)).collect();
    let mut table = CountTable::new("repeats", title, &header);
    for point in FigureAxis::Regular.points() {
        let mut row = vec![point.side.to_string()];
        for (_, density) in BLACK_CELL_DENSITIES {
            let options = RandomOptions { density, ..random_options(point.side) };
            let mut distinct = 0;
            for number in 0..RANDOM_PUZZLE_COUNT {
                distinct += usize::from(!random_puzzle(&options, seed, number)?.has_repeats());
            }
            row.push(distinct.to_string());
        }
        table.add_row(row);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_as_large_as_counting_allows_are_found() {
        let sides: Vec<String> = side_cells(2, 0).collect();
        assert_eq!(sides, ["2", "5", "5", "8", "11", "11", "14", "17"]);
    }

    #[test]
    fn counting_ends_where_runs_outnumber_entries() {
        // 72 of 81 entries, then 98; 27 of 27, then 48; 16 of 16.
        assert_eq!(
            (max_blocks(2, 9), max_blocks(3, 3), max_blocks(4, 2)),
            ((6, false), (3, false), (2, false))
        );
        assert_eq!(
            (max_blocks(3, 9), max_blocks(50, 2), max_blocks(8, 2)),
            ((12, true), (1, true), (5, true))
        );
        for length in 9..=MAX_GRID_SIDE {
            assert!(max_blocks(length, 2).1, "{length}");
        }
    }
}
