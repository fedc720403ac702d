//! Table 1, ours next to theirs.

use std::io::{self, Write};

use serde::Serialize;

use super::super::page::Page;
use super::super::sheet::{Form, Sheet};
use super::super::splitting::{ENGINES, Measure, Moments, figure};
use super::measure::Measured;

/// A measure under a split in machine-readable form.
#[derive(Serialize)]
struct Record {
    measure: &'static str,
    split: usize,
    engine: &'static str,
    boards: usize,
    mean: f64,
    variance: f64,
    paper_mean: f64,
    paper_variance: f64,
}

fn records(measured: &[Measured]) -> Vec<Record> {
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

/// The table as CSV.
pub(super) fn csv(out: impl Write, measured: &[Measured]) -> io::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    for record in records(measured) {
        out.serialize(record)?;
    }
    out.flush()
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
    let page = Page::of(vec![(title, sheet(measured))]);
    match form {
        Form::Text(layout) => write!(out, "{}", page.text(layout))?,
        Form::Markdown => write!(out, "{}", page.markdown())?,
        Form::Latex => write!(out, "{}", page.latex())?,
        Form::Csv => csv(&mut *out, measured)?,
        Form::Json => {
            for record in records(measured) {
                serde_json::to_writer(&mut *out, &record)?;
                writeln!(out)?;
            }
        }
    }
    out.flush()
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
    Sheet { header: header.map(str::to_owned).to_vec(), rows }
}

fn row(name: String, moments: [Moments; 2]) -> Vec<String> {
    let means = moments.map(|moments| figure(moments.mean));
    let variances = moments.map(|moments| figure(moments.variance));
    std::iter::once(name).chain(means).chain(variances).collect()
}
