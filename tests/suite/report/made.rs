//! Files of results made by hand.

use std::path::{Path, PathBuf};

use parallax_compare::SolutionCoverage;
use parallax_experiment::{
    AnswerKind, BenchmarkMachine, ExperimentManifest, InstanceRange, NamedEngine, RecordWriter,
    ResultsHeader, RunCoordinates, RunCost, RunExit, RunLimits, RunRecord, RunShard, SourceEntry,
};
use parallax_model::engine_api::{EffortCounters, SolutionCount, Task};

/// Makes an experiment: `instances` Latin squares, these engines with their specs, seeds 0 to
/// `seeds`.
pub(super) fn manifest(
    instances: usize,
    engines: &[(&str, &str)],
    seeds: u64,
) -> ExperimentManifest {
    let engine = |(name, spec): &(&str, &str)| NamedEngine {
        name: (*name).to_owned(),
        spec: (*spec).to_owned(),
    };
    ExperimentManifest {
        name: "squares".into(),
        task: Some(Task::First),
        limits: RunLimits { wall_s: Some(10.0), ..RunLimits::default() },
        isolated: true,
        order: 0,
        seeds: (0..seeds).collect(),
        repeats: 1,
        engines: engines.iter().map(engine).collect(),
        sources: vec![SourceEntry {
            name: "squares.latin".into(),
            digest: "0".repeat(32),
            parts: vec![InstanceRange { models: vec!["cells".into()], instances }],
            faults: Vec::new(),
        }],
        certificates: None,
    }
}

/// Returns a fictitious machine.
pub(super) fn machine() -> BenchmarkMachine {
    BenchmarkMachine {
        system: "linux".into(),
        architecture: "x86_64".into(),
        processor: Some("an example".into()),
        processors: 8,
        memory_bytes: Some(16_000_000_000),
        version: "0.1.0".into(),
        jobs: 2,
        began_unix_s: 1_767_225_600,
        ..BenchmarkMachine::default()
    }
}

/// Returns a solved run of a manifest: one solution in `wall_s` seconds.
pub(super) fn record(manifest: &ExperimentManifest, run: RunCoordinates, wall_s: f64) -> RunRecord {
    let mut counters = EffortCounters::new();
    counters.add_amount("nodes", (wall_s * 1e4).round() as u64 + 1);
    RunRecord {
        run: run.number,
        instance: manifest.sources[0].name.clone(),
        index: run.instance,
        puzzle: "latin".into(),
        model: manifest.sources[0].parts[0].models[run.model].clone(),
        engine: manifest.engines[run.engine].name.clone(),
        answered_by: None,
        seed: run.seed,
        repeat: run.repeat,
        task: None,
        answer: AnswerKind::Sat,
        exit: RunExit::Ok,
        checked: true,
        reason: None,
        wrong: None,
        claim: None,
        standing: None,
        count: SolutionCount::one(),
        given: 1,
        weighted: None,
        counting: None,
        value: None,
        cost: None,
        complete: false,
        digest: None,
        keeps: SolutionCoverage::All,
        counters,
        measured: Some(RunCost {
            wall_s,
            start_s: None,
            encode_s: wall_s / 10.0,
            solve_s: wall_s * 0.8,
            check_s: wall_s / 10.0,
            cpu_s: Some(wall_s),
            memory_bytes: Some(20_000_000),
        }),
    }
}

/// Returns the run as if the limit on wall-clock time had stopped it.
pub(super) fn stopped(record: RunRecord) -> RunRecord {
    let measured = record.measured.map(|measured| RunCost { wall_s: 10.0, ..measured });
    let reason = Some("timeout".into());
    let (answer, exit) = (AnswerKind::Unknown, RunExit::Walltime);
    RunRecord { answer, exit, reason, measured, count: SolutionCount::zero(), given: 0, ..record }
}

/// Returns the records of all runs, with the seconds of each; a run without seconds is stopped.
pub(super) fn records(
    manifest: &ExperimentManifest,
    time: impl Fn(RunCoordinates) -> Option<f64>,
) -> Vec<RunRecord> {
    let made = |run| match time(run) {
        Some(time) => record(manifest, run, time),
        None => stopped(record(manifest, run, 10.0)),
    };
    manifest.runs().map(made).collect()
}

/// Writes a file of results.
pub(super) fn write(
    path: &Path,
    manifest: &ExperimentManifest,
    shard: RunShard,
    records: &[RunRecord],
) -> PathBuf {
    let header = ResultsHeader::new(manifest.clone(), shard, vec![machine()]);
    let mut writer = RecordWriter::create_file(path, &header).expect("a file");
    records.iter().for_each(|record| writer.add_record(record).expect("a record"));
    path.to_owned()
}

/// Makes the example of the documentation: six instances, three engines, two seeds. With `change`,
/// it is the second file: native search is faster and visits fewer nodes.
pub(super) fn example(change: bool) -> (ExperimentManifest, Vec<RunRecord>) {
    let engines = [("native", "native"), ("varisat", "sat:varisat"), ("brute", "brute")];
    let manifest = manifest(6, &engines, 2);
    let time = |run: RunCoordinates| {
        let grows = 0.02 * 1.7f64.powi(run.instance as i32);
        let phase = run.seed as f64 + run.instance as f64 * 1.7 + if change { 0.9 } else { 0.0 };
        let noise = 1.0 + 0.03 * phase.sin();
        let time = match run.engine {
            0 => grows * if change { 0.7 } else { 1.0 },
            1 => 0.06 + grows / 4.0,
            _ if run.instance == 5 && change => return None,
            _ => grows * 20.0,
        };
        Some((time * noise * 1e6).round() / 1e6)
    };
    let records = records(&manifest, time);
    (manifest, records)
}
