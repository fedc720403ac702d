//! All-different: no two variables take the same value.
//!
//! One file for each strength: value elimination, hidden singles with counting, bounds consistency
//! by Hall intervals, and domain consistency by matching.

mod elimination;
mod hall_intervals;
mod hall_sweep;
mod make_all_different;
mod matching;
mod reasons;
mod singles;
mod word_singles;

pub use make_all_different::is_permutation;
pub(super) use make_all_different::post_all_different;

pub(super) use reasons::explain_repetition;
