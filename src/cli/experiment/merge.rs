//! `parallax experiment merge`: the shards of an experiment in one file.

use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use parallax_experiment::{ResultsFile, merge_shards, write_results};

use super::super::CliError;
use super::super::output::StandardOutput;

/// Put the results of all shards of an experiment into one file
///
/// Refuses results of different manifests, and shards or runs that are missing or duplicated.
#[derive(clap::Args)]
pub(super) struct ExperimentMergeArgs {
    /// Files of results
    #[arg(value_name = "RESULTS", required = true)]
    files: Vec<PathBuf>,
    /// The file to write, which must not exist [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Leave out what is measured
    ///
    /// Canonical results of one manifest are the same bytes for any number of shards, unless a run
    /// reached a limit.
    #[arg(long)]
    canonical: bool,
}

pub(super) fn run(args: &ExperimentMergeArgs) -> Result<u8, CliError> {
    let results =
        args.files.iter().map(|path| ResultsFile::read_file(path)).collect::<Result<_, _>>()?;
    let (header, records) = merge_shards(results)?;
    let mut out: Box<dyn Write> = match &args.out {
        None => Box::new(StandardOutput::new()),
        Some(path) => {
            let opened = OpenOptions::new().write(true).create_new(true).open(path);
            let cannot = |error| CliError(format!("{}: cannot write: {error}", path.display()));
            Box::new(BufWriter::new(opened.map_err(cannot)?))
        }
    };
    write_results(&mut out, header, records, args.canonical)?;
    Ok(0)
}
