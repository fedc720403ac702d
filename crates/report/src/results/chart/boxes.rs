//! The times of each engine as boxes.

use std::fmt::Write;

use super::axis::LogarithmicAxis;
use super::{svg_document, svg_line, svg_text};
use crate::results::StudyAnalysis;
use crate::results::statistics::quantile;

const CHART_WIDTH: f64 = 760.0;
const PLOT_LEFT: f64 = 20.0;
const AXIS_LENGTH: f64 = 720.0;
const PLOT_TOP: f64 = 14.0;
/// The height of a box with its name.
const BOX_ROW_HEIGHT: f64 = 44.0;

/// Draws a box for each engine over the times of the instances that all engines solve: from the
/// first to the third quartile with a line at the median, and lines to the shortest and the
/// longest.
#[must_use]
pub fn draw_boxes(analysis: &StudyAnalysis) -> String {
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); analysis.lanes.len()];
    let population = &analysis.population;
    // Boxes compare engines on the same instances only, so an engine outside the solving ones has
    // none.
    for case in analysis.cases.iter().filter(|case| population.solved[case.instance]) {
        times[case.lane].extend(case.time.filter(|_| population.solving[case.lane]));
    }
    let axis = LogarithmicAxis::over_times(times.iter().flatten().copied(), AXIS_LENGTH);
    let foot = PLOT_TOP + BOX_ROW_HEIGHT * times.len() as f64;
    let mut body = String::new();
    for (pixels, name) in axis.power_ticks() {
        let x = PLOT_LEFT + pixels;
        body += &svg_line(&format!("M{x:.1} {PLOT_TOP}V{foot}"), "grid");
        body += &svg_text(x, foot + 16.0, "middle", &name);
    }
    for (place, times) in times.iter().enumerate() {
        let top = PLOT_TOP + BOX_ROW_HEIGHT * place as f64;
        let (name, of) = (analysis.study.lanes[place].name(), &analysis.lanes[place].times);
        let name = format!("{name}: solves {} of {}", of.solved, of.instances);
        body += &svg_text(PLOT_LEFT, top + 13.0, "start", &name);
        let at = [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| quantile(times, part));
        // Without times there are no quantiles; the row keeps its name.
        let [Some(least), Some(low), Some(middle), Some(high), Some(most)] = at else { continue };
        let x = |time: f64| PLOT_LEFT + axis.pixel_offset(time).max(0.0);
        let (up, half, down) = (top + 19.0, top + 28.0, top + 37.0);
        let _ = writeln!(
            body,
            "<path d=\"M{:.1} {half}H{:.1}M{:.1} {half}H{:.1}\" stroke=\"currentColor\"/>\n\
             <rect x=\"{1:.1}\" y=\"{up}\" width=\"{4:.1}\" height=\"18\" fill=\"#2f6fdf\" \
             fill-opacity=\"0.35\" stroke=\"currentColor\"/>\n\
             <path d=\"M{5:.1} {up}V{down}\" stroke=\"currentColor\" stroke-width=\"3\"/>",
            x(least),
            x(low),
            x(high),
            x(most),
            x(high) - x(low),
            x(middle)
        );
    }
    let what =
        format!("seconds; of {}, {}", population.describe_instances(), population.solved_words());
    body += &svg_text(PLOT_LEFT + AXIS_LENGTH / 2.0, foot + 34.0, "middle", &what);
    svg_document("Times of the instances solved", CHART_WIDTH, foot + 44.0, &body)
}
