//! JSON: the whole report as one object, or an object for each run.

use std::io::{self, Write};

use parallax_experiment::measure::MeasurementSpread;
use parallax_experiment::{BenchmarkMachine, ExperimentManifest, RunExit, RunRecord};
use serde::Serialize;
use serde_json::{Value, json};

use super::analysis::StudyAnalysis;
use super::conclusions::conclusions_json;
use super::facts::study_warnings;
use super::fastest::fastest_engine;
use super::lanes::LaneTimes;

/// Writes the report as one object on a line; times in seconds.
///
/// # Errors
/// Returns the error of the output.
pub fn write_json(analysis: &StudyAnalysis, mut out: impl Write) -> io::Result<()> {
    let study = &analysis.study;
    let verdicts: serde_json::Map<String, Value> =
        analysis.verdict_counts().iter().map(|(v, n)| (v.name().to_owned(), json!(n))).collect();
    let object = json!({
        "experiments": experiments_json(analysis),
        "warnings": study_warnings(analysis),
        "missing": study.missing_runs(),
        "population": population_json(analysis),
        "exit_code": analysis.exit_code(),
        "verdicts": verdicts,
        "conclusions": conclusions_json(analysis),
        "fastest_engine": fastest_engine(analysis),
        "disagreements": disagreements_json(analysis),
        "clock": analysis.options.clock.name(),
        "limit_s": analysis.limit,
        "engines": (0..analysis.lanes.len()).map(|at| lane_json(analysis, at)).collect::<Vec<_>>(),
        "virtual_best": study.timed.then(|| times_json(&analysis.best.times)),
        "encodings": encodings_json(analysis),
        "margin": analysis.options.margin,
        "pairs": pairs_json(analysis),
        "counters": counters_json(analysis),
    });
    serde_json::to_writer(&mut out, &object)?;
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct ExperimentObject<'a> {
    digest: &'a str,
    files: &'a [String],
    runs: u64,
    of: u64,
    replaced: usize,
    machines: &'a [BenchmarkMachine],
    manifest: &'a ExperimentManifest,
}

fn experiments_json(analysis: &StudyAnalysis) -> Vec<Value> {
    let one = |experiment: &super::study::StudyExperiment| {
        json!(ExperimentObject {
            digest: &experiment.header.digest,
            files: &experiment.files,
            runs: experiment.runs,
            of: experiment.header.manifest.len(),
            replaced: experiment.replaced,
            machines: &experiment.machines,
            manifest: &experiment.header.manifest,
        })
    };
    analysis.study.experiments.iter().map(one).collect()
}

/// Returns the numbers of instances that figures over several engines are about.
fn population_json(analysis: &StudyAnalysis) -> Value {
    let absent = analysis.study.coverage.absent.iter();
    json!({
        "planned": analysis.study.coverage.instances,
        "with_runs": analysis.study.instances.len(),
        "instances": analysis.population.whole_size(),
        "shared": analysis.population.solved_size(),
        "absent": absent.map(|(engine, runs)| json!({ "engine": engine, "missing": runs }))
            .collect::<Vec<_>>(),
    })
}

/// Returns size and time of encodings; null without several that solve the same instances.
fn encodings_json(analysis: &StudyAnalysis) -> Option<Value> {
    let super::encoding_front::StudyEncodings { costs, population, rounds } = &analysis.encodings;
    let one = |cost: &super::encoding_front::EncodingCost| {
        let spread = |spread: &MeasurementSpread| json!([spread.least, spread.median, spread.most]);
        json!({
            "engine": analysis.study.lanes[cost.lane].name(), "front": cost.is_best,
            "open": cost.open, "clauses": cost.clauses, "encode_s": spread(&cost.encode),
            "solve_s": spread(&cost.solve),
        })
    };
    (!costs.is_empty()).then(|| {
        json!({
            "instances": population.whole_size(), "shared": population.solved_size(),
            "rounds": rounds, "engines": costs.iter().map(one).collect::<Vec<_>>(),
        })
    })
}

fn disagreements_json(analysis: &StudyAnalysis) -> Vec<Value> {
    let study = &analysis.study;
    let differ = analysis.judged.iter().enumerate().filter(|(_, j)| j.verdict.is_disagreement());
    differ
        .map(|(at, judged)| {
            let wrong = |(record, why): &(usize, String)| {
                let record = &study.records[*record];
                json!({
                    "engine": record.engine, "model": record.model, "seed": record.seed,
                    "repeat": record.repeat, "how": why,
                })
            };
            json!({
                "instance": study.instances[at].source, "index": study.instances[at].index,
                "verdict": judged.verdict.name(),
                "wrong": judged.wrong.iter().map(wrong).collect::<Vec<_>>(),
            })
        })
        .collect()
}

fn times_json(times: &LaneTimes) -> Value {
    json!({
        "instances": times.instances, "solved": times.solved, "par2_s": times.par2,
        "shared": times.shared,
        "median_s": times.median, "geometric_s": times.geometric, "shifted_s": times.shifted,
        "total_s": times.total,
    })
}

fn lane_json(analysis: &StudyAnalysis, at: usize) -> Value {
    let (name, lane) = (&analysis.study.lanes[at], &analysis.lanes[at]);
    let exits: serde_json::Map<String, Value> = RunExit::ALL
        .iter()
        .zip(lane.exits)
        .map(|(exit, n)| (exit.name().to_owned(), json!(n)))
        .collect();
    let [sat, optimal, unsat, unknown, unsupported] = lane.answers;
    let share = &analysis.best.shares[at];
    let spread = analysis.spreads.iter().find(|spread| spread.lane == at).map(|spread| {
        json!({
            "rounds": spread.rounds, "solved": [spread.solved.0, spread.solved.1],
            "median_s": spread.median.map(|(least, most)| [least, most]),
        })
    });
    let timed = analysis.study.timed;
    json!({
        "engine": name.engine, "model": name.model, "spec": name.spec,
        "runs": lane.runs, "missing": lane.missing, "solved": lane.solved, "wrong": lane.wrong,
        "answers": {
            "sat": sat, "optimal": optimal, "unsat": unsat, "unknown": unknown,
            "unsupported": unsupported,
        },
        "exits": exits,
        "times": timed.then(|| times_json(&lane.times)),
        "start_s": lane.start.filter(|_| timed),
        "parts_s": lane.parts.filter(|_| timed).map(|[encode, solve, check]| {
            json!({ "encode": encode, "solve": solve, "check": check })
        }),
        "cpu_s": lane.cpu, "memory_bytes": lane.memory,
        "best": timed.then(|| json!({
            "fastest": share.fastest, "alone": share.alone, "par2_without_s": share.par2,
            "slower_without_s": share.slower,
        })),
        "spread": spread,
    })
}

fn pairs_json(analysis: &StudyAnalysis) -> Vec<Value> {
    let name = |lane: usize| analysis.study.lanes[lane].name();
    let one = |pair: &super::pairs::LanePair| {
        let figures = &pair.figures;
        json!({
            "engine": name(pair.one), "other": name(pair.two), "instances": figures.instances,
            "both": figures.both,
            "ratio": figures.ratio, "interval": figures.interval.map(|i| [i.low, i.high]),
            "p": figures.p, "p_holm": pair.adjusted, "faster": figures.wins[0],
            "equal": figures.wins[1], "slower": figures.wins[2], "only": figures.only[0],
            "only_other": figures.only[1],
        })
    };
    analysis.pairs.iter().map(one).collect()
}

fn counters_json(analysis: &StudyAnalysis) -> Vec<Value> {
    let one = |effort: &super::effort::CounterSummary| {
        let total = u64::try_from(effort.total)
            .map_or_else(|_| json!(effort.total.to_string()), |total| json!(total));
        json!({
            "engine": analysis.study.lanes[effort.lane].name(), "counter": effort.name,
            "runs": effort.runs, "median": effort.median, "total": total,
            "per_second": effort.rate,
        })
    };
    analysis.efforts.iter().map(one).collect()
}

#[derive(Serialize)]
struct RecordLine<'a> {
    #[serde(flatten)]
    record: &'a RunRecord,
    solved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    how_wrong: Option<&'a str>,
    verdict: &'static str,
}

/// Writes each run as an object on a line, with the verdict on its instance.
///
/// # Errors
/// Returns the error of the output.
pub fn runs_json(analysis: &StudyAnalysis, mut out: impl Write) -> io::Result<()> {
    let study = &analysis.study;
    for (at, record) in study.records.iter().enumerate() {
        let line = RecordLine {
            record,
            solved: analysis.solved[at],
            how_wrong: analysis.wrong[at].as_deref(),
            verdict: analysis.judged[study.places[at].0].verdict.name(),
        };
        serde_json::to_writer(&mut out, &line)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
