//! Errors of the plain form: their place and what was expected.

use super::puzzle;

#[test]
fn errors_name_the_place_and_what_was_expected() {
    let sudoku = |rule: &str| format!("puzzle: sudoku 4\n{rule}\n");
    for (text, error) in [
        ("puzzle: sudoku\n".to_owned(), "text:1: expected 'puzzle: sudoku 9'"),
        ("puzzle: sudoko 9\n".to_owned(), "text:1:9: there is no puzzle 'sudoko'"),
        ("puzzle: sudoku 51\n".to_owned(), "text:1:16: a grid of 51x51"),
        ("puzzle: sudoku 0\n".to_owned(), "text:1:16: a grid of 0x0"),
        ("puzzle: sudoku 99999999999999999999999\n".to_owned(), "text:1:16: a grid of"),
        ("puzzle: takuzu 5\n".to_owned(), "text:1:16: a takuzu of 5x5; expected even sides"),
        (sudoku("1234\n34"), "text:3: '34' has 2 cells; expected 4"),
        (sudoku("1234\n3412"), "text:2: 2 rows; expected 4"),
        (sudoku("12x4"), "text:2:3: 'x'; expected '.', a digit"),
        (sudoku("1...\n....\n....\n....\n...."), "text:6: more rows than the grid has"),
        (sudoku("thermo: r1c1"), "text:2: 'thermo: r1c1': a line of 1 cells; expected 2 or more"),
        (sudoku("thermo r1c1 r1c2"), "text:2:8: 'r1c1' after 'thermo'; expected ':'"),
        (sudoku("thermo: r1c1 r9c1"), "text:2:14: 'r9c1' is outside of the grid"),
        (sudoku("thermo: r1c1 c9r1"), "text:2:14: 'c9r1'; expected a cell, such as r1c1"),
        (sudoku("diagonal |"), "text:2: 'diagonal |': expected 'diagonal /'"),
        (sudoku("sandwich top: 1 2 3"), "text:2: 'sandwich top: 1 2 3': 3 clues; expected 4"),
        (sudoku("sandwich up: 1 2 3 4"), "text:2:10: 'up'; expected top, bottom, left or right"),
        (
            "puzzle: sudoku 5\n".to_owned(),
            "text:1: a sudoku of 5 has no boxes; expected 'regions:'",
        ),
        (sudoku("unique lines"), "text:2: 'unique lines' is for takuzu, this is a sudoku"),
        (sudoku("boxes: 3x1"), "text:2: boxes of 3x1 do not tile a grid of 4x4"),
        (sudoku("digits: 5-1"), "text:2: '5-1'; expected a range to 99"),
        (sudoku("no boxes\ndisjoint groups"), "text:3: disjoint groups without boxes"),
        (sudoku("entropic: r1c1 r1c2"), "text:2: an entropic line with 4 digits"),
        (sudoku("anti-knigth"), "text:2: 'anti-knigth' is no known rule; "),
        (
            sudoku("cages:\nAABB\nAABB\nCCCC\nCCCC\nclues: A 1000001"),
            "text:7:10: '1000001'; expected a number to 1000000",
        ),
        (
            // A blank of Chinese and Japanese texts is one column and three bytes.
            sudoku("cages:\nAABB\nAABB\nCCCC\nCCCC\n\u{3000}clues: A 1000001"),
            "text:7:11: '1000001'; expected a number to 1000000",
        ),
        (sudoku("clues: A 5"), "text:2: clues without a section 'cages:'"),
        (sudoku("cages:\nAABB\nAABB\nCCCC\nCCCC\nclues: A 5, A 6"), "text:7:12: a second clue"),
        (sudoku("calc 0/: r1c1 r1c2"), "text:2: a quotient of 0"),
        (sudoku(".<...\n"), "text:2: '.<...' has 5 cells; expected 4"),
        (sudoku("quad 9: r1c1"), "text:2: 9 is no digit here; expected 1 to 4"),
        ("puzzle: nonogram 2\nrows: 1, 1\n".to_owned(), "text:2: no line 'columns:'"),
        (
            "puzzle: nonogram 2\nrows: 3, 1\ncolumns: 1, 1\n".to_owned(),
            "text:2: row 1: 3 does not fit",
        ),
        ("puzzle: kakuro 2\n# 3\\\n# #\n".to_owned(), "text:3: r1c2: 3 down, but there is no run"),
        ("puzzle: path 2\n4 1\n9 .\n".to_owned(), "text:3: 9 in r2c1 is no digit here"),
        ("puzzle: latin 2\n..\n   v\n..\n".to_owned(), "text:3:4: 'v' is not between two cells"),
    ] {
        match puzzle(&text) {
            Ok(_) => panic!("read:\n{text}"),
            Err(found) => assert!(found.starts_with(error), "{found}\nexpected: {error}\n{text}"),
        }
    }
}
