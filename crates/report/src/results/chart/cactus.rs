//! The number of instances that each engine solves within a time.

use std::fmt::Write;

use super::axis::LogarithmicAxis;
use super::{curve_stroke, svg_document, svg_line, svg_text};
use crate::results::StudyAnalysis;

const CHART_WIDTH: f64 = 760.0;
const PLOT_LEFT: f64 = 70.0;
const PLOT_TOP: f64 = 24.0;
const PLOT_SIZE: (f64, f64) = (660.0, 340.0);
/// The height of a line of the legend.
const LEGEND_LINE_HEIGHT: f64 = 18.0;

/// Draws the cactus plot: for each engine the times of the instances that it solves among those
/// that all engines have, from the shortest to the longest. The time axis is logarithmic.
#[must_use]
pub fn draw_cactus(analysis: &StudyAnalysis) -> String {
    let lanes = analysis.lanes.len();
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); lanes];
    let population = &analysis.population;
    for case in analysis.cases.iter().filter(|case| population.whole[case.instance]) {
        times[case.lane].extend(case.time);
    }
    times.iter_mut().for_each(|times| times.sort_unstable_by(f64::total_cmp));
    // The limit is on the axis even if no time comes near it.
    let axis = LogarithmicAxis::over_times(
        times.iter().flatten().copied().chain(analysis.limit),
        PLOT_SIZE.1,
    );
    let instances = population.whole_size().max(1) as f64;
    let x = |solved: f64| PLOT_LEFT + PLOT_SIZE.0 * solved / instances;
    let y = |time: f64| PLOT_TOP + PLOT_SIZE.1 - axis.pixel_offset(time);
    let mut body = String::new();
    for (pixels, name) in axis.power_ticks() {
        let at = PLOT_TOP + PLOT_SIZE.1 - pixels;
        body += &svg_line(&format!("M{PLOT_LEFT} {at:.1}h{}", PLOT_SIZE.0), "grid");
        body += &svg_text(PLOT_LEFT - 8.0, at + 4.0, "end", &name);
    }
    for part in 0..=4u32 {
        // Quarters of the axis are labelled only if they are whole numbers of instances.
        let solved = instances * f64::from(part) / 4.0;
        if solved.fract() == 0.0 {
            body +=
                &svg_text(x(solved), PLOT_TOP + PLOT_SIZE.1 + 18.0, "middle", &solved.to_string());
        }
    }
    if let Some(limit) = analysis.limit {
        body += &svg_line(&format!("M{PLOT_LEFT} {:.1}h{}", y(limit), PLOT_SIZE.0), "limit");
        body += &svg_text(PLOT_LEFT + 6.0, y(limit) - 4.0, "start", "limit");
    }
    let legend = PLOT_TOP + PLOT_SIZE.1 + 56.0;
    for (place, times) in times.iter().enumerate() {
        let points = times.iter().enumerate().map(|(at, time)| [x(at as f64 + 1.0), y(*time)]);
        let style = curve_stroke(place);
        let path = draw_path(points);
        if !path.is_empty() {
            let _ = writeln!(body, "<path d=\"{path}\" {style} stroke-linejoin=\"round\"/>");
        }
        let at = legend + LEGEND_LINE_HEIGHT * place as f64;
        let _ = writeln!(body, "<path d=\"M{PLOT_LEFT} {at:.1}h36\" {style}/>");
        let name = format!("{} ({})", analysis.study.lanes[place].name(), times.len());
        body += &svg_text(PLOT_LEFT + 44.0, at + 4.0, "start", &name);
    }
    body += &svg_line(&format!("M{PLOT_LEFT} {PLOT_TOP}v{}h{}", PLOT_SIZE.1, PLOT_SIZE.0), "axis");
    body += &svg_text(PLOT_LEFT, PLOT_TOP - 8.0, "middle", "seconds");
    let what = format!("instances solved, of {}", population.describe_instances());
    body +=
        &svg_text(PLOT_LEFT + PLOT_SIZE.0 / 2.0, PLOT_TOP + PLOT_SIZE.1 + 36.0, "middle", &what);
    svg_document(
        "Instances solved within a time",
        CHART_WIDTH,
        legend + LEGEND_LINE_HEIGHT * lanes as f64,
        &body,
    )
}

/// Returns the points as a path; points less than half a pixel from the last one drawn are left
/// out, except the last point. A single point is a dot.
fn draw_path(points: impl Iterator<Item = [f64; 2]>) -> String {
    let mut path = String::new();
    let mut last: Option<[f64; 2]> = None;
    // A curve of thousands of instances has most of its points within one pixel. The last of them
    // is kept, since the curve must end at the number of instances solved.
    let mut waiting = None;
    for point in points {
        let near = last.is_some_and(|l| (l[0] - point[0]).abs() + (l[1] - point[1]).abs() < 0.5);
        if near {
            waiting = Some(point);
            continue;
        }
        let letter = if last.is_none() { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{:.1} {:.1}", point[0], point[1]);
        (last, waiting) = (Some(point), None);
    }
    if let Some([x, y]) = waiting {
        let _ = write!(path, "L{x:.1} {y:.1}");
    }
    if last.is_some() && !path.contains('L') {
        path.push_str("h3");
    }
    path
}

#[cfg(test)]
mod tests {
    use super::draw_path;

    #[test]
    fn a_path_keeps_its_ends() {
        assert_eq!(draw_path([].into_iter()), "");
        assert_eq!(draw_path([[1.0, 2.0]].into_iter()), "M1.0 2.0h3");
        let near = (0..1000).map(|i| [f64::from(i) * 0.01, 5.0]);
        let path = draw_path(near);
        assert!(path.starts_with("M0.0 5.0") && path.ends_with("L10.0 5.0"), "{path}");
        assert!(path.matches('L').count() <= 21, "{path}");
    }
}
