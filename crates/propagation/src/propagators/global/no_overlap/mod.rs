//! No-overlap: pairs of boxes in any number of dimensions, and all tasks of one machine together.

mod box_pairs;
mod make_no_overlap;
mod single_machine;

pub(super) use make_no_overlap::post_no_overlap;

#[cfg(test)]
mod tests;

pub(crate) use single_machine::OneMachine;
