//! A smallest set of clues of a puzzle that keeps its solution unique.

use parallax_engines::Spec;
use parallax_instance::{Instance, PuzzleSolution};
use parallax_model::engine_api::Control;

use super::choice_error::{ChoiceError, MinimumChoiceError};
use super::givens::ask_oracle;
use super::minimum_choice::{MinimumChoice, PuzzleElements, choice_of_places, minimum_choice};
use crate::SolutionOracle;

/// The smallest set of clues that was found.
pub struct FewestClues {
    /// The smallest set that was found, by the places of its clues, and the bound on all.
    pub least: MinimumChoice,
    /// The puzzle with only these.
    pub instance: Option<Box<dyn Instance>>,
    /// Whether an engine of another family also finds one solution; `None` if it was stopped.
    pub confirmed: Option<bool>,
}

/// The clues of a puzzle, as elements.
struct ClueElements<'a> {
    instance: &'a dyn Instance,
    oracle: &'a mut SolutionOracle,
    solution: PuzzleSolution,
    number: usize,
    /// The puzzle with each clue alone.
    alone: Vec<CluedPuzzle<'a>>,
}

/// A puzzle with some of its clues.
enum CluedPuzzle<'a> {
    /// All clues are chosen: the puzzle itself.
    Whole(&'a dyn Instance),
    /// Some are left out.
    Smaller(Box<dyn Instance>),
}

impl CluedPuzzle<'_> {
    fn instance(&self) -> &dyn Instance {
        match self {
            CluedPuzzle::Whole(instance) => *instance,
            CluedPuzzle::Smaller(instance) => &**instance,
        }
    }
}

/// Returns the puzzle with the chosen clues only; `None` if it does not exist.
fn with_only<'a>(instance: &'a dyn Instance, chosen: &[bool]) -> Option<CluedPuzzle<'a>> {
    let left_out: Vec<usize> = (0..chosen.len()).filter(|&clue| !chosen[clue]).collect();
    if left_out.is_empty() {
        return Some(CluedPuzzle::Whole(instance));
    }
    instance.puzzle_reduction()?.remove_clues(&left_out).map(CluedPuzzle::Smaller)
}

impl PuzzleElements for ClueElements<'_> {
    fn element_count(&self) -> usize {
        self.number
    }

    fn broken_elements(
        &mut self,
        chosen: &[bool],
    ) -> Result<Option<Vec<usize>>, MinimumChoiceError> {
        let smaller = with_only(self.instance, chosen).ok_or(ChoiceError::NoPuzzle)?;
        let found = ask_oracle(self.oracle, smaller.instance(), &[], 2)?;
        // Of two solutions, at least one is another. If there is none at all, not even the known
        // one, leaving out clues has forbidden it.
        let Some(other) = found.iter().find(|own| **own != self.solution) else {
            let has_own = !found.is_empty();
            return if has_own { Ok(None) } else { Err(ChoiceError::Dependent.into()) };
        };
        let broken =
            (0..self.number).filter(|&clue| self.alone[clue].instance().rules(other).is_err());
        let broken: Vec<usize> = broken.collect();
        if broken.is_empty() {
            return Err(ChoiceError::SeveralSolutions.into());
        }
        Ok(Some(broken))
    }
}

/// Finds a smallest set of clues with which a puzzle keeps its one solution.
///
/// # Errors
/// Returns an error if the engine was stopped before it found the solution or cannot answer, if the
/// puzzle does not have exactly one solution, or its clues cannot be left out one by one: leaving
/// out a clue may forbid something, as with "all dots are given".
pub fn fewest_clues(
    instance: &dyn Instance,
    [engine, confirm]: [&Spec; 2],
    control: &Control,
) -> Result<FewestClues, MinimumChoiceError> {
    let reductions = instance.puzzle_reduction().ok_or(ChoiceError::NoPuzzle)?;
    let number = reductions.list_clues().len();
    let mut oracle = SolutionOracle::new(engine.clone(), control);
    let [solution] = &ask_oracle(&mut oracle, instance, &[], 2)?[..] else {
        return Err(ChoiceError::SolutionCount.into());
    };
    let mut alone = Vec::with_capacity(number);
    for clue in 0..number {
        let only =
            with_only(instance, &choice_of_places(number, &[clue])).ok_or(ChoiceError::NoPuzzle)?;
        alone.push(only);
        let mut others = vec![true; number];
        others[clue] = false;
        let rest = with_only(instance, &others).ok_or(ChoiceError::NoPuzzle)?;
        // The method needs clues that only restrict: the known solution must still be a solution
        // without any one of them.
        if rest.instance().rules(solution).is_err() {
            let clue = reductions.list_clues().swap_remove(clue);
            return Err(ChoiceError::Forbidden { clue }.into());
        }
    }
    let solution = solution.clone();
    let mut clues = ClueElements { instance, oracle: &mut oracle, solution, number, alone };
    let least = minimum_choice(&mut clues, number, control)?;
    let (mut smaller, mut confirmed) = (None, None);
    if let Some(chosen) = &least.chosen {
        smaller = match with_only(instance, &choice_of_places(number, chosen)) {
            Some(CluedPuzzle::Smaller(smaller)) => Some(smaller),
            Some(CluedPuzzle::Whole(_)) | None => None,
        };
        // The search rests on the answers of one engine, so the result is counted by another.
        let mut second = SolutionOracle::new(confirm.clone(), control);
        let count = second.count_solutions(smaller.as_deref().unwrap_or(instance));
        confirmed = count.map(|count| count == 1);
    }
    Ok(FewestClues { least, instance: smaller, confirmed })
}
