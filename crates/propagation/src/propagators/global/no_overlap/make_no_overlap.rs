//! Chooses the propagators of boxes that must not overlap.

use parallax_model as model;

use super::box_pairs;
use super::single_machine::OneMachine;
use crate::propagators::ConstraintPropagator;

/// Appends the propagators of a no-overlap. The pairs alone check it.
pub(in crate::propagators::global) fn post_no_overlap(
    c: &model::NoOverlap,
    made: &mut Vec<Box<dyn ConstraintPropagator>>,
) {
    made.push(Box::new(box_pairs::BoxPairPropagator::new(c)));
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
