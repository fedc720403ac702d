//! Givens and rules that one solution needs.

use rand::RngCore;
use rand::seq::SliceRandom;

use super::{Count, GridDraft};
use crate::board::{GridBase, GridPuzzle};
use crate::rules::{AnyRule, Run};
use crate::shape::GridShape;

/// Gives all digits, and removes them in random order while there is one solution: few counts are
/// about grids with so few givens that their solutions are hard to count. With `symmetric`, cells
/// that half a turn exchanges have givens together. Removing goes on from one solution only, so
/// that in the end no group of givens is redundant. It ends early when `fewest` or fewer givens are
/// left.
///
/// Returns `None` if `count` does.
pub(super) fn thin_givens(
    draft: &mut GridDraft,
    symmetric: bool,
    fewest: usize,
    rng: &mut dyn RngCore,
    count: Count<'_>,
) -> Option<()> {
    let mut groups = given_groups(&draft.puzzle, symmetric);
    groups.shuffle(rng);
    for &cell in groups.iter().flatten() {
        draft.puzzle.givens[cell] = Some(draft.solution[cell]);
    }
    for group in groups {
        if draft.puzzle.white_givens().len() <= fewest {
            break;
        }
        let mut fewer = draft.puzzle.clone();
        group.iter().for_each(|&cell| fewer.givens[cell] = None);
        if count(&fewer)? == 1 {
            draft.puzzle = fewer;
        }
    }
    Some(())
}

/// Returns the cells that get givens together.
fn given_groups(puzzle: &GridPuzzle, symmetric: bool) -> Vec<Vec<usize>> {
    let GridShape { rows, columns } = puzzle.shape;
    // The first row and column of a kakuro, which have clues, do not turn.
    let ends = rows * columns - 1 + if puzzle.base == GridBase::Kakuro { columns + 1 } else { 0 };
    let group = |cell: usize| match ends - cell {
        image if !symmetric || image == cell => Some(vec![cell]),
        image => (cell < image).then(|| vec![cell, image]),
    };
    puzzle.valued_cells().into_iter().filter_map(group).collect()
}

/// Removes rules, and sums of runs, in random order while there is one solution. Rules about the
/// whole grid go first: while neighbours without a dot mean something, no dot can go.
///
/// Returns `None` if `count` does.
pub(super) fn thin_rules(
    puzzle: &mut GridPuzzle,
    rng: &mut dyn RngCore,
    count: Count<'_>,
) -> Option<()> {
    let mut order: Vec<usize> = (0..puzzle.rules.len()).collect();
    order.shuffle(rng);
    order.sort_by_key(|&place| !puzzle.rules[place].rule().named_cells(puzzle.shape).is_empty());
    let mut removed = vec![false; order.len()];
    for place in order {
        let mut smaller = puzzle.clone();
        let is_run = match &mut smaller.rules[place] {
            AnyRule::Run(Run { sum, .. }) => sum.take().is_some(),
            _ => false,
        };
        removed[place] = !is_run;
        let mut left = removed.iter().map(|removed| !removed);
        let full = smaller.rules.clone();
        smaller.rules.retain(|_| left.next().unwrap_or(true));
        if count(&smaller)? == 1 {
            smaller.rules = full;
            *puzzle = smaller;
        } else {
            removed[place] = false;
        }
    }
    let mut left = removed.iter().map(|removed| !removed);
    puzzle.rules.retain(|_| left.next().unwrap_or(true));
    Some(())
}

/// Returns the number of givens without which there is one solution.
pub(super) fn count_redundant_givens(puzzle: &GridPuzzle, count: Count<'_>) -> Option<usize> {
    let mut redundant = 0;
    for cell in puzzle.white_givens() {
        let mut smaller = puzzle.clone();
        smaller.givens[cell] = None;
        redundant += usize::from(count(&smaller)? == 1);
    }
    Some(redundant)
}
