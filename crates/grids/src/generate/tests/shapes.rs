//! The clues that each kind has.

use crate::GridPuzzle;
use crate::board::GridBase;
use crate::generate::GridKind;
use crate::generate::jigsaw::is_connected;
use crate::rules::AnyRule;

/// Requires the base and the clues of a kind, and only these.
pub(super) fn require(kind: GridKind, puzzle: &GridPuzzle) {
    let base = match kind {
        GridKind::Futoshiki | GridKind::Calcudoku | GridKind::Skyscrapers => GridBase::Latin,
        GridKind::Kakuro => GridBase::Kakuro,
        GridKind::Takuzu => GridBase::Takuzu,
        _ => GridBase::Sudoku,
    };
    assert_eq!(puzzle.base, base);
    assert_eq!(puzzle.unique_lines, kind == GridKind::Takuzu);
    assert_eq!(puzzle.boxes.is_some(), base == GridBase::Sudoku && kind != GridKind::Jigsaw);
    let own = |rule: &AnyRule| match kind {
        GridKind::Killer => matches!(rule, AnyRule::Cage(cage) if cage.sum.is_some()),
        GridKind::Thermo => matches!(rule, AnyRule::Thermometer(own) if !own.slow),
        GridKind::Arrow => matches!(rule, AnyRule::Arrow(own) if own.shaft.len() >= 2),
        GridKind::LittleKiller => matches!(rule, AnyRule::LittleKiller(_)),
        GridKind::Kropki => matches!(rule, AnyRule::Dot(_) | AnyRule::UnmarkedDots(_)),
        GridKind::Futoshiki => matches!(rule, AnyRule::Inequality(_)),
        GridKind::Calcudoku => matches!(rule, AnyRule::Calculation(_)),
        GridKind::Skyscrapers => matches!(rule, AnyRule::Skyscraper(_)),
        GridKind::Kakuro => matches!(rule, AnyRule::Run(run) if run.sum.is_some()),
        GridKind::Jigsaw | GridKind::Takuzu => false,
    };
    let text = puzzle.rules.iter().filter(|rule| !own(rule)).count();
    assert_eq!(text, 0, "rules of another kind");
    let none = matches!(kind, GridKind::Jigsaw | GridKind::Takuzu);
    assert_eq!(puzzle.rules.is_empty(), none, "rules of the kind");
    match kind {
        GridKind::Killer => cover(puzzle, 5),
        GridKind::Calcudoku => cover(puzzle, 4),
        GridKind::Thermo | GridKind::Arrow => paths(puzzle),
        GridKind::Jigsaw => regions(puzzle),
        GridKind::Skyscrapers => assert_eq!(puzzle.rules.len(), 4 * puzzle.shape.rows),
        GridKind::Kakuro => runs(puzzle),
        GridKind::Kropki => assert!(puzzle.rules.len() > 1, "no dots"),
        GridKind::LittleKiller => assert_eq!(puzzle.rules.len(), 4 * puzzle.shape.rows - 6),
        GridKind::Futoshiki | GridKind::Takuzu => {}
    }
}

/// Requires connected cages that have each cell once.
fn cover(puzzle: &GridPuzzle, most: usize) {
    let mut all = Vec::new();
    for rule in &puzzle.rules {
        let cells = rule.rule().named_cells(puzzle.shape);
        assert!((1..=most).contains(&cells.len()));
        assert!(is_connected(puzzle.shape, &|cell| cells.contains(&cell)));
        all.extend(cells);
    }
    all.sort_unstable();
    assert_eq!(all, (0..puzzle.shape.cell_count()).collect::<Vec<_>>());
}

/// Requires lines whose cells touch one after the other, and no cell on two of them.
fn paths(puzzle: &GridPuzzle) {
    let mut all = Vec::new();
    for rule in &puzzle.rules {
        let cells = rule.rule().named_cells(puzzle.shape);
        assert!(cells.windows(2).all(|pair| puzzle.shape.share_side(pair[0], pair[1])));
        all.extend(cells);
    }
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count, "a cell on two lines");
    assert!(4 * count >= puzzle.shape.cell_count(), "{count} cells on lines");
}

/// Requires connected regions of as many cells as there are digits, not all of them boxes.
fn regions(puzzle: &GridPuzzle) {
    let (shape, regions) = (puzzle.shape, puzzle.region_cells());
    assert_eq!(regions.len(), shape.rows);
    for cells in &regions {
        assert_eq!(cells.len(), shape.rows);
        assert!(is_connected(shape, &|cell| cells.contains(&cell)));
    }
}

/// Requires runs of two to nine cells both ways in each white cell, a pattern that half a turn
/// keeps, and connected white cells.
fn runs(puzzle: &GridPuzzle) {
    let shape = puzzle.shape;
    assert!(is_connected(shape, &|cell| !puzzle.black[cell]));
    let runs = puzzle.white_runs();
    assert_eq!(runs.len(), puzzle.rules.len());
    assert!(runs.iter().all(|run| (2..=9).contains(&run.len())));
    let white = puzzle.valued_cells();
    assert!(white.iter().all(|cell| runs.iter().filter(|run| run.contains(cell)).count() == 2));
    assert!(white.iter().all(|&cell| !puzzle.black[shape.cell_count() + shape.columns - cell]));
    assert!(4 * white.len() > shape.cell_count());
}
