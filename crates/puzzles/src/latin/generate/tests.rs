use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::super::super::errors::RequestError;
use super::super::super::generated::{CellAmount, GeneratedPuzzle, count_clues};
use super::super::super::tests::brute;
use super::*;
use crate::latin::LatinPuzzle;

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn holes(order: usize, holes: &str, balanced: bool, unique: bool) -> LatinHoleOptions {
    LatinHoleOptions { order, holes: holes.parse().unwrap(), balanced, unique, tries: 20 }
}

/// Counts solutions by trying every value that no cell in its row or column has.
fn count(square: &LatinPuzzle) -> u64 {
    let mut cells: Vec<i32> = square.clues().iter().map(|clue| clue.unwrap_or(0)).collect();
    count_from(&mut cells, square.order())
}

fn count_from(cells: &mut Vec<i32>, order: usize) -> u64 {
    let Some(cell) = cells.iter().position(|&value| value == 0) else { return 1 };
    let meets = |other: usize| other / order == cell / order || other % order == cell % order;
    let mut found = 0;
    for value in 1..=order as i32 {
        if (0..cells.len()).any(|other| meets(other) && cells[other] == value) {
            continue;
        }
        cells[cell] = value;
        found += count_from(cells, order);
        cells[cell] = 0;
    }
    found
}

fn made(wanted: &LatinHoleOptions, seed: u64) -> GeneratedPuzzle<LatinPuzzle> {
    let mut count = |square: &LatinPuzzle| Some(count(square));
    with_holes(wanted, &mut rng(seed), &mut count).expect("nothing stops it").expect("a square")
}

#[test]
fn holes_are_as_many_as_wanted() {
    for (order, amount, expected) in [(1, "0", 0), (1, "1", 1), (5, "12", 12), (10, "42%", 42)] {
        let square = made(&holes(order, amount, false, false), 7);
        assert_eq!(order * order - count_clues(square.puzzle.clues()), expected);
        assert_eq!(square.missed, None);
    }
}

#[test]
fn balanced_holes_are_as_many_in_every_line() {
    for (order, amount, each) in
        [(1, "1", 1), (6, "18", 3), (10, "44%", 4), (7, "0", 0), (7, "49", 7)]
    {
        let square = made(&holes(order, amount, true, false), 3).puzzle;
        for line in 0..order {
            let hole = |cell: usize| square.clues()[cell].is_none();
            let row = (0..order).filter(|i| hole(line * order + i)).count();
            let column = (0..order).filter(|i| hole(i * order + line)).count();
            assert_eq!((row, column), (each, each), "{order} {amount}");
        }
    }
}

#[test]
fn unique_squares_have_one_solution() {
    for (order, amount, balanced) in
        [(4, "8", false), (5, "10", false), (5, "10", true), (4, "4", true)]
    {
        for seed in 0..4 {
            let square = made(&holes(order, amount, balanced, true), seed);
            assert_eq!((count(&square.puzzle), &square.missed), (1, &None), "{order} {amount}");
            if count_clues(square.puzzle.clues()) > 7 && order == 4 {
                assert_eq!(brute(&square.puzzle, "cells").len(), 1);
            }
        }
    }
    let most = made(&holes(4, "16", false, true), 0);
    let words = most.missed.expect("a square without clues has many solutions");
    assert!(words.ends_with("instead of 16 holes, the most of 20 tries"), "{words}");
    assert_eq!(count(&most.puzzle), 1);
    let none = with_holes(&holes(4, "16", true, true), &mut rng(0), &mut |s| Some(count(s)));
    assert_eq!(none, Some(Err(RequestError::Tries { tries: 20 })));
    assert_eq!(with_holes(&holes(4, "16", true, true), &mut rng(0), &mut |_| None), None);
}

#[test]
fn partial_squares_are_consistent() {
    for ahead in [false, true] {
        for (order, filled, number_filled) in
            [(1, "1", 1), (2, "50%", 2), (10, "42%", 42), (20, "42%", 168)]
        {
            let wanted =
                PartialSquareOptions { order, filled: filled.parse().unwrap(), ahead, tries: 10 };
            let made = generate_partial(&wanted, &mut rng(5)).unwrap();
            let clues = made.puzzle.clues();
            assert_eq!((count_clues(clues), made.missed), (number_filled, None));
            for a in 0..order * order {
                for b in a + 1..order * order {
                    let meet = a / order == b / order || a % order == b % order;
                    assert!(!meet || clues[a].is_none() || clues[a] != clues[b]);
                }
            }
        }
    }
}

#[test]
fn partial_squares_may_have_no_solution_and_looking_ahead_avoids_some() {
    let unsolvable = |ahead: bool| {
        let wanted =
            PartialSquareOptions { order: 5, filled: CellAmount::Number(11), ahead, tries: 10 };
        let squares = (0..60).map(|seed| generate_partial(&wanted, &mut rng(seed)).unwrap());
        squares.filter(|made| made.missed.is_none() && count(&made.puzzle) == 0).count()
    };
    let (plain, ahead) = (unsolvable(false), unsolvable(true));
    assert!(0 < ahead && ahead < plain && plain < 60, "{plain} and {ahead} of 60");
    let full =
        PartialSquareOptions { order: 12, filled: "100%".parse().unwrap(), ahead: false, tries: 3 };
    let made = generate_partial(&full, &mut rng(0)).unwrap();
    let words = format!(
        "{} instead of 144 cells filled, the most of 3 tries",
        count_clues(made.puzzle.clues())
    );
    assert_eq!(made.missed, Some(words));
}

#[test]
fn squares_that_cannot_be_are_refused() {
    let of_holes = |order, amount, balanced| holes(order, amount, balanced, false).hole_count();
    let of_partial = |order, filled: &str| {
        PartialSquareOptions { order, filled: filled.parse().unwrap(), ahead: false, tries: 1 }
            .filled_count()
    };
    let faults = [
        of_holes(0, "0", false),
        of_holes(201, "1%", true),
        of_holes(usize::MAX, "1", false),
        of_holes(3, "10", false),
        of_holes(3, "4", true),
        of_partial(0, "0"),
        of_partial(3, "10"),
    ];
    insta::assert_snapshot!(faults.map(|fault| fault.unwrap_err().to_string()).join("\n"), @r"
    a Latin square of order 0; expected 1 to 200
    a Latin square of order 201; expected 1 to 200
    a Latin square of order 18446744073709551615; expected 1 to 200
    10 holes; a square of order 3 has 9 cells
    4 holes cannot be balanced; expected a multiple of the order, 3
    a Latin square of order 0; expected 1 to 200
    10 filled; a square of order 3 has 9 cells
    ");
}
