//! Draws one puzzle.

use rand::Rng;

use super::line::draw_line;
use crate::rules::KEYS;
use crate::shape::GridShape;

/// Maximum number of rules of a puzzle.
const MOST_RULES: usize = 4;

/// Small boards of each base, most of them with many solutions: the head of the text, the side of
/// the square if random rules may follow, and the digits.
const SAMPLE_BOARDS: [(&str, usize, (i64, i64)); 16] = [
    ("puzzle: sudoku 4\n", 4, (1, 4)),
    ("puzzle: sudoku 4\n", 4, (1, 4)),
    ("puzzle: sudoku 4\ndigits: 0-3\n", 4, (0, 3)),
    ("puzzle: sudoku 4\nno boxes\n", 4, (1, 4)),
    ("puzzle: sudoku 4\nregions:\nAABB\nAABB\nCDDC\nCDDC\n", 4, (1, 4)),
    ("puzzle: sudoku 4\nregions:\nAAAB\nCCAB\nCDBB\nCDDD\n", 4, (1, 4)),
    ("puzzle: sudoku 6\n", 6, (1, 6)),
    ("puzzle: latin 4\n", 4, (1, 4)),
    ("puzzle: latin 3\n", 3, (1, 3)),
    ("puzzle: latin 3\ndigits: 0-3\n", 3, (0, 3)),
    ("puzzle: latin 3\ndigits: 3-7\n", 3, (3, 7)),
    ("puzzle: latin 5\n", 5, (1, 5)),
    ("puzzle: straights 4\n. . # .\n. . . .\n. # . .\n. . . .\n", 0, (1, 4)),
    ("puzzle: takuzu 4\nunique lines\n", 0, (0, 1)),
    ("puzzle: path 2x3\n", 0, (1, 6)),
    ("puzzle: kakuro 3\n# 8\\ 7\\\n\\10 . .\n\\5 . .\n", 0, (1, 9)),
];

/// Draws a puzzle: a board, some givens and rules. Some have no solution, many have several. Lines
/// that do not fit together are refused when the text is read.
pub fn draw_grid_text<R: Rng>(rng: &mut R) -> String {
    let (head, side, digits) = SAMPLE_BOARDS[rng.random_range(0..SAMPLE_BOARDS.len())];
    let mut text = head.to_owned();
    if side == 0 {
        return text;
    }
    let shape = GridShape { rows: side, columns: side };
    // Larger boards have more givens, so that their solutions can be listed.
    let givens = rng.random_range(0..3) + shape.cell_count().saturating_sub(16) / 2;
    let mut cells = vec![".".to_owned(); shape.cell_count()];
    for _ in 0..givens {
        let cell = rng.random_range(0..cells.len());
        // Most givens are of one square, so that they fit together.
        let shift = (cell / side + cell % side) as i64 % (digits.1 - digits.0 + 1);
        let any = rng.random_bool(0.3);
        let digit = if any { rng.random_range(digits.0..=digits.1) } else { digits.0 + shift };
        cells[cell] = digit.to_string();
    }
    text += "grid:\n";
    for row in cells.chunks(side) {
        text += &(row.join(" ") + "\n");
    }
    let keys: Vec<&str> = KEYS.iter().flat_map(|(keys, _)| keys.iter().copied()).collect();
    for _ in 0..rng.random_range(0..=MOST_RULES) {
        let key = keys[rng.random_range(0..keys.len())];
        text += &(draw_line(rng, key, side, digits) + "\n");
    }
    text
}
