//! Curves over one axis.

use std::borrow::Cow;
use std::fmt::Write;

use super::{LEFT_MARGIN, TOP_MARGIN, chart_frame, level_line, number_text, plot_size, tick_step};
use parallax_report::results::chart::{curve_stroke, svg_text};

/// A curve: its name and its points, by ascending x.
pub struct ChartCurve {
    /// The name in the legend.
    pub name: Cow<'static, str>,
    /// Pairs of x and y, y not negative.
    pub points: Vec<[f64; 2]>,
}

/// Draws curves with linear axes from 0.
pub fn draw_curves(title: &str, across: &str, up: &str, curves: &[ChartCurve]) -> String {
    let (width, height) = plot_size();
    let points = || curves.iter().flat_map(|curve| &curve.points);
    // The initial values of the folds keep the scales positive if no curve has a point.
    let right = points().map(|p| p[0]).fold(1.0, f64::max);
    let top = points().map(|p| p[1]).fold(1e-9, f64::max) * 1.05;
    let (x, y) =
        (|v: f64| LEFT_MARGIN + width * v / right, |v: f64| TOP_MARGIN + height * (1.0 - v / top));
    let mut body = String::new();
    let step = tick_step(top / 6.0);
    for tick in (0..).map(|i| f64::from(i) * step).take_while(|tick| *tick <= top) {
        body += &level_line(y(tick), &number_text(tick));
    }
    let step = tick_step(right / 10.0);
    for tick in (0..).map(|i| f64::from(i) * step).take_while(|tick| *tick <= right) {
        body += &svg_text(x(tick), TOP_MARGIN + height + 18.0, "middle", &number_text(tick));
    }
    for (place, curve) in curves.iter().enumerate() {
        let path: Vec<String> =
            curve.points.iter().map(|p| format!("{:.2} {:.2}", x(p[0]), y(p[1]))).collect();
        let style = curve_stroke(place);
        if !path.is_empty() {
            let _ = writeln!(body, "<path d=\"M{}\" {style}/>", path.join("L"));
        }
        let at = TOP_MARGIN + 14.0 + 18.0 * place as f64;
        let _ = writeln!(
            body,
            "<path d=\"M{0} {at}H{1}\" {style}/>",
            LEFT_MARGIN + 14.0,
            LEFT_MARGIN + 46.0
        );
        body += &svg_text(LEFT_MARGIN + 54.0, at + 4.0, "start", &curve.name);
    }
    chart_frame(title, across, up, &body, TOP_MARGIN + height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_for_each_curve() {
        let curve = |name: &'static str, points: &[[f64; 2]]| ChartCurve {
            name: name.into(),
            points: points.to_vec(),
        };
        let curves = [curve("a", &[[3.0, 1.0], [4.0, 1500.0]]), curve("b", &[[3.0, 0.0]])];
        let picture = draw_curves("title", "cards", "checks", &curves);
        assert_eq!(picture.matches("stroke-dasharray").count(), 4);
        assert!(picture.contains(">1500<") && picture.contains(">a<") && !picture.contains("NaN"));
        assert!(draw_curves("", "", "", &[curve("empty", &[])]).ends_with("</svg>\n"));
    }
}
