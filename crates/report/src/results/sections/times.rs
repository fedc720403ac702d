//! The times of each engine, and their parts.

use super::super::analysis::Analysis;
use super::super::document::Section;
use super::super::lanes::Times;
use super::super::words::{megabytes, number, seconds};
use crate::columns::Cell;
use crate::sheet::Sheet;

/// Returns the times of each engine, and of the virtual best solver.
pub(crate) fn times(analysis: &Analysis) -> Option<Section> {
    if !analysis.study.timed || analysis.population.size() == 0 {
        return None;
    }
    let mut sheet = Sheet::new(&["engine", "#solved", "#PAR2", "", "#median", "#geo", "#sgm"]);
    let bars: Vec<f64> = analysis.lanes.iter().map(|lane| length(&lane.times)).collect();
    let longest = bars.iter().copied().fold(0.0, f64::max);
    for &at in &analysis.ranking {
        let lane = &analysis.lanes[at];
        let bar = if longest > 0.0 { bars[at] / longest } else { 0.0 };
        sheet.rows.push(of(super::lane(analysis, at), &lane.times, bar));
    }
    if analysis.lanes.len() > 1 {
        let best = &analysis.best.times;
        let bar = if longest > 0.0 { length(best) / longest } else { 0.0 };
        sheet.rows.push(of("virtual best".into(), best, bar));
    }
    let note = format!(
        "Seconds of {}, one time for each instance: that of the median run. Of {}: solved, and \
         PAR2, the mean, where an instance that is not solved takes twice the limit. Of {}: \
         median, geo (geometric mean), sgm (geometric mean of the times plus 1 s, less 1 s).",
        analysis.options.clock.name(),
        analysis.population.words(),
        analysis.population.solved_words()
    );
    let section = Section::new("times", "Times", sheet.lean()).noting(note);
    Some(match analysis.limit {
        Some(_) => section,
        None => section.noting("No PAR2: the experiment has no limit on this time."),
    })
}

/// Returns the parts of the time, the processor time and the memory of each engine.
pub(crate) fn costs(analysis: &Analysis) -> Option<Section> {
    if !analysis.study.timed || analysis.population.solved_size() == 0 {
        return None;
    }
    let mut sheet = Sheet::new(&[
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
        let part = |at: usize| seconds(lane.parts.map(|parts| parts[at]));
        let share =
            lane.parts.map(|[encode, solve, check]| 100.0 * encode / (encode + solve + check));
        sheet.rows.push(vec![
            super::lane(analysis, at),
            seconds(lane.start),
            part(0),
            part(1),
            part(2),
            share
                .filter(|share| share.is_finite())
                .map_or_else(Cell::default, |share| Cell::number(share, format!("{share:.1}"))),
            seconds(lane.cpu),
            megabytes(lane.memory),
        ]);
    }
    let note = format!(
        "Of the runs on the instances that all solve: of {}, {}. In seconds: the means of the start \
         of a process, encode, solve and check, the share of encode in the last three, and the \
         median of the processor time. MB: the most memory of one of these runs.",
        analysis.population.words(),
        analysis.population.solved_words()
    );
    Some(Section::new("costs", "Costs", sheet.lean()).noting(note))
}

/// Returns the length of a bar: PAR2, or the sum of the times if there is no limit.
fn length(times: &Times) -> f64 {
    times.par2.or(times.total).unwrap_or(0.0)
}

fn of(name: Cell, times: &Times, bar: f64) -> Vec<Cell> {
    vec![
        name,
        number(times.solved),
        seconds(times.par2),
        Cell::number(bar, if bar > 0.0 { "bar" } else { "" }),
        seconds(times.median),
        seconds(times.geometric),
        seconds(times.shifted),
    ]
}
