//! Table 1, ours next to theirs.

use std::io::{self, Write};

use serde::Serialize;

use super::super::form::ReproductionFormat;
use super::super::page::StudyPage;
use super::super::splitting::{EffortMeasure, SPLIT_ENGINES, SampleMoments, figure_text};
use super::measure::BoardMeasurement;
use parallax_report::ReportTable;

/// A measure under a split in machine-readable form.
#[derive(Serialize)]
pub(super) struct SplitRecord {
    measure: &'static str,
    split: usize,
    engine: &'static str,
    boards: usize,
    mean: f64,
    variance: f64,
    paper_mean: f64,
    paper_variance: f64,
}

pub(super) fn split_records(measured: &[BoardMeasurement]) -> Vec<SplitRecord> {
    let mut records = Vec::new();
    for measure in EffortMeasure::ALL {
        let (ours, theirs) = (measure.measured_moments(measured), measure.published_moments());
        for split in [0, 1] {
            records.push(SplitRecord {
                measure: measure.name(),
                split: split + 1,
                engine: SPLIT_ENGINES[split],
                boards: measured.len(),
                mean: ours[split].mean,
                variance: ours[split].variance,
                paper_mean: theirs[split].mean,
                paper_variance: theirs[split].variance,
            });
        }
    }
    records
}

/// Prints the table; `source` names the boards that were measured.
///
/// # Errors
/// Returns the errors of the output.
pub fn print_splits(
    out: &mut impl Write,
    form: ReproductionFormat,
    source: &str,
    measured: &[BoardMeasurement],
) -> io::Result<()> {
    let title = format!(
        "Table 1 on {} boards: {source}.\nSplit 1: the first unfixed variable; split 2: the smallest \
         domain. A row of ours, a row of the\nreport's, whose times are of another machine and \
         language.",
        measured.len()
    );
    form.print_report(
        out,
        || StudyPage::from_tables(vec![(title, split_table(measured))]),
        split_records(measured),
    )
}

fn split_table(measured: &[BoardMeasurement]) -> ReportTable {
    let header = ["", "mean split 1", "mean split 2", "var split 1", "var split 2"];
    let mut rows = Vec::new();
    for measure in EffortMeasure::ALL {
        let unit = if measure == EffortMeasure::Time { " (s)" } else { "" };
        let name = format!("{}{unit}", measure.name());
        rows.push(moments_row(name, measure.measured_moments(measured)));
        rows.push(moments_row("   report".to_owned(), measure.published_moments()));
    }
    ReportTable::from_figures(header, rows)
}

fn moments_row(name: String, moments: [SampleMoments; 2]) -> Vec<String> {
    let means = moments.map(|moments| figure_text(moments.mean));
    let variances = moments.map(|moments| figure_text(moments.variance));
    std::iter::once(name).chain(means).chain(variances).collect()
}
