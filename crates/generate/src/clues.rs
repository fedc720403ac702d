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
    /// The engine was stopped, or there is no such puzzle.
    Unknown,
}

/// Returns whether a puzzle with one solution needs one of its clues. That the puzzle has one
/// solution is for the caller to find out.
///
/// A clue is redundant only if `second`, where it is given, agrees that one solution is left: a
/// second solution proves itself, but that there is none rests on the engine.
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

/// A puzzle with one solution of whose clues none can be left out.
pub struct MinimalPuzzle {
    /// The places of the clues that are left out, in ascending order.
    pub left_out: Vec<usize>,
    /// The puzzle without them; `None` if none is left out.
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
        let mut left_out = vec![clue];
        left_out.extend(&found.left_out);
        let Some(without) = reductions.remove_clues(&left_out) else { continue };
        if oracle.count_solutions(&*without)? == 1 {
            found = MinimalPuzzle { left_out, instance: Some(without) };
        }
    }
    Some(found)
}
