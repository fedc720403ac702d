//! The times of each engine, and their parts.

use super::super::analysis::StudyAnalysis;
use super::super::document::ReportSection;
use super::super::lanes::LaneTimes;
use super::super::number_cells::{megabytes_cell, number_cell, seconds_cell};
use crate::columns::ReportCell;
use crate::sheet::ReportTable;

/// Returns the times of each engine, and of the virtual best solver.
pub(crate) fn time_section(analysis: &StudyAnalysis) -> Option<ReportSection> {
    if !analysis.study.timed || analysis.population.whole_size() == 0 {
        return None;
    }
    let mut sheet =
        ReportTable::new(&["engine", "#solved", "#PAR2", "", "#median", "#geo", "#sgm"]);
    // All bars share one scale, on which the slowest engine fills the column.
    let bars: Vec<f64> = analysis.lanes.iter().map(|lane| bar_length(&lane.times)).collect();
    let longest = bars.iter().copied().fold(0.0, f64::max);
    for &at in &analysis.ranking {
        let lane = &analysis.lanes[at];
        let bar = if longest > 0.0 { bars[at] / longest } else { 0.0 };
        sheet.rows.push(time_row(super::lane_cell(analysis, at), &lane.times, bar));
    }
    if analysis.lanes.len() > 1 {
        let best = &analysis.best.times;
        let bar = if longest > 0.0 { bar_length(best) / longest } else { 0.0 };
        sheet.rows.push(time_row("virtual best".into(), best, bar));
    }
    let note = format!(
        "Seconds of {}, one time for each instance: that of the median run. Of {}: solved, and \
         PAR2, the mean, where an instance that is not solved takes twice the limit. Of {}: \
         median, geo (geometric mean), sgm (geometric mean of the times plus 1 s, less 1 s).",
        analysis.options.clock.name(),
        analysis.population.describe_instances(),
        analysis.population.solved_words()
    );
    let section =
        ReportSection::new("times", "Times", sheet.without_empty_columns()).with_note(note);
    Some(match analysis.limit {
        Some(_) => section,
        None => section.with_note("No PAR2: the experiment has no limit on this time."),
    })
}

/// Returns the parts of the time, the processor time and the memory of each engine.
pub(crate) fn cost_section(analysis: &StudyAnalysis) -> Option<ReportSection> {
    if !analysis.study.timed || analysis.population.solved_size() == 0 {
        return None;
    }
    let mut sheet = ReportTable::new(&[
        "engine",
        "#start",
        "#encode",
        "#solve",
        "#check",
        "#encode %",
        "#cpu",
        "#MB",
    ]);
    for &at in &analysis.ranking {
        let lane = &analysis.lanes[at];
        let part = |at: usize| seconds_cell(lane.parts.map(|parts| parts[at]));
        let share =
            lane.parts.map(|[encode, solve, check]| 100.0 * encode / (encode + solve + check));
        sheet.rows.push(vec![
            super::lane_cell(analysis, at),
            seconds_cell(lane.start),
            part(0),
            part(1),
            part(2),
            // Runs too short for the clock have three parts of 0, and no share.
            share.filter(|share| share.is_finite()).map_or_else(ReportCell::default, |share| {
                ReportCell::number(share, format!("{share:.1}"))
            }),
            seconds_cell(lane.cpu),
            megabytes_cell(lane.memory),
        ]);
    }
    let note = format!(
        "Of the runs on the instances that all solve: of {}, {}. In seconds: the means of the start \
         of a process, encode, solve and check, the share of encode in the last three, and the \
         median of the processor time. MB: the most memory of one of these runs.",
        analysis.population.describe_instances(),
        analysis.population.solved_words()
    );
    Some(ReportSection::new("costs", "Costs", sheet.without_empty_columns()).with_note(note))
}

/// Returns the length of a bar: PAR2, or the sum of the times if there is no limit.
fn bar_length(times: &LaneTimes) -> f64 {
    times.par2.or(times.total).unwrap_or(0.0)
}

fn time_row(name: ReportCell, times: &LaneTimes, bar: f64) -> Vec<ReportCell> {
    vec![
        name,
        number_cell(times.solved),
        seconds_cell(times.par2),
        ReportCell::number(bar, if bar > 0.0 { "bar" } else { "" }),
        seconds_cell(times.median),
        seconds_cell(times.geometric),
        seconds_cell(times.shifted),
    ]
}
