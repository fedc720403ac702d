//! The data of Figure 1, and pictures of it.

use std::io;
use std::path::{Path, PathBuf};

use super::super::chart::{ChartCurve, draw_curves};
use super::super::files::{self, Files};
use super::super::form::records_csv;
use super::super::splitting::EffortMeasure;
use super::measure::MODEL_SPLITS;
use super::print::{BoardGroupEffort, point_records};

/// Writes all means as CSV, and a picture of each measure and split as SVG, to a folder, which is
/// created if it is missing. Returns the paths.
///
/// A curve has the points where no search reached the limit.
///
/// # Errors
/// Returns the errors of the file system.
pub fn write_figures(folder: &Path, points: &[BoardGroupEffort]) -> io::Result<Vec<PathBuf>> {
    let mut files: Files = vec![("figure-1.csv".into(), records_csv(point_records(points))?)];
    for measure in EffortMeasure::ALL {
        for split in [0, 1] {
            let name = format!("figure-1-{}-split-{}.svg", measure.name(), split + 1);
            files.push((name, draw_measure(measure, split, points).into_bytes()));
        }
    }
    files::write_files(folder, files)
}

fn draw_measure(measure: EffortMeasure, split: usize, points: &[BoardGroupEffort]) -> String {
    let curve = |lane: usize| {
        let point = |point: &BoardGroupEffort| {
            let moments = point.lanes[lane].moments(measure)?;
            let scale = if measure == EffortMeasure::Time { 1e6 } else { 1.0 };
            // The point of Table 1 has no number of empty cells, and so no place on the axis.
            Some([point.empty? as f64, moments.mean * scale])
        };
        ChartCurve {
            name: MODEL_SPLITS[lane].model.into(),
            points: points.iter().filter_map(point).collect(),
        }
    };
    let lanes = (0..MODEL_SPLITS.len()).filter(|&lane| MODEL_SPLITS[lane].split == split);
    let curves: Vec<ChartCurve> = lanes.map(curve).collect();
    let title =
        format!("Models by the number of empty cells: {}, split {}", measure.name(), split + 1);
    draw_curves(&title, "empty cells", measure.axis_label(), &curves)
}
