//! The sections of a report, one function each.

mod answers;
mod best;
mod conclusions;
mod disagreements;
mod effort;
mod front;
mod pairs;
mod ranked_lanes;
mod spread;
mod times;

use ranked_lanes::{lane, ranked};

pub(super) use answers::answers;
pub(super) use best::best;
pub(super) use conclusions::conclusions;
pub(super) use disagreements::disagreements;
pub(super) use effort::counters;
pub(super) use front::front;
pub(super) use pairs::{interval, pairs};
pub(super) use spread::spreads;
pub(super) use times::{costs, times};
