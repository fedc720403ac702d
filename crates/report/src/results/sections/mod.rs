//! The sections of a report, one function each.

mod answers;
mod best;
mod disagreements;
mod effort;
mod front;
mod pairs;
mod spread;
mod times;

pub(super) use answers::answers;
pub(super) use best::best;
pub(super) use disagreements::{disagreements, verdicts};
pub(super) use effort::counters;
pub(super) use front::front;
pub(super) use pairs::{interval, pairs};
pub(super) use spread::spreads;
pub(super) use times::{costs, times};

use super::analysis::Analysis;
use crate::columns::Cell;

/// Returns the name of a lane.
fn lane(analysis: &Analysis, lane: usize) -> Cell {
    analysis.study.lanes[lane].name().into()
}
