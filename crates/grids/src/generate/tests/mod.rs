//! Tests of generated puzzles, with a plain search that counts solutions.

mod plain;
mod shapes;

use parallax_instance::Instance;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use self::plain::count;
use super::sums::KakuroRuns;
use super::thinning::thin_rules;
use super::{GeneratedGrid, GridDraft, GridKind, GridOptions, generate_grid};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::rules::AnyRule;

/// Small sizes of a kind that the plain search counts.
fn sizes(kind: GridKind) -> &'static [usize] {
    match kind {
        GridKind::Futoshiki | GridKind::Calcudoku | GridKind::Skyscrapers => &[3, 4, 5],
        GridKind::Kakuro | GridKind::Takuzu => &[6],
        GridKind::Jigsaw => &[4, 5],
        _ => &[4, 6],
    }
}

fn wanted(kind: GridKind, size: usize) -> GridOptions {
    GridOptions { kind, size, minimal: false, symmetric: false, tries: 4 }
}

fn made(wanted: &GridOptions, seed: u64) -> GeneratedGrid {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let made = generate_grid(wanted, &mut rng, &mut |puzzle| Some(count(puzzle)));
    made.expect("nothing stops it").expect("a puzzle")
}

/// Returns a puzzle without a rule, or without its sum if it is a run.
fn without(puzzle: &GridPuzzle, place: usize) -> Option<GridPuzzle> {
    let mut smaller = puzzle.clone();
    match &mut smaller.rules[place] {
        AnyRule::Run(run) => drop(run.sum.take()?),
        _ => drop(smaller.rules.remove(place)),
    }
    Some(smaller)
}

/// Returns how many givens, and how many other clues, leave one solution when they are removed.
fn redundant(puzzle: &GridPuzzle) -> (usize, usize) {
    let rules = (0..puzzle.rules.len()).filter_map(|place| without(puzzle, place));
    (redundant_givens(puzzle), rules.filter(|smaller| count(smaller) == 1).count())
}

fn redundant_givens(puzzle: &GridPuzzle) -> usize {
    let is_redundant = |&cell: &usize| {
        let mut smaller = puzzle.clone();
        smaller.givens[cell] = None;
        count(&smaller) == 1
    };
    puzzle.white_givens().into_iter().filter(is_redundant).count()
}

/// Whether half a turn keeps the pattern of givens.
fn is_symmetric(puzzle: &GridPuzzle) -> bool {
    let (shape, edge) = (puzzle.shape, usize::from(puzzle.base == GridBase::Kakuro));
    puzzle.white_givens().into_iter().all(|cell| {
        let row = shape.rows - 1 + edge - shape.row(cell);
        let column = shape.columns - 1 + edge - shape.column(cell);
        puzzle.givens[shape.cell_at(row, column)].is_some()
    })
}

#[test]
fn thinning_removes_sums_and_keeps_their_runs() {
    let mut puzzle = made(&wanted(GridKind::Kakuro, 6), 1).puzzle;
    let runs = puzzle.rules.len();
    let AnyRule::Run(run) = &mut puzzle.rules[0] else { panic!("{:?}", puzzle.rules[0]) };
    run.sum = None;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    assert_eq!(thin_rules(&mut puzzle, &mut rng, &mut |_| Some(1)), Some(()));
    let has_sum = |rule: &AnyRule| matches!(rule, AnyRule::Run(run) if run.sum.is_some());
    assert_eq!((puzzle.rules.len(), puzzle.rules.iter().any(has_sum)), (runs, false));
}

#[test]
fn puzzles_have_one_solution_and_the_clues_of_their_kind() {
    for kind in GridKind::ALL {
        for &size in sizes(kind) {
            for seed in 0..if size < 6 { 5 } else { 2 } {
                let wanted = wanted(kind, size);
                let GeneratedGrid { puzzle, missed } = made(&wanted, seed);
                let text = puzzle.notation().write_instance();
                assert_eq!((count(&puzzle), missed), (1, None), "{kind}, seed {seed}\n{text}");
                assert_eq!(puzzle.validate_puzzle(), Ok(()), "{text}");
                assert_eq!(crate::tests::puzzle(&text).as_ref(), Ok(&puzzle), "{text}");
                shapes::require(kind, &puzzle);
                assert_eq!(redundant_givens(&puzzle), 0, "{kind}, seed {seed}\n{text}");
                if seed == 0 {
                    assert_eq!(made(&wanted, seed).puzzle, puzzle);
                    assert_ne!(made(&wanted, seed + 100).puzzle, puzzle);
                }
            }
        }
    }
}

#[test]
fn minimal_puzzles_need_every_clue() {
    let mut fewer = 0;
    for kind in GridKind::ALL {
        for &size in &sizes(kind)[..1] {
            for seed in 0..if size < 6 { 4 } else { 1 } {
                let usual = wanted(kind, size);
                let puzzle = made(&GridOptions { minimal: true, ..usual }, seed).puzzle;
                let text = puzzle.notation().write_instance();
                assert_eq!((count(&puzzle), redundant(&puzzle)), (1, (0, 0)), "{kind}\n{text}");
                assert_eq!(crate::tests::puzzle(&text).as_ref(), Ok(&puzzle), "{text}");
                let before = made(&usual, seed).puzzle;
                fewer += usize::from(puzzle.rules.len() < before.rules.len());
            }
        }
    }
    assert!(fewer > 10, "{fewer}");
}

#[test]
fn symmetric_givens_go_in_pairs() {
    let mut pairs = 0;
    for kind in GridKind::ALL {
        for minimal in [false, true] {
            let usual = wanted(kind, sizes(kind)[0]);
            let GeneratedGrid { puzzle, missed } =
                made(&GridOptions { symmetric: true, minimal, ..usual }, 5);
            let text = puzzle.notation().write_instance();
            assert_eq!(count(&puzzle), 1, "{kind}\n{text}");
            assert!(is_symmetric(&puzzle), "{kind}\n{text}");
            pairs += puzzle.white_givens().len() / 2;
            let redundant = redundant(&puzzle);
            if minimal {
                assert_eq!((redundant.0 > 0, redundant.1), (missed.is_some(), 0), "{text}");
            }
        }
    }
    assert!(pairs > 10, "{pairs}");
}

#[test]
fn requests_that_cannot_be_met_are_refused() {
    let check = |kind, size| wanted(kind, size).check_options();
    for kind in GridKind::ALL {
        assert_eq!(check(kind, kind.usual_size()), Ok(()));
        assert_eq!(kind.name().parse(), Ok(kind));
        for size in [0, 1, 2, 51, usize::MAX] {
            assert!(check(kind, size).is_err(), "{kind} {size}");
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            let made = generate_grid(&wanted(kind, size), &mut rng, &mut |_| Some(1));
            assert!(made.is_some_and(|made| made.is_err()));
        }
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        assert_eq!(
            generate_grid(&wanted(kind, sizes(kind)[0]), &mut rng, &mut |_| None),
            None,
            "{kind}"
        );
    }
    insta::assert_snapshot!(check(GridKind::Takuzu, 7).unwrap_err(),
        @"a takuzu of size 7; expected one of 6, 8, 10, 12, 14");
}

/// Digits of all solutions stay open; where one digit a cell is open, there is one solution.
#[test]
fn sums_leave_the_digits_of_solutions_open() {
    let (mut narrowed, mut single) = (0, 0);
    for seed in 0..30 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut counted = 0;
        let draft = super::kakuro::draw_kakuro(6, &mut rng, &mut |_| {
            counted += 1;
            Some(if counted > seed % 4 { 1 } else { 2 })
        });
        let GridDraft { puzzle, solution } = draft.expect("not stopped").expect("a draft");
        let sums = KakuroRuns::new(puzzle.shape.cell_count(), puzzle.white_runs());
        let open = sums.open_digits(&solution);
        for cell in puzzle.valued_cells() {
            assert!(
                open[cell] >> (solution[cell] - 1) & 1 == 1,
                "{}",
                puzzle.notation().write_instance()
            );
            narrowed += 9 - open[cell].count_ones();
        }
        if puzzle.valued_cells().into_iter().all(|cell| open[cell].count_ones() == 1) {
            single += 1;
            assert_eq!(count(&puzzle), 1, "{}", puzzle.notation().write_instance());
        }
    }
    assert!(narrowed > 0 && single > 0, "{narrowed} {single}");
}

/// A stream of random numbers makes the same puzzles on each machine.
#[test]
fn puzzles_of_a_seed_stay_the_same() {
    let text = |kind, size| made(&wanted(kind, size), 1).puzzle.notation().write_instance();
    let texts = [(GridKind::Jigsaw, 5), (GridKind::Kakuro, 6), (GridKind::Calcudoku, 3)];
    insta::assert_snapshot!(texts.map(|(kind, size)| text(kind, size)).join("\n"), @r"
    puzzle: sudoku 5
    ..1..
    ....4
    ....5
    .....
    .2...
    regions:
    ABBBC
    AABCC
    DABEC
    DAEEC
    DDDEE

    puzzle: kakuro 6
    #    #    #    #    16\  15\
    #    #    29\  8\8  .    .
    #    7\16 .    .    .    .
    \32  .    .    .    .    .
    \13  .    .    .    .    #
    \6   .    .    #    #    #

    puzzle: latin 3
    calc 6+: r1c1 r1c2 r1c3
    calc 2x: r2c1 r3c1 r3c2
    calc 8+: r2c2 r2c3 r3c3
    ");
}
