//! The summary of a comparison as JSON Lines.

use std::io::{self, Write};

use parallax_compare::InstanceComparison;
use parallax_instance::InputError;
use parallax_model::engine_api::SolutionCount;
use serde::Serialize;

use super::fastest::FastestEngine;
use super::{ComparisonSummary, JsonReporter, ResultReporter};

/// Writes the sums as JSON at the end: an object for each model and engine, and a last one for all.
/// An input that cannot be read is an object, written as it arrives.
pub struct JsonSummary<W> {
    rows: JsonReporter<W>,
}

/// The name of the format of lines.
const SUMMARY_SCHEMA: &str = "parallax-summary-1";

/// The sums of an engine on a model.
#[derive(Serialize)]
struct LaneSummaryLine<'a> {
    schema: &'static str,
    model: &'a str,
    engine: &'a str,
    sat: u64,
    unsat: u64,
    unfinished: u64,
    unknown: u64,
    unsupported: u64,
    wrong: u64,
    agreed: u64,
    solutions: &'a SolutionCount,
    time_s: PhaseTimes,
    fastest: u64,
}

#[derive(Serialize)]
struct PhaseTimes {
    encode: f64,
    solve: f64,
    check: f64,
    total: f64,
}

/// The sums over all rows.
#[derive(Serialize)]
struct OverallSummaryLine {
    schema: &'static str,
    instances: u64,
    rows: u64,
    unread: u64,
    verdicts: serde_json::Map<String, serde_json::Value>,
    verdict: &'static str,
    /// The fastest engine; null if there is no other one to compare it with.
    fastest_engine: Option<FastestEngine>,
}

impl<W: Write> JsonSummary<W> {
    /// Writes lines to `out`.
    pub fn new(out: W) -> Self {
        JsonSummary { rows: JsonReporter::new(out, true) }
    }
}

impl<W: Write> ResultReporter for JsonSummary<W> {
    fn add_comparison(&mut self, _compared: &InstanceComparison) -> io::Result<()> {
        Ok(())
    }

    fn add_unread(&mut self, error: &InputError) -> io::Result<()> {
        self.rows.add_unread(error)
    }

    fn finish(&mut self, summary: &ComparisonSummary) -> io::Result<()> {
        for lane in &summary.lanes {
            let [sat, unsat, unknown, unsupported] = lane.answers;
            let [encode, solve, check] = lane.times;
            self.rows.write_line(&LaneSummaryLine {
                model: &lane.model,
                engine: &lane.engine,
                schema: SUMMARY_SCHEMA,
                sat,
                unsat,
                unfinished: lane.unfinished,
                unknown,
                unsupported,
                wrong: lane.wrong,
                agreed: lane.agreed,
                solutions: &lane.solutions,
                time_s: PhaseTimes { encode, solve, check, total: lane.total_seconds() },
                fastest: lane.fastest,
            })?;
        }
        let verdicts = summary.verdicts.iter();
        self.rows.write_line(&OverallSummaryLine {
            schema: SUMMARY_SCHEMA,
            instances: summary.instances,
            rows: summary.rows,
            unread: summary.unread,
            verdicts: verdicts.map(|(verdict, &n)| (verdict.name().to_owned(), n.into())).collect(),
            verdict: summary.worst_verdict().name(),
            fastest_engine: summary.fastest_engine(),
        })?;
        self.rows.finish(summary)
    }
}
