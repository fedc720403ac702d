//! `parallax experiment`.

mod merge;
mod plan;
mod run;
mod slurm;

use std::path::{Path, PathBuf};

use clap::Subcommand;
use parallax_lab::experiment::{Loaded, Shard, Specification, load};
use parallax_model::ask::Control;
use parallax_model::instance::InputError;

use super::Failure;

/// Run experiments: instances x models x engines x seeds
///
/// Runs have limits; experiments continue after an end, and divide into shards.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Run(run::Args),
    Plan(plan::Args),
    Merge(merge::Args),
    Slurm(slurm::Args),
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    match &args.what {
        What::Run(args) => run::run(args),
        What::Plan(args) => plan::run(args),
        What::Merge(args) => merge::run(args),
        What::Slurm(args) => slurm::run(args),
    }
}

/// Reads a specification with its instances.
fn read(path: &Path, control: &Control) -> Result<Loaded, Failure> {
    let source = path.display().to_string();
    let text =
        std::fs::read_to_string(path).map_err(|error| InputError::unreadable(&source, &error))?;
    let spec = Specification::read(&source, &text)?;
    let check = || match control.stopped() {
        Some(stop) => Err(InputError::new(&source, stop.to_string())),
        None => Ok(()),
    };
    let loaded = load(&spec, path, &generate, &check)?;
    for engine in &loaded.engines {
        engine.find_program().map_err(|why| Failure(format!("{source}: {why}")))?;
    }
    Ok(loaded)
}

/// Returns the output of `parallax generate` with these arguments.
fn generate(arguments: &str) -> Result<Vec<u8>, String> {
    let words = shlex::split(arguments).ok_or("a quotation mark is not closed")?;
    let program = this_program()?;
    let ran = std::process::Command::new(program).arg("generate").args(words).output();
    let ran = ran.map_err(|error| format!("cannot start: {error}"))?;
    if ran.status.success() {
        return Ok(ran.stdout);
    }
    let said = String::from_utf8_lossy(&ran.stderr);
    let last = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("no output");
    Err(format!("'{arguments}': {last}"))
}

/// Returns the path of this program.
fn this_program() -> Result<PathBuf, String> {
    std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))
}

/// Returns the file of results of a specification: next to it, named after it and the shard.
fn results_of(spec: &Path, shard: Shard) -> PathBuf {
    let stem = spec.file_stem().unwrap_or_default().to_string_lossy();
    let name = match shard {
        Shard::WHOLE => format!("{stem}.results.jsonl"),
        Shard { number, of } => format!("{stem}.results.{number}-of-{of}.jsonl"),
    };
    spec.with_file_name(name)
}
