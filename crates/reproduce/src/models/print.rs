//! Figure 1 as tables, and Table 1 for all models.

use std::io::{self, Write};

use serde::Serialize;

use super::super::form::ReproductionFormat;
use super::super::page::StudyPage;
use super::super::splitting::{EffortMeasure, SPLIT_ENGINES, figure_text};
use super::measure::{MODEL_SPLITS, SplitMeans};
use parallax_report::ReportTable;

/// The effort of each lane on a group of boards.
pub struct BoardGroupEffort {
    /// The number of empty cells; none for Table 1.
    pub empty: Option<usize>,
    /// The number of boards.
    pub boards: usize,
    /// The effort of each of [`MODEL_SPLITS`].
    pub lanes: Vec<SplitMeans>,
}

/// Facts that are printed with the numbers.
pub struct MeasurementFacts {
    /// The boards of the figure and of the table.
    pub sources: [String; 2],
    /// Maximum number of enumerations of a search.
    pub limit: u64,
}

/// A measure of a lane on a group in machine-readable form.
#[derive(Serialize)]
pub(super) struct ModelSplitRecord {
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

pub(super) fn point_records(points: &[BoardGroupEffort]) -> Vec<ModelSplitRecord> {
    let mut records = Vec::new();
    for point in points {
        for (lane, means) in MODEL_SPLITS.iter().zip(&point.lanes) {
            for measure in EffortMeasure::ALL {
                let moments = means.moments(measure);
                records.push(ModelSplitRecord {
                    source: if point.empty.is_some() { "figure-1" } else { "table-1" },
                    empty: point.empty,
                    model: lane.model,
                    split: lane.split + 1,
                    engine: SPLIT_ENGINES[lane.split],
                    measure: measure.name(),
                    boards: point.boards,
                    limit_reached: *means == SplitMeans::Limit,
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
pub fn print_models(
    out: &mut impl Write,
    form: ReproductionFormat,
    about: &MeasurementFacts,
    points: &[BoardGroupEffort],
) -> io::Result<()> {
    form.print_report(
        out,
        || StudyPage::from_tables(titled_tables(about, points)),
        point_records(points),
    )
}

/// Returns the tables with their titles.
fn titled_tables(
    about: &MeasurementFacts,
    points: &[BoardGroupEffort],
) -> Vec<(String, ReportTable)> {
    let [figure_1, table_1] = &about.sources;
    let figure: Vec<&BoardGroupEffort> =
        points.iter().filter(|point| point.empty.is_some()).collect();
    let mut sheets = Vec::new();
    for measure in EffortMeasure::ALL {
        let name = if measure == EffortMeasure::Time { "time (µs)" } else { measure.name() };
        let mut title = format!("Figure 1: mean {name} by the number of empty cells");
        if measure == EffortMeasure::ALL[0] {
            title += &format!(
                ". {figure_1}. Split 1: the first unfixed variable; split 2: the smallest domain. \
                 limit: a search reached {} enumerations.",
                about.limit
            );
        }
        sheets.push((title, curve_table(measure, &figure)));
    }
    if let Some(point) = points.iter().find(|point| point.empty.is_none()) {
        let title = format!(
            "Table 1 for all models: means over {} boards. {table_1}. The report's times are of \
             another machine and language.",
            point.boards
        );
        sheets.push((title, moments_table(point)));
    }
    sheets
}

fn split_name(lane: usize) -> String {
    format!("{}, split {}", MODEL_SPLITS[lane].model, MODEL_SPLITS[lane].split + 1)
}

fn curve_table(measure: EffortMeasure, points: &[&BoardGroupEffort]) -> ReportTable {
    let header = std::iter::once(String::new())
        .chain(points.iter().map(|point| point.empty.map_or_else(String::new, |n| n.to_string())));
    let row = |lane: usize| {
        let scale = if measure == EffortMeasure::Time { 1e6 } else { 1.0 };
        let cells = points.iter().map(|point| mean_cell(&point.lanes[lane], measure, scale));
        std::iter::once(split_name(lane)).chain(cells).collect()
    };
    ReportTable::from_figures(header, (0..MODEL_SPLITS.len()).map(row))
}

fn moments_table(point: &BoardGroupEffort) -> ReportTable {
    let scale = |measure| if measure == EffortMeasure::Time { 1e3 } else { 1.0 };
    let header = ["", "time (ms)", "split", "propagation"];
    let mut rows = Vec::new();
    for (lane, means) in point.lanes.iter().enumerate() {
        let cells = EffortMeasure::ALL.map(|measure| mean_cell(means, measure, scale(measure)));
        rows.push(std::iter::once(split_name(lane)).chain(cells).collect());
        // The report has a table for its first model only.
        if MODEL_SPLITS[lane].model == "cells" {
            let published = EffortMeasure::ALL.map(|measure| {
                figure_text(
                    measure.published_moments()[MODEL_SPLITS[lane].split].mean * scale(measure),
                )
            });
            rows.push(std::iter::once("   report".to_owned()).chain(published).collect());
        }
    }
    ReportTable::from_figures(header, rows)
}

fn mean_cell(means: &SplitMeans, measure: EffortMeasure, scale: f64) -> String {
    match (means, means.moments(measure)) {
        (SplitMeans::Limit, _) => "limit".to_owned(),
        (_, Some(moments)) => figure_text(moments.mean * scale),
        (_, None) => "-".to_owned(),
    }
}
