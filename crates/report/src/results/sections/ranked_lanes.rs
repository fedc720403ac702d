//! Ranks and lanes of engines.

use crate::columns::ReportCell;
use crate::results::analysis::StudyAnalysis;

/// Returns figures of lanes in the order of the lanes, the best first.
pub(super) fn rank_figures<'a, T>(
    analysis: &StudyAnalysis,
    figures: &'a [T],
    lane: fn(&T) -> usize,
) -> Vec<&'a T> {
    let rank = |of: usize| analysis.ranking.iter().position(|&lane| lane == of);
    let mut ranked: Vec<&T> = figures.iter().collect();
    ranked.sort_by_key(|figure| rank(lane(figure)));
    ranked
}

/// Returns the name of a lane.
pub(super) fn lane_cell(analysis: &StudyAnalysis, lane: usize) -> ReportCell {
    analysis.study.lanes[lane].name().into()
}
