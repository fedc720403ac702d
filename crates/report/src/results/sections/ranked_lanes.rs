//! Ranks and lanes of engines.

use crate::columns::Cell;
use crate::results::analysis::Analysis;

/// Returns figures of lanes in the order of the lanes, the best first.
pub(super) fn ranked<'a, T>(
    analysis: &Analysis,
    figures: &'a [T],
    lane: fn(&T) -> usize,
) -> Vec<&'a T> {
    let rank = |of: usize| analysis.ranking.iter().position(|&lane| lane == of);
    let mut ranked: Vec<&T> = figures.iter().collect();
    ranked.sort_by_key(|figure| rank(lane(figure)));
    ranked
}

/// Returns the name of a lane.
pub(super) fn lane(analysis: &Analysis, lane: usize) -> Cell {
    analysis.study.lanes[lane].name().into()
}
