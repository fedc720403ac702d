//! Makes the runs of an experiment, several at a time.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Duration, Instant};

use parallax_compare::{Plan, lone};
use parallax_engines::auto::AutoEngine;
use parallax_engines::jobs::{Certified, Isolated, Limited, Meter, Racers};
use parallax_engines::{Portfolio, Spec};
use parallax_model::ask::{Control, Engine};
use parallax_solvers::process::{pin, thread_cpu};

use super::exit::exit;
use super::{About, Loaded, Measured, Record, Run, seconds};

/// Settings of the runs; they change the costs, not the answers.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The number of runs at the same time, at least 1.
    pub jobs: usize,
    /// Whether each of these runs has a processor of its own.
    pub pin: bool,
    /// The program that runs jobs in child processes: `parallax`.
    pub program: PathBuf,
}

/// Makes some of the runs of an experiment and calls `on_record` with each record as it arrives.
/// The runs start in this order; with several jobs they may end in another one. Runs that a
/// cancellation of `control` interrupts give no record.
pub fn make(
    loaded: &Loaded,
    runs: &[Run],
    settings: &Settings,
    control: &Control,
    on_record: &mut dyn FnMut(Record),
) {
    let next = AtomicUsize::new(0);
    let (send, receive) = sync_channel::<Record>(settings.jobs.max(1) * 16);
    std::thread::scope(|scope| {
        for place in 0..settings.jobs.max(1) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                // A thread that cannot be pinned runs anyway.
                let _ = settings.pin && pin(place);
                work(loaded, runs, next, settings, control, &send);
            });
        }
        drop(send);
        receive.into_iter().for_each(on_record);
    });
}

/// Makes runs until none remains.
fn work(
    loaded: &Loaded,
    runs: &[Run],
    next: &AtomicUsize,
    settings: &Settings,
    control: &Control,
    send: &SyncSender<Record>,
) {
    while control.stopped().is_none()
        && let Some(run) = runs.get(next.fetch_add(1, Ordering::Relaxed))
    {
        let record = one(loaded, run, settings, control);
        let is_cut = control.stopped().is_some() && !record.is_solved(loaded.manifest.task);
        if !is_cut && send.send(record).is_err() {
            return;
        }
    }
}

/// Makes one run.
fn one(loaded: &Loaded, run: &Run, settings: &Settings, control: &Control) -> Record {
    let manifest = &loaded.manifest;
    let (found, viewpoint) = loaded.instance(run);
    let meter = Meter::default();
    let engine = engine(loaded, run, settings, &meter);
    let plan = Plan {
        task: manifest.task,
        timeout: manifest.limits.wall_s.map(Duration::from_secs_f64),
        memory: manifest.limits.memory_mb.map(|megabytes| megabytes.saturating_mul(1_000_000)),
        seed: run.seed,
        keep: 0,
        alone: true,
        checker: None,
        ..Plan::new(Vec::new())
    };
    let (start, before) = (Instant::now(), thread_cpu());
    let row = lone(&plan, &*engine, viewpoint.clone(), found, control);
    let wall = start.elapsed();
    let own = before.zip(thread_cpu()).map(|(before, after)| after.saturating_sub(before));
    let metered = meter.read();
    let exit = exit(&row, &metered);
    let about = About {
        run: run.number,
        engine: manifest.engines[run.engine].name.clone(),
        repeat: run.repeat,
        task: manifest.task,
    };
    let record = Record::of(about, row, exit);
    let measured = record.measured.map(|measured| Measured {
        wall_s: seconds(wall + found.spent),
        start_s: Some(seconds(metered.start)).filter(|&start| start > 0.0),
        encode_s: (measured.encode_s - seconds(metered.start)).max(0.0),
        cpu_s: own.map(|own| seconds(own + metered.cpu)),
        memory_bytes: Some(metered.memory_bytes).filter(|&bytes| bytes > 0),
        ..measured
    });
    Record { measured, ..record }
}

/// Returns the engine of a run. It gets a process of its own if the experiment isolates runs or the
/// engine runs a program, and, under a time limit, if it may not check the clock.
fn engine(loaded: &Loaded, run: &Run, settings: &Settings, meter: &Meter) -> Arc<dyn Engine> {
    let spec: Spec = loaded.engines[run.engine].clone();
    if let Some(portfolio) = spec.as_engine::<Portfolio>() {
        return Arc::new(racers(loaded, settings, meter).race(portfolio));
    }
    let limits = loaded.manifest.limits;
    let abilities = spec.abilities();
    let certificate = loaded.certificate(run);
    let isolated = Isolated {
        memory_bytes: limits.memory_mb.map(|mb| mb.saturating_mul(1_000_000)),
        cpu: limits.cpu_s.map(Duration::from_secs_f64),
        meter: Some(meter.clone()),
        certificate: certificate.clone(),
        ..Isolated::new(spec.clone(), settings.program.clone())
    };
    if loaded.manifest.isolated || abilities.external {
        Arc::new(isolated)
    } else if limits.wall_s.is_some() && spec.is_engine::<AutoEngine>() {
        Arc::new(Limited::auto(isolated))
    } else if let Some(certificate) = certificate {
        Arc::new(Certified { engine: spec, certificate })
    } else if limits.wall_s.is_some() && abilities.foreign {
        Arc::new(Limited(isolated))
    } else {
        Arc::new(spec)
    }
}

/// Returns the settings for the engines of a portfolio.
fn racers(loaded: &Loaded, settings: &Settings, meter: &Meter) -> Racers {
    let limits = loaded.manifest.limits;
    Racers {
        memory_bytes: limits.memory_mb.map(|mb| mb.saturating_mul(1_000_000)),
        cpu: limits.cpu_s.map(Duration::from_secs_f64),
        meter: Some(meter.clone()),
        // The meter measures only children, not the threads of this process.
        isolated: true,
        ..Racers::new(settings.program.clone())
    }
}
