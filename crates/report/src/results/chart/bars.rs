//! The mean time of each engine on each puzzle, as bars.

use std::fmt::Write;

use super::axis::LogarithmicAxis;
use super::{engine_colour, svg_document, svg_line, svg_text};
use crate::results::StudyAnalysis;
use crate::results::cases::InstanceRuns;

const CHART_WIDTH: f64 = 760.0;
/// The left end of the bars, after the names of the puzzles.
const BARS_LEFT: f64 = 118.0;
/// The length of the axis; the figures follow it.
const AXIS_LENGTH: f64 = 520.0;
const LEGEND_TOP: f64 = 26.0;
/// The height of a line of the legend.
const LEGEND_LINE_HEIGHT: f64 = 20.0;
/// The distance of bars, and their height.
const BAR_SPACING: f64 = 15.0;
const BAR_HEIGHT: f64 = 12.0;
/// The distance between puzzles.
const PUZZLE_GAP: f64 = 14.0;

/// The times of an engine on the instances of a puzzle.
#[derive(Clone, Default)]
struct EngineBar {
    solved: usize,
    of: usize,
    sum: f64,
}

impl EngineBar {
    /// Returns the mean time, where an unsolved instance takes twice the limit (PAR2); without a
    /// limit that of the solved ones.
    fn mean_time(&self, limit: Option<f64>) -> Option<f64> {
        let unsolved = (self.of - self.solved) as f64;
        match limit {
            Some(limit) if self.of > 0 => {
                Some((self.sum + unsolved * 2.0 * limit) / self.of as f64)
            }
            _ => (self.solved > 0).then(|| self.sum / self.solved as f64),
        }
    }
}

/// The instances of a puzzle: its name, and a bar for each engine.
struct PuzzleBars {
    puzzle: String,
    bars: Vec<EngineBar>,
}

/// Draws a bar for each puzzle and engine: the mean time over the instances of the puzzle, where an
/// unsolved instance takes twice the limit. The time axis is logarithmic.
#[must_use]
pub fn draw_chart(analysis: &StudyAnalysis) -> String {
    let groups = puzzle_groups(analysis);
    let means = groups.iter().flat_map(|group| &group.bars);
    let axis = LogarithmicAxis::over_times(
        means.filter_map(|bar| bar.mean_time(analysis.limit)),
        AXIS_LENGTH,
    );
    let (mut body, start) = draw_legend(analysis);
    let rows = analysis.lanes.len() as f64 * BAR_SPACING + PUZZLE_GAP;
    let foot = start + rows * groups.len() as f64;
    for (pixels, name) in axis.power_ticks() {
        let x = BARS_LEFT + pixels;
        body += &svg_line(&format!("M{x:.1} {start}V{foot}"), "grid");
        body += &svg_text(x, foot + 16.0, "middle", &name);
    }
    let mut top = start + PUZZLE_GAP / 2.0;
    for group in &groups {
        body += &draw_group(group, analysis.limit, &axis, top);
        top += rows;
    }
    let what = match analysis.limit {
        Some(limit) => format!(
            "mean seconds of {}; an unsolved instance counts {}, twice the limit",
            analysis.options.clock.name(),
            2.0 * limit
        ),
        None => format!(
            "mean seconds of {}, of {}",
            analysis.options.clock.name(),
            analysis.population.solved_words()
        ),
    };
    let what = if analysis.population.is_part() {
        format!("{what}; of {}", analysis.population.describe_instances())
    } else {
        what
    };
    body += &svg_text(BARS_LEFT + AXIS_LENGTH / 2.0, foot + 36.0, "middle", &what);
    svg_document("Times of engines by puzzle", CHART_WIDTH, foot + 48.0, &body)
}

/// Returns the groups in the order of the instances, those that figures are about.
fn puzzle_groups(analysis: &StudyAnalysis) -> Vec<PuzzleBars> {
    let mut groups: Vec<PuzzleBars> = Vec::new();
    let population = &analysis.population;
    // Without a limit only the times on the same instances can be compared.
    let counts = |case: &&InstanceRuns| {
        population.whole[case.instance]
            && (analysis.limit.is_some() || population.solved[case.instance])
    };
    for case in analysis.cases.iter().filter(counts) {
        let puzzle = &analysis.study.records[case.runs.start].puzzle;
        // A linear search keeps the order of the instances; a study has few kinds of puzzles.
        let place = groups.iter().position(|group| group.puzzle == *puzzle).unwrap_or_else(|| {
            let bars = vec![EngineBar::default(); analysis.lanes.len()];
            groups.push(PuzzleBars { puzzle: puzzle.clone(), bars });
            groups.len() - 1
        });
        let bar = &mut groups[place].bars[case.lane];
        bar.of += 1;
        bar.solved += usize::from(case.time.is_some());
        bar.sum += case.time.unwrap_or(0.0);
    }
    groups
}

/// Returns the legend, and the height below it.
fn draw_legend(analysis: &StudyAnalysis) -> (String, f64) {
    let mut body = String::new();
    let (mut x, mut y) = (BARS_LEFT, LEGEND_TOP);
    for (place, name) in analysis.engine_names().iter().enumerate() {
        // Letters are seldom wider than 7 pixels.
        let width = 32.0 + 7.0 * name.chars().count() as f64;
        if x > BARS_LEFT && x + width > CHART_WIDTH {
            (x, y) = (BARS_LEFT, y + LEGEND_LINE_HEIGHT);
        }
        let fill = engine_colour(place);
        let _ = writeln!(
            body,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"12\" height=\"12\" rx=\"2\" fill=\"{fill}\"/>",
            y - 10.0
        );
        body += &svg_text(x + 18.0, y, "start", name);
        x += width;
    }
    (body, y + LEGEND_LINE_HEIGHT)
}

/// Draws the bars of a puzzle below `top`. The figure of the fastest engine is bold.
fn draw_group(group: &PuzzleBars, limit: Option<f64>, axis: &LogarithmicAxis, top: f64) -> String {
    let means: Vec<Option<f64>> = group.bars.iter().map(|bar| bar.mean_time(limit)).collect();
    let best = means.iter().flatten().copied().min_by(f64::total_cmp);
    let number = group.bars.iter().map(|bar| bar.of).max().unwrap_or(0);
    let middle = top + BAR_SPACING * means.len() as f64 / 2.0;
    let mut body = format!("<g font-weight=\"bold\">{}</g>\n", {
        let name = svg_text(BARS_LEFT - 12.0, middle - 2.0, "end", &group.puzzle);
        name.trim_end().to_owned()
    });
    let instances = if number == 1 { "1 instance".into() } else { format!("{number} instances") };
    body += &svg_text(BARS_LEFT - 12.0, middle + 13.0, "end", &instances);
    for (place, (bar, mean)) in group.bars.iter().zip(&means).enumerate() {
        let Some(mean) = *mean else { continue };
        let y = top + BAR_SPACING * place as f64;
        let length = axis.pixel_offset(mean).max(1.0);
        let fill = engine_colour(place);
        let _ = writeln!(
            body,
            "<rect x=\"{BARS_LEFT}\" y=\"{y:.1}\" width=\"{length:.1}\" height=\"{BAR_HEIGHT}\" rx=\"2\" \
             fill=\"{fill}\"/>"
        );
        let mut figure = seconds_label(mean);
        if bar.solved < bar.of {
            let _ = write!(figure, ", {} of {}", bar.solved, bar.of);
        }
        let label = svg_text(BARS_LEFT + length + 6.0, y + 10.0, "start", &figure);
        // `best` is a copy of one of the means, so equality is exact, and ties are all bold.
        if best == Some(mean) {
            let _ = writeln!(body, "<g font-weight=\"bold\">{}</g>", label.trim_end());
        } else {
            body += &label;
        }
    }
    body
}

/// Writes seconds with two digits that count, or more, down to microseconds.
fn seconds_label(time: f64) -> String {
    // The first digit of t is at 10^floor(log t): 0.0126 has floor -2 and gets three decimals,
    // 0.013. The logarithm of 0 is -inf, which the clamp turns into six.
    let decimals =
        if time >= 10.0 { 0 } else { (1.0 - time.log10().floor()).clamp(1.0, 6.0) as usize };
    format!("{time:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_count_twice_the_limit() {
        let bar = EngineBar { solved: 1, of: 2, sum: 3.0 };
        assert_eq!([bar.mean_time(Some(10.0)), bar.mean_time(None)], [Some(11.5), Some(3.0)]);
        let none = EngineBar { solved: 0, of: 1, sum: 0.0 };
        assert_eq!([none.mean_time(Some(10.0)), none.mean_time(None)], [Some(20.0), None]);
        assert_eq!(EngineBar::default().mean_time(Some(10.0)), None);
    }

    #[test]
    fn seconds_have_two_digits() {
        let written = [12.34, 1.26, 0.126, 0.0126, 0.000_123_4, 0.0].map(seconds_label);
        assert_eq!(written, ["12", "1.3", "0.13", "0.013", "0.00012", "0.000000"]);
    }
}
