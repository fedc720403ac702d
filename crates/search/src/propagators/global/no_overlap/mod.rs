//! No-overlap: pairs of boxes in any number of dimensions, and all tasks of one machine together.

mod machine;
mod pairs;
#[cfg(test)]
mod tests;

use parallax_model as model;

use super::super::Propagator;

pub(crate) use machine::OneMachine;

/// Appends the propagators of a no-overlap. The pairs alone check it.
pub(super) fn make(c: &model::NoOverlap, made: &mut Vec<Box<dyn Propagator>>) {
    made.push(Box::new(pairs::Pairs::new(c)));
    let is_line = c.origins.iter().all(|origin| origin.len() == 1);
    // Two tasks are one pair.
    if is_line && c.origins.len() > 2 {
        made.push(Box::new(OneMachine::beside_pairs(
            c.origins.concat(),
            c.lengths.concat(),
            c.zero_ignored,
        )));
    }
}
