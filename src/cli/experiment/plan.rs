//! `parallax experiment plan`: the runs of an experiment, without running them.

use std::io::Write;
use std::path::PathBuf;

use super::super::format::OutputFormat;
use super::super::output::StandardOutput;
use super::super::{CliError, interrupt};
use super::read_specification;

/// Print what an experiment would run, without running it
///
/// With '--format json' this is the manifest: everything that decides which runs there are.
#[derive(clap::Args)]
pub(super) struct ExperimentPlanArgs {
    /// The specification
    #[arg(value_name = "SPEC.toml")]
    spec: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

pub(super) fn run(args: &ExperimentPlanArgs) -> Result<u8, CliError> {
    let control = interrupt::interrupt_control();
    let loaded = read_specification(&args.spec, &control)?;
    let manifest = &loaded.manifest;
    let mut out = StandardOutput::new();
    if args.format == OutputFormat::Json {
        serde_json::to_writer(&mut out, manifest).map_err(std::io::Error::from)?;
        writeln!(out)?;
        out.flush()?;
        return Ok(0);
    }
    let engines: Vec<&str> = manifest.engines.iter().map(|engine| engine.name.as_str()).collect();
    writeln!(out, "{}: {} runs, manifest {}", manifest.name, manifest.len(), manifest.digest())?;
    writeln!(
        out,
        "instances: {} from {} sources",
        manifest.instance_count(),
        manifest.sources.len()
    )?;
    writeln!(out, "engines: {}", engines.join(", "))?;
    writeln!(out, "seeds: {}, repeats: {}", manifest.seeds.len(), manifest.repeats)?;
    let place = if manifest.isolated { "a process of its own" } else { "this process" };
    writeln!(out, "each run: {}, in {place}", manifest.limits)?;
    out.flush()?;
    let faults: Vec<&str> = manifest.input_faults().collect();
    faults.iter().for_each(|fault| eprintln!("parallax: {fault}"));
    Ok(if faults.is_empty() { 0 } else { 2 })
}
