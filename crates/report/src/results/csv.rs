//! CSV: a record for each engine, or for each run.

use std::io::{self, Write};

use parallax_experiment::{RunCost, RunExit, RunRecord};
use parallax_model::engine_api::CountingMethod;

use super::analysis::StudyAnalysis;
use super::best::VirtualBestShare;
use super::lanes::LaneFigures;
use super::study::LaneName;
use crate::csv::optional_cell;

/// The figures of an engine.
struct LaneCsvRow<'a> {
    name: &'a LaneName,
    figures: &'a LaneFigures,
    share: &'a VirtualBestShare,
    /// Minimum and maximum of the median over seeds and repetitions.
    medians: Option<(f64, f64)>,
    /// Whether times were measured.
    timed: bool,
}

impl<'a> LaneCsvRow<'a> {
    fn from_analysis(analysis: &'a StudyAnalysis, at: usize) -> Self {
        LaneCsvRow {
            name: &analysis.study.lanes[at],
            figures: &analysis.lanes[at],
            share: &analysis.best.shares[at],
            medians: analysis.spreads.iter().find(|s| s.lane == at).and_then(|s| s.median),
            timed: analysis.study.timed,
        }
    }

    /// Writes a figure that rests on times.
    fn timed_figure<T: ToString>(&self, figure: Option<T>) -> String {
        optional_cell(figure.filter(|_| self.timed))
    }
}

type LaneColumn = (&'static str, fn(&LaneCsvRow<'_>) -> String);

const LANE_COLUMNS: [LaneColumn; 38] = [
    ("engine", |lane| lane.name.engine.clone()),
    ("model", |lane| lane.name.model.clone().unwrap_or_default()),
    ("spec", |lane| lane.name.spec.clone()),
    ("runs", |lane| lane.figures.runs.to_string()),
    ("missing", |lane| lane.figures.missing.to_string()),
    ("solved", |lane| lane.figures.solved.to_string()),
    ("sat", |lane| lane.figures.answers[0].to_string()),
    ("optimal", |lane| lane.figures.answers[1].to_string()),
    ("unsat", |lane| lane.figures.answers[2].to_string()),
    ("unknown", |lane| lane.figures.answers[3].to_string()),
    ("unsupported", |lane| lane.figures.answers[4].to_string()),
    ("wrong", |lane| lane.figures.wrong.to_string()),
    ("ok", |lane| lane.figures.exits[0].to_string()),
    ("walltime", |lane| lane.figures.exits[1].to_string()),
    ("cputime", |lane| lane.figures.exits[2].to_string()),
    ("memory", |lane| lane.figures.exits[3].to_string()),
    ("killed", |lane| lane.figures.exits[4].to_string()),
    ("failed", |lane| lane.figures.exits[5].to_string()),
    ("instances", |lane| lane.figures.times.instances.to_string()),
    ("instances_solved", |lane| lane.figures.times.solved.to_string()),
    ("par2_s", |lane| lane.timed_figure(lane.figures.times.par2)),
    ("instances_shared", |lane| lane.figures.times.shared.to_string()),
    ("median_s", |lane| lane.timed_figure(lane.figures.times.median)),
    ("geometric_s", |lane| lane.timed_figure(lane.figures.times.geometric)),
    ("shifted_s", |lane| lane.timed_figure(lane.figures.times.shifted)),
    ("total_s", |lane| lane.timed_figure(lane.figures.times.total)),
    ("start_s", |lane| lane.timed_figure(lane.figures.start)),
    ("encode_s", |lane| lane.timed_figure(lane.figures.parts.map(|parts| parts[0]))),
    ("solve_s", |lane| lane.timed_figure(lane.figures.parts.map(|parts| parts[1]))),
    ("check_s", |lane| lane.timed_figure(lane.figures.parts.map(|parts| parts[2]))),
    ("cpu_s", |lane| lane.timed_figure(lane.figures.cpu)),
    ("memory_bytes", |lane| optional_cell(lane.figures.memory)),
    ("fastest", |lane| lane.timed_figure(Some(lane.share.fastest))),
    ("alone", |lane| lane.timed_figure(Some(lane.share.alone))),
    ("par2_without_s", |lane| lane.timed_figure(lane.share.par2)),
    ("slower_without_s", |lane| lane.timed_figure(Some(lane.share.slower))),
    ("least_median_s", |lane| lane.timed_figure(lane.medians.map(|(least, _)| least))),
    ("greatest_median_s", |lane| lane.timed_figure(lane.medians.map(|(_, most)| most))),
];

/// Writes a header and a record for each engine; times in seconds, as the report computes them.
///
/// # Errors
/// Returns the error of the output.
pub fn lanes_csv(analysis: &StudyAnalysis, out: impl Write) -> io::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    out.write_record(LANE_COLUMNS.map(|(name, _)| name))?;
    for at in 0..analysis.lanes.len() {
        let lane = LaneCsvRow::from_analysis(analysis, at);
        out.write_record(LANE_COLUMNS.map(|(_, cell)| cell(&lane)))?;
    }
    out.flush()
}

/// A run, by its place in the analysis.
struct RunCsvRow<'a> {
    record: &'a RunRecord,
    analysis: &'a StudyAnalysis,
    at: usize,
}

impl RunCsvRow<'_> {
    fn measured_cost<T: ToString>(&self, of: fn(&RunCost) -> Option<T>) -> String {
        optional_cell(self.record.measured.as_ref().and_then(of))
    }

    /// The reason why the run is wrong, or that of its answer.
    fn run_reason(&self) -> String {
        optional_cell(self.analysis.wrong[self.at].as_ref().or(self.record.reason.as_ref()))
    }

    fn run_counters(&self) -> String {
        let counters = self.record.counters.iter().map(|(name, value)| format!("{name}={value}"));
        counters.collect::<Vec<_>>().join(";")
    }

    fn run_verdict(&self) -> String {
        self.analysis.judged[self.analysis.study.places[self.at].0].verdict.name().to_owned()
    }
}

type RunColumn = (&'static str, fn(&RunCsvRow<'_>) -> String);

const RUN_COLUMNS: [RunColumn; 26] = [
    ("instance", |run| run.record.instance.clone()),
    ("index", |run| run.record.index.to_string()),
    ("puzzle", |run| run.record.puzzle.clone()),
    ("model", |run| run.record.model.clone()),
    ("engine", |run| run.record.engine.clone()),
    ("seed", |run| run.record.seed.to_string()),
    ("repeat", |run| run.record.repeat.to_string()),
    ("answer", |run| run.record.answer.to_string()),
    ("exit", |run| RunExit::name(run.record.exit).to_owned()),
    ("solved", |run| run.analysis.solved[run.at].to_string()),
    ("count", |run| run.record.count.to_string()),
    ("weighted", |run| optional_cell(run.record.weighted.as_ref())),
    ("counting", |run| run.record.counting.map_or("", CountingMethod::name).to_owned()),
    ("value", |run| optional_cell(run.record.value)),
    ("complete", |run| run.record.complete.to_string()),
    ("checked", |run| run.record.checked.to_string()),
    ("wall_s", |run| run.measured_cost(|m| Some(m.wall_s))),
    ("start_s", |run| run.measured_cost(|m| m.start_s)),
    ("encode_s", |run| run.measured_cost(|m| Some(m.encode_s))),
    ("solve_s", |run| run.measured_cost(|m| Some(m.solve_s))),
    ("check_s", |run| run.measured_cost(|m| Some(m.check_s))),
    ("cpu_s", |run| run.measured_cost(|m| m.cpu_s)),
    ("memory_bytes", |run| run.measured_cost(|m| m.memory_bytes)),
    ("counters", |run| run.run_counters()),
    ("reason", |run| run.run_reason()),
    ("verdict", |run| run.run_verdict()),
];

/// Writes a header and a record for each run, with the verdict on its instance.
///
/// # Errors
/// Returns the error of the output.
pub fn runs_csv(analysis: &StudyAnalysis, out: impl Write) -> io::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    out.write_record(RUN_COLUMNS.map(|(name, _)| name))?;
    for (at, record) in analysis.study.records.iter().enumerate() {
        let run = RunCsvRow { record, analysis, at };
        out.write_record(RUN_COLUMNS.map(|(_, cell)| cell(&run)))?;
    }
    out.flush()
}
