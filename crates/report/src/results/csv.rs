//! CSV: a record for each engine, or for each run.

use std::io::{self, Write};

use parallax_lab::experiment::{Exit, Record};
use parallax_model::ask::{Count, Counting};

use super::analysis::Analysis;

const LANE: [&str; 36] = [
    "engine",
    "viewpoint",
    "spec",
    "runs",
    "solved",
    "sat",
    "optimal",
    "unsat",
    "unknown",
    "unsupported",
    "wrong",
    "ok",
    "walltime",
    "cputime",
    "memory",
    "killed",
    "failed",
    "instances",
    "instances_solved",
    "par2_s",
    "median_s",
    "geometric_s",
    "shifted_s",
    "total_s",
    "start_s",
    "encode_s",
    "solve_s",
    "check_s",
    "cpu_s",
    "memory_bytes",
    "fastest",
    "alone",
    "par2_without_s",
    "slower_without_s",
    "least_median_s",
    "greatest_median_s",
];

/// Writes a header and a record for each engine; times in seconds, as the report computes them.
///
/// # Errors
/// Returns the error of the output.
pub fn lanes_csv(analysis: &Analysis, out: impl Write) -> io::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    out.write_record(LANE)?;
    let timed = analysis.study.timed;
    let known =
        |value: Option<f64>| value.filter(|_| timed).map(|v| v.to_string()).unwrap_or_default();
    for (at, lane) in analysis.lanes.iter().enumerate() {
        let name = &analysis.study.lanes[at];
        let mut record = vec![
            name.engine.clone(),
            name.model.clone().unwrap_or_default(),
            name.spec.clone(),
            lane.runs.to_string(),
            lane.solved.to_string(),
        ];
        record.extend(lane.answers.map(|number| number.to_string()));
        record.push(lane.wrong.to_string());
        record.extend(lane.exits.map(|number| number.to_string()));
        let times = &lane.times;
        record.extend([times.instances, times.solved].map(|number| number.to_string()));
        record.extend([times.par2, times.median, times.geometric, times.shifted].map(known));
        record.push(known(Some(times.total)));
        record.push(known(lane.start));
        record.extend((0..3).map(|part| known(lane.parts.map(|parts| parts[part]))));
        record.push(known(lane.cpu));
        record.push(lane.memory.map(|bytes| bytes.to_string()).unwrap_or_default());
        let share = &analysis.best.shares[at];
        let counts = [share.fastest, share.alone].map(|number| number.to_string());
        record.extend(counts.map(|number| if timed { number } else { String::new() }));
        record.extend([share.par2, Some(share.slower)].map(known));
        let spread = analysis.spreads.iter().find(|spread| spread.lane == at);
        let (least, most) = spread.and_then(|spread| spread.median).unzip();
        record.extend([least, most].map(known));
        out.write_record(&record)?;
    }
    out.flush()
}

const RUN: [&str; 26] = [
    "instance",
    "index",
    "puzzle",
    "viewpoint",
    "engine",
    "seed",
    "repeat",
    "answer",
    "exit",
    "solved",
    "count",
    "weighted",
    "counting",
    "value",
    "complete",
    "checked",
    "wall_s",
    "start_s",
    "encode_s",
    "solve_s",
    "check_s",
    "cpu_s",
    "memory_bytes",
    "counters",
    "reason",
    "verdict",
];

/// Writes a header and a record for each run, with the verdict on its instance.
///
/// # Errors
/// Returns the error of the output.
pub fn runs_csv(analysis: &Analysis, out: impl Write) -> io::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    out.write_record(RUN)?;
    for at in 0..analysis.study.records.len() {
        out.write_record(run(analysis, at))?;
    }
    out.flush()
}

fn run(analysis: &Analysis, at: usize) -> [String; RUN.len()] {
    let record: &Record = &analysis.study.records[at];
    let verdict = analysis.judged[analysis.study.places[at].0].verdict;
    let measured = |of: fn(&parallax_lab::experiment::Measured) -> Option<f64>| {
        record.measured.as_ref().and_then(of).map(|value| value.to_string()).unwrap_or_default()
    };
    let memory = record.measured.and_then(|measured| measured.memory_bytes);
    let counters: Vec<String> =
        record.counters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let wrong = analysis.wrong[at].as_ref().or(record.reason.as_ref());
    [
        record.instance.clone(),
        record.index.to_string(),
        record.puzzle.clone(),
        record.model.clone(),
        record.engine.clone(),
        record.seed.to_string(),
        record.repeat.to_string(),
        record.answer.to_string(),
        Exit::name(record.exit).to_owned(),
        analysis.solved[at].to_string(),
        record.count.to_string(),
        record.weighted.as_ref().map(Count::to_string).unwrap_or_default(),
        record.counting.map(Counting::name).unwrap_or_default().to_owned(),
        record.value.map(|value| value.to_string()).unwrap_or_default(),
        record.complete.to_string(),
        record.checked.to_string(),
        measured(|m| Some(m.wall_s)),
        measured(|m| m.start_s),
        measured(|m| Some(m.encode_s)),
        measured(|m| Some(m.solve_s)),
        measured(|m| Some(m.check_s)),
        measured(|m| m.cpu_s),
        memory.map(|bytes| bytes.to_string()).unwrap_or_default(),
        counters.join(";"),
        wrong.cloned().unwrap_or_default(),
        verdict.name().to_owned(),
    ]
}
