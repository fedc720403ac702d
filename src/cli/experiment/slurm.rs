//! `parallax experiment slurm`: a job array for Slurm.

use std::fmt::Write as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::Command;

use parallax_experiment::{LoadedExperiment, RunShard};

use super::super::{CliError, interrupt};
use super::read_specification;
use crate::cli::numbers::whole;
use crate::cli::this_program::this_program;

/// Maximum number of tasks of an array by default; clusters often allow no more.
const MAX_TASKS: u64 = 1000;

/// Minutes that a task gets in addition to the sum of the limits of its runs.
const SPARE_MINUTES: u64 = 10;

/// Write a job array for Slurm: each task makes one shard of the runs
///
/// The script is written next to the specification. A task that is submitted again continues where
/// it was stopped. 'parallax experiment merge' then puts the shards together.
#[derive(clap::Args)]
pub(super) struct ExperimentSlurmArgs {
    /// The specification, in a folder that all nodes share
    #[arg(value_name = "SPEC.toml")]
    spec: PathBuf,
    /// Tasks of the array [default: one for every 20 runs, at most 1000]
    #[arg(long, value_name = "N", value_parser = whole::<NonZeroU64>)]
    tasks: Option<NonZeroU64>,
    /// Number of runs of a task at the same time, each on its own processor
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = whole::<NonZeroU64>)]
    jobs: NonZeroU64,
    /// Further options of sbatch, for example --sbatch=--partition=long; may be repeated
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    sbatch: Vec<String>,
    /// The script [default: SPEC.sbatch]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Submit it with sbatch
    #[arg(long)]
    submit: bool,
}

pub(super) fn run(args: &ExperimentSlurmArgs) -> Result<u8, CliError> {
    let loaded = read_specification(&args.spec, &interrupt::interrupt_control())?;
    let path = args.out.clone().unwrap_or_else(|| args.spec.with_extension("sbatch"));
    let text = args.write_script(&loaded)?;
    std::fs::write(&path, text)
        .map_err(|error| CliError(format!("{}: cannot write: {error}", path.display())))?;
    println!("{}", path.display());
    if !args.submit {
        return Ok(0);
    }
    let ran = Command::new("sbatch").arg(&path).status();
    match ran {
        Ok(status) if status.success() => Ok(0),
        Ok(status) => Err(CliError(format!("sbatch: {status}"))),
        Err(error) => Err(CliError(format!("cannot start sbatch: {error}"))),
    }
}

impl ExperimentSlurmArgs {
    fn task_count(&self, runs: u64) -> u64 {
        let usual = || runs.div_ceil(20).clamp(1, MAX_TASKS);
        self.tasks.map_or_else(usual, NonZeroU64::get).min(runs.max(1))
    }

    fn write_script(&self, loaded: &LoadedExperiment) -> Result<String, CliError> {
        let manifest = &loaded.manifest;
        let tasks = self.task_count(manifest.len());
        let spec = std::path::absolute(&self.spec)
            .map_err(|error| CliError(format!("{}: {error}", self.spec.display())))?;
        let program = this_program()?;
        let quoted = |path: &Path| {
            let text = path.to_str().ok_or_else(|| CliError("a path that is not UTF-8".into()))?;
            let quoted = shlex::try_quote(text).map_err(|why| CliError(why.to_string()))?;
            Ok::<_, CliError>(quoted.into_owned())
        };
        let (program, spec, jobs) = (quoted(&program)?, quoted(&spec)?, self.jobs);
        // Any name of a manifest becomes a single safe word of the `#SBATCH` line.
        let name = manifest.name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let log = quoted(&self.spec.with_extension("%a.log"))?;
        let mut text = String::from("#!/bin/sh\n");
        let mut option = |option: String| {
            let _ = writeln!(text, "#SBATCH {option}");
        };
        option(format!("--job-name={name}"));
        option(format!("--array=1-{tasks}"));
        option("--ntasks=1".into());
        option(format!("--cpus-per-task={jobs}"));
        if let Some(minutes) = self.task_minutes(loaded, tasks) {
            option(format!("--time={minutes}"));
        }
        if let Some(memory) = manifest.limits.memory_mb {
            // 500 MB more for this program, which is not part of a run.
            option(format!("--mem={}M", memory.saturating_mul(jobs.get()).saturating_add(500)));
        }
        option(format!("--output={log}"));
        option("--requeue".into());
        self.sbatch.iter().for_each(|extra| option(extra.clone()));
        let _ = write!(
            text,
            "# Manifest {}: {} runs in {tasks} tasks. A task that runs again continues.\n\
             exec {program} --quiet experiment run {spec} --resume \\\n    \
             --shard \"$SLURM_ARRAY_TASK_ID/{tasks}\" --jobs {jobs}\n",
            manifest.digest(),
            manifest.len(),
        );
        Ok(text)
    }

    /// Returns the maximum number of minutes of a task, if each run has a limit.
    fn task_minutes(&self, loaded: &LoadedExperiment, tasks: u64) -> Option<u64> {
        let wall = loaded.manifest.limits.wall_s?;
        let runs = RunShard { number: 1, of: tasks }.run_numbers(&loaded.manifest).len() as f64;
        // A run may exceed its limit by a second until it is killed.
        let seconds = (runs / self.jobs.get() as f64).ceil() * (wall + 1.0);
        let minutes = (seconds / 60.0).ceil();
        (minutes < 1e9).then(|| minutes as u64 + SPARE_MINUTES)
    }
}
