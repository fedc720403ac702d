//! No-overlap: pairs of boxes in any number of dimensions, and all tasks of one machine together.

mod machine;
mod make_no_overlap;
mod pairs;

pub(super) use make_no_overlap::post_no_overlap;

#[cfg(test)]
mod tests;

pub(crate) use machine::OneMachine;
