//! Prints the measurements as tables.

use std::io::{self, Write};

use serde::Serialize;

use super::super::files::Files;
use super::super::form::{Form, csv, json};
use super::super::page::Page;
use super::super::splitting::figure;
use super::axis::{Axis, Way};
use super::propagation::{Measure, Propagation, SEARCHES, SIDE};
use super::table::Table;
use super::times::{Mean, Times};
use parallax_report::{Cell, Sheet};

/// The trials that tables show one by one, as the report does.
const SHOWN: usize = 5;

/// The measurements.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Forward checking against generalised arc consistency, if requested.
    pub propagation: Option<Propagation>,
    /// The tables of counts that were requested.
    pub tables: Vec<Table>,
    /// The axes that were requested.
    pub times: Vec<Times>,
    /// The seed of the puzzles.
    pub seed: u64,
    /// The limit of a search in seconds.
    pub limit: f64,
}

/// A figure of a search on a puzzle in machine-readable form.
#[derive(Serialize)]
struct Trial {
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
struct Point {
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

fn trials(propagation: &Propagation) -> impl Iterator<Item = Trial> + '_ {
    propagation.trials.iter().enumerate().flat_map(|(trial, figures)| {
        SEARCHES.iter().zip(figures).map(move |(search, figures)| Trial {
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

fn points(times: &Times) -> impl Iterator<Item = Point> + '_ {
    times.points.iter().flat_map(move |(point, means)| {
        times.axis.ways().iter().zip(means).map(move |(way, mean)| Point {
            table: times.axis.name(),
            point: times.axis.place(point),
            side: point.side,
            length: point.length,
            distinct: point.distinct,
            way: way.name,
            model: way.model,
            engine: way.engine,
            assignments: mean.assignments(),
            puzzles: mean.puzzles(),
            mean_s: mean.seconds(),
            limit_reached: *mean == Mean::Limit,
        })
    })
}

/// The parts of the measurements as CSV, with their names.
pub(super) fn parts(measured: &Measured) -> io::Result<Files> {
    let mut parts = Files::new();
    if let Some(propagation) = &measured.propagation {
        parts.push(("propagation.csv".to_owned(), csv(trials(propagation))?));
    }
    for table in &measured.tables {
        parts.push((format!("{}.csv", table.name), table.csv()?));
    }
    for times in &measured.times {
        parts.push((format!("{}.csv", times.axis.name()), csv(points(times))?));
    }
    Ok(parts)
}

/// Prints everything; CSV has a table for each part, separated by a blank line.
///
/// # Errors
/// Returns the errors of the output.
pub fn print(out: &mut impl Write, form: Form, measured: &Measured) -> io::Result<()> {
    match form.shown(|| Page::of(sheets(measured))) {
        Some(text) => out.write_all(text.as_bytes())?,
        None if matches!(form, Form::Csv) => {
            let parts: Vec<Vec<u8>> = parts(measured)?.into_iter().map(|(_, part)| part).collect();
            out.write_all(&parts.join(&b'\n'))?;
        }
        None => {
            json(out, measured.tables.iter().flat_map(Table::records))?;
            json(out, measured.propagation.iter().flat_map(trials))?;
            json(out, measured.times.iter().flat_map(points))?;
        }
    }
    out.flush()
}

/// The tables with their titles.
fn sheets(measured: &Measured) -> Vec<(String, Sheet)> {
    let mut sheets = Vec::new();
    if let Some(propagation) = &measured.propagation {
        for measure in Measure::ALL {
            let mut title = unit(measure).to_owned();
            if measure == Measure::ALL[0] {
                title = format!(
                    "Forward checking against generalised arc consistency: {SIDE}x{SIDE} cells, seed \
                     {}, {} puzzles, not those of the report. {title}",
                    measured.seed,
                    propagation.trials.len()
                );
            }
            sheets.push((title, compared(measure, propagation)));
        }
    }
    sheets.extend(measured.tables.iter().map(|table| (table.title.clone(), table.sheet())));
    for (place, times) in measured.times.iter().enumerate() {
        let mut title = format!("{} (mean in ms)", times.axis.title());
        if place == 0 {
            title += &format!(
                ". 'report' is the report's model and search, the others are ours. limit: a search \
                 took {} s; n/a: each puzzle lists an entry twice, or is too large for the model or \
                 the engine; *: only the puzzles without such an entry.",
                measured.limit
            );
        }
        sheets.push((title, curves(times)));
        if times.axis == Axis::Skip {
            sheets.push(("Values assigned by these searches (mean)".to_owned(), assigned(times)));
        }
    }
    sheets
}

fn unit(measure: Measure) -> &'static str {
    match measure {
        Measure::Time => "Time to the first solution (ms)",
        Measure::Assignments => "Values assigned",
        Measure::Prunings => "Values pruned",
    }
}

/// Milliseconds or a count.
fn in_unit(measure: Measure, value: f64) -> String {
    figure(if measure == Measure::Time { value * 1e3 } else { value })
}

/// The first trials and the mean of all, ours above theirs.
fn compared(measure: Measure, propagation: &Propagation) -> Sheet {
    let place = Measure::ALL.iter().position(|&other| other == measure).unwrap_or(0);
    let shown = SHOWN.min(propagation.trials.len());
    let mut header = vec![String::new()];
    header.extend((1..=shown).map(|trial| format!("trial {trial}")));
    header.push("mean".to_owned());
    let mut rows = Vec::new();
    for (number, search) in SEARCHES.iter().enumerate() {
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
            let theirs = measure.of(published);
            let mean = theirs.iter().sum::<f64>() / theirs.len() as f64;
            let cells = theirs.iter().take(shown).chain([&mean]);
            let cells = cells.map(|&value| in_unit(measure, value));
            rows.push(std::iter::once("   report".to_owned()).chain(cells).collect());
        }
    }
    Sheet::figures(header, rows)
}

fn curves(times: &Times) -> Sheet {
    let points = times.points.iter();
    let stated: Vec<Option<&str>> = points.map(|(point, _)| times.axis.stated(point)).collect();
    let mut sheet = by_way(times, |mean, all| match *mean {
        Mean::Seconds { mean, puzzles, .. } => {
            let mark = if puzzles < all { "*" } else { "" };
            format!("{}{mark}", figure(mean * 1e3))
        }
        Mean::Limit => "limit".to_owned(),
        Mean::Refused => "n/a".to_owned(),
        Mean::NotBuilt => "not built".to_owned(),
    });
    if stated.iter().any(Option::is_some) {
        let cells = stated.into_iter().map(|stated| stated.unwrap_or("").to_owned());
        let stated = std::iter::once("   stated".to_owned()).chain(cells);
        sheet.rows.insert(1, stated.map(Cell::from).collect());
    }
    sheet
}

fn assigned(times: &Times) -> Sheet {
    by_way(times, |mean, _| mean.assignments().map_or(String::new(), figure))
}

/// A row for each way, a column for each point; `cell` takes the mean and the most puzzles that a way
/// has at the point.
fn by_way(times: &Times, cell: impl Fn(&Mean, usize) -> String) -> Sheet {
    let points = times.points.iter().map(|(point, _)| times.axis.point(point));
    let header = std::iter::once(String::new()).chain(points);
    let row = |(way, named): (usize, &Way)| {
        let cells = times.points.iter().map(|(_, means)| {
            let all = means.iter().map(Mean::puzzles).max().unwrap_or(0);
            cell(&means[way], all)
        });
        std::iter::once(named.name.to_owned()).chain(cells).collect()
    };
    Sheet::figures(header, times.axis.ways().iter().enumerate().map(row))
}
