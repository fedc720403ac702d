//! Table 5, ours next to the paper's.

use std::io::{self, Write};

use serde::Serialize;

use super::super::sheet::{Form, Sheet};
use super::measure::{ALGORITHMS, Measured};

/// A row of the published table: solutions, checks, nodes, milliseconds.
pub type Published = [f64; 4];

/// The published rows, by algorithm, for 12 and for 81 cards. Times are from the authors'
/// machine, by a clock of 10 ms.
pub const PUBLISHED: [(usize, [Published; 3]); 2] = [
    (12, [[2.77, 1956.80, 220.0, 0.0], [2.77, 1726.653, 80.77, 62.46], [2.77, 85.08, 12.65, 5.85]]),
    (
        81,
        [
            [1080.0, 758_808.0, 85_320.0, 0.0],
            [1080.0, 553_365.0, 4401.0, 101.04],
            [1080.0, 31_158.0, 2565.0, 39.44],
        ],
    ),
];

/// A row in machine-readable form.
#[derive(Serialize)]
struct Record {
    cards: usize,
    algorithm: &'static str,
    deals: u64,
    solutions: f64,
    checks: f64,
    checks_se: f64,
    nodes: f64,
    nodes_se: f64,
    time_ms: f64,
    paper_solutions: f64,
    paper_checks: f64,
    paper_nodes: f64,
    paper_time_ms: f64,
}

fn records(measured: &[Measured]) -> Vec<Record> {
    let mut records = Vec::new();
    for group in measured {
        let published = PUBLISHED.iter().find(|(cards, _)| *cards == group.cards);
        for (place, (algorithm, _)) in ALGORITHMS.into_iter().enumerate() {
            let figures = &group.figures[place];
            let paper = published.map_or([f64::NAN; 4], |(_, rows)| rows[place]);
            records.push(Record {
                cards: group.cards,
                algorithm,
                deals: group.deals,
                solutions: group.solutions.mean(group.deals),
                checks: figures.checks.mean(group.deals),
                checks_se: figures.checks.error(group.deals),
                nodes: figures.nodes.mean(group.deals),
                nodes_se: figures.nodes.error(group.deals),
                time_ms: figures.time.as_secs_f64() * 1e3 / group.deals.max(1) as f64,
                paper_solutions: paper[0],
                paper_checks: paper[1],
                paper_nodes: paper[2],
                paper_time_ms: paper[3],
            });
        }
    }
    records
}

/// Prints the table.
///
/// # Errors
/// Those of the output.
pub fn table(out: &mut impl Write, form: Form, seed: u64, measured: &[Measured]) -> io::Result<()> {
    let title = format!(
        "Table 5: constraint checks (#CC) and nodes visited (#NV); the deals of 12 cards have seed {seed}.\n\
         A row of ours, a row of the paper's. On the full deck both must be the same; on deals the\n\
         means are with their standard errors. Times are of different machines and languages."
    );
    match form {
        Form::Text(layout) => write!(out, "{title}\n{}", sheet(measured).text(layout))?,
        Form::Markdown => write!(out, "{title}\n\n{}", sheet(measured).markdown())?,
        Form::Csv => {
            let mut csv = csv::Writer::from_writer(&mut *out);
            for record in records(measured) {
                csv.serialize(record)?;
            }
            csv.flush()?;
        }
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
    let header = ["algorithm", "cards", "deals", "#Sol", "#CC", "#NV", "time [ms]"];
    let mut rows = Vec::new();
    for record in records(measured) {
        let with = |mean: f64, error: f64| match error {
            0.0 => figure(mean),
            error => format!("{} ± {}", figure(mean), figure(error)),
        };
        rows.push(vec![
            record.algorithm.to_owned(),
            record.cards.to_string(),
            record.deals.to_string(),
            figure(record.solutions),
            with(record.checks, record.checks_se),
            with(record.nodes, record.nodes_se),
            format!("{:.4}", record.time_ms),
        ]);
        let paper = [record.paper_solutions, record.paper_checks, record.paper_nodes];
        let mut row = vec!["   paper".to_owned(), String::new(), String::new()];
        row.extend(paper.map(figure));
        row.push(record.paper_time_ms.to_string());
        rows.push(row);
    }
    Sheet { header: header.map(str::to_owned).to_vec(), rows }
}

/// A number with at most three decimals.
pub(super) fn figure(number: f64) -> String {
    ((number * 1000.0).round() / 1000.0).to_string()
}
