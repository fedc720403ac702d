//! Pairs of engines.

use super::super::analysis::StudyAnalysis;
use super::super::document::ReportSection;
use super::super::number_cells::{count_cell, number_cell, p_value, ratio_cell, round_number};
use super::super::pairs::{LanePair, PairedTimes};
use crate::columns::ReportCell;
use crate::sheet::ReportTable;

/// Returns each pair of engines on the instances of which both have all runs.
pub(crate) fn pair_section(analysis: &StudyAnalysis) -> Option<ReportSection> {
    if analysis.pairs.is_empty() {
        return None;
    }
    let several = analysis.pairs.len() > 1;
    let mut sheet = ReportTable::new(&[
        "engines",
        "#instances",
        "#both",
        "#ratio",
        "#95 %",
        "#p",
        "#p Holm",
        "#faster",
        "#equal",
        "#slower",
        "#only",
        "#only other",
    ]);
    let name = |lane: usize| analysis.study.lanes[lane].name();
    // Rows are sorted by the first engine of the pair.
    let best = |pair: &LanePair| pair.one;
    for pair in super::rank_figures(analysis, &analysis.pairs, best) {
        let figures = &pair.figures;
        let [faster, equal, slower] = figures.wins;
        let known = figures.instances > 0;
        let p = |p: f64| if known { p_value(p) } else { ReportCell::default() };
        sheet.rows.push(vec![
            format!("{} / {}", name(pair.one), name(pair.two)).into(),
            number_cell(figures.instances as u64),
            number_cell(figures.both as u64),
            ratio_cell(figures.ratio),
            interval_cell(figures),
            p(figures.p),
            if several { p(pair.adjusted) } else { ReportCell::default() },
            number_cell(faster as u64),
            number_cell(equal as u64),
            number_cell(slower as u64),
            count_cell(figures.only[0] as u64),
            count_cell(figures.only[1] as u64),
        ]);
    }
    let note = format!(
        "Each pair on the instances of which both have all their runs. both: those that both \
         solve. Of these: the ratio of the geometric means (below 1 the first is faster) and its \
         95 % confidence interval (bootstrap). Of all instances: the p-value of the signed-rank \
         test (Wilcoxon) of the logarithms of the ratios, where an instance that only one solves \
         is the greatest loss of the other, and one that none solves a tie{}; where the first is \
         faster, equal (within {} % or 1 ms, or both unsolved) or slower; 'only' and 'only \
         other': what one solves and the other does not.",
        if several { ", also corrected for the number of pairs (Holm)" } else { "" },
        round_number(100.0 * analysis.options.margin),
    );
    Some(
        ReportSection::new("pairs", "Pairs of engines", sheet.without_empty_columns())
            .with_note(note),
    )
}

/// Writes the interval as `low..high`.
pub(crate) fn interval_cell(figures: &PairedTimes) -> ReportCell {
    figures.interval.map_or_else(ReportCell::default, |interval| {
        let text = format!("{}..{}", round_number(interval.low), round_number(interval.high));
        ReportCell::number(interval.high - interval.low, text)
    })
}
