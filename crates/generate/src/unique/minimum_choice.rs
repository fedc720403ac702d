//! A smallest choice of elements that leaves one solution.

use parallax_model::engine_api::Control;

use super::choice_error::{ChoiceError, MinimumChoiceError};
use super::hitting_set::HittingSetFamily;

/// A puzzle of which some elements are chosen, such as givens or clues, and a solution that all of
/// them allow.
pub(super) trait PuzzleElements {
    /// The number of elements.
    fn element_count(&self) -> usize;

    /// Returns the elements that another solution breaks, if only the chosen ones must hold; `None`
    /// if there is no other solution. Choosing an element that is not broken does not exclude that
    /// solution.
    ///
    /// # Errors
    /// Returns an error if the engine has no answer.
    fn broken_elements(
        &mut self,
        chosen: &[bool],
    ) -> Result<Option<Vec<usize>>, MinimumChoiceError>;
}

/// The smallest choice that is known, and the bound on all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MinimumChoice {
    /// The places of a choice that leaves one solution, ascending; `None` if none was found.
    pub chosen: Option<Vec<usize>>,
    /// The number of elements that every such choice has at least.
    pub at_least: usize,
    /// The number of sets of which every such choice needs an element.
    pub sets: usize,
}

impl MinimumChoice {
    /// Whether the choice is shown to be a smallest one.
    #[must_use]
    pub fn is_least(&self) -> bool {
        self.chosen.as_ref().is_some_and(|chosen| chosen.len() == self.at_least)
    }
}

/// Returns the places of elements as a choice.
pub(super) fn choice_of_places(number: usize, places: &[usize]) -> Vec<bool> {
    let mut chosen = vec![false; number];
    places.iter().for_each(|&index| chosen[index] = true);
    chosen
}

/// The state of a search.
struct MinimumChoiceSearch<'e> {
    elements: &'e mut dyn PuzzleElements,
    family: HittingSetFamily,
    best: Option<Vec<usize>>,
}

/// Finds a smallest choice that leaves one solution; gives up when it would need more than
/// `max_size` elements. When `control` stops it, returns the best choice and bound so far.
///
/// # Errors
/// Returns a fault of the engine or the puzzle.
pub(super) fn minimum_choice(
    elements: &mut dyn PuzzleElements,
    max_size: usize,
    control: &Control,
) -> Result<MinimumChoice, ChoiceError> {
    let mut search =
        MinimumChoiceSearch { elements, family: HittingSetFamily::default(), best: None };
    let ended = search.run_search(max_size, control);
    let MinimumChoiceSearch { family, best, .. } = search;
    match ended {
        Err(MinimumChoiceError::Fault(fault)) => Err(fault),
        _ => Ok(MinimumChoice { chosen: best, at_least: family.at_least(), sets: family.len() }),
    }
}

impl MinimumChoiceSearch<'_> {
    fn run_search(&mut self, max_size: usize, control: &Control) -> Result<(), MinimumChoiceError> {
        let number = self.elements.element_count();
        let stop = || control.stop_reason().is_some();
        loop {
            // Only a choice smaller than the best is of use.
            let below = self.best.as_ref().map_or(max_size, |best| max_size.min(best.len()));
            let found = self
                .family
                .smallest_hitting_set(number, below, &stop)
                .map_err(|_| MinimumChoiceError::Stopped)?;
            // No hitting set is smaller than the best choice, or none is within the limit.
            let Some(found) = found else { return Ok(()) };
            // Every choice hits all sets of the family, so its size is at least that of a smallest
            // hitting set: the best one is optimal.
            if self.best.as_ref().is_some_and(|best| best.len() == found.len()) {
                return Ok(());
            }
            self.extend_choice(choice_of_places(number, &found))?;
        }
    }

    /// Adds sets for solutions that a choice leaves, and elements that exclude them, until one
    /// solution remains.
    fn extend_choice(&mut self, mut chosen: Vec<bool>) -> Result<(), MinimumChoiceError> {
        let is_first = self.family.len() == 0;
        let mut added: Vec<usize> = Vec::new();
        while let Some(broken) = self.elements.broken_elements(&chosen)? {
            // Smaller sets exclude more choices, which raises the bound sooner.
            let set = self.shrink_set(broken)?;
            // The first sets have nothing in common, for a bound at once. Later one element does.
            let new = set.iter().take(if is_first { set.len() } else { 1 });
            new.clone().for_each(|&element| chosen[element] = true);
            added.extend(new);
            self.family.add_set(set);
        }
        // Some of the added elements may be unnecessary.
        for element in added {
            // Such a choice will hardly beat the best one any more, and each removal costs a
            // question.
            let is_worse =
                self.best.as_ref().is_some_and(|best| number_of(&chosen) >= best.len() + 4);
            if is_worse {
                return Ok(());
            }
            chosen[element] = false;
            // The element is needed. The solution that shows it gives the family another set.
            if let Some(broken) = self.elements.broken_elements(&chosen)? {
                chosen[element] = true;
                let set = self.shrink_set(broken)?;
                self.family.add_set(set);
            }
        }
        let places: Vec<usize> = (0..chosen.len()).filter(|&element| chosen[element]).collect();
        if self.best.as_ref().is_none_or(|best| places.len() < best.len()) {
            self.best = Some(places);
        }
        Ok(())
    }

    /// Removes elements from a set as long as a solution breaks only remaining ones.
    fn shrink_set(&mut self, mut set: Vec<usize>) -> Result<Vec<usize>, MinimumChoiceError> {
        if set.is_empty() {
            return Err(ChoiceError::Unbroken.into());
        }
        let number = self.elements.element_count();
        let mut needed: Vec<usize> = Vec::new();
        while let Some(&tried) = set.iter().find(|element| !needed.contains(element)) {
            let mut chosen = vec![true; number];
            // Asks for a solution that breaks only elements of the set without `tried`: all others
            // must hold.
            set.iter()
                .filter(|element| **element != tried)
                .for_each(|&element| chosen[element] = false);
            match self.elements.broken_elements(&chosen)? {
                Some(smaller) => {
                    let is_part = !smaller.is_empty()
                        && smaller.iter().all(|element| set.contains(element) && *element != tried);
                    // The solution must obey the chosen elements, and break at least one of the
                    // others.
                    if !is_part {
                        return Err(ChoiceError::BrokenChoice.into());
                    }
                    set = smaller;
                }
                None => needed.push(tried),
            }
        }
        Ok(set)
    }
}

fn number_of(chosen: &[bool]) -> usize {
    chosen.iter().filter(|element| **element).count()
}
