//! The cuts and the clues of an instance: the questions of shrinking.

use std::ops::Range;

use super::Instance;
use parallax_model::NumberedCuts;

/// An instance that can be made smaller.
pub trait PuzzleReduction: Instance {
    /// Returns the kinds of cuts that make this instance smaller, always the same ones in the same
    /// order, the coarsest first. None by default.
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        inner_reduction(self).map_or_else(Vec::new, PuzzleReduction::list_cuts)
    }

    /// Returns the instance after a run of the cuts at a place of
    /// [`list_cuts`](PuzzleReduction::list_cuts), or `None` if there is no such instance. Its
    /// solutions may differ.
    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        inner_reduction(self)?.make_cut(kind, run)
    }

    /// Returns the clues in words: the parts of the puzzle that its setter may leave out. By
    /// default, these are the givens, if the instance has cuts named `clues` for them.
    fn list_clues(&self) -> Vec<String> {
        match inner_reduction(self) {
            Some(inner) => inner.list_clues(),
            None => givens_in_words(self),
        }
    }

    /// Returns the puzzle without some of its [clues](PuzzleReduction::list_clues), given by their
    /// places in ascending order. `None` if there is no such puzzle.
    fn remove_clues(&self, places: &[usize]) -> Option<Box<dyn Instance>> {
        match inner_reduction(self) {
            Some(inner) => inner.remove_clues(places),
            None => without_givens(self, places),
        }
    }
}

/// Returns the reductions of the instance inside a wrapper.
fn inner_reduction(instance: &(impl Instance + ?Sized)) -> Option<&dyn PuzzleReduction> {
    instance.wrapped_instance()?.puzzle_reduction()
}

/// The name of the cuts that leave out clues.
const CLUE_CUT_NAME: &str = "clues";

/// Returns the kind of cut that leaves out clues, if there is one for each given.
fn clue_cut_kind(instance: &(impl PuzzleReduction + ?Sized)) -> Option<(usize, usize)> {
    let givens = instance.givens(&instance.default_viewpoint()).len();
    let cuts = instance.list_cuts();
    let kind = cuts.iter().position(|cuts| cuts.name == CLUE_CUT_NAME)?;
    // The places of cuts are those of givens only if there is one cut for each.
    (cuts[kind].number == givens).then_some((kind, givens))
}

/// Returns the givens in words.
fn givens_in_words(instance: &(impl PuzzleReduction + ?Sized)) -> Vec<String> {
    let viewpoint = instance.default_viewpoint();
    let (Some(_), Ok(model)) = (clue_cut_kind(instance), instance.model(&viewpoint)) else {
        return Vec::new();
    };
    let givens = instance.givens(&viewpoint);
    let word = |given: &parallax_model::Given| {
        let value = model.describe_value(given.variable, given.value);
        format!("{} = {value}", model.name_of(given.variable))
    };
    givens.iter().map(word).collect()
}

/// Returns the instance without some givens, by their places in ascending order.
fn without_givens(
    instance: &(impl PuzzleReduction + ?Sized),
    places: &[usize],
) -> Option<Box<dyn Instance>> {
    let (kind, _) = clue_cut_kind(instance)?;
    // The last ones first, so that the places of the others stay.
    let (&last, rest) = places.split_last()?;
    let mut smaller = instance.make_cut(kind, last..last + 1)?;
    for &place in rest.iter().rev() {
        smaller = smaller.puzzle_reduction()?.make_cut(kind, place..place + 1)?;
    }
    Some(smaller)
}
