//! The clues of a puzzle whose clues are values of cells.

use super::Instance;

/// The name of the cuts that leave out clues.
const NAME: &str = "clues";

/// Returns the kind of cut that leaves out clues, if there is one for each given.
fn kind(instance: &(impl Instance + ?Sized)) -> Option<(usize, usize)> {
    let givens = instance.givens(&instance.default_viewpoint()).len();
    let cuts = instance.cuts();
    let kind = cuts.iter().position(|cuts| cuts.name == NAME)?;
    (cuts[kind].number == givens).then_some((kind, givens))
}

/// Returns the givens in words.
pub(super) fn of_givens(instance: &(impl Instance + ?Sized)) -> Vec<String> {
    let viewpoint = instance.default_viewpoint();
    let (Some(_), Ok(model)) = (kind(instance), instance.model(&viewpoint)) else {
        return Vec::new();
    };
    let givens = instance.givens(&viewpoint);
    let word = |given: &crate::Given| {
        let value = model.word(given.variable, given.value);
        format!("{} = {value}", model.name_of(given.variable))
    };
    givens.iter().map(word).collect()
}

/// Returns the instance without some givens, by their places in ascending order.
pub(super) fn without(
    instance: &(impl Instance + ?Sized),
    places: &[usize],
) -> Option<Box<dyn Instance>> {
    let (kind, _) = kind(instance)?;
    // The last ones first, so that the places of the others stay.
    let (&last, rest) = places.split_last()?;
    let mut smaller = instance.cut(kind, last..last + 1)?;
    for &place in rest.iter().rev() {
        smaller = smaller.cut(kind, place..place + 1)?;
    }
    Some(smaller)
}
