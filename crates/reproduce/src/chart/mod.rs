//! Charts as SVG documents: overlaid bars, a curve of differences, curves.

mod bar_chart;
mod lines;

use bar_chart::{
    LEFT_MARGIN, TOP_MARGIN, chart_frame, level_line, number_text, plot_size, tick_step,
};
pub use bar_chart::{draw_differences, draw_histogram};

pub use lines::{ChartCurve, draw_curves};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_stand_for_counts() {
        let picture = draw_histogram("a < b", "splits", &[[4, 2], [0, 1], [3, 0]], 5.0);
        assert_eq!(picture.matches("fill-opacity").count(), 6 + 2);
        assert!(picture.contains("<title>a &lt; b</title>") && picture.contains("≥ 10"));
        assert!(draw_histogram("", "", &[], 1.0).ends_with("</svg>\n"));
    }

    #[test]
    fn differences_are_counted_by_sign() {
        let picture = draw_differences("", "splits", &[0.0, -3.0, 120.0, 7.0]);
        assert!(picture.contains("less on 2 boards, more on 1") && picture.contains(">100<"));
        assert!(!draw_differences("", "", &[]).contains("NaN"));
    }
}
