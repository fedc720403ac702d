//! Table 1, ours next to theirs.

use std::io::{self, Write};

use serde::Serialize;

use super::super::form::Form;
use super::super::page::Page;
use super::super::splitting::{ENGINES, Measure, Moments, figure};
use super::measure::Measured;
use parallax_report::Sheet;

/// A measure under a split in machine-readable form.
#[derive(Serialize)]
pub(super) struct Record {
    measure: &'static str,
    split: usize,
    engine: &'static str,
    boards: usize,
    mean: f64,
    variance: f64,
    paper_mean: f64,
    paper_variance: f64,
}

pub(super) fn records(measured: &[Measured]) -> Vec<Record> {
    let mut records = Vec::new();
    for measure in Measure::ALL {
        let (ours, theirs) = (measure.moments(measured), measure.published());
        for split in [0, 1] {
            records.push(Record {
                measure: measure.name(),
                split: split + 1,
                engine: ENGINES[split],
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
pub fn print(
    out: &mut impl Write,
    form: Form,
    source: &str,
    measured: &[Measured],
) -> io::Result<()> {
    let title = format!(
        "Table 1 on {} boards: {source}.\nSplit 1: the first unfixed variable; split 2: the smallest \
         domain. A row of ours, a row of the\nreport's, whose times are of another machine and \
         language.",
        measured.len()
    );
    form.print(out, || Page::of(vec![(title, sheet(measured))]), records(measured))
}

fn sheet(measured: &[Measured]) -> Sheet {
    let header = ["", "mean split 1", "mean split 2", "var split 1", "var split 2"];
    let mut rows = Vec::new();
    for measure in Measure::ALL {
        let unit = if measure == Measure::Time { " (s)" } else { "" };
        let name = format!("{}{unit}", measure.name());
        rows.push(row(name, measure.moments(measured)));
        rows.push(row("   report".to_owned(), measure.published()));
    }
    Sheet::figures(header, rows)
}

fn row(name: String, moments: [Moments; 2]) -> Vec<String> {
    let means = moments.map(|moments| figure(moments.mean));
    let variances = moments.map(|moments| figure(moments.variance));
    std::iter::once(name).chain(means).chain(variances).collect()
}
