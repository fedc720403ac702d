//! The times by the number of blocks, as pictures.

use std::io;
use std::path::{Path, PathBuf};

use parallax_model::engine_api::Engine;

use super::super::chart::{ChartCurve, draw_curves};
use super::super::files::{self, Files};
use super::super::form::records_csv;
use super::measure::RandomPointMeasurement;
use super::print::{mean_milliseconds, point_records};
use super::setting::RandomProblemSetting;

/// Writes all rows as CSV and a picture for each size and partition to a folder; returns the
/// files.
///
/// # Errors
/// Returns the error of a file that cannot be written.
pub fn write_figures(
    folder: &Path,
    setting: &RandomProblemSetting,
    measured: &[RandomPointMeasurement],
) -> io::Result<Vec<PathBuf>> {
    let table = records_csv(point_records(setting, measured))?;
    let mut files: Files = vec![("reform-random.csv".to_owned(), table)];
    for &variables in &setting.sizes {
        for &partition in &setting.partitions {
            let of = |group: &&RandomPointMeasurement| {
                (group.point.variables, group.point.partition) == (variables, partition)
            };
            let groups: Vec<&RandomPointMeasurement> = measured.iter().filter(of).collect();
            if groups.is_empty() {
                continue;
            }
            let title = format!("{variables} variables, {partition} partitions");
            let curves = engine_curves(setting, &groups);
            let picture =
                draw_curves(&title, "blocks of values", "log10 of mean time [µs]", &curves);
            files.push((format!("reform-random-{partition}-{variables}.svg"), picture.into()));
        }
    }
    files::write_files(folder, files)
}

/// Returns a curve for each engine, with the points at which it ended any problem.
fn engine_curves(
    setting: &RandomProblemSetting,
    groups: &[&RandomPointMeasurement],
) -> Vec<ChartCurve> {
    let curve = |(place, engine): (usize, &parallax_engines::Spec)| {
        let point = |group: &&RandomPointMeasurement| {
            // Times are above a microsecond; the axis starts there, at the logarithm 0.
            let time = mean_milliseconds(&group.lanes[place])? * 1e3;
            Some([group.point.blocks as f64, time.max(1.0).log10()])
        };
        let mut points: Vec<[f64; 2]> = groups.iter().filter_map(point).collect();
        points.sort_by(|a, b| a[0].total_cmp(&b[0]));
        ChartCurve { name: engine.name().into(), points }
    };
    setting.engines.iter().enumerate().map(curve).collect()
}
