//! The data as CSV, and pictures of the run times.

use std::io;
use std::path::{Path, PathBuf};

use super::super::chart::{Curve, lines};
use super::super::files;
use super::axis::Axis;
use super::print::{self, Measured};
use super::times::{Mean, Times};

/// Writes every trial and time as CSV, and a picture of each axis as SVG, to a folder, which is created
/// if it is missing. Returns the files.
///
/// # Errors
/// Returns the errors of the file system.
pub fn write(folder: &Path, measured: &Measured) -> io::Result<Vec<PathBuf>> {
    let mut files = print::parts(measured)?;
    // Two sizes of the engines' axis may have several lengths.
    for times in measured.times.iter().filter(|times| times.axis != Axis::Engines) {
        files.push((format!("{}.svg", times.axis.name()), picture(times).into_bytes()));
    }
    files::write(folder, files)
}

/// A curve for each way, where it has a time.
fn picture(times: &Times) -> String {
    let ways = times.axis.ways().iter().enumerate();
    let curves: Vec<Curve> = ways
        .map(|(way, named)| {
            let point = |(point, means): &(_, Vec<_>)| {
                let seconds = Mean::seconds(&means[way])?;
                Some([times.axis.place(point) as f64, seconds * 1e3])
            };
            let points = times.points.iter().filter_map(point).collect();
            Curve { name: named.name.into(), points }
        })
        .collect();
    lines(times.axis.title(), times.axis.label(), "time in milliseconds", &curves)
}
