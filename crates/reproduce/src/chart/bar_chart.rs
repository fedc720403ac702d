//! Bars and curves of one chart.

use std::fmt::Write;

use parallax_instance::escape_markup;
use parallax_report::results::chart::{svg_document, svg_line, svg_text};

const CHART_WIDTH: f64 = 760.0;
const CHART_HEIGHT: f64 = 420.0;
pub(super) const LEFT_MARGIN: f64 = 70.0;
const RIGHT_MARGIN: f64 = 20.0;
pub(super) const TOP_MARGIN: f64 = 56.0;
const BOTTOM_MARGIN: f64 = 56.0;
/// The colours of the two counts; where they overlap they give a green.
const BAR_COLOURS: [&str; 2] = ["#2f6fdf", "#f2c200"];
const DIFFERENCE_COLOUR: &str = "#d7263d";

/// The width and height inside the axes.
pub(super) fn plot_size() -> (f64, f64) {
    (CHART_WIDTH - LEFT_MARGIN - RIGHT_MARGIN, CHART_HEIGHT - TOP_MARGIN - BOTTOM_MARGIN)
}

/// Draws two counts per bin as overlaid bars. Bins have one width and start at 0; the last bin
/// includes all larger values.
#[must_use]
pub fn draw_histogram(title: &str, axis: &str, counts: &[[u64; 2]], width: f64) -> String {
    let (across, up) = plot_size();
    // At least 1, so that a histogram of zeros has a scale.
    let most = counts.iter().flatten().copied().max().unwrap_or(0).max(1) as f64;
    let bar = across / counts.len().max(1) as f64;
    let mut body = String::new();
    let step = tick_step(most / 5.0).max(1.0);
    for tick in (0..).map(|i| i as f64 * step).take_while(|tick| *tick <= most) {
        let y = TOP_MARGIN + up * (1.0 - tick / most);
        body += &level_line(y, &number_text(tick));
    }
    for (bin, both) in counts.iter().enumerate() {
        for (count, colour) in both.iter().zip(BAR_COLOURS) {
            let height = up * *count as f64 / most;
            let (x, y) = (LEFT_MARGIN + bin as f64 * bar, TOP_MARGIN + up - height);
            let _ = writeln!(
                body,
                "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{:.2}\" height=\"{height:.2}\" \
                 fill=\"{colour}\" fill-opacity=\"0.6\"/>",
                bar - 1.0
            );
        }
    }
    // At most eight labels fit. The last bin has its own label, so labels too near to it are left
    // out.
    let every = counts.len().div_ceil(8);
    let last = counts.len().saturating_sub(1);
    for bin in (0..last).step_by(every.max(1)).filter(|bin| bin + every.div_ceil(2) < last.max(2)) {
        body += &svg_text(
            LEFT_MARGIN + bin as f64 * bar,
            TOP_MARGIN + up + 18.0,
            "middle",
            &number_text(bin as f64 * width),
        );
    }
    let tail = format!("≥ {}", number_text(last as f64 * width));
    body +=
        &svg_text(LEFT_MARGIN + (last as f64 + 0.5) * bar, TOP_MARGIN + up + 18.0, "middle", &tail);
    for (place, (name, colour)) in ["split 1", "split 2"].into_iter().zip(BAR_COLOURS).enumerate() {
        let x = CHART_WIDTH - RIGHT_MARGIN - 190.0 + 100.0 * place as f64;
        let _ = writeln!(
            body,
            "<rect x=\"{x}\" y=\"{}\" width=\"14\" height=\"14\" fill=\"{colour}\" \
             fill-opacity=\"0.6\"/>",
            TOP_MARGIN + 6.0
        );
        body += &svg_text(x + 20.0, TOP_MARGIN + 18.0, "start", name);
    }
    chart_frame(title, axis, "boards", &body, TOP_MARGIN + up)
}

/// Draws differences from the largest to the smallest as a filled curve. The scale is
/// logarithmic on both sides of 0, so that all of them are visible.
#[must_use]
pub fn draw_differences(title: &str, axis: &str, values: &[f64]) -> String {
    let (across, up) = plot_size();
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    // A symmetric logarithm: 0 stays 0, and 9, 99, 999 become 1, 2, 3 with the sign of the value.
    let scaled = |value: f64| value.signum() * (1.0 + value.abs()).log10();
    let reach = |of: Option<&f64>| of.map_or(0.0, |value| scaled(*value));
    // The line of 0 is inside the plot even if all differences have one sign or are 0.
    let highest = reach(sorted.first()).max(0.5) * 1.05;
    let lowest = reach(sorted.last()).min(-0.5) * 1.05;
    let y = |value: f64| TOP_MARGIN + up * (highest - scaled(value)) / (highest - lowest);
    let mut body = level_line(y(0.0), "0");
    for power in 1..12 {
        for tick in [10f64.powi(power), -(10f64.powi(power))] {
            if (lowest..=highest).contains(&scaled(tick)) {
                body += &level_line(y(tick), &number_text(tick));
            }
        }
    }
    let step = across / sorted.len().max(1) as f64;
    let mut path = format!("M{LEFT_MARGIN:.2} {:.2}", y(0.0));
    // Each value is a horizontal step of one board's width, so the area under the curve is filled
    // from the line of 0 and back.
    for (place, value) in sorted.iter().enumerate() {
        let x = LEFT_MARGIN + place as f64 * step;
        let _ = write!(path, "L{x:.2} {0:.2}L{1:.2} {0:.2}", y(*value), x + step);
    }
    let _ = write!(path, "L{:.2} {:.2}Z", LEFT_MARGIN + across, y(0.0));
    let _ =
        writeln!(body, "<path d=\"{path}\" fill=\"{DIFFERENCE_COLOUR}\" fill-opacity=\"0.75\"/>");
    let above = sorted.iter().filter(|value| **value > 0.0).count();
    let below = sorted.iter().filter(|value| **value < 0.0).count();
    let caption = format!("split 2 takes less on {above} boards, more on {below}");
    body += &svg_text(CHART_WIDTH - RIGHT_MARGIN - 8.0, TOP_MARGIN + 18.0, "end", &caption);
    let boards = format!("{} boards, by their difference", sorted.len());
    chart_frame(title, &boards, axis, &body, y(0.0))
}

/// Returns the document around a body, with the names of the axes; the horizontal axis is drawn
/// at `zero`.
pub(super) fn chart_frame(title: &str, across: &str, up: &str, body: &str, zero: f64) -> String {
    let (width, height) = plot_size();
    let middle = TOP_MARGIN + height / 2.0;
    let axes = svg_line(
        &format!("M{LEFT_MARGIN} {TOP_MARGIN}v{height}M{LEFT_MARGIN} {zero:.2}h{width}"),
        "axis",
    );
    let body = format!(
        "<text x=\"{LEFT_MARGIN}\" y=\"32\" font-size=\"16\" font-weight=\"bold\">{}</text>\n{body}{axes}{}\
         <text transform=\"translate(18 {middle}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
        escape_markup(title),
        svg_text(LEFT_MARGIN + width / 2.0, CHART_HEIGHT - 14.0, "middle", across),
        escape_markup(up),
    );
    svg_document(title, CHART_WIDTH, CHART_HEIGHT, &body)
}

/// Returns a faint horizontal line with its number.
pub(super) fn level_line(y: f64, label: &str) -> String {
    svg_line(&format!("M{LEFT_MARGIN} {y:.2}H{}", CHART_WIDTH - RIGHT_MARGIN), "grid")
        + &svg_text(LEFT_MARGIN - 8.0, y + 4.0, "end", label)
}

/// Returns the least number of the form 1, 2 or 5 times a power of ten that is not smaller.
pub(super) fn tick_step(number: f64) -> f64 {
    let power = 10f64.powf(number.log10().floor());
    let found = [1.0, 2.0, 5.0].into_iter().find(|step| step * power >= number);
    found.unwrap_or(10.0) * power
}

/// Returns a number without redundant digits.
pub(super) fn number_text(value: f64) -> String {
    ((value * 1e6).round() / 1e6).to_string().replace('-', "−")
}
