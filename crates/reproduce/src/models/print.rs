//! Figure 1 as tables, and Table 1 for all models.

use std::io::{self, Write};

use serde::Serialize;

use super::super::form::Form;
use super::super::page::Page;
use super::super::splitting::{ENGINES, Measure, figure};
use super::measure::{LANES, Means};
use parallax_report::Sheet;

/// The effort of each lane on a group of boards.
pub struct Point {
    /// The number of empty cells; none for Table 1.
    pub empty: Option<usize>,
    /// The number of boards.
    pub boards: usize,
    /// The effort of each of [`LANES`].
    pub lanes: Vec<Means>,
}

/// Facts that are printed with the numbers.
pub struct About {
    /// The boards of the figure and of the table.
    pub sources: [String; 2],
    /// Maximum number of enumerations of a search.
    pub limit: u64,
}

/// A measure of a lane on a group in machine-readable form.
#[derive(Serialize)]
pub(super) struct Record {
    source: &'static str,
    empty: Option<usize>,
    model: &'static str,
    split: usize,
    engine: &'static str,
    measure: &'static str,
    boards: usize,
    limit_reached: bool,
    mean: Option<f64>,
    variance: Option<f64>,
}

pub(super) fn records(points: &[Point]) -> Vec<Record> {
    let mut records = Vec::new();
    for point in points {
        for (lane, means) in LANES.iter().zip(&point.lanes) {
            for measure in Measure::ALL {
                let moments = means.of(measure);
                records.push(Record {
                    source: if point.empty.is_some() { "figure-1" } else { "table-1" },
                    empty: point.empty,
                    model: lane.model,
                    split: lane.split + 1,
                    engine: ENGINES[lane.split],
                    measure: measure.name(),
                    boards: point.boards,
                    limit_reached: *means == Means::Limit,
                    mean: moments.map(|moments| moments.mean),
                    variance: moments.map(|moments| moments.variance),
                });
            }
        }
    }
    records
}

/// Prints the figure and the table.
///
/// # Errors
/// Returns the errors of the output.
pub fn print(out: &mut impl Write, form: Form, about: &About, points: &[Point]) -> io::Result<()> {
    form.print(out, || Page::of(sheets(about, points)), records(points))
}

/// The tables with their titles.
fn sheets(about: &About, points: &[Point]) -> Vec<(String, Sheet)> {
    let [figure_1, table_1] = &about.sources;
    let figure: Vec<&Point> = points.iter().filter(|point| point.empty.is_some()).collect();
    let mut sheets = Vec::new();
    for measure in Measure::ALL {
        let name = if measure == Measure::Time { "time (µs)" } else { measure.name() };
        let mut title = format!("Figure 1: mean {name} by the number of empty cells");
        if measure == Measure::ALL[0] {
            title += &format!(
                ". {figure_1}. Split 1: the first unfixed variable; split 2: the smallest domain. \
                 limit: a search reached {} enumerations.",
                about.limit
            );
        }
        sheets.push((title, curves(measure, &figure)));
    }
    if let Some(point) = points.iter().find(|point| point.empty.is_none()) {
        let title = format!(
            "Table 1 for all models: means over {} boards. {table_1}. The report's times are of \
             another machine and language.",
            point.boards
        );
        sheets.push((title, table(point)));
    }
    sheets
}

fn name(lane: usize) -> String {
    format!("{}, split {}", LANES[lane].model, LANES[lane].split + 1)
}

fn curves(measure: Measure, points: &[&Point]) -> Sheet {
    let header = std::iter::once(String::new())
        .chain(points.iter().map(|point| point.empty.map_or_else(String::new, |n| n.to_string())));
    let row = |lane: usize| {
        let scale = if measure == Measure::Time { 1e6 } else { 1.0 };
        let cells = points.iter().map(|point| cell(&point.lanes[lane], measure, scale));
        std::iter::once(name(lane)).chain(cells).collect()
    };
    Sheet::figures(header, (0..LANES.len()).map(row))
}

fn table(point: &Point) -> Sheet {
    let scale = |measure| if measure == Measure::Time { 1e3 } else { 1.0 };
    let header = ["", "time (ms)", "split", "propagation"];
    let mut rows = Vec::new();
    for (lane, means) in point.lanes.iter().enumerate() {
        let cells = Measure::ALL.map(|measure| cell(means, measure, scale(measure)));
        rows.push(std::iter::once(name(lane)).chain(cells).collect());
        if LANES[lane].model == "cells" {
            let published = Measure::ALL.map(|measure| {
                figure(measure.published()[LANES[lane].split].mean * scale(measure))
            });
            rows.push(std::iter::once("   report".to_owned()).chain(published).collect());
        }
    }
    Sheet::figures(header, rows)
}

fn cell(means: &Means, measure: Measure, scale: f64) -> String {
    match (means, means.of(measure)) {
        (Means::Limit, _) => "limit".to_owned(),
        (_, Some(moments)) => figure(moments.mean * scale),
        (_, None) => "-".to_owned(),
    }
}
