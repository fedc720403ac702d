//! A smallest set of givens to add so that one solution remains.

use parallax_engines::Spec;
use parallax_instance::{Instance, PuzzleSolution};
use parallax_model::engine_api::Control;
use parallax_model::{Given, VarId};

use super::choice_error::{ChoiceError, MinimumChoiceError};
use super::minimum_choice::{MinimumChoice, PuzzleElements, choice_of_places, minimum_choice};
use crate::SolutionOracle;

/// A smallest set of givens to add to a puzzle with several solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FewestGivens {
    /// The number of solutions that were found first, 0 or 1 if there are no more.
    pub known: usize,
    /// Whether these are all solutions of the puzzle.
    pub all: bool,
    /// The number of solutions that were tried within the time.
    pub tried: usize,
    /// The best completion; `None` if no choice was found in time, or none is needed.
    pub best: Option<UniqueCompletion>,
    /// Minimum number of givens that are needed, whichever of the tried solutions remains.
    pub at_least: usize,
    /// Whether an engine of another family also finds one solution with them; `None` if it was
    /// stopped.
    pub confirmed: Option<bool>,
}

/// Givens that leave one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniqueCompletion {
    /// The solution that remains.
    pub solution: PuzzleSolution,
    /// The places of the givens in it, ascending.
    pub places: Vec<usize>,
}

impl FewestGivens {
    /// Whether fewer givens never suffice, whichever of the known solutions remains.
    #[must_use]
    pub fn is_least(&self) -> bool {
        let is_least = |best: &UniqueCompletion| best.places.len() == self.at_least;
        self.tried == self.known && self.best.as_ref().is_some_and(is_least)
    }
}

/// The givens of a solution, as elements.
struct GivenElements<'a> {
    instance: &'a dyn Instance,
    oracle: &'a mut SolutionOracle,
    solution: &'a [i32],
    /// The places without a given.
    open: Vec<usize>,
}

impl PuzzleElements for GivenElements<'_> {
    fn element_count(&self) -> usize {
        self.open.len()
    }

    fn broken_elements(
        &mut self,
        chosen: &[bool],
    ) -> Result<Option<Vec<usize>>, MinimumChoiceError> {
        let chosen = self.open.iter().zip(chosen).filter(|pair| *pair.1);
        let given = |(&cell, _)| Given { variable: VarId::new(cell), value: self.solution[cell] };
        let more: Vec<Given> = chosen.map(given).collect();
        let found = ask_oracle(self.oracle, self.instance, &more, 2)?;
        // Two solutions were requested, so another one is among them if there is any.
        let Some(other) = found.iter().find(|candidate| *candidate != self.solution) else {
            let has_own = !found.is_empty();
            return if has_own { Ok(None) } else { Err(ChoiceError::LostSolution.into()) };
        };
        let differs = |&(_, &cell): &(usize, &usize)| other[cell] != self.solution[cell];
        let places = self.open.iter().enumerate().filter(differs);
        Ok(Some(places.map(|(cell, _)| cell).collect()))
    }
}

/// Returns the first solutions, or the reason why the oracle has no answer.
pub(super) fn ask_oracle(
    oracle: &mut SolutionOracle,
    instance: &dyn Instance,
    more: &[Given],
    limit: u64,
) -> Result<Vec<PuzzleSolution>, MinimumChoiceError> {
    let found = oracle.find_solutions(instance, more, limit);
    found.ok_or_else(|| {
        oracle.last_fault().map_or(MinimumChoiceError::Stopped, |fault| fault.clone().into())
    })
}

/// Finds the fewest givens to add so that a puzzle has one solution. One of the first `tries`
/// solutions remains; if the puzzle has no others, the result is optimal.
///
/// Each given is the value of a cell, at its place in a solution.
///
/// # Errors
/// Returns an error if the engine was stopped before it found the solutions, or cannot answer.
pub fn fewest_givens(
    instance: &dyn Instance,
    [engine, confirm]: [&Spec; 2],
    tries: usize,
    control: &Control,
) -> Result<FewestGivens, MinimumChoiceError> {
    let mut oracle = SolutionOracle::new(engine.clone(), control);
    // One more than the number to try, which shows whether others exist.
    let limit = tries.max(1) + 1;
    let mut targets = ask_oracle(&mut oracle, instance, &[], limit as u64)?;
    let all = targets.len() < limit;
    targets.truncate(tries.max(1));
    let known = targets.len();
    let mut found = FewestGivens { known, all, tried: 0, best: None, at_least: 0, confirmed: None };
    if all && known < 2 {
        return Ok(found);
    }
    let open = open_places(instance, targets.first().map_or(0, Vec::len))?;
    let mut at_least: Option<usize> = None;
    for solution in &targets {
        // Only fewer givens than in the best completion are of use.
        let max_size = found.best.as_ref().map_or(open.len(), |best| best.places.len() - 1);
        let mut elements =
            GivenElements { instance, oracle: &mut oracle, solution, open: open.clone() };
        let MinimumChoice { chosen, at_least: bound, .. } =
            minimum_choice(&mut elements, max_size, control)?;
        let is_better = |chosen: &Vec<usize>| chosen.len() <= max_size;
        if let Some(chosen) = chosen.filter(is_better) {
            let places = chosen.iter().map(|&element| open[element]).collect();
            found.best = Some(UniqueCompletion { solution: solution.clone(), places });
        }
        // There are other solutions.
        let bound = bound.max(1);
        at_least = Some(at_least.map_or(bound, |before| before.min(bound)));
        found.tried += 1;
        if control.stop_reason().is_some() {
            break;
        }
    }
    // A bound beyond the best only shows that nothing is better.
    let best = found.best.as_ref().map(|best| best.places.len());
    found.at_least = at_least.unwrap_or_default().min(best.unwrap_or(usize::MAX));
    found.confirmed = found.best.as_ref().and_then(|best| {
        let mut second = SolutionOracle::new(confirm.clone(), control);
        let mut elements = GivenElements {
            instance,
            oracle: &mut second,
            solution: &best.solution,
            open: open.clone(),
        };
        let kept = open.iter().enumerate().filter(|pair| best.places.contains(pair.1));
        let places: Vec<usize> = kept.map(|pair| pair.0).collect();
        // The engine for confirmation is asked only about the final choice: no element is broken if
        // it finds no other solution.
        elements
            .broken_elements(&choice_of_places(open.len(), &places))
            .ok()
            .map(|other| other.is_none())
    });
    Ok(found)
}

/// Returns the places of the cells without a given.
fn open_places(instance: &dyn Instance, cells: usize) -> Result<Vec<usize>, MinimumChoiceError> {
    let viewpoint = instance.default_viewpoint();
    let given: Vec<usize> =
        instance.givens(&viewpoint).iter().map(|given| given.variable.index()).collect();
    if given.iter().any(|&cell| cell >= cells) {
        return Err(ChoiceError::Cells { puzzle: instance.puzzle_name() }.into());
    }
    Ok((0..cells).filter(|cell| !given.contains(cell)).collect())
}
