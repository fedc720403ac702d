//! The table: a row for each engine on each kind of problem.

use std::io::{self, Write};

use parallax_model::ask::Engine;
use serde::Serialize;

use super::super::form::Form;
use super::super::page::Page;
use super::measure::{Lane, Measured};
use super::setting::Setting;
use parallax_report::Sheet;

/// A row in machine-readable form; means are over the problems that the engine ended.
#[derive(Serialize)]
pub(super) struct Record {
    variables: usize,
    values: usize,
    density: String,
    tightness: String,
    partition: &'static str,
    blocks: usize,
    engine: String,
    problems: u64,
    ended: u64,
    limits: u64,
    unsupported: bool,
    solutions: Option<f64>,
    nodes: Option<f64>,
    conflicts: Option<f64>,
    time_ms: Option<f64>,
    speedup: Option<f64>,
}

/// The mean time of what the engine ended, in milliseconds.
pub(super) fn milliseconds(lane: &Lane) -> Option<f64> {
    (lane.ended > 0).then(|| lane.time.as_secs_f64() * 1e3 / lane.ended as f64)
}

pub(super) fn records(setting: &Setting, measured: &[Measured]) -> Vec<Record> {
    let mut records = Vec::new();
    for group in measured {
        for (engine, lane) in setting.engines.iter().zip(&group.lanes) {
            records.push(Record {
                variables: group.point.variables,
                values: setting.values,
                density: setting.density.to_string(),
                tightness: setting.tightness.to_string(),
                partition: group.point.partition.name(),
                blocks: group.point.blocks,
                engine: engine.name(),
                problems: group.problems,
                ended: lane.ended,
                limits: lane.limits,
                unsupported: lane.unsupported.is_some(),
                solutions: group.mean_solutions(),
                nodes: lane.nodes.mean(),
                conflicts: lane.conflicts.mean(),
                time_ms: milliseconds(lane),
                speedup: lane.speedup(),
            });
        }
    }
    records
}

/// Prints the table.
///
/// # Errors
/// Returns the errors of the output.
pub fn print(
    out: &mut impl Write,
    form: Form,
    setting: &Setting,
    measured: &[Measured],
) -> io::Result<()> {
    let first = setting.engines.first().map_or_else(String::new, Engine::name);
    let title = format!(
        "Random problems of {} values, density {}, tightness {}: all solutions counted, seeds from {}.\n\
         Means over what an engine ended; ×{first}: how many times faster than {first} on what both \
         ended.",
        setting.values, setting.density, setting.tightness, setting.seed
    );
    let page = || Page::of(vec![(title, sheet(setting, &first, measured))]);
    form.print(out, page, records(setting, measured))
}

fn sheet(setting: &Setting, first: &str, measured: &[Measured]) -> Sheet {
    let header =
        ["engine", "n", "partition", "blocks", "ended", "#Sol", "nodes", "conflicts", "time [ms]"];
    let mut header = header.map(str::to_owned).to_vec();
    header.push(format!("×{first}"));
    let optional = |figure: Option<f64>, decimals: usize| {
        figure.map_or_else(|| "–".to_owned(), |figure| format!("{figure:.decimals$}"))
    };
    let row = |record: Record| {
        let ended = if record.unsupported {
            "n/a".to_owned()
        } else {
            format!("{} of {}", record.ended, record.problems)
        };
        vec![
            record.engine,
            record.variables.to_string(),
            record.partition.to_owned(),
            record.blocks.to_string(),
            ended,
            optional(record.solutions, 1),
            optional(record.nodes, 1),
            optional(record.conflicts, 1),
            optional(record.time_ms, 3),
            optional(record.speedup, 2),
        ]
    };
    Sheet::figures(header, records(setting, measured).into_iter().map(row))
}
