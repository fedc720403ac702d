//! Makes the runs of an experiment, several at a time.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Duration, Instant};

use parallax_compare::{ComparisonPlan, solve_viewpoint};
use parallax_engines::auto::AutoEngine;
use parallax_engines::jobs::{
    CertificateFileEngine, EnginePlacement, IsolatedEngine, LimitedEngine, ResourceMeter,
};
use parallax_engines::{Portfolio, Spec};
use parallax_model::engine_api::{Control, Engine};
use parallax_solvers::process::{pin_thread, thread_cpu};

use super::exit::run_exit;
use super::{LoadedExperiment, RunCoordinates, RunCost, RunIdentity, RunRecord, rounded_seconds};

/// Settings of the runs; they change the costs, not the answers.
#[derive(Clone, Debug)]
pub struct RunnerOptions {
    /// The number of runs at the same time, at least 1.
    pub jobs: usize,
    /// Whether each of these runs has its own processor.
    pub pin: bool,
    /// The program that runs jobs in child processes: `parallax`.
    pub program: PathBuf,
}

/// Makes some of the runs of an experiment and calls `on_record` with each record as it arrives.
/// The runs start in this order; with several jobs they may end in another. Runs that a
/// cancellation of `control` interrupts give no record.
pub fn make_runs(
    loaded: &LoadedExperiment,
    runs: &[RunCoordinates],
    settings: &RunnerOptions,
    control: &Control,
    on_record: &mut dyn FnMut(RunRecord),
) {
    let next = AtomicUsize::new(0);
    let (send, receive) = sync_channel::<RunRecord>(settings.jobs.max(1) * 16);
    std::thread::scope(|scope| {
        for processor in 0..settings.jobs.max(1) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                // A thread that cannot be pinned runs anyway.
                let _ = settings.pin && pin_thread(processor);
                work_through(loaded, runs, next, settings, control, &send);
            });
        }
        // The loop below ends when the last sender is dropped, so the original one must not outlive
        // the threads.
        drop(send);
        receive.into_iter().for_each(on_record);
    });
}

/// Makes runs until none remains.
fn work_through(
    loaded: &LoadedExperiment,
    runs: &[RunCoordinates],
    next: &AtomicUsize,
    settings: &RunnerOptions,
    control: &Control,
    send: &SyncSender<RunRecord>,
) {
    while control.stop_reason().is_none()
        && let Some(run) = runs.get(next.fetch_add(1, Ordering::Relaxed))
    {
        let record = make_run(loaded, run, settings, control);
        // A run that the cancellation may have cut short is made again later. One that was solved
        // before is complete.
        let is_cut = control.stop_reason().is_some() && !record.is_solved(loaded.manifest.task);
        if !is_cut && send.send(record).is_err() {
            return;
        }
    }
}

/// Makes one run.
fn make_run(
    loaded: &LoadedExperiment,
    run: &RunCoordinates,
    settings: &RunnerOptions,
    control: &Control,
) -> RunRecord {
    let manifest = &loaded.manifest;
    let (found, viewpoint) = loaded.run_instance(run);
    let meter = ResourceMeter::default();
    let engine = run_engine(loaded, run, settings, &meter);
    let plan = ComparisonPlan {
        task: manifest.task,
        timeout: manifest.limits.wall_s.map(Duration::from_secs_f64),
        memory: manifest.limits.memory_mb.map(|megabytes| megabytes.saturating_mul(1_000_000)),
        seed: run.seed,
        // Records hold digests, not solutions.
        keep: 0,
        alone: true,
        checker: None,
        ..ComparisonPlan::new(Vec::new())
    };
    let (start, before) = (Instant::now(), thread_cpu());
    let row = solve_viewpoint(&plan, &*engine, viewpoint.clone(), found, control);
    let wall = start.elapsed();
    // The thread's clock covers engines in this process, the meter the children; a run may use
    // both.
    let own = before.zip(thread_cpu()).map(|(before, after)| after.saturating_sub(before));
    let metered = meter.read_use();
    let exit = run_exit(&row, &metered);
    let about = RunIdentity {
        run: run.number,
        engine: manifest.engines[run.engine].name.clone(),
        repeat: run.repeat,
        task: manifest.task,
    };
    let record = RunRecord::from_row(about, row, exit);
    let measured = record.measured.map(|measured| RunCost {
        wall_s: rounded_seconds(wall + found.spent),
        start_s: Some(rounded_seconds(metered.start)).filter(|&start| start > 0.0),
        // The engine prepares in the child, so its encoding time includes the start, which is
        // listed apart.
        encode_s: (measured.encode_s - rounded_seconds(metered.start)).max(0.0),
        cpu_s: own.map(|own| rounded_seconds(own + metered.cpu)),
        memory_bytes: Some(metered.memory_bytes).filter(|&bytes| bytes > 0),
        ..measured
    });
    RunRecord { measured, ..record }
}

/// Returns the engine of a run. It gets its own process if the experiment isolates runs or the
/// engine runs a program, and, under a time limit, if it may not check the clock.
fn run_engine(
    loaded: &LoadedExperiment,
    run: &RunCoordinates,
    settings: &RunnerOptions,
    meter: &ResourceMeter,
) -> Arc<dyn Engine> {
    let spec: Spec = loaded.engines[run.engine].clone();
    if let Some(portfolio) = spec.as_engine::<Portfolio>() {
        return Arc::new(portfolio_racers(loaded, settings, meter).racing_engine(portfolio));
    }
    let limits = loaded.manifest.limits;
    let abilities = spec.abilities();
    let certificate = loaded.run_certificate(run);
    let isolated = IsolatedEngine {
        memory_bytes: limits.memory_mb.map(|mb| mb.saturating_mul(1_000_000)),
        cpu: limits.cpu_s.map(Duration::from_secs_f64),
        meter: Some(meter.clone()),
        certificate: certificate.clone(),
        ..IsolatedEngine::new(spec.clone(), settings.program.clone())
    };
    if loaded.manifest.isolated || abilities.external {
        Arc::new(isolated)
    } else if limits.wall_s.is_some() && spec.is_engine::<AutoEngine>() {
        Arc::new(LimitedEngine::auto_engine(isolated))
    } else if let Some(certificate) = certificate {
        Arc::new(CertificateFileEngine { engine: spec, certificate })
    } else if limits.wall_s.is_some() && abilities.foreign {
        Arc::new(LimitedEngine(isolated))
    } else {
        Arc::new(spec)
    }
}

/// Returns the settings for the engines of a portfolio.
fn portfolio_racers(
    loaded: &LoadedExperiment,
    settings: &RunnerOptions,
    meter: &ResourceMeter,
) -> EnginePlacement {
    let limits = loaded.manifest.limits;
    EnginePlacement {
        memory_bytes: limits.memory_mb.map(|mb| mb.saturating_mul(1_000_000)),
        cpu: limits.cpu_s.map(Duration::from_secs_f64),
        meter: Some(meter.clone()),
        // The meter measures only children, not the threads of this process.
        isolated: true,
        ..EnginePlacement::new(settings.program.clone())
    }
}
