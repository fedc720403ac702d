//! The data as CSV, and pictures of the run times.

use std::io;
use std::path::{Path, PathBuf};

use super::super::chart::{ChartCurve, draw_curves};
use super::super::files;
use super::axis::FigureAxis;
use super::print::{self, KeisukeMeasurements};
use super::times::{AxisTimes, MethodTime};

/// Writes every trial and time as CSV, and a picture of each axis as SVG, to a folder, which is
/// created if it is missing. Returns the paths.
///
/// # Errors
/// Returns the errors of the file system.
pub fn write_figures(folder: &Path, measured: &KeisukeMeasurements) -> io::Result<Vec<PathBuf>> {
    let mut files = print::csv_parts(measured)?;
    // Points of the engines' axis share a side (50 with runs of 16 and of 50 cells), so a curve
    // over the side would have two values at one place.
    for times in measured.times.iter().filter(|times| times.axis != FigureAxis::Engines) {
        files.push((format!("{}.svg", times.axis.name()), draw_axis(times).into_bytes()));
    }
    files::write_files(folder, files)
}

/// Draws a curve for each method, through the points at which it has a time.
fn draw_axis(times: &AxisTimes) -> String {
    let ways = times.axis.axis_methods().iter().enumerate();
    let curves: Vec<ChartCurve> = ways
        .map(|(way, named)| {
            // A point without a mean, such as one that reached the limit, is skipped; the curve
            // connects the points on either side of it.
            let point = |(point, means): &(_, Vec<_>)| {
                let seconds = MethodTime::mean_seconds(&means[way])?;
                Some([times.axis.coordinate(point) as f64, seconds * 1e3])
            };
            let points = times.points.iter().filter_map(point).collect();
            ChartCurve { name: named.name.into(), points }
        })
        .collect();
    draw_curves(times.axis.title(), times.axis.label(), "time in milliseconds", &curves)
}
