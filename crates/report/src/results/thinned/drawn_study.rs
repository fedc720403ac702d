//! Random studies: complete ones, from which runs are then taken, or which are stopped.

use parallax_experiment::{
    BenchmarkMachine, ExperimentManifest, InstanceRange, NamedEngine, ResultsFile, ResultsHeader,
    RunLimits, RunRecord, RunShard, SourceEntry,
};
use parallax_model::engine_api::Task;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};

/// The engines; the last two report clauses.
const STUDY_ENGINES: [&str; 5] =
    ["native", "reform", "brute", "sat:batsat+direct", "sat:batsat+order"];

/// A thinned study: its manifest, and its records as they stand in a file.
pub(super) struct DrawnStudy {
    pub(super) manifest: ExperimentManifest,
    pub(super) records: Vec<Value>,
}

impl DrawnStudy {
    /// Draws a complete study and thins it; another `thinning` thins the same study differently.
    pub(super) fn from_seed(seed: u64, thinning: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let manifest = manifest(&mut rng);
        let mut records: Vec<Value> = Vec::new();
        // Log-uniform times from 1 ms to about 3 s, one for each instance, so that engines agree on
        // which instances are hard, as they do in real studies.
        let hardness: Vec<f64> = (0..manifest.instance_count())
            .map(|_| 10f64.powf(rng.random_range(-3.0..0.5)))
            .collect();
        for run in manifest.runs() {
            // A run numbers the instances of the whole study; the records name a source and the
            // index in it. Each source has a single part here, so counting through the parts gives
            // both.
            let ordinals = manifest.sources.iter().enumerate().flat_map(|(at, source)| {
                (0..source.parts[0].instances).map(move |index| (at, index))
            });
            let (source, index) = ordinals.into_iter().nth(run.instance).expect("an instance");
            let engine = &manifest.engines[run.engine].name;
            // A few discrete factors, so that engines tie on many instances.
            let factor = [0.5, 1.0, 1.0, 2.0, 3.0][rng.random_range(0..5)];
            let wall = micros(hardness[run.instance] * factor);
            let mut counters = Map::new();
            counters.insert("nodes".into(), rng.random_range(1..50u64).into());
            if engine.starts_with("sat:") {
                counters.insert("clauses".into(), rng.random_range(10..20u64).into());
            }
            let mut record = json!({
                "run": run.number, "instance": manifest.sources[source].name, "index": index,
                "puzzle": format!("kind{source}"), "model": "cells", "engine": engine,
                "seed": run.seed, "repeat": run.repeat, "exit": "ok", "checked": true,
                "counters": counters,
                "measured": {
                    "wall_s": wall, "start_s": 0.001, "encode_s": micros(wall / 4.0),
                    "solve_s": micros(wall / 2.0), "check_s": micros(wall / 8.0), "cpu_s": wall,
                    "memory_bytes": rng.random_range(1_000_000..9_000_000u64),
                },
            });
            finish(&mut record, manifest.task.unwrap_or_default());
            records.push(record);
        }
        // The second generator depends on `thinning`, the first does not: two thinnings of one seed
        // are before and after files of the same study.
        let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_mul(7) + thinning);
        thin(&mut records, &manifest, &mut rng);
        DrawnStudy { manifest, records }
    }

    /// Returns the study as a file.
    pub(super) fn results(&self) -> ResultsFile {
        let record = |value: &Value| -> RunRecord {
            serde_json::from_value(value.clone()).expect("a record as in a file")
        };
        let machines =
            vec![BenchmarkMachine { processors: 4, jobs: 1, ..BenchmarkMachine::default() }];
        ResultsFile {
            source: "drawn.jsonl".into(),
            header: ResultsHeader::new(self.manifest.clone(), RunShard::ALL_RUNS, machines),
            records: self.records.iter().map(record).collect(),
            whole_bytes: 0,
            replaced: 0,
        }
    }
}

fn micros(time: f64) -> f64 {
    (time * 1e6).round() / 1e6
}

fn manifest(rng: &mut ChaCha8Rng) -> ExperimentManifest {
    let engines = rng.random_range(1..=STUDY_ENGINES.len());
    let first = rng.random_range(0..=STUDY_ENGINES.len() - engines);
    let engine = |name: &&str| NamedEngine { name: (*name).into(), spec: (*name).into() };
    let tasks = [Task::First, Task::All, Task::Count, Task::Limit(2), Task::Optimise];
    let source = |name: usize, instances: usize| SourceEntry {
        name: format!("source-{name}"),
        digest: "0".repeat(32),
        parts: vec![InstanceRange { models: vec!["cells".into()], instances }],
        faults: Vec::new(),
    };
    let sources = rng.random_range(1..=2);
    ExperimentManifest {
        name: "drawn".into(),
        task: Some(tasks[rng.random_range(0..tasks.len())]),
        limits: RunLimits { wall_s: rng.random_bool(0.7).then_some(10.0), ..RunLimits::default() },
        isolated: true,
        order: 0,
        seeds: (0..rng.random_range(1..=2)).collect(),
        repeats: if rng.random_bool(0.2) { 2 } else { 1 },
        engines: STUDY_ENGINES[first..first + engines].iter().map(engine).collect(),
        sources: (0..sources).map(|name| source(name, rng.random_range(1..=5))).collect(),
        certificates: None,
    }
}

fn set(record: &mut Value, members: Value) {
    let Value::Object(members) = members else { return };
    record.as_object_mut().expect("an object").extend(members);
}

/// Makes a run do its task.
fn finish(record: &mut Value, task: Task) {
    let counted = json!({ "answer": "sat", "count": 3, "given": 3, "complete": true });
    set(
        record,
        match task {
            Task::First => json!({ "answer": "sat", "count": 1, "given": 1, "complete": false }),
            Task::Limit(_) => json!({ "answer": "sat", "count": 2, "given": 2, "complete": false }),
            Task::All | Task::Count => counted,
            Task::Optimise => json!({
                "answer": "optimal", "count": 1, "given": 1, "value": 7, "cost": 7, "complete": true,
            }),
        },
    );
}

/// Makes a run end without its task.
fn stop(record: &mut Value, task: Task, rng: &mut ChaCha8Rng) {
    if task == Task::First || rng.random_bool(0.5) {
        let why = ["unknown", "unsupported"][usize::from(rng.random_bool(0.1))];
        let exit = if why == "unknown" { "walltime" } else { "ok" };
        set(
            record,
            json!({
                "answer": why, "exit": exit, "count": 0, "given": 0, "complete": false,
                "reason": "stopped",
            }),
        );
        // A solved optimisation has set these members before; a run that knows no solution has no
        // cost.
        let members = record.as_object_mut().expect("an object");
        for name in ["value", "cost"] {
            members.remove(name);
        }
        return;
    }
    // The run has solutions and ended by itself, but did not finish its task. Half of these runs
    // give no reason.
    set(record, json!({ "answer": "sat", "count": 1, "given": 1, "complete": false }));
    if rng.random_bool(0.5) {
        set(record, json!({ "reason": "gave up" }));
    }
}

/// Removes runs, sometimes all runs of an engine or of an instance, and stops others.
fn thin(records: &mut Vec<Value>, manifest: &ExperimentManifest, rng: &mut ChaCha8Rng) {
    // Each study has its own rates of removed and stopped runs. Rate 0 keeps many studies complete,
    // and 0.6 leaves few instances that all engines share.
    let part = |rng: &mut ChaCha8Rng| [0.0, 0.05, 0.2, 0.6][rng.random_range(0..4)];
    let (gone, stopped) = (part(rng), part(rng));
    let engine = &manifest.engines[rng.random_range(0..manifest.engines.len())].name;
    let (no_engine, never) = (rng.random_bool(0.1), rng.random_bool(0.1));
    let no_instance = rng.random_bool(0.2);
    // An engine without any run must be reported as absent, and an instance without any run still
    // counts as planned; both are rare unless they are forced.
    records.retain(|record| {
        let is_engine = record["engine"] == **engine;
        let is_instance = record["instance"] == "source-0" && record["index"] == 0;
        !(no_engine && is_engine || no_instance && is_instance || rng.random_bool(gone))
    });
    for record in records {
        if rng.random_bool(stopped) || never && record["engine"] == **engine {
            stop(record, manifest.task.unwrap_or_default(), rng);
        }
    }
}
