//! The table: a row for each engine on each kind of problem.

use std::io::{self, Write};

use parallax_model::engine_api::Engine;
use serde::Serialize;

use super::super::form::ReproductionFormat;
use super::super::page::StudyPage;
use super::measure::{EngineEffort, RandomPointMeasurement};
use super::setting::RandomProblemSetting;
use parallax_report::ReportTable;

/// A row in machine-readable form; means are over the problems that the engine ended.
#[derive(Serialize)]
pub(super) struct RandomProblemsRow {
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
pub(super) fn mean_milliseconds(lane: &EngineEffort) -> Option<f64> {
    (lane.ended > 0).then(|| lane.time.as_secs_f64() * 1e3 / lane.ended as f64)
}

pub(super) fn point_records(
    setting: &RandomProblemSetting,
    measured: &[RandomPointMeasurement],
) -> Vec<RandomProblemsRow> {
    let mut records = Vec::new();
    for group in measured {
        for (engine, lane) in setting.engines.iter().zip(&group.lanes) {
            records.push(RandomProblemsRow {
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
                nodes: lane.nodes.mean_value(),
                conflicts: lane.conflicts.mean_value(),
                time_ms: mean_milliseconds(lane),
                speedup: lane.speedup_factor(),
            });
        }
    }
    records
}

/// Prints the table.
///
/// # Errors
/// Returns the errors of the output.
pub fn print_points(
    out: &mut impl Write,
    form: ReproductionFormat,
    setting: &RandomProblemSetting,
    measured: &[RandomPointMeasurement],
) -> io::Result<()> {
    let first = setting.engines.first().map_or_else(String::new, Engine::name);
    let title = format!(
        "Random problems of {} values, density {}, tightness {}: all solutions counted, seeds from {}.\n\
         Means over what an engine ended; ×{first}: how many times faster than {first} on what both \
         ended.",
        setting.values, setting.density, setting.tightness, setting.seed
    );
    let page = || StudyPage::from_tables(vec![(title, point_table(setting, &first, measured))]);
    form.print_report(out, page, point_records(setting, measured))
}

fn point_table(
    setting: &RandomProblemSetting,
    first: &str,
    measured: &[RandomPointMeasurement],
) -> ReportTable {
    let header =
        ["engine", "n", "partition", "blocks", "ended", "#Sol", "nodes", "conflicts", "time [ms]"];
    let mut header = header.map(str::to_owned).to_vec();
    header.push(format!("×{first}"));
    let optional = |figure: Option<f64>, decimals: usize| {
        figure.map_or_else(|| "–".to_owned(), |figure| format!("{figure:.decimals$}"))
    };
    let row = |record: RandomProblemsRow| {
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
    ReportTable::from_figures(header, point_records(setting, measured).into_iter().map(row))
}
