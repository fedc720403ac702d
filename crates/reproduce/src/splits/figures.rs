//! The data of Figures 2 and 3, and pictures of them.

use std::io;
use std::path::{Path, PathBuf};

use super::super::chart;
use super::super::files::{self, Files};
use super::super::form::records_csv;
use super::super::splitting::EffortMeasure;
use super::measure::BoardMeasurement;
use super::print::split_records;
use super::statistics::EffortHistogram;

/// Writes the table, the figures' data as CSV and the figures as SVG to a folder, which is created
/// if it is missing. Returns the paths.
///
/// # Errors
/// Returns the errors of the file system.
pub fn write_figures(folder: &Path, measured: &[BoardMeasurement]) -> io::Result<Vec<PathBuf>> {
    let mut files: Files = vec![
        ("table-1.csv".into(), records_csv(split_records(measured))?),
        ("boards.csv".into(), boards_csv(measured)?),
    ];
    for measure in EffortMeasure::ALL {
        let histogram = EffortHistogram::from_measurements(measure, measured);
        let name = measure.name();
        files.push((format!("figure-2-{name}.csv"), bins_csv(&histogram)?));
        let title = format!("Split 1 versus split 2: {}", measure.axis_label());
        let picture =
            chart::draw_histogram(&title, measure.axis_label(), &histogram.counts, histogram.width);
        files.push((format!("figure-2-{name}.svg"), picture.into_bytes()));
        let title = format!("Split 1 minus split 2, board by board: {}", measure.axis_label());
        let picture = chart::draw_differences(
            &title,
            measure.axis_label(),
            &split_differences(measure, measured),
        );
        files.push((format!("figure-3-{name}.svg"), picture.into_bytes()));
    }
    files::write_files(folder, files)
}

fn split_differences(measure: EffortMeasure, measured: &[BoardMeasurement]) -> Vec<f64> {
    measured
        .iter()
        .map(|m| measure.drawn_value(&m.efforts[0]) - measure.drawn_value(&m.efforts[1]))
        .collect()
}

/// Returns every measure of every board, and the differences of Figure 3, as CSV.
fn boards_csv(measured: &[BoardMeasurement]) -> io::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let mut header = vec!["board".to_owned()];
    for measure in EffortMeasure::ALL {
        let unit = if measure == EffortMeasure::Time { "_s" } else { "" };
        for part in ["1", "2", "difference"] {
            header.push(format!("{}_{part}{unit}", measure.name()));
        }
    }
    out.write_record(&header)?;
    for board in measured {
        let mut record = vec![board.board.clone()];
        for measure in EffortMeasure::ALL {
            let [first, second] = [0, 1].map(|split| measure.effort_value(&board.efforts[split]));
            record.extend([first, second, first - second].map(|value| value.to_string()));
        }
        out.write_record(&record)?;
    }
    out.into_inner().map_err(csv::IntoInnerError::into_error)
}

/// Returns the bins of Figure 2 as CSV.
fn bins_csv(histogram: &EffortHistogram) -> io::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(["from", "to", "split_1", "split_2"])?;
    // A histogram has at least one bin and the last one for larger values.
    let last = histogram.counts.len() - 1;
    for (bin, [first, second]) in histogram.counts.iter().enumerate() {
        let edge = |bin: usize| ((bin as f64 * histogram.width) * 1e6).round() / 1e6;
        // The last bin is open above.
        let to = if bin == last { String::new() } else { edge(bin + 1).to_string() };
        out.write_record([edge(bin).to_string(), to, first.to_string(), second.to_string()])?;
    }
    out.into_inner().map_err(csv::IntoInnerError::into_error)
}
