//! The clues of each rule at all places, with the numbers that a full grid gives them.

use std::collections::BTreeSet;

use super::ClueRule;
use crate::filled_grid::FilledGrid;
use crate::rules::{
    AnyRule, Arrow, Cage, Dot, Inequality, LittleKiller, NumberedRoom, Parity, Sandwich,
    Skyscraper, Thermometer, XSum, Xv,
};
use crate::shape::{GridShape, GridSide, SIDE_STEPS};

/// The steps along diagonals.
const DIAGONAL_STEPS: [(isize, isize); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Visits a clue for each position of a rule; some of the clues may not hold.
pub(super) fn visit_clues(rule: ClueRule, filled: &FilledGrid<'_>, say: &mut dyn FnMut(AnyRule)) {
    let shape = filled.grid_shape();
    let pair = |make: &dyn Fn([usize; 2]) -> AnyRule, say: &mut dyn FnMut(AnyRule)| {
        let open = |&(a, b): &(usize, usize)| is_open(filled, a) && is_open(filled, b);
        shape.step_pairs(&SIDE_STEPS).filter(open).for_each(|(a, b)| say(make([a, b])));
    };
    match rule {
        ClueRule::White => pair(&|cells| Dot { cells, black: false, number: 1 }.into(), say),
        ClueRule::Black => pair(&|cells| Dot { cells, black: true, number: 2 }.into(), say),
        ClueRule::X => pair(&|cells| Xv { cells, sum: Some(10) }.into(), say),
        ClueRule::V => pair(&|cells| Xv { cells, sum: Some(5) }.into(), say),
        ClueRule::Less => {
            // Both directions: the caller keeps the one that the rule's own check accepts.
            pair(&|[lower, upper]| Inequality { lower, upper }.into(), say);
            pair(&|[upper, lower]| Inequality { lower, upper }.into(), say);
        }
        ClueRule::Even | ClueRule::Odd => {
            let odd = rule == ClueRule::Odd;
            let cells = (0..shape.cell_count()).filter(|&cell| is_open(filled, cell));
            cells.for_each(|cell| say(Parity { cells: vec![cell], odd }.into()));
        }
        ClueRule::Thermo => visit_paths(filled, 2..=3, &mut |cells| {
            say(Thermometer { cells: cells.to_vec(), slow: false }.into());
        }),
        ClueRule::Cage => visit_cages(filled, say),
        ClueRule::Arrow => visit_paths(filled, 3..=4, &mut |cells| {
            if filled.cell_value(cells[0]) == filled.cell_sum(&cells[1..]) {
                say(Arrow { bulb: cells[..1].to_vec(), shaft: cells[1..].to_vec() }.into());
            }
        }),
        ClueRule::LittleKiller => visit_diagonals(filled, say),
        ClueRule::Sandwich | ClueRule::Skyscraper | ClueRule::XSum | ClueRule::NumberedRoom => {
            visit_outside_clues(rule, filled, say);
        }
    }
}

/// Whether a cell takes a digit and is not black.
fn is_open(filled: &FilledGrid<'_>, cell: usize) -> bool {
    !filled.puzzle.black[cell] && filled.get(cell).is_some()
}

/// Visits each path along cells that share sides, with a number of cells in `lengths`, none twice.
fn visit_paths(
    filled: &FilledGrid<'_>,
    lengths: std::ops::RangeInclusive<usize>,
    say: &mut dyn FnMut(&[usize]),
) {
    let shape = filled.grid_shape();
    let cells = (0..shape.cell_count()).filter(|&cell| is_open(filled, cell));
    let mut open: Vec<Vec<usize>> = cells.map(|cell| vec![cell]).collect();
    // The paths are a stack. Reversed, it yields them in the order of their first cells.
    open.reverse();
    while let Some(path) = open.pop() {
        if lengths.contains(&path.len()) {
            say(&path);
        }
        if path.len() < *lengths.end() {
            let last = path.last().copied().unwrap_or_default();
            let next = shape.reached_cells(last, &SIDE_STEPS);
            let next = next.filter(|cell| is_open(filled, *cell) && !path.contains(cell));
            open.extend(next.map(|cell| [&path[..], &[cell]].concat()));
        }
    }
}

/// Visits each cage of two or three cells with different digits, and their sum.
fn visit_cages(filled: &FilledGrid<'_>, say: &mut dyn FnMut(AnyRule)) {
    // Every connected set of two or three cells is a path, often in several orders. The sorted
    // cells keep one of them.
    let mut seen = BTreeSet::new();
    visit_paths(filled, 2..=3, &mut |cells| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        seen.insert(cells);
    });
    for cells in seen {
        let sum = Some(filled.cell_sum(&cells));
        say(Cage { cells, sum }.into());
    }
}

/// Visits the sum of each diagonal of two cells or more without black cells, from the end with the
/// lower number.
fn visit_diagonals(filled: &FilledGrid<'_>, say: &mut dyn FnMut(AnyRule)) {
    let shape = filled.grid_shape();
    for start in 0..shape.cell_count() {
        for direction in DIAGONAL_STEPS {
            let cells = diagonal_cells(shape, start, direction);
            let first = cells.first().zip(cells.last()).is_some_and(|(first, last)| first < last);
            if LittleKiller::starts_at_border(shape, start, direction)
                && first
                && cells.iter().all(|&cell| is_open(filled, cell))
            {
                let sum = filled.cell_sum(&cells);
                say(LittleKiller { start, direction, sum }.into());
            }
        }
    }
}

fn diagonal_cells(shape: GridShape, start: usize, direction: (isize, isize)) -> Vec<usize> {
    std::iter::successors(Some(start), |&cell| shape.step_from(cell, direction)).collect()
}

/// Visits a clue of each line without black cells, from each side that gives a different number.
fn visit_outside_clues(rule: ClueRule, filled: &FilledGrid<'_>, say: &mut dyn FnMut(AnyRule)) {
    let shape = filled.grid_shape();
    for side in GridSide::ALL {
        // A sandwich has the same sum from both sides.
        if rule == ClueRule::Sandwich && matches!(side, GridSide::Bottom | GridSide::Right) {
            continue;
        }
        for index in 0..shape.line_count(side) {
            let cells = shape.line_cells(side, index);
            if !cells.iter().all(|&cell| is_open(filled, cell)) {
                continue;
            }
            let clue = clue_number(rule, &filled.cell_values(&cells));
            say(match rule {
                ClueRule::Sandwich => {
                    Sandwich { side, line_index: index, clue, local: false }.into()
                }
                ClueRule::XSum => XSum { side, line_index: index, clue }.into(),
                ClueRule::NumberedRoom => NumberedRoom { side, line_index: index, clue }.into(),
                _ => Skyscraper { side, line_index: index, clue }.into(),
            });
        }
    }
}

/// Returns the number outside of the grid for a line. It may be wrong if the line has no such clue.
fn clue_number(rule: ClueRule, values: &[i64]) -> i64 {
    let first = usize::try_from(values.first().copied().unwrap_or_default()).unwrap_or_default();
    match rule {
        ClueRule::Sandwich => {
            let ends = [values.iter().min(), values.iter().max()];
            let ends = ends.map(|end| values.iter().position(|value| Some(value) == end));
            let [Some(left), Some(right)] = ends else { return 0 };
            // If all values are equal, both ends are one index; the range is then reversed and
            // `get` fails.
            let inner = values.get(left.min(right) + 1..left.max(right)).unwrap_or_default();
            inner.iter().sum()
        }
        ClueRule::XSum => values.iter().take(first).sum(),
        ClueRule::NumberedRoom => {
            first.checked_sub(1).and_then(|index| values.get(index)).copied().unwrap_or_default()
        }
        _ => {
            let seen = |i: &usize| values[..*i].iter().all(|value| *value < values[*i]);
            (0..values.len()).filter(seen).count() as i64
        }
    }
}
