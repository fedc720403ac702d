//! The runs of a kakuro, from the sums in its black cells.

use crate::GridPuzzle;
use crate::errors::GridBoardError;
use crate::rules::{AnyRule, Run};

/// Sums in a black cell: down, then across.
pub(crate) type Sums = (Option<i64>, Option<i64>);

/// Returns the rules of all runs. `sums` has those of each cell.
///
/// # Errors
/// Returns an error if a sum has no run.
pub(crate) fn run_rules(
    puzzle: &GridPuzzle,
    sums: &[Sums],
) -> Result<Vec<AnyRule>, GridBoardError> {
    let shape = puzzle.shape;
    let mut rules: Vec<AnyRule> = Vec::new();
    let is_white = |cell: Option<usize>| cell.is_some_and(|cell| !puzzle.black[cell]);
    // Without a white cell after it, a sum is about nothing.
    for (cell, &(down, across)) in sums.iter().enumerate() {
        for (sum, step, direction) in [(down, (1, 0), "down"), (across, (0, 1), "across")] {
            if let Some(sum) = sum.filter(|_| !is_white(shape.step_from(cell, step))) {
                return Err(GridBoardError::NoRun { cell: shape.cell_place(cell), sum, direction });
            }
        }
    }
    let row_count = row_runs(puzzle);
    for (number, cells) in puzzle.white_runs().into_iter().enumerate() {
        let is_row = number < row_count;
        let before = cells
            .first()
            .and_then(|&first| shape.step_from(first, if is_row { (0, -1) } else { (-1, 0) }));
        let clue = before.and_then(|cell| if is_row { sums[cell].1 } else { sums[cell].0 });
        // A single cell without a sum is under no rule.
        if clue.is_some() || cells.len() > 1 {
            rules.push(Run { cells, down: !is_row, sum: clue }.into());
        }
    }
    Ok(rules)
}

/// Returns the number of runs in rows, which come first.
fn row_runs(puzzle: &GridPuzzle) -> usize {
    let shape = puzzle.shape;
    let in_row = |row: usize| {
        let cells = shape.row_cells(row);
        cells.split(|&cell| puzzle.black[cell]).filter(|run| !run.is_empty()).count()
    };
    (0..shape.rows).map(in_row).sum()
}

/// Returns the sums of each cell, from the rules of the runs.
pub(crate) fn cell_sums(puzzle: &GridPuzzle) -> Vec<Sums> {
    let shape = puzzle.shape;
    let mut sums = vec![(None, None); shape.cell_count()];
    for rule in &puzzle.rules {
        let AnyRule::Run(run) = rule else { continue };
        let step = if run.down { (-1, 0) } else { (0, -1) };
        let before = run.cells.first().and_then(|&first| shape.step_from(first, step));
        if let Some(before) = before {
            let cell_sums: &mut Sums = &mut sums[before];
            *(if run.down { &mut cell_sums.0 } else { &mut cell_sums.1 }) = run.sum;
        }
    }
    sums
}
