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
/// result is minimal: no single clue of it can be left out. A puzzle without exactly one solution
/// keeps all clues. `None` if the engine was stopped.
pub fn minimize_clues(
    instance: &dyn Instance,
    clues: usize,
    oracle: &mut SolutionOracle,
) -> Option<MinimalPuzzle> {
    let mut found = MinimalPuzzle { left_out: Vec::new(), instance: None };
    let Some(reductions) = instance.puzzle_reduction() else { return Some(found) };
    let [solution] = &oracle.find_solutions(instance, &[], 2)?[..] else { return Some(found) };
    loop {
        let before = found.left_out.len();
        let mut depends = false;
        for clue in (0..clues).rev() {
            let Err(place) = found.left_out.binary_search(&clue) else { continue };
            let mut left_out = found.left_out.clone();
            left_out.insert(place, clue);
            let Some(without) = reductions.remove_clues(&left_out) else { continue };
            if without.rules(solution).is_err() {
                depends = true;
            } else if oracle.count_solutions(&*without)? == 1 {
                found = MinimalPuzzle { left_out, instance: Some(without) };
            }
        }
        // As long as clues only restrict, a clue that is needed stays needed: leaving out others
        // adds solutions. So one pass gives a minimal puzzle. But where "all dots are given", a dot
        // cannot be left out before that rule.
        if !depends || found.left_out.len() == before {
            return Some(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use parallax_engines::Spec;
    use parallax_instance::LineReader;
    use parallax_model::engine_api::Control;

    use super::*;

    #[test]
    fn clues_of_a_minimal_puzzle_are_needed_if_some_depend_on_others() {
        // Without a dot, the rule before it forbids the solution. Without the rule, no dot is
        // needed.
        let text = "puzzle: latin 3\n1 2 3\n2 3 1\n3 1 2\nall white\n\
            white: r1c1 r1c2, r1c2 r1c3, r2c1 r2c2, r3c2 r3c3, r1c1 r2c1, r1c2 r2c2, \
            r2c1 r3c1, r2c3 r3c3\n";
        let mut found = parallax_grids::read_grids(LineReader::new("here", text.as_bytes()), false);
        let puzzle = found.next().expect("a puzzle").expect("a puzzle");
        let clues = puzzle.puzzle_reduction().expect("clues").list_clues().len();
        let mut oracle = SolutionOracle::new(Spec::native(), &Control::unlimited());
        let minimal = minimize_clues(&*puzzle, clues, &mut oracle).expect("nothing stops it");
        let smaller = minimal.instance.expect("many clues are redundant");
        assert_eq!(oracle.count_solutions(&*smaller), Some(1));
        for clue in 0..clues - minimal.left_out.len() {
            let need = need_of(&*smaller, clue, &mut oracle, None);
            assert_ne!(need, ClueNeed::Redundant, "{}", smaller.notation().write_instance());
        }
    }
}
