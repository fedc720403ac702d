//! The one question: can a constraint still hold in a box of domains?
//!
//! Each answer is `true` if some point of the box satisfies the constraint. If a constraint names a
//! variable twice, or is beyond a stated limit, the answer may also be `true` although no point
//! does. In a box of one point the answer is exact: whether the constraint holds there.

mod automata;
mod classes;
mod counts;
mod matching;
mod order;
mod possible_constraint;
mod sums;
mod tables;

use possible_constraint::share_value;

pub(crate) use sums::{can_satisfy_sum as sum, difference_terms, sum_range};
pub(crate) use tables::is_inside;
