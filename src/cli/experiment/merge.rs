//! `parallax experiment merge`: the shards of an experiment in one file.

use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use parallax_experiment::{Results, merge, write};

use super::super::Failure;
use super::super::output::Output;

/// Put the results of all shards of an experiment into one file
///
/// Refuses results of different manifests, and shards or runs that are missing or stand twice.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Files of results
    #[arg(value_name = "RESULTS", required = true)]
    files: Vec<PathBuf>,
    /// The file to write, which must not exist [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Leave out what is measured
    ///
    /// Canonical results of one manifest are the same bytes for any number of shards, as far as no run
    /// reached a limit.
    #[arg(long)]
    canonical: bool,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let results = args.files.iter().map(|path| Results::read(path)).collect::<Result<_, _>>()?;
    let (header, records) = merge(results)?;
    let mut out: Box<dyn Write> = match &args.out {
        None => Box::new(Output::new()),
        Some(path) => {
            let opened = OpenOptions::new().write(true).create_new(true).open(path);
            let cannot = |error| Failure(format!("{}: cannot write: {error}", path.display()));
            Box::new(BufWriter::new(opened.map_err(cannot)?))
        }
    };
    write(&mut out, header, records, args.canonical)?;
    Ok(0)
}
