//! Pairs of engines.

use super::super::analysis::Analysis;
use super::super::document::Section;
use super::super::pairs::{Pair, Paired};
use super::super::words::{count, number, p_value, ratio, rounded};
use crate::columns::Cell;
use crate::sheet::Sheet;

/// Returns each pair of engines on the instances of which both have all runs.
pub(crate) fn pairs(analysis: &Analysis) -> Option<Section> {
    if analysis.pairs.is_empty() {
        return None;
    }
    let several = analysis.pairs.len() > 1;
    let mut sheet = Sheet::new(&[
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
    let best = |pair: &Pair| pair.one;
    for pair in super::ranked(analysis, &analysis.pairs, best) {
        let figures = &pair.figures;
        let [faster, equal, slower] = figures.wins;
        let known = figures.instances > 0;
        let p = |p: f64| if known { p_value(p) } else { Cell::default() };
        sheet.rows.push(vec![
            format!("{} / {}", name(pair.one), name(pair.two)).into(),
            number(figures.instances as u64),
            number(figures.both as u64),
            ratio(figures.ratio),
            interval(figures),
            p(figures.p),
            if several { p(pair.adjusted) } else { Cell::default() },
            number(faster as u64),
            number(equal as u64),
            number(slower as u64),
            count(figures.only[0] as u64),
            count(figures.only[1] as u64),
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
        rounded(100.0 * analysis.options.margin),
    );
    Some(Section::new("pairs", "Pairs of engines", sheet.lean()).noting(note))
}

/// Writes the interval as `low..high`.
pub(crate) fn interval(figures: &Paired) -> Cell {
    figures.interval.map_or_else(Cell::default, |interval| {
        let text = format!("{}..{}", rounded(interval.low), rounded(interval.high));
        Cell::number(interval.high - interval.low, text)
    })
}
