//! Puzzles that the form has no place for, and those that it has.

use parallax_instance::LineReader;

use super::{meaning, round};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::rules::LittleKiller;
use crate::shape::GridShape;
use crate::tests::texts::write_fpuzzles;

/// Reads a puzzle of the plain form.
fn plain(text: &str) -> GridPuzzle {
    let mut lines = LineReader::new("test", text.as_bytes());
    crate::plain::next(&mut lines)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .expect("a puzzle")
}

#[test]
fn what_the_form_has_comes_back() {
    for text in [
        "puzzle: sudoku 4\n1...\n....\n....\n...4\n",
        "puzzle: latin 4\n",
        "puzzle: latin 5\nwhite: r1c1 r1c2\nall dots\n",
        "puzzle: sudoku 6\nboxes: 3x2\ndisjoint groups\n",
        "puzzle: sudoku 7\nno boxes\n",
        "puzzle: sudoku 6\nno boxes\n",
        "puzzle: sudoku 4\nregions:\nAAAB\nACBB\nCCBD\nCDDD\nregion sum: r1c1 r1c4\n",
        "puzzle: sudoku 4\nregions:\nAAAB\nA.BB\nCCBD\nCDDD\n",
        "puzzle: sudoku 9\nany 1 2 3: r1c1 r1c2\nany 2 3 4: r1c2\neven: r1c1 r2c2\n",
        "puzzle: sudoku 9\ndiagonals\nanti-knight\nanti-king\nnon-consecutive\ndisjoint groups\n",
        "puzzle: sudoku 9\nall white\nwhite: r1c1 r1c2\nblack 3: r2c1 r2c2\nall black 3\nall xv\n",
        "puzzle: sudoku 9\nall xv\nany xv: r1c1 r1c2\nx: r2c2 r3c2\nv: r4c4 r4c5\n",
        "puzzle: sudoku 9\ncage: r1c1 r1c2\ncage 5: r2c1 r2c2\nextra: r3c3 r5c5\n",
        "puzzle: sudoku 9\narrow: r1c1 r1c2 = r2c3 r3c3\narrow: r5c5 = r6c6\n",
        "puzzle: sudoku 9\nthermo: r1c1 r1c2\nslow thermo: r2c1 r2c2\nwhispers: r5c5 r6c6 r5c5\n",
        "puzzle: sudoku 9\nwhispers 4: r5c5 r6c6\nnabner: r1c1-r1c3\ndouble arrow: r2c1-r2c4\n",
        "puzzle: sudoku 9\nentropic: r1c1-r1c3\nmodular: r2c1-r2c3\nzipper: r3c1-r3c3\n",
        "puzzle: sudoku 4\nlittle killer 8: r1c2 dr\nlittle killer 5: r4c1 ur\n",
        "puzzle: sudoku 4\nsandwich top: 2 . . 0\nskyscraper left: 2 . 1 .\nx-sum right: . 6 . .\n",
        "puzzle: sudoku 4\nquad 1 2 2: r1c1\nminimum: r1c1 r1c2\nmaximum: r4c4\n",
        "puzzle: sudoku 4\nclone: r1c1 r1c2 = r2c3 r2c4\nrow index: r1c1\ncolumn index: r2c2\n",
    ] {
        let puzzle = plain(text);
        round(&puzzle);
        let again = plain(&parallax_instance::PuzzleNotation::write_instance(&puzzle));
        assert_eq!(meaning(&again), meaning(&puzzle), "the plain form of {text}");
    }
}

#[test]
fn what_the_form_lacks_is_refused() {
    for (text, message) in [
        ("puzzle: takuzu 4\n", "f-puzzles has no takuzu; expected a sudoku"),
        ("puzzle: kakuro 2x2\n#.\n#.\n", "f-puzzles has no kakuro; expected a sudoku"),
        ("puzzle: sudoku 4\ndigits: 0-3\n", "f-puzzles has no digits 0 to 3; expected 1 to 4"),
        ("puzzle: sudoku 4\nsum 5: r1c1 r1c2\n", "sum r1c1 r1c2 = 5: f-puzzles has no such rule"),
        ("puzzle: sudoku 4\nr1c1 < r1c2\n", "r1c1 < r1c2: f-puzzles has no such rule"),
        (
            "puzzle: sudoku 4\nnumbered room top: . 2 . .\n",
            "numbered room top 2 = 2: f-puzzles has no such rule",
        ),
        (
            "puzzle: sudoku 4\nnon-consecutive\nwhite: r1c1 r1c2\n",
            "non-consecutive: f-puzzles spares pairs with a dot",
        ),
        (
            "puzzle: sudoku 4\nall black 3\n",
            "all black 3: f-puzzles forbids unmarked pairs the ratios [2] of the dots",
        ),
        (
            "puzzle: sudoku 4\nall white 2\n",
            "all white 2: f-puzzles forbids unmarked pairs a difference of 1 only",
        ),
        (
            "puzzle: sudoku 4\narrow: r1c2 r1c1 = r2c2\n",
            "arrow r1c2 r1c1 = r2c2: programs read a bulb of r1c2 r1c1 in different orders; \
             expected from left to right, and from top to bottom",
        ),
        (
            "puzzle: sudoku 4\nany 1: r1c1\nany 2: r1c1\n",
            "r1c1 has no digit left; f-puzzles has no place for an empty list",
        ),
    ] {
        assert_eq!(write_fpuzzles(&plain(text)), Err(message.to_owned()), "{text}");
    }
}

#[test]
fn prose_comes_back() {
    let text = super::board(4, r#""title":"A: B","author":"C","ruleset":"D\nE""#);
    let puzzle = crate::read_fpuzzles(&text.replace('\n', "\\n"), false).expect("a puzzle");
    let json = puzzle.write_fpuzzles().expect("JSON");
    assert_eq!(crate::read_fpuzzles(&json, false), Ok(puzzle));
}

#[test]
fn what_no_reader_takes_is_not_written() {
    let shape = GridShape { rows: 50, columns: 50 };
    let mut puzzle = GridPuzzle::new(GridBase::Sudoku, shape).expect("a grid");
    let long = LittleKiller { start: 0, direction: (1, 1), sum: 9 };
    puzzle.rules = vec![long.into(); 20_000];
    let message = "the JSON has more than 4194304 bytes, which no reader takes";
    assert_eq!(write_fpuzzles(&puzzle), Err(message.to_owned()));
    let short = LittleKiller { start: 49, direction: (1, 1), sum: 9 };
    puzzle.rules = vec![short.into(); 80_000];
    assert_eq!(write_fpuzzles(&puzzle), Err(message.to_owned()));
}
