//! The sections of a report, one function each.

mod answers;
mod best;
mod conclusions;
mod disagreements;
mod effort;
mod front;
mod pairs;
mod spread;
mod times;

pub(super) use answers::answers;
pub(super) use best::best;
pub(super) use conclusions::conclusions;
pub(super) use disagreements::disagreements;
pub(super) use effort::counters;
pub(super) use front::front;
pub(super) use pairs::{interval, pairs};
pub(super) use spread::spreads;
pub(super) use times::{costs, times};

use super::analysis::Analysis;
use crate::columns::Cell;

/// Returns figures of lanes in the order of the lanes, the best first.
fn ranked<'a, T>(analysis: &Analysis, figures: &'a [T], lane: fn(&T) -> usize) -> Vec<&'a T> {
    let rank = |of: usize| analysis.ranking.iter().position(|&lane| lane == of);
    let mut ranked: Vec<&T> = figures.iter().collect();
    ranked.sort_by_key(|figure| rank(lane(figure)));
    ranked
}

/// Returns the name of a lane.
fn lane(analysis: &Analysis, lane: usize) -> Cell {
    analysis.study.lanes[lane].name().into()
}
