//! The times by the number of blocks, as pictures.

use std::io;
use std::path::{Path, PathBuf};

use parallax_model::ask::Engine;

use super::super::chart::{Curve, lines};
use super::super::files::{self, Files};
use super::super::form::csv;
use super::measure::Measured;
use super::print::{milliseconds, records};
use super::setting::Setting;

/// Writes all rows as CSV and a picture for each size and partition to a folder; returns the
/// files.
///
/// # Errors
/// If a file cannot be written.
pub fn write(folder: &Path, setting: &Setting, measured: &[Measured]) -> io::Result<Vec<PathBuf>> {
    let table = csv(records(setting, measured))?;
    let mut files: Files = vec![("reform-random.csv".to_owned(), table)];
    for &variables in &setting.sizes {
        for &partition in &setting.partitions {
            let of = |group: &&Measured| {
                (group.point.variables, group.point.partition) == (variables, partition)
            };
            let groups: Vec<&Measured> = measured.iter().filter(of).collect();
            if groups.is_empty() {
                continue;
            }
            let title = format!("{variables} variables, {partition} partitions");
            let curves = curves(setting, &groups);
            let picture = lines(&title, "blocks of values", "log10 of mean time [µs]", &curves);
            files.push((format!("reform-random-{partition}-{variables}.svg"), picture.into()));
        }
    }
    files::write(folder, files)
}

/// A curve for each engine, where it ended any problem.
fn curves(setting: &Setting, groups: &[&Measured]) -> Vec<Curve> {
    let curve = |(place, engine): (usize, &parallax_engines::Spec)| {
        let point = |group: &&Measured| {
            // Times are above a microsecond; the axis starts there.
            let time = milliseconds(&group.lanes[place])? * 1e3;
            Some([group.point.blocks as f64, time.max(1.0).log10()])
        };
        let mut points: Vec<[f64; 2]> = groups.iter().filter_map(point).collect();
        points.sort_by(|a, b| a[0].total_cmp(&b[0]));
        Curve { name: engine.name().into(), points }
    };
    setting.engines.iter().enumerate().map(curve).collect()
}
