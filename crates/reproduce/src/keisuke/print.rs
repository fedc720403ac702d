//! Prints the measurements as tables.

use std::io::{self, Write};

use serde::Serialize;

use super::super::files::Files;
use super::super::form::{ReproductionFormat, records_csv, write_json};
use super::super::page::StudyPage;
use super::super::splitting::figure_text;
use super::axis::{FigureAxis, KeisukeMethod};
use super::propagation::{GRID_SIDE, MEASURED_SEARCHES, PropagationTrials, TrialMeasure};
use super::table::CountTable;
use super::times::{AxisTimes, MethodTime};
use parallax_report::{ReportCell, ReportTable};

/// The trials that tables show one by one, as the report does.
const MAX_SHOWN_TRIALS: usize = 5;

/// The measurements.
#[derive(Clone, Debug, Default)]
pub struct KeisukeMeasurements {
    /// Forward checking against generalised arc consistency, if requested.
    pub propagation: Option<PropagationTrials>,
    /// The tables of counts that were requested.
    pub tables: Vec<CountTable>,
    /// The axes that were requested.
    pub times: Vec<AxisTimes>,
    /// The seed of the puzzles.
    pub seed: u64,
    /// The limit of a search in seconds.
    pub limit: f64,
}

/// A figure of a search on a puzzle in machine-readable form.
#[derive(Serialize)]
struct KeisukeTrialRecord {
    table: &'static str,
    trial: usize,
    search: &'static str,
    model: &'static str,
    engine: &'static str,
    time_s: Option<f64>,
    assignments: Option<f64>,
    prunings: Option<f64>,
}

/// A time at a point in machine-readable form.
#[derive(Serialize)]
struct KeisukeTimeRecord {
    table: &'static str,
    point: usize,
    side: usize,
    length: Option<usize>,
    distinct: bool,
    way: &'static str,
    model: &'static str,
    engine: &'static str,
    assignments: Option<f64>,
    puzzles: usize,
    mean_s: Option<f64>,
    limit_reached: bool,
}

fn trial_records(propagation: &PropagationTrials) -> impl Iterator<Item = KeisukeTrialRecord> + '_ {
    propagation.trials.iter().enumerate().flat_map(|(trial, figures)| {
        MEASURED_SEARCHES.iter().zip(figures).map(move |(search, figures)| KeisukeTrialRecord {
            table: "propagation",
            trial: trial + 1,
            search: search.name,
            model: search.model,
            engine: search.engine,
            time_s: figures[0],
            assignments: figures[1],
            prunings: figures[2],
        })
    })
}

fn time_records(times: &AxisTimes) -> impl Iterator<Item = KeisukeTimeRecord> + '_ {
    times.points.iter().flat_map(move |(point, means)| {
        times.axis.axis_methods().iter().zip(means).map(move |(way, mean)| KeisukeTimeRecord {
            table: times.axis.name(),
            point: times.axis.coordinate(point),
            side: point.side,
            length: point.length,
            distinct: point.distinct,
            way: way.name,
            model: way.model,
            engine: way.engine,
            assignments: mean.mean_assignments(),
            puzzles: mean.puzzle_count(),
            mean_s: mean.mean_seconds(),
            limit_reached: *mean == MethodTime::Limit,
        })
    })
}

/// Returns the parts of the measurements as CSV, with their names.
pub(super) fn csv_parts(measured: &KeisukeMeasurements) -> io::Result<Files> {
    let mut parts = Files::new();
    if let Some(propagation) = &measured.propagation {
        parts.push(("propagation.csv".to_owned(), records_csv(trial_records(propagation))?));
    }
    for table in &measured.tables {
        parts.push((format!("{}.csv", table.name), table.table_csv()?));
    }
    for times in &measured.times {
        parts.push((format!("{}.csv", times.axis.name()), records_csv(time_records(times))?));
    }
    Ok(parts)
}

/// Prints everything; CSV has a table for each part, separated by a blank line.
///
/// # Errors
/// Returns the errors of the output.
pub fn print_measurements(
    out: &mut impl Write,
    form: ReproductionFormat,
    measured: &KeisukeMeasurements,
) -> io::Result<()> {
    match form.shown_page(|| StudyPage::from_tables(titled_tables(measured))) {
        Some(text) => out.write_all(text.as_bytes())?,
        None if matches!(form, ReproductionFormat::Csv) => {
            let parts: Vec<Vec<u8>> =
                csv_parts(measured)?.into_iter().map(|(_, part)| part).collect();
            out.write_all(&parts.join(&b'\n'))?;
        }
        None => {
            write_json(out, measured.tables.iter().flat_map(CountTable::json_records))?;
            write_json(out, measured.propagation.iter().flat_map(trial_records))?;
            write_json(out, measured.times.iter().flat_map(time_records))?;
        }
    }
    out.flush()
}

/// Returns the tables with their titles.
fn titled_tables(measured: &KeisukeMeasurements) -> Vec<(String, ReportTable)> {
    let mut sheets = Vec::new();
    if let Some(propagation) = &measured.propagation {
        for measure in TrialMeasure::ALL {
            let mut title = measure_unit(measure).to_owned();
            // The header above the first table states the settings that all three tables share.
            if measure == TrialMeasure::ALL[0] {
                title = format!(
                    "Forward checking against generalised arc consistency: {GRID_SIDE}x{GRID_SIDE} cells, seed \
                     {}, {} puzzles, not those of the report. {title}",
                    measured.seed,
                    propagation.trials.len()
                );
            }
            sheets.push((title, trial_table(measure, propagation)));
        }
    }
    sheets.extend(measured.tables.iter().map(|table| (table.title.clone(), table.report_table())));
    for (place, times) in measured.times.iter().enumerate() {
        let mut title = format!("{} (mean in ms)", times.axis.title());
        // The legend explains the cells of all these tables.
        if place == 0 {
            title += &format!(
                ". 'report' is the report's model and search, the others are ours. limit: a search \
                 took {} s; n/a: each puzzle lists an entry twice, or is too large for the model or \
                 the engine; *: only the puzzles without such an entry.",
                measured.limit
            );
        }
        sheets.push((title, time_table(times)));
        if times.axis == FigureAxis::Skip {
            sheets.push((
                "Values assigned by these searches (mean)".to_owned(),
                assignment_table(times),
            ));
        }
    }
    sheets
}

fn measure_unit(measure: TrialMeasure) -> &'static str {
    match measure {
        TrialMeasure::Time => "Time to the first solution (ms)",
        TrialMeasure::Assignments => "Values assigned",
        TrialMeasure::Prunings => "Values pruned",
    }
}

/// Formats a value: seconds in milliseconds, a count as it is.
fn in_unit(measure: TrialMeasure, value: f64) -> String {
    figure_text(if measure == TrialMeasure::Time { value * 1e3 } else { value })
}

/// Returns a table of the first trials and the mean of all; each search is above the report's
/// figures for it.
fn trial_table(measure: TrialMeasure, propagation: &PropagationTrials) -> ReportTable {
    let place = TrialMeasure::ALL.iter().position(|&other| other == measure).unwrap_or(0);
    let shown = MAX_SHOWN_TRIALS.min(propagation.trials.len());
    let mut header = vec![String::new()];
    header.extend((1..=shown).map(|trial| format!("trial {trial}")));
    header.push("mean".to_owned());
    let mut rows = Vec::new();
    for (number, search) in MEASURED_SEARCHES.iter().enumerate() {
        // Every trial has a time, but only native search counts; the rows of other engines are left
        // out of the tables of counts.
        let values: Vec<f64> =
            propagation.trials.iter().filter_map(|trial| trial[number][place]).collect();
        if values.is_empty() {
            continue;
        }
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let cells = values.iter().take(shown).chain([&mean]);
        let cells = cells.map(|&value| in_unit(measure, value));
        rows.push(std::iter::once(search.name.to_owned()).chain(cells).collect());
        if let Some(published) = search.published {
            let theirs = measure.published_figures(published);
            let mean = theirs.iter().sum::<f64>() / theirs.len() as f64;
            let cells = theirs.iter().take(shown).chain([&mean]);
            let cells = cells.map(|&value| in_unit(measure, value));
            rows.push(std::iter::once("   report".to_owned()).chain(cells).collect());
        }
    }
    ReportTable::from_figures(header, rows)
}

fn time_table(times: &AxisTimes) -> ReportTable {
    let points = times.points.iter();
    let stated: Vec<Option<&str>> =
        points.map(|(point, _)| times.axis.stated_time(point)).collect();
    let mut sheet = by_way(times, |mean, all| match *mean {
        MethodTime::Seconds { mean, puzzles, .. } => {
            let mark = if puzzles < all { "*" } else { "" };
            format!("{}{mark}", figure_text(mean * 1e3))
        }
        MethodTime::Limit => "limit".to_owned(),
        MethodTime::Refused => "n/a".to_owned(),
        MethodTime::NotBuilt => "not built".to_owned(),
    });
    if stated.iter().any(Option::is_some) {
        let cells = stated.into_iter().map(|stated| stated.unwrap_or("").to_owned());
        let stated = std::iter::once("   stated".to_owned()).chain(cells);
        // The first method of these axes is the report's, so the stated times go directly below it.
        sheet.rows.insert(1, stated.map(ReportCell::from).collect());
    }
    sheet
}

fn assignment_table(times: &AxisTimes) -> ReportTable {
    by_way(times, |mean, _| mean.mean_assignments().map_or(String::new(), figure_text))
}

/// Returns a table with a row for each method and a column for each point; `cell` takes the mean
/// and the maximum number of puzzles that a method solves at the point.
fn by_way(times: &AxisTimes, cell: impl Fn(&MethodTime, usize) -> String) -> ReportTable {
    let points = times.points.iter().map(|(point, _)| times.axis.point_name(point));
    let header = std::iter::once(String::new()).chain(points);
    let row = |(way, named): (usize, &KeisukeMethod)| {
        let cells = times.points.iter().map(|(_, means)| {
            // A method that refuses some of the puzzles has fewer of them than the others.
            let all = means.iter().map(MethodTime::puzzle_count).max().unwrap_or(0);
            cell(&means[way], all)
        });
        std::iter::once(named.name.to_owned()).chain(cells).collect()
    };
    ReportTable::from_figures(header, times.axis.axis_methods().iter().enumerate().map(row))
}
