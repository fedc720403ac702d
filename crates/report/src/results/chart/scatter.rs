//! One engine against another, instance by instance.

use std::fmt::Write;

use parallax_experiment::AnswerKind;

use super::axis::LogarithmicAxis;
use super::{svg_document, svg_line, svg_text};
use crate::results::StudyAnalysis;

const PLOT_SIDE: f64 = 400.0;
const PLOT_LEFT: f64 = 70.0;
const PLOT_TOP: f64 = 46.0;
/// The distance of unsolved instances beyond the axes, in pixels.
const UNSOLVED_OFFSET: f64 = 16.0;

/// The common axes of the scatter plots of a report.
#[derive(Clone, Copy, Debug)]
pub struct ScatterAxes {
    axis: LogarithmicAxis,
    limit: Option<f64>,
}

/// The time of an instance, and whether it has a solution.
type Point = (Option<f64>, bool);

/// Two marks: of instances with a solution, and of instances without one.
const MARK_PATHS: [&str; 2] = ["m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0", "m-3 -3l6 6m0 -6l-6 6"];

impl ScatterAxes {
    /// Returns axes with room for the times of all engines.
    #[must_use]
    pub fn from_analysis(analysis: &StudyAnalysis) -> Self {
        let times = analysis.cases.iter().filter_map(|case| case.time);
        ScatterAxes {
            axis: LogarithmicAxis::over_times(times.chain(analysis.limit), PLOT_SIDE),
            limit: analysis.limit,
        }
    }

    /// Returns the pixels from the corner to a time, or to the place of unsolved instances.
    #[must_use]
    pub fn pixel_offset(&self, time: Option<f64>) -> f64 {
        let place = time.map_or(PLOT_SIDE + UNSOLVED_OFFSET, |time| self.axis.pixel_offset(time));
        // One decimal is enough for a pixel, and keeps the data of the page short.
        (place.max(0.0) * 10.0).round() / 10.0
    }

    /// Returns the document: axes with these names around marks, and words on the instances above
    /// them.
    #[must_use]
    pub fn draw_axes(&self, names: [&str; 2], over: &str, marks: &str) -> String {
        let foot = PLOT_TOP + PLOT_SIDE;
        let mut body = String::new();
        for (pixels, name) in self.axis.power_ticks() {
            let (x, y) = (PLOT_LEFT + pixels, foot - pixels);
            body += &svg_line(
                &format!("M{PLOT_LEFT} {y:.1}h{PLOT_SIDE}M{x:.1} {PLOT_TOP}v{PLOT_SIDE}"),
                "grid",
            );
            body += &svg_text(PLOT_LEFT - 8.0, y + 4.0, "end", &name);
            body += &svg_text(x, foot + 18.0, "middle", &name);
        }
        // On the diagonal both engines take the same time.
        body += &svg_line(&format!("M{PLOT_LEFT} {foot}l{PLOT_SIDE} -{PLOT_SIDE}"), "axis");
        if let Some(limit) = self.limit {
            let at = self.axis.pixel_offset(limit);
            let (x, y) = (PLOT_LEFT + at, foot - at);
            body += &svg_line(
                &format!("M{PLOT_LEFT} {y:.1}h{PLOT_SIDE}M{x:.1} {PLOT_TOP}v{PLOT_SIDE}"),
                "limit",
            );
        }
        body += &svg_line(
            &format!("M{PLOT_LEFT} {PLOT_TOP}v{PLOT_SIDE}h{PLOT_SIDE}v-{PLOT_SIDE}z"),
            "axis",
        );
        let head = format!("<tspan id=\"over\">{over}</tspan>unsolved stand outside the frame");
        let _ = writeln!(
            body,
            "<text x=\"{PLOT_LEFT}\" y=\"{}\">{head}</text>",
            PLOT_TOP - UNSOLVED_OFFSET - 10.0
        );
        let _ = writeln!(body, "<g id=\"marks\">{marks}</g>");
        let titled = |x: f64, y: f64, id: &str, name: &str, turn: &str| {
            let name = parallax_instance::escape_markup(name);
            format!(
                "<text id=\"{id}\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\"{turn}>{name}</text>\n"
            )
        };
        let middle = PLOT_TOP + PLOT_SIDE / 2.0;
        body += &titled(
            PLOT_LEFT + PLOT_SIDE / 2.0,
            foot + 38.0,
            "across",
            &format!("{}, seconds", names[0]),
            "",
        );
        let turn = format!(" transform=\"rotate(-90 16 {middle})\"");
        body += &titled(16.0, middle, "up", &format!("{}, seconds", names[1]), &turn);
        let width = PLOT_LEFT + PLOT_SIDE + UNSOLVED_OFFSET + 14.0;
        svg_document("One engine against another", width, foot + 50.0, &body)
    }

    /// Returns the marks of instances: the pixels of both times, and whether it has a solution.
    #[must_use]
    pub fn draw_marks(&self, points: impl Iterator<Item = (f64, f64, bool)>) -> String {
        let mut paths = [String::new(), String::new()];
        for (x, y, sat) in points {
            let mark = usize::from(!sat);
            let (x, y) = (PLOT_LEFT + x, PLOT_TOP + PLOT_SIDE - y);
            let _ = write!(paths[mark], "M{x:.1} {y:.1}{}", MARK_PATHS[mark]);
        }
        let path = |(path, class): (&String, &str)| {
            format!("<path class=\"{class}\" d=\"{path}\" stroke=\"#2f6fdf\" fill=\"none\"/>")
        };
        [path((&paths[0], "sat")), path((&paths[1], "unsat"))].concat()
    }
}

/// Draws the scatter plot of two lanes by their places: a circle for each instance with a solution,
/// a cross for each without one or without any answer.
#[must_use]
pub fn draw_scatter(analysis: &StudyAnalysis, one: usize, two: usize) -> String {
    let board = ScatterAxes::from_analysis(analysis);
    let mut of: Vec<[Option<Point>; 2]> = vec![[None; 2]; analysis.study.instances.len()];
    for case in analysis.cases.iter().filter(|case| case.is_whole) {
        let sat = analysis.study.records[case.runs.clone()].iter().any(has_solution);
        for (side, lane) in [one, two].into_iter().enumerate() {
            if case.lane == lane {
                of[case.instance][side] = Some((case.time, sat));
            }
        }
    }
    // An instance is drawn only if both engines have all their runs on it.
    let points = of.into_iter().filter_map(|[a, b]| {
        let ((a, sat_a), (b, sat_b)) = (a?, b?);
        Some((board.pixel_offset(a), board.pixel_offset(b), sat_a || sat_b))
    });
    let points: Vec<(f64, f64, bool)> = points.collect();
    let names = [one, two].map(|lane| analysis.study.lanes[lane].name());
    let planned = analysis.study.coverage.instances;
    let over = format!("{} of {planned} instances; ", points.len());
    board.draw_axes([&names[0], &names[1]], &over, &board.draw_marks(points.into_iter()))
}

/// Whether a record has a solution.
fn has_solution(record: &parallax_experiment::RunRecord) -> bool {
    matches!(record.answer, AnswerKind::Sat | AnswerKind::Optimal)
}
