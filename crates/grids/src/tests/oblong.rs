//! Grids with other rows than columns.

use parallax_instance::LineReader;

use super::brute::count;
use crate::GridPuzzle;
use crate::plain::next;

fn read(text: &str) -> Result<GridPuzzle, String> {
    match next(&mut LineReader::new("test", text.as_bytes())) {
        Ok(puzzle) => puzzle.ok_or_else(|| "no puzzle".to_owned()),
        Err(fault) => Err(fault.to_string()),
    }
}

#[test]
fn oblong_grids_say_their_digits() {
    for base in ["sudoku", "latin"] {
        let fault = read(&format!("puzzle: {base} 2x3\n")).err().unwrap_or_default();
        assert!(fault.contains("'digits: 1-3'"), "{fault}");
        let puzzle = read(&format!("puzzle: {base} 2x3\ndigits: 1-3\n")).unwrap();
        assert_eq!(count(&puzzle), 12);
    }
    let few = read("puzzle: sudoku 2x3\ndigits: 1-2\n").err().unwrap_or_default();
    assert!(few.contains("3 cells; expected at most 2"), "{few}");
    assert!(read("puzzle: straights 2x3\ndigits: 1-3\n").is_err());
}
