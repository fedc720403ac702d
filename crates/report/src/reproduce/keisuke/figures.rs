//! The data as CSV, and pictures of the run times.

use std::io;
use std::path::{Path, PathBuf};

use super::super::chart::{Curve, lines};
use super::super::files::{self, Files};
use super::print::{self, Measured};
use super::times::{Mean, Times, WAYS};

/// Writes every trial and time as CSV, and a picture of each axis as SVG, to a folder, which is created
/// if it is missing. Returns the files.
///
/// # Errors
/// Those of the file system.
pub fn write(folder: &Path, measured: &Measured) -> io::Result<Vec<PathBuf>> {
    let mut files: Files = Vec::new();
    if let Some(propagation) = &measured.propagation {
        let mut table = Vec::new();
        print::trials_csv(&mut table, propagation)?;
        files.push(("propagation.csv".to_owned(), table));
    }
    for times in &measured.times {
        let mut table = Vec::new();
        print::times_csv(&mut table, times)?;
        files.push((format!("{}.csv", times.axis.name()), table));
        files.push((format!("{}.svg", times.axis.name()), picture(times).into_bytes()));
    }
    files::write(folder, files)
}

/// A curve for each way, where it has a time.
fn picture(times: &Times) -> String {
    let curve = |way: usize| {
        let point = |(point, means): &(usize, [Mean; WAYS.len()])| match means[way] {
            Mean::Seconds { mean, .. } => Some([*point as f64, mean * 1e3]),
            Mean::Limit | Mean::Refused => None,
        };
        Curve {
            name: WAYS[way].name.into(),
            points: times.points.iter().filter_map(point).collect(),
        }
    };
    let curves: Vec<Curve> = (0..WAYS.len()).map(curve).collect();
    lines(times.axis.title(), times.axis.label(), "time in milliseconds", &curves)
}
