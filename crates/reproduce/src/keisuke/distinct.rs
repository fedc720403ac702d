//! Which lengths and digits allow hard puzzles whose entries are distinct, and how many random puzzles have
//! distinct entries.

use parallax_puzzles::keisuke::{Blocks, RandomOptions, hard};

use super::axis::Axis;
use super::table::Table;
use super::{KeisukeGridError, generator, options, regular};

/// The largest side of a grid.
const SIDE: usize = 50;

/// From this length on, two digits make enough entries for every grid within [`SIDE`].
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=8;

const DIGITS: std::ops::RangeInclusive<u8> = 2..=9;

fn grid(length: usize, blocks: usize, digits: u8) -> Blocks {
    Blocks { down: blocks, across: blocks, length, digits, distinct: true }
}

/// Returns the maximum number of blocks in a row of a square grid within [`SIDE`] by counting (L k²
/// runs of each direction need as many of the d^L entries), and whether the side is the limit.
fn most(length: usize, digits: u8) -> (usize, bool) {
    let fits = (SIDE + 1) / (length + 1);
    let counted = (1..=fits).rev().find(|&k| grid(length, k, digits).can_be_distinct().is_ok());
    (counted.unwrap_or(0), counted == Some(fits))
}

/// The largest side of square grids by length and digits, and whether one was found.
#[must_use]
pub fn table(seed: u64) -> Table {
    let title = format!(
        "The largest square grid of blocks with distinct entries, up to {SIDE}x{SIDE}: k x k blocks of \
         side L have L k^2 runs of each direction, digits 1 to d make d^L entries. A larger grid is \
         refused. {SIDE}+: no larger one within {SIDE}x{SIDE} cells, so counting excludes none; ?: \
         counting allows it, and the generator finds none. Longer runs exclude none"
    );
    let digits: Vec<String> = DIGITS.map(|digits| format!("d={digits}")).collect();
    let header: Vec<&str> = std::iter::once("L").chain(digits.iter().map(String::as_str)).collect();
    let mut table = Table::new("distinct", title, &header);
    for length in LENGTHS {
        let cells = DIGITS.map(|digits| cell(length, digits, seed));
        table.row(std::iter::once(length.to_string()).chain(cells));
    }
    table
}

fn cell(length: usize, digits: u8, seed: u64) -> String {
    let (blocks, all) = most(length, digits);
    let side = blocks * (length + 1) - 1;
    let mut rng = generator(seed, (side * length) as u64, digits.into());
    let found = hard(&mut rng, &grid(length, blocks, digits)).is_ok();
    let mark = match (all, found) {
        (true, true) => format!(" ({SIDE}+)"),
        (false, true) => String::new(),
        (_, false) => "?".to_owned(),
    };
    format!("{side}{mark}")
}

/// The shares of black cells of random puzzles: a twentieth, a tenth, a fifth and three tenths.
const DENSITIES: [(&str, f64); 4] =
    [("0.05 black", 0.05), ("0.1 black", 0.1), ("0.2 black", 0.2), ("0.3 black", 0.3)];

/// How many of 100 random puzzles list no entry twice, by size and share of black cells: the report's
/// model has a solution for these only.
///
/// # Errors
/// When no puzzle can be drawn.
pub fn random(seed: u64) -> Result<Table, KeisukeGridError> {
    const PUZZLES: u64 = 100;
    let title = format!(
        "Random puzzles that list no entry twice, of {PUZZLES}, by size and share of black cells: only \
         these have a solution in the report's model"
    );
    let header: Vec<&str> =
        std::iter::once("side").chain(DENSITIES.map(|(name, _)| name)).collect();
    let mut table = Table::new("repeats", title, &header);
    for point in Axis::Regular.points() {
        let mut row = vec![point.side.to_string()];
        for (_, density) in DENSITIES {
            let options = RandomOptions { density, ..options(point.side) };
            let mut distinct = 0;
            for number in 0..PUZZLES {
                distinct += usize::from(!regular(&options, seed, number)?.repeats());
            }
            row.push(distinct.to_string());
        }
        table.row(row);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_ends_where_runs_outnumber_entries() {
        // 72 of 81 entries, then 98; 27 of 27, then 48; 16 of 16.
        assert_eq!((most(2, 9), most(3, 3), most(4, 2)), ((6, false), (3, false), (2, false)));
        assert_eq!((most(3, 9), most(50, 2), most(8, 2)), ((12, true), (1, true), (5, true)));
        for length in 9..=SIDE {
            assert!(most(length, 2).1, "{length}");
        }
    }
}
