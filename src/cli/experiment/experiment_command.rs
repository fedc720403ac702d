//! The command: its arguments, its run and its output.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use parallax_experiment::{ExperimentSpecification, LoadedExperiment, RunShard, load_experiment};
use parallax_instance::InputError;
use parallax_model::engine_api::Control;

use super::generate_run_error::{GenerateCommandError, GenerateRunError};
use super::merge;
use super::plan;
use super::slurm;
use crate::cli::CliError;
use crate::cli::generate::ONE_A_FILE;
use crate::cli::this_program::this_program;

/// Run experiments: instances x models x engines x seeds
///
/// Runs have limits; experiments continue after an end, and divide into shards.
#[derive(clap::Args)]
pub(in crate::cli) struct ExperimentArgs {
    #[command(subcommand)]
    pub(super) what: ExperimentCommand,
}

#[derive(Subcommand)]
pub(super) enum ExperimentCommand {
    Run(super::run::ExperimentRunArgs),
    Plan(plan::ExperimentPlanArgs),
    Merge(merge::ExperimentMergeArgs),
    Slurm(slurm::ExperimentSlurmArgs),
}

pub(in crate::cli) fn run(args: &ExperimentArgs) -> Result<u8, CliError> {
    match &args.what {
        ExperimentCommand::Run(args) => super::run::run(args),
        ExperimentCommand::Plan(args) => plan::run(args),
        ExperimentCommand::Merge(args) => merge::run(args),
        ExperimentCommand::Slurm(args) => slurm::run(args),
    }
}

/// Reads a specification with its instances.
pub(super) fn read_specification(
    path: &Path,
    control: &Control,
) -> Result<LoadedExperiment, CliError> {
    let source = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|error| InputError::from_io_error(&source, &error))?;
    let spec = ExperimentSpecification::parse_specification(&source, &text)?;
    let check = || match control.stop_reason() {
        Some(stop) => Err(InputError::new(&source, stop.to_string())),
        None => Ok(()),
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let loaded = load_experiment(&spec, path, &|words| generate_files(words, folder), &check)?;
    for engine in &loaded.engines {
        engine.find_program().map_err(|why| CliError(format!("{source}: {why}")))?;
    }
    Ok(loaded)
}

/// Returns the files that `parallax generate` makes with these arguments; relative paths in them
/// start from `folder`.
fn generate_files(arguments: &str, folder: &Path) -> Result<Vec<Vec<u8>>, GenerateRunError> {
    let words = shlex::split(arguments).ok_or(GenerateRunError::OpenQuote)?;
    let copy = || arguments.to_owned();
    // The experiment reads the output itself, in the form that it expects.
    for option in ["--out", "--format"] {
        let is_option = |word: &String| word.split('=').next() == Some(option);
        if words.iter().any(is_option) {
            return Err(GenerateRunError::Option { arguments: copy(), option });
        }
    }
    let fault = |error| GenerateRunError::Command { arguments: copy(), error };
    match generate_output(&words, folder) {
        Ok(text) => Ok(vec![text]),
        // A file of this kind holds one instance, so standard output cannot have several: they are
        // written to a folder and read back.
        Err(GenerateCommandError::Refused { holds_one: true, .. }) => {
            let made = tempfile::tempdir().map_err(GenerateRunError::NoFolder)?;
            let name = made.path().to_str().ok_or(GenerateRunError::NotUtf8)?;
            generate_output(&[&words[..], &["--out".to_owned(), name.to_owned()]].concat(), folder)
                .map_err(fault)?;
            let fault = |error| GenerateRunError::Unreadable { arguments: copy(), error };
            read_files(made.path()).map_err(fault)
        }
        Err(error) => Err(fault(error)),
    }
}

/// Returns the contents of the files of a folder by the numbers in their names.
pub(super) fn read_files(folder: &Path) -> std::io::Result<Vec<Vec<u8>>> {
    let entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    // The numbers in the names have no leading zeros: by length first, `x-9` comes before `x-10`.
    paths.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
    paths.iter().map(std::fs::read).collect()
}

/// Returns the output of `parallax generate` with these arguments.
fn generate_output(words: &[String], folder: &Path) -> Result<Vec<u8>, GenerateCommandError> {
    let mut command = std::process::Command::new(this_program()?);
    command.arg("generate").args(words);
    if !folder.as_os_str().is_empty() {
        command.current_dir(folder);
    }
    let ran = command.output().map_err(GenerateCommandError::Start)?;
    if ran.status.success() {
        return Ok(ran.stdout);
    }
    let said = String::from_utf8_lossy(&ran.stderr);
    let last = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("no output");
    let words = last.strip_prefix("parallax: ").unwrap_or(last);
    let holds_one = words.contains(ONE_A_FILE);
    Err(GenerateCommandError::Refused { words: words.to_owned(), holds_one })
}

/// Returns the file of results of a specification: next to it, named after it and the shard.
pub(super) fn results_of(spec: &Path, shard: RunShard) -> PathBuf {
    let stem = spec.file_stem().unwrap_or_default().to_string_lossy();
    let name = match shard {
        RunShard::ALL_RUNS => format!("{stem}.results.jsonl"),
        RunShard { number, of } => format!("{stem}.results.{number}-of-{of}.jsonl"),
    };
    spec.with_file_name(name)
}
