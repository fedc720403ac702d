//! Recognises boards given as arguments, in place of file names.

use parallax_puzzles::sudoku;

/// Whether an argument that names no file is the text of an instance: it has several lines, is a
/// Sudoku on one line (also with too many or too few cells), or is the address or game ID of a
/// grid puzzle.
#[must_use]
pub fn is_text(name: &str) -> bool {
    const MIN_BOARD_CHARS: usize = 16;
    let is_cell = |c: char| c.is_ascii_digit() || matches!(c, '.' | '_' | '*');
    let is_large_cell = |c: char| is_cell(c) || c.is_ascii_alphabetic();
    let length = name.chars().count();
    // Any run of digits and empty cells counts, so that a board with a wrong number of cells gets
    // an error about its size, and not about a missing file.
    let small = length >= MIN_BOARD_CHARS && name.chars().all(is_cell);
    // Letters are values only in boards with at least 16 rows, and shorter words of letters are
    // names.
    let large = length >= 256 && name.chars().all(is_large_cell);
    let is_board = sudoku::order_of(length).is_some();
    name.trim().contains('\n') || small || (large && is_board) || parallax_grids::is_line(name)
}

#[cfg(test)]
mod tests {
    use super::is_text;

    #[test]
    fn distinguishes_boards_from_names() {
        assert!(is_text("14.......1.4...."));
        assert!(is_text(&"53..7...".repeat(10)));
        assert!(is_text(&format!("{}G", ".".repeat(255))));
        assert!(is_text("https://puzz.link/p?sudoku/4/4/1j2k3g4h"));
        assert!(is_text("3:a_3aab_,a4s1s1m18"));
        assert!(is_text("14..\n....\n.1.4\n...."));
        for name in [
            "boards.txt",
            "12345",
            "latin:4",
            "folder\n",
            "1234567890123456.txt",
            "abcdefghijklmnop",
        ] {
            assert!(!is_text(name), "{name}");
        }
    }
}
