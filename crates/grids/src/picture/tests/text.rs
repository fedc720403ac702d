//! Tests of pictures in text.

use parallax_instance::PictureMark;
use parallax_model::VarId;

use super::{ALL, puzzle};
use crate::picture::draw_text;

fn draw(source: &str) -> String {
    draw_text(&puzzle(source), &[], &[])
}

#[test]
fn regions_of_any_shape_have_borders() {
    insta::assert_snapshot!(draw("puzzle: sudoku 5\n1....\n..3..\n.....\n..5..\n....2\nregions:\n\
        AABBB\nAACBB\nADCCE\nDDCCE\nDDEEE\n"), @r"
    ┌───────┬───────────┐
    │ 1   . │ .   .   . │
    │       ├───┐       │
    │ .   . │ 3 │ .   . │
    │   ┌───┤   └───┬───┤
    │ . │ . │ .   . │ . │
    ├───┘   │       │   │
    │ .   . │ 5   . │ . │
    │       ├───────┘   │
    │ .   . │ .   .   2 │
    └───────┴───────────┘
    ");
}

#[test]
fn cells_in_no_region_have_borders_with_regions() {
    insta::assert_snapshot!(draw("puzzle: sudoku 4\nregions:\n....\n.AA.\n.A..\n....\n"), @r"
    ┌───────────────┐
    │ .   .   .   . │
    │   ┌───────┐   │
    │ . │ .   . │ . │
    │   │   ┌───┘   │
    │ . │ . │ .   . │
    │   └───┘       │
    │ .   .   .   . │
    └───────────────┘
    ");
}

#[test]
fn kakuro_shows_its_sums() {
    insta::assert_snapshot!(draw("puzzle: kakuro 4x5\n# 8\\ 6\\ 8\\ 3\\\n\\10 . . . .\n\
        \\12 . . . .\n# \\3 . . #\n"), @r"
    ┌─────────────────────┐
    │ ###  8\  6\  8\  3\ │
    │ \10   .   .   .   . │
    │ \12   .   .   .   . │
    │ ###  \3   .   . ### │
    └─────────────────────┘
    ");
}

#[test]
fn clues_are_outside() {
    insta::assert_snapshot!(draw("puzzle: latin 4\nskyscraper top: 2 . . .\n\
        skyscraper bottom: 2 3 2 1\nskyscraper left: . 3 . .\nskyscraper right: . . 2 .\n\
        sandwich left: 5 . . .\n"), @r"
        2
      ┌─────────┐
      │ . . . . │
    3 │ . . . . │
      │ . . . . │ 2
      │ . . . . │
      └─────────┘
        2 3 2 1
    outside: skyscraper
    sandwich left 1 = 5
    ");
}

#[test]
fn diagonal_sums_are_outside() {
    insta::assert_snapshot!(draw("puzzle: sudoku 4\nlittle killer 9: r1c1 dr, r4c4 ul\n\
        little killer 11: r1c3 dl, r3c1 dr, r4c2 ur, r2c4 dl\n"), @r"
     9↘                 11↙
        ┌─────────┬─────────┐
        │   .   . │   .   . │ 11↙
    11↘ │   .   . │   .   . │
        ├─────────┼─────────┤
        │   .   . │   .   . │
        │   .   . │   .   . │
        └─────────┴─────────┘
          11↗                 9↖
    ");
}

#[test]
fn cages_are_listed_after_rules_about_the_grid() {
    insta::assert_snapshot!(draw("puzzle: sudoku 4\ncages:\nABCC\nABCD\nEBFD\nGFFH\n\
        clues: A 5, B 9, C 6, D 5, E 2, F 8, G 3, H 2\nanti-king\n"), @r"
    ┌─────┬─────┐
    │ . . │ . . │
    │ . . │ . . │
    ├─────┼─────┤
    │ . . │ . . │
    │ . . │ . . │
    └─────┴─────┘
    anti-king
    cage r1c1 r2c1 = 5
    cage r1c2 r2c2 r3c2 = 9
    cage r1c3 r1c4 r2c3 = 6
    cage r2c4 r3c4 = 5
    cage r3c1 = 2
    cage r3c3 r4c2 r4c3 = 8
    cage r4c1 = 3
    cage r4c4 = 2
    ");
}

#[test]
fn cages_have_borders_in_a_grid_without_regions() {
    insta::assert_snapshot!(draw("puzzle: latin 3\ncages:\nABB\nACC\nDDD\n\
        clues: A 3+, B 1-, C 6x, D 6+\ncage 5: r1c1 r1c2\n"), @r"
    ┌───────┬───┐
    │ .   . │ . │
    ├───┬───┴───┤
    │ . │ .   . │
    ├───┴───────┤
    │ .   .   . │
    └───────────┘
    cage r1c1 r1c2 = 5
    cage r1c1 r2c1 3+
    cage r1c2 r1c3 1-
    cage r2c2 r2c3 6x
    cage r3c1 r3c2 r3c3 6+
    ");
}

#[test]
fn nonograms_have_runs_and_black_cells() {
    let puzzle = puzzle("puzzle: nonogram 3x4\ncolumns: 1 1, 1, 0, 3\nrows: 2 1, 1, 1 1\n");
    insta::assert_snapshot!(draw_text(&puzzle, &[], &[]), @r"
          1
          1 1 0 3
        ┌─────────┐
    2 1 │ . . . . │
      1 │ . . . . │
    1 1 │ . . . . │
        └─────────┘
    ");
    let solution = vec![1, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1];
    insta::assert_snapshot!(draw_text(&puzzle, &[solution], &[]), @r"
          1
          1 1 0 3
        ┌─────────┐
    2 1 │ # #   # │
      1 │       # │
    1 1 │ #     # │
        └─────────┘
    ");
}

#[test]
fn signs_are_between_cells() {
    insta::assert_snapshot!(draw("puzzle: sudoku 4\n.o.*. .\n* v   ^\n.<. .>.\nx: r2c2 r2c3\n\
        v: r3c1 r3c2\nwhite 2: r4c1 r4c2\nwhite: r2c4 r3c4\n"
        .replace("\nx:", "\n\n. . . .\n\n. . . .\nx:").as_str()), @r"
    ┌─────┬─────┐
    │ .○. ● . . │
    │ ● v │   ^ │
    │ .<. X .>. │
    ├─────┼───○─┤
    │ .V. │ . . │
    │ . . │ . . │
    └─────┴─────┘
    white 2 dot r4c1 r4c2
    ");
}

#[test]
fn solutions_that_differ_are_marked() {
    let puzzle = puzzle("puzzle: straights 3\n#3 . .\n. # .\n. . .\n");
    let one = vec![3, 1, 2, 1, 3, 2, 3, 1];
    let two = vec![3, 2, 1, 1, 3, 2, 3, 1];
    insta::assert_snapshot!(draw_text(&puzzle, &[one.clone(), two], &[]), @r"
    2 solutions; 2 cells differ (marked *)

    solution 1
    ┌─────────────┐
    │ #3   1*  2* │
    │  1  ##   3  │
    │  2   3   1  │
    └─────────────┘

    solution 2
    ┌─────────────┐
    │ #3   2*  1* │
    │  1  ##   3  │
    │  2   3   1  │
    └─────────────┘
    ");
    let marks = [PictureMark { variable: VarId::new(3), sign: '!' }];
    insta::assert_snapshot!(draw_text(&puzzle, &[one], &marks), @r"
    ┌─────────────┐
    │ #3   1   2  │
    │  1! ##   3  │
    │  2   3   1  │
    └─────────────┘
    ");
}

#[test]
fn long_lists_end_with_their_number() {
    let drawn = draw(ALL);
    let (board, list) = drawn.split_once("outside: sandwich\n").expect("the kind of the clues");
    insta::assert_snapshot!(board, @r"
          22↘
        8 45↙   0        35
    ┌─────────────┬─────────────┬─────────────┐
    │   .   .   . │   .   .   . │   .○  .   . │
    │   .   .   . │   .   .   . │   .   .   . │
    │             │             │   ●         │
    │   .   .   . │   .   .   . │   .   .X  . │
    ├─────────────┼─────────────┼─────────────┤
    │   .   .   . │   .   .   . │   .   .V  . │
    │   .   .   . │   .   .   . │   .   .   . │
    │   ^         │             │             │
    │   .   .   . │   .   .   . │   .   .   . │
    ├─────────────┼─────────────┼─────────────┤
    │   .   .   . │   .   .   . │   .   .   . │
    │   .   .   . │   .   .   . │   .   .   . │
    │   .   .   . │   .   .   . │   .   .   . │
    └─────────────┴─────────────┴─────────────┘
    ");
    assert!(list.starts_with("all dots\nall xv\ndiagonal \\\ndiagonal /\nanti-knight\n"), "{list}");
    assert!(list.ends_with("\nand 24 more\n"), "{list}");
    assert_eq!(list.lines().count(), 21);
}

#[test]
fn settings_and_notes_are_below() {
    let mut puzzle = puzzle("puzzle: takuzu 2\nunique lines\n");
    puzzle.notes = vec!["By A".to_owned(), "word ".repeat(20)];
    insta::assert_snapshot!(draw_text(&puzzle, &[], &[]), @r"
    ┌─────┐
    │ . . │
    │ . . │
    └─────┘
    unique lines
    By A
    word word word word word word word word word word word word word word word
    word word word word word
    ");
}

#[test]
fn lines_have_at_most_100_columns() {
    let wide = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let cases = [
        ("puzzle: sudoku 9\n", 25),
        ("puzzle: sudoku 16\n", 57),
        ("puzzle: takuzu 48\n", 99),
        ("puzzle: takuzu 50\n", 52),
    ];
    for (source, width) in cases {
        let puzzle = puzzle(source);
        let high = puzzle.digits.1;
        let text = draw_text(&puzzle, &[vec![high; puzzle.shape.cell_count()]], &[]);
        assert_eq!(wide(&text), width, "{source}");
    }
}

#[test]
fn solutions_may_be_short() {
    assert!(draw_text(&puzzle("puzzle: latin 2\n"), &[vec![2], vec![]], &[]).contains('2'));
}
