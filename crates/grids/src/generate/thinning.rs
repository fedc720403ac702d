//! Removes givens and rules that a unique solution does not need.

use rand::RngCore;
use rand::seq::SliceRandom;

use super::{GridDraft, SolutionCounter};
use crate::board::{GridBase, GridPuzzle};
use crate::rules::{AnyRule, Run};
use crate::shape::GridShape;

/// Gives all digits, and removes them in random order while there is one solution. So few counts
/// are about grids with few givens, whose solutions are hard to count. With `symmetric`, cells that
/// half a turn exchanges have givens together. Each removal starts from one solution, so that in
/// the end no group of givens is redundant. The removal ends early when `min_givens` or fewer
/// givens remain.
///
/// Returns `None` if `count` does.
pub(super) fn thin_givens(
    draft: &mut GridDraft,
    symmetric: bool,
    min_givens: usize,
    rng: &mut dyn RngCore,
    count: SolutionCounter<'_>,
) -> Option<()> {
    let mut groups = given_groups(&draft.puzzle, symmetric);
    groups.shuffle(rng);
    for &cell in groups.iter().flatten() {
        draft.puzzle.givens[cell] = Some(draft.solution[cell]);
    }
    for group in groups {
        if draft.puzzle.white_givens().len() <= min_givens {
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
        // Each pair is listed by its lower cell.
        image => (cell < image).then(|| vec![cell, image]),
    };
    puzzle.valued_cells().into_iter().filter_map(group).collect()
}

/// Removes rules, and sums of runs, in random order while there is one solution. Rules about the
/// whole grid go first: while pairs without a dot have a meaning, no dot can be removed.
///
/// Returns `None` if `count` does.
pub(super) fn thin_rules(
    puzzle: &mut GridPuzzle,
    rng: &mut dyn RngCore,
    count: SolutionCounter<'_>,
) -> Option<()> {
    let mut order: Vec<usize> = (0..puzzle.rules.len()).collect();
    order.shuffle(rng);
    // The sort is stable, so the order stays random within the rules that name cells and those that
    // do not.
    order.sort_by_key(|&index| !puzzle.rules[index].rule().named_cells(puzzle.shape).is_empty());
    let mut removed = vec![false; order.len()];
    for index in order {
        let mut smaller = puzzle.clone();
        // A run without its sum still has different digits, so it stays as a rule.
        match &mut smaller.rules[index] {
            AnyRule::Run(Run { sum: None, .. }) => continue,
            AnyRule::Run(Run { sum, .. }) => *sum = None,
            _ => removed[index] = true,
        }
        let mut left = removed.iter().map(|removed| !removed);
        // Rules are only marked as removed, because `order` holds indices into the full list. The
        // count is about the puzzle without them.
        let full = smaller.rules.clone();
        smaller.rules.retain(|_| left.next().unwrap_or(true));
        if count(&smaller)? == 1 {
            smaller.rules = full;
            *puzzle = smaller;
        } else {
            removed[index] = false;
        }
    }
    let mut left = removed.iter().map(|removed| !removed);
    puzzle.rules.retain(|_| left.next().unwrap_or(true));
    Some(())
}

/// Returns the number of givens that can each be removed alone with one solution left.
pub(super) fn count_redundant_givens(
    puzzle: &GridPuzzle,
    count: SolutionCounter<'_>,
) -> Option<usize> {
    let mut redundant = 0;
    for cell in puzzle.white_givens() {
        let mut smaller = puzzle.clone();
        smaller.givens[cell] = None;
        redundant += usize::from(count(&smaller)? == 1);
    }
    Some(redundant)
}
