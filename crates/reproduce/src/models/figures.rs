//! The data of Figure 1, and pictures of it.

use std::io;
use std::path::{Path, PathBuf};

use super::super::chart::{Curve, lines};
use super::super::files::{self, Files};
use super::super::form::csv;
use super::super::splitting::Measure;
use super::measure::LANES;
use super::print::{Point, records};

/// Writes all means as CSV, and a picture of each measure and split as SVG, to a folder, which is
/// created if it is missing. Returns the files.
///
/// A curve has the points where no search reached the limit.
///
/// # Errors
/// Returns the errors of the file system.
pub fn write(folder: &Path, points: &[Point]) -> io::Result<Vec<PathBuf>> {
    let mut files: Files = vec![("figure-1.csv".into(), csv(records(points))?)];
    for measure in Measure::ALL {
        for split in [0, 1] {
            let name = format!("figure-1-{}-split-{}.svg", measure.name(), split + 1);
            files.push((name, picture(measure, split, points).into_bytes()));
        }
    }
    files::write(folder, files)
}

fn picture(measure: Measure, split: usize, points: &[Point]) -> String {
    let curve = |lane: usize| {
        let point = |point: &Point| {
            let moments = point.lanes[lane].of(measure)?;
            let scale = if measure == Measure::Time { 1e6 } else { 1.0 };
            Some([point.empty? as f64, moments.mean * scale])
        };
        Curve { name: LANES[lane].model.into(), points: points.iter().filter_map(point).collect() }
    };
    let lanes = (0..LANES.len()).filter(|&lane| LANES[lane].split == split);
    let curves: Vec<Curve> = lanes.map(curve).collect();
    let title =
        format!("Models by the number of empty cells: {}, split {}", measure.name(), split + 1);
    lines(&title, "empty cells", measure.axis(), &curves)
}
