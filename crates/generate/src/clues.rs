//! Which clues of a puzzle with one solution are needed.

use parallax_instance::Instance;

use super::SolutionOracle;

/// Whether a puzzle with one solution needs a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClueNeed {
    /// Without the clue, and with all others, there are several solutions.
    Needed,
    /// Without the clue, and with all others, the solution is still the only one.
    Redundant,
    /// The engine was stopped, or the puzzle does not exist without the clue.
    Unknown,
}

/// Returns whether a puzzle with one solution needs one of its clues. The caller must know that the
/// puzzle has one solution.
///
/// A clue is redundant only if `second`, if present, agrees that one solution remains: a second
/// solution proves itself, but its absence rests on the engine.
pub fn need_of(
    instance: &dyn Instance,
    clue: usize,
    oracle: &mut SolutionOracle,
    second: Option<&mut SolutionOracle>,
) -> ClueNeed {
    let without = instance.puzzle_reduction().and_then(|own| own.remove_clues(&[clue]));
    let Some(without) = without else { return ClueNeed::Unknown };
    match oracle.count_solutions(&*without) {
        Some(1) => match second.map(|second| second.count_solutions(&*without)) {
            None | Some(Some(1)) => ClueNeed::Redundant,
            Some(Some(count)) if count > 1 => ClueNeed::Needed,
            Some(_) => ClueNeed::Unknown,
        },
        Some(count) if count > 1 => ClueNeed::Needed,
        _ => ClueNeed::Unknown,
    }
}

/// A puzzle with one solution each of whose clues is needed.
pub struct MinimalPuzzle {
    /// The indices of the clues that are left out, ascending.
    pub left_out: Vec<usize>,
    /// The puzzle without these clues; `None` if all are kept.
    pub instance: Option<Box<dyn Instance>>,
}

/// Leaves out clues, one by one from the last to the first, as long as there is one solution. The
/// result is minimal: no single clue of it can be left out. `None` if the engine was stopped.
pub fn minimize_clues(
    instance: &dyn Instance,
    clues: usize,
    oracle: &mut SolutionOracle,
) -> Option<MinimalPuzzle> {
    let mut found = MinimalPuzzle { left_out: Vec::new(), instance: None };
    let Some(reductions) = instance.puzzle_reduction() else { return Some(found) };
    for clue in (0..clues).rev() {
        // Clues are tried in descending order, so the new one goes first and the list ascends.
        let mut left_out = vec![clue];
        left_out.extend(&found.left_out);
        let Some(without) = reductions.remove_clues(&left_out) else { continue };
        // As long as clues only restrict, a clue that is needed stays needed: leaving out others
        // adds solutions. So one pass gives a minimal puzzle.
        if oracle.count_solutions(&*without)? == 1 {
            found = MinimalPuzzle { left_out, instance: Some(without) };
        }
    }
    Some(found)
}
