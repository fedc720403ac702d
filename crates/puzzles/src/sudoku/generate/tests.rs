use parallax_instance::Instance;
use parallax_model::Value;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::generated::GeneratedPuzzle;
use crate::generated::count_clues;
use crate::sudoku::SudokuPuzzle;

/// Counts solutions, up to two, without a model: fills the cell with the fewest possible values.
fn count(board: &SudokuPuzzle) -> u64 {
    let order = board.order();
    let mut cells: Vec<Value> = board.clues().iter().map(|clue| clue.unwrap_or(0)).collect();
    let peers = |a: usize, b: usize| {
        let (row, column) = (|c: usize| c / order, |c: usize| c % order);
        let of_box = |c: usize| (row(c) / board.box_height(), column(c) / board.box_width());
        a != b && (row(a) == row(b) || column(a) == column(b) || of_box(a) == of_box(b))
    };
    let peers: Vec<Vec<usize>> =
        (0..cells.len()).map(|a| (0..cells.len()).filter(|&b| peers(a, b)).collect()).collect();
    count_from(&mut cells, &peers, order, 2)
}

fn count_from(cells: &mut Vec<Value>, peers: &[Vec<usize>], order: usize, most: u64) -> u64 {
    let open = |cells: &[Value], cell: usize| -> Vec<Value> {
        let free = |v: &Value| peers[cell].iter().all(|&peer| cells[peer] != *v);
        (1..=order as Value).filter(free).collect()
    };
    let empty = (0..cells.len()).filter(|&cell| cells[cell] == 0);
    let Some(cell) = empty.min_by_key(|&cell| open(cells, cell).len()) else { return 1 };
    let mut found = 0;
    for value in open(cells, cell) {
        cells[cell] = value;
        found += count_from(cells, peers, order, most - found);
        cells[cell] = 0;
        if found >= most {
            break;
        }
    }
    found
}

fn wanted(
    order: usize,
    clues: SudokuClues,
    minimal: bool,
    symmetry: SudokuSymmetry,
) -> SudokuOptions {
    SudokuOptions { order, clues, minimal, symmetry, tries: 40 }
}

fn made(wanted: &SudokuOptions, seed: u64) -> GeneratedPuzzle<SudokuPuzzle> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    generate_sudoku(wanted, &mut rng, &mut |board| Some(count(board))).expect("nothing stops it")
}

/// The number of clues without which the solution stays unique.
fn redundant(board: &SudokuPuzzle) -> usize {
    let without = |cell: usize| {
        let mut clues = board.clues().to_vec();
        clues[cell] = None;
        SudokuPuzzle::new(board.order(), clues).unwrap()
    };
    let known = (0..board.clues().len()).filter(|&cell| board.clues()[cell].is_some());
    known.filter(|&cell| count(&without(cell)) == 1).count()
}

/// The boards of the published tables depend on this.
#[test]
fn boards_of_order_9_stay_the_same() {
    let board = |seed, least| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(1);
        generate_board(&mut rng, least, &mut |board| Some(count(board)))
            .unwrap()
            .notation()
            .write_instance()
    };
    let boards = [board(0, 0), board(7, 0), board(7, 36)].concat();
    insta::assert_snapshot!(boards, @r"
    1..2...3.3....19..9....76....53..247...4...89....2...55.49.....78.5.........4....
    ..9.7..4.64.9..3....264..91......1.2....9....8..236..47...8............629.4....8
    ..937..4.64.9..3.7.7264..91..7...1.2....9....8..2369.47.458......8.....629.46...8
    ");
}

#[test]
fn boards_are_unique_and_minimal() {
    for (order, seeds) in [(4, 0..5), (6, 0..3), (9, 0..2)] {
        for seed in seeds {
            let wanted = wanted(order, SudokuClues::Fewest, true, SudokuSymmetry::None);
            let GeneratedPuzzle { puzzle: board, missed } = made(&wanted, seed);
            assert_eq!((count(&board), redundant(&board), missed), (1, 0, None), "seed {seed}");
            assert_eq!(made(&wanted, seed).puzzle, board);
        }
    }
}

#[test]
fn boards_have_the_wanted_number_of_clues_and_symmetry() {
    for (order, clues) in [(4, 6), (6, 14), (9, 36), (10, 50)] {
        for symmetry in SudokuSymmetry::ALL {
            let GeneratedPuzzle { puzzle: board, missed } =
                made(&wanted(order, SudokuClues::Number(clues), false, symmetry), 3);
            assert_eq!((count_clues(board.clues()), missed), (clues, None), "{order} {symmetry}");
            assert_eq!(count(&board), 1);
            let known = |cell: &usize| board.clues()[*cell].is_some();
            let whole = |orbit: &Vec<usize>| orbit.iter().all(known) || !orbit.iter().any(known);
            assert!(symmetry.clue_orbits(order).iter().all(whole), "{order} {symmetry}");
        }
    }
    let full = made(&wanted(6, SudokuClues::All, false, SudokuSymmetry::None), 0).puzzle;
    assert_eq!(count_clues(full.clues()), 36);
}

#[test]
fn symmetric_boards_can_be_minimal() {
    for symmetry in [SudokuSymmetry::Rotational, SudokuSymmetry::Diagonal] {
        let board = made(&wanted(4, SudokuClues::Fewest, true, symmetry), 1);
        assert_eq!((redundant(&board.puzzle), board.missed), (0, None));
    }
}

#[test]
fn what_is_not_reached_is_said() {
    let near = made(
        &SudokuOptions {
            tries: 2,
            ..wanted(9, SudokuClues::Number(17), false, SudokuSymmetry::None)
        },
        0,
    );
    let clues = count_clues(near.puzzle.clues());
    let words = format!("{clues} instead of 17 clues, the nearest of 2 tries");
    assert_eq!((near.missed, clues > 17, count(&near.puzzle)), (Some(words), true, 1));
    let full = wanted(4, SudokuClues::Number(16), true, SudokuSymmetry::Rotational);
    let near = made(&SudokuOptions { tries: 1, ..full }, 0).missed.expect("it is not minimal");
    assert!(near.contains("instead of 16 clues"), "{near}");
}

#[test]
fn boards_that_cannot_be_are_refused() {
    let fault = |order, clues, symmetry| {
        wanted(order, clues, false, symmetry).check_options().unwrap_err().to_string()
    };
    let faults = [
        fault(0, SudokuClues::Fewest, SudokuSymmetry::None),
        fault(7, SudokuClues::All, SudokuSymmetry::None),
        fault(49, SudokuClues::All, SudokuSymmetry::None),
        fault(usize::MAX, SudokuClues::All, SudokuSymmetry::None),
        fault(9, SudokuClues::Number(16), SudokuSymmetry::None),
        fault(9, SudokuClues::Number(82), SudokuSymmetry::None),
        fault(6, SudokuClues::Number(1), SudokuSymmetry::None),
        fault(6, SudokuClues::Number(15), SudokuSymmetry::Rotational),
    ];
    insta::assert_snapshot!(faults.join("\n"), @r"
    there is no Sudoku of order 0: 0 is too small, it has no boxes (4, 6, 8, 9, 10, 12, ...)
    there is no Sudoku of order 7: 7 is prime, it has no boxes (4, 6, 8, 9, 10, 12, ...)
    order 49; Sudokus are generated up to 25
    a Sudoku of order 18446744073709551615 is too large; the limit is 100
    16 clues; a Sudoku of order 9 with one solution has 17 to 81
    82 clues; a Sudoku of order 9 with one solution has 17 to 81
    1 clue; a Sudoku of order 6 with one solution has 5 to 36
    15 clues; with rotational symmetry, order 6 has an even number of them
    ");
    assert_eq!(
        wanted(9, SudokuClues::Number(25), false, SudokuSymmetry::Rotational).check_options(),
        Ok(())
    );
    let board = wanted(9, SudokuClues::Fewest, false, SudokuSymmetry::None);
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    assert_eq!(generate_sudoku(&board, &mut rng, &mut |_| None), None);
}
