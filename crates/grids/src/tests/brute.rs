//! Counts of solutions of small texts by trying all fillings.

use parallax_instance::Instance;
use parallax_model::Value;

use super::texts::{read_iss, read_puzz_link, read_tatham};
use crate::GridPuzzle;

/// Counts the fillings that keep the givens and all rules. Rows and columns of different digits cut
/// the search early; everything else is the check of the rules.
pub(super) fn count(puzzle: &GridPuzzle) -> usize {
    let cells = puzzle.valued_cells();
    let mut values: Vec<Value> = Vec::new();
    let mut found = 0;
    let (low, high) = puzzle.digits;
    let mut next = low;
    loop {
        if values.len() == cells.len() {
            found += usize::from(puzzle.rules(&values).is_ok());
        } else if let Some(value) =
            (next..=high).find(|&value| fits(puzzle, &cells, &values, value))
        {
            values.push(value);
            next = low;
            continue;
        }
        match values.pop() {
            Some(last) => next = last + 1,
            None => return found,
        }
    }
}

fn fits(puzzle: &GridPuzzle, cells: &[usize], values: &[Value], value: Value) -> bool {
    let cell = cells[values.len()];
    let shape = puzzle.shape;
    let clash = |(&other, &found): (&usize, &Value)| {
        let in_line =
            shape.row(other) == shape.row(cell) || shape.column(other) == shape.column(cell);
        puzzle.base.is_square() && in_line && found == value
    };
    puzzle.givens[cell].is_none_or(|given| given == value) && !cells.iter().zip(values).any(clash)
}

#[test]
fn examples_have_their_solutions() {
    let tatham = [
        ("2x2:c2c3_1c2c", 1),
        ("solo:2x2:c2c3_1c2c", 1),
        ("2x2dt:c2c3_1c2c", 1),
        ("3:a_3aab_,a4s1s1m18", 1),
        ("keen:3:a_3aab_,a4s1s1m18", 1),
        ("4:0,0,0,0L,0U,0,0,0,0U,0L,0R,0,0,0,0,0,", 1),
        ("3:1/2/2/3/2/1/1/2/3/2/2/1", 1),
        ("pattern:2x2:1/1/1/1", 2),
        ("3x3:1.1/1/2/1/1.1/1.1", 0),
        ("3x3:1/2/3/3/2/1", 1),
        ("4a:0RD,0L,0RD,0DL,0U,0,0UR,0UL,0RD,0DL,4,0D,0UR,0UL,0R,0UL,", 1),
        // All Latin squares of order 3; all takuzu of 4x4, and those without equal lines.
        ("3://///////////", 0),
        ("towers:3:///////////", 12),
        ("4x4:q", 90),
        ("4x4u:q", 72),
        // All Sudoku grids of order 4, and those with both diagonals.
        ("2x2:p", 288),
        ("2x2x:p", 48),
    ];
    for (text, solutions) in tatham {
        match read_tatham(text) {
            Ok(puzzle) => assert_eq!(count(&puzzle), solutions, "{text}"),
            Err(fault) => assert_eq!(solutions, 0, "{text}: {fault}"),
        }
    }
    let links = [
        ("sudoku/4/4/1j2k3g4h", 1),
        ("skyscrapers/3/3/3j2l", 2),
        ("kakuro/2/2/n4637", 1),
        ("kropki/2/2/d9", 2),
        ("minarism/3/3/h1hg2o", 1),
        ("nonogram/2/2/1111", 2),
        // Two rows as rooms, the first with the product 2.
        ("factors/2/2/0o2g", 2),
    ];
    for (text, solutions) in links {
        let puzzle = read_puzz_link(&format!("https://puzz.link/p?{text}"));
        assert_eq!(puzzle.map(|puzzle| count(&puzzle)), Ok(solutions), "{text}");
    }
    let iss = [
        (".Shape~4x4.~R2C1_1.Cage~5~R1C2~R1C3.Thermo~R2C1~R3C1~R4C2.LittleKiller~8~R3C4", 1),
        (".Shape~4x4", 288),
        (".NoBoxes.Shape~4x4", 576),
        (".Shape~3x3~0-2", 12),
        (".Shape~2x3", 12),
    ];
    for (text, solutions) in iss {
        assert_eq!(read_iss(text).map(|puzzle| count(&puzzle)), Ok(solutions), "{text}");
    }
}

#[test]
fn a_name_decides_between_games() {
    // Sixteen digits are a hitori; as a Sudoku they are one large number.
    let refused = read_tatham("4x4:1434214234214111").err();
    assert!(refused.is_some_and(|fault| fault.contains("connected regions")));
    assert!(read_tatham("9x9:aB").is_err());
    // A takuzu of 2x2 with two digits and an end; as a hitori it has no such numbers.
    assert!(read_tatham("2x2:aBb").is_ok());
    let seed = read_tatham("3x3#123").err();
    assert!(seed.is_some_and(|fault| fault.contains("seed")));
    assert!(read_tatham("net:3x3:abc").err().is_some_and(|fault| fault.contains("'net'")));
}

#[test]
fn a_size_follows_each_x_before_the_letters() {
    assert_eq!(read_tatham("4jx:4c3i1a,l____________").err(), None);
    for text in [
        "3x:1/2/2/3/2/1/1/2/3/2/2/1",
        "towers:3x:1/2/2/3/2/1/1/2/3/2/2/1",
        "4xj:4c3i1a,l____________",
    ] {
        let fault = read_tatham(text).err();
        assert!(fault.as_ref().is_some_and(|fault| fault.contains("a size")), "{text}: {fault:?}");
    }
}
