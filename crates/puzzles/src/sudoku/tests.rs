use parallax_instance::{Instance, LineReader, ModelSource};
use proptest::prelude::*;

use super::super::Puzzle;
use super::super::tests::{brute, error, one, read};
use super::{SudokuPuzzle, SudokuReader, box_height};

fn board(text: &str) -> SudokuPuzzle {
    SudokuReader::default()
        .read_board(&mut LineReader::new("here", text.as_bytes()))
        .unwrap()
        .unwrap()
}

/// A full grid of any order: each row is the row above, shifted.
fn full(order: usize) -> Vec<i32> {
    let height = box_height(order).unwrap();
    let shift = |row: usize| row % height * (order / height) + row / height;
    (0..order * order)
        .map(|cell| ((cell % order + shift(cell / order)) % order + 1) as i32)
        .collect()
}

#[test]
fn boxes_fit_the_order() {
    let heights: Vec<String> =
        (0..=36).filter_map(|order| Some(format!("{order}:{}", box_height(order).ok()?))).collect();
    insta::assert_snapshot!(heights.join(" "), @r"4:2 6:2 8:2 9:3 10:2 12:3 14:2 15:3 16:4 18:3 20:4 21:3 22:2 24:4 25:5 26:2 27:3 28:4 30:5 32:4 33:3 34:2 35:5 36:6");
    insta::assert_snapshot!(box_height(13).unwrap_err(), @r"there is no Sudoku of order 13: 13 is prime, it has no boxes (4, 6, 8, 9, 10, 12, ...)");
    for order in [4, 6, 8, 9, 10, 12, 15, 16, 25, 36, 100] {
        let sudoku = SudokuPuzzle::without_clues(order).unwrap();
        let grid = full(order);
        assert_eq!(sudoku.rules(&grid), Ok(()));
        assert!(sudoku.model(&sudoku.default_viewpoint()).unwrap().check(&[], &grid).is_ok());
    }
}

#[test]
fn reads_the_same_board_in_many_forms() {
    let forms = [
        "1.3.......1.4...",
        "1030000000104000:1:solution",
        "  1*3*__--..1.4...  # a comment",
        "1.3.......1.4...;x",
        "1.3.\n....\n..1.\n4...\n",
        "# one\nGrid 01\n1030\n0000\n0010\n4000\n",
        "1 . | 3 .\n. . | . .\n----+----\n. . | 1 .\n4 . | . .",
        "+---+---+\n|1.|3.|\n|..|..|\n+---+---+\n|..|1.|\n|4.|..|\n+---+---+\n",
        "*-----*\n|1.|3.|\n|..|..|\n|--+--|\n|..|1.|\n|4.|..|\n*-----*",
        "-------\n|1.|3.|\n|..|..|\n-------\n|..|1.|\n|4.|..|\n-------",
        "1,0,3,0\n0,0,0,0\n0,0,1,0\n4,0,0,0\n",
        "1-3-\n----\n--1-\n4---",
        "[Puzzle]\n1.3.\n....\n..1.\n4...",
        "1.3.\n....\n\n..1.\n4...\n",
        "1?3?\n????\n??1?\n4???\n",
        "1x3xXxxxxx1x4xxx",
        "1_3_\n____\n__1_\n4___\n",
        "1,,3,\n,,,\n,,1,\n4,,,\n",
        "1, ,3,0\n,,,0\n , ,1,\n4,,,\n",
        "[[1,0,3,0],[0,0,0,0],[0,0,1,0],[4,0,0,0]]",
        "[\n  [1,0,3,0],\n  [0,0,0,0],\n  [0,0,1,0],\n  [4,0,0,0]\n]\n",
        "[[\"1\",\".\",\"3\",\"\"],[null,null,null,null],[0,0,\"1\",0],[\"4\",0,0,0]]",
    ];
    let expected = board(forms[0]);
    for form in &forms {
        let puzzle =
            Puzzle::recognise_puzzle(None, &mut LineReader::new("here", form.as_bytes())).unwrap();
        assert_eq!(puzzle, Some(Puzzle::Sudoku), "{form}");
        assert_eq!(
            one(Puzzle::Sudoku, form).notation().write_instance(),
            expected.notation().write_instance(),
            "{form}"
        );
        assert_eq!(read(Puzzle::Sudoku, form).unwrap().len(), 1, "{form}");
    }
    assert_eq!(board(&expected.picture().draw_text(&[])), expected);
    assert_eq!(
        one(Puzzle::Sudoku, r#"{"cells": [1,0,3,0, 0,0,0,0, 0,0,1,0, 4,0,0,0]}"#)
            .notation()
            .write_instance(),
        expected.notation().write_instance()
    );
}

#[test]
fn reads_many_boards() {
    let text = "1...............\n\nGrid 02\n2...\n....\n....\n....\n\nGrid 03\n3...\n....\n....\n....\n4...............\n";
    let found = read(Puzzle::Sudoku, text).unwrap();
    let firsts: String =
        found.iter().filter_map(|board| board.notation().write_instance().chars().next()).collect();
    assert_eq!(firsts, "1234");
}

#[test]
fn reads_sixteen_by_sixteen() {
    let grid = full(16);
    let sudoku =
        SudokuPuzzle::new(16, grid.iter().map(|&v| (v % 3 > 0).then_some(v)).collect()).unwrap();
    let line = sudoku.notation().write_instance();
    assert_eq!(board(&line), sudoku);
    let rows: Vec<&str> = (0..16).map(|row| &line[row * 16..row * 16 + 16]).collect();
    assert_eq!(board(&rows.join("\n")), sudoku);
    assert_eq!(board(&rows.join("\n").to_lowercase()), sudoku);
    let numbers = |row: &[Option<i32>]| super::symbol::cell_numbers(row).replace('.', "0");
    let rows: Vec<String> = sudoku.clues().chunks(16).map(numbers).collect();
    assert_eq!(board(&rows.join("\n")), sudoku);
    assert_eq!(board(&sudoku.picture().draw_text(&[])), sudoku);
}

#[test]
fn errors_name_the_place_and_the_expected_form() {
    let texts = [
        "1.3.......1.4..\n1.3.......1.4...".to_owned(),
        "1.3.......1.4...\n1.3.......1.4..".to_owned(),
        ".".repeat(80),
        "1.3.......1!4...".to_owned(),
        "1.3.......1.5...".to_owned(),
        format!("{}Y{}", ".".repeat(100), ".".repeat(155)),
        "1.3.\n....\n".to_owned(),
        "1.3.\n....\n....\n\n....".to_owned(),
        "1.3.\n....\n.....\n....".to_owned(),
        "1.3.\n....\n..7.\n....".to_owned(),
        "1.3!\n....\n....\n....".to_owned(),
        ".......\n".to_owned(),
        "1 2 3 10 0 0\n".to_owned(),
        "! ! !".to_owned(),
        r#"[{"order": 4, "cells": [1]}]"#.to_owned(),
        r#"[{"order": 5, "cells": []}]"#.to_owned(),
        r#"[{"order": 4, "cells": [0,0,0,0, 0,0,5,0, 0,0,0,0, 0,0,0,0]}]"#.to_owned(),
        r#"[{"order": -4, "cells": []}]"#.to_owned(),
        r#"[{"order": 4}]"#.to_owned(),
    ];
    let errors: Vec<String> = texts.iter().map(|text| error(Puzzle::Sudoku, text)).collect();
    insta::assert_snapshot!(errors.join("\n"), @r"
    here:1: nearly a Sudoku: 15 cells on a line, 16 expected
    here:2: nearly a Sudoku: 15 cells on a line, 16 expected
    here:1: nearly a Sudoku: 80 cells on a line, 81 expected
    here:1:12: '!' in a Sudoku of order 4; expected 1-4, or a blank (. 0 _ - * ? x)
    here:1:13: '5' in a Sudoku of order 4; expected 1-4, or a blank (. 0 _ - * ? x)
    here:1:101: 'Y' in a Sudoku of order 16; expected 1-9 or A-G, or a blank (. 0 _ - * ? x)
    here:2: the board ends after 2 of 4 rows
    here:4: the board ends after 3 of 4 rows
    here:3: nearly a Sudoku: row 3 has 5 cells, 4 expected
    here:3:3: '7' in a Sudoku of order 4; expected 1-4, or a blank (. 0 _ - * ? x)
    here:1:4: '!' in a Sudoku of order 4; expected 1-4, or a blank (. 0 _ - * ? x)
    here:1: 7 symbols, but there is no Sudoku of order 7: 7 is prime, it has no boxes (4, 6, 8, 9, 10, 12, ...)
    here:1:7: '10' in a Sudoku of order 6; expected 1-6, or a blank (. 0 _ - * ? x)
    here:1: '! ! !'; expected a Sudoku: n*n symbols on a line (81 for order 9), n lines of n symbols, or JSON with `order` and `cells`
    here: [0].cells: 1 numbers; expected 16 for order 4
    here: [0].order: there is no Sudoku of order 5: 5 is prime, it has no boxes (4, 6, 8, 9, 10, 12, ...)
    here: [0].cells[6]: 5 in row 2, column 3; expected 1 to 4, or 0 for a blank
    here: [0].order: -4; expected a whole number, such as 9
    here: [0].cells: missing; expected an array of numbers, row by row
    ");
}

#[test]
fn model_and_rules_agree_on_small_boards() {
    let texts = [
        "1234341221434321",
        "12...4...1..432.",
        "1.3.34.221.4.321",
        "12..34....4343..",
        "11..34122143....",
    ];
    for text in texts {
        let sudoku = board(text);
        let found = brute(&sudoku, "cells");
        let blanks: Vec<usize> = (0..16).filter(|&cell| sudoku.clues()[cell].is_none()).collect();
        let mut solution: Vec<i32> = sudoku.clues().iter().map(|clue| clue.unwrap_or(0)).collect();
        let mut kept = Vec::new();
        for number in 0..4usize.pow(blanks.len() as u32) {
            for (i, &cell) in blanks.iter().enumerate() {
                solution[cell] = (number / 4usize.pow(i as u32) % 4) as i32 + 1;
            }
            if sudoku.rules(&solution).is_ok() {
                kept.push(solution.clone());
            }
        }
        kept.sort();
        assert_eq!(found, kept, "{text}");
    }
}

#[test]
fn reports_broken_rules() {
    let sudoku = board("1...............");
    let check = |text: &str| {
        let solutions = sudoku.notation().read_solutions("", text).unwrap();
        sudoku.rules(&solutions[0]).err().map_or("kept".to_owned(), |broken| broken.to_string())
    };
    let all = [
        "2341341221434321",
        "1134341221434321",
        "1234143221434321",
        "1234234134124123",
        "1234341221434321",
    ]
    .map(check);
    insta::assert_snapshot!(all.join("\n"), @r"
    r1c1: is 2, the clue says 1
    row 1: 1 occurs twice (columns 1 and 2)
    column 1: 1 occurs twice (rows 1 and 2)
    box 1: 2 occurs twice (r1c2 and r2c1)
    kept
    ");
    insta::assert_snapshot!(sudoku.rules(&[1, 2]).unwrap_err(), @r"grid: has 2 values, expected 16");
    insta::assert_snapshot!(sudoku.rules(&[5; 16]).unwrap_err(), @r"r1c1: is 5, outside 1 to 4");
}

#[test]
fn reads_solutions() {
    let sudoku = SudokuPuzzle::without_clues(4).unwrap();
    let text =
        "1234341221434321\n\n12|34\n34|12\n--+--\n21|43\n43|21\n1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n";
    let found = sudoku.notation().read_solutions("here", text).unwrap();
    assert!(found.len() == 3 && found[0] == found[1] && found[0] == found[2]);
    let wrong = ["", "1234", "123434122143432.", "12343412214343215", "1234341221434325", "unsat"];
    let wrong =
        wrong.map(|text| sudoku.notation().read_solutions("here", text).unwrap_err().to_string());
    insta::assert_snapshot!(wrong.join("\n"), @r"
    here: no solution; expected 16 symbols on a line, or rows
    here:1: the board ends after 1 of 4 rows
    here:1: 1 blank cell; expected a solution, a value in every cell
    here:1: 17 symbols; expected 16 on a line, or rows of 4
    here:1:16: '5' in a Sudoku of order 4; expected 1-4, or a blank (. 0 _ - * ? x)
    here: no solution; expected 16 symbols on a line, or rows
    ");
}

#[test]
fn draws_a_board() {
    insta::assert_snapshot!(board("1.3...6....5.2....5...........1.2...").picture().draw_text(&[]), @r"
    ┌───────┬───────┐
    │ 1 . 3 │ . . . │
    │ 6 . . │ . . 5 │
    ├───────┼───────┤
    │ . 2 . │ . . . │
    │ 5 . . │ . . . │
    ├───────┼───────┤
    │ . . . │ . . . │
    │ 1 . 2 │ . . . │
    └───────┴───────┘
    ");
    let picture = SudokuPuzzle::without_clues(40).unwrap().picture().draw_text(&[full(40)]);
    assert!(picture.contains(" 40 "));
}

/// Boards of orders that symbols can write, and of one order beyond.
fn boards() -> impl Strategy<Value = SudokuPuzzle> {
    let orders =
        prop::sample::select(vec![4usize, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 25, 35, 36]);
    orders.prop_flat_map(|order| {
        let clue = prop::option::of(1..=order as i32);
        prop::collection::vec(clue, order * order)
            .prop_map(move |clues| SudokuPuzzle::new(order, clues).unwrap())
    })
}

proptest! {
    #[test]
    fn reads_what_it_writes(written in boards()) {
        prop_assert_eq!(board(&written.notation().write_instance()), written.clone());
        let solution: Vec<i32> = written.clues().iter().map(|clue| clue.unwrap_or(1)).collect();
        prop_assert_eq!(written.notation().read_solutions("", &written.notation().write_solution(&solution)).unwrap(), vec![solution.clone()]);
    }

    #[test]
    fn reads_its_pictures(written in boards()) {
        prop_assert_eq!(board(&written.picture().draw_text(&[])), written);
    }
}
