//! The command: its arguments, its run and its output.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use parallax_reproduce::form::ReproductionFormat;

use super::crawford;
use super::keisuke;
use super::models;
use super::reform_random;
use super::set_free;
use super::splits;
use super::swearngin;
use crate::cli::CliError;
use crate::cli::format::PaperFormat;
use crate::cli::numbers::whole;
use crate::cli::screen::{output_layout, print_remark};

/// Measure published tables again, next to the published figures
#[derive(clap::Args)]
#[command(
    after_help = "Everything that is counted is the same on every machine and for any number \
                        of threads; times are not."
)]
pub(in crate::cli) struct ReproduceArgs {
    #[command(subcommand)]
    pub(super) what: ReproduceCommand,
}

#[derive(Subcommand)]
pub(super) enum ReproduceCommand {
    Crawford(crawford::ReproduceCrawfordArgs),
    SudokuSplits(splits::ReproduceSplitsArgs),
    SudokuModels(models::ReproduceModelsArgs),
    Keisuke(keisuke::ReproduceKeisukeArgs),
    #[command(name = "set-table5")]
    SetTable(swearngin::TableArgs),
    SetFigures(swearngin::FiguresArgs),
    ReformRandom(reform_random::ReproduceRandomArgs),
    SetFree(set_free::ReproduceSetFreeArgs),
}

pub(in crate::cli) fn run(args: &ReproduceArgs) -> Result<u8, CliError> {
    match &args.what {
        ReproduceCommand::Crawford(args) => crawford::run(args),
        ReproduceCommand::SudokuSplits(args) => splits::run(args),
        ReproduceCommand::SudokuModels(args) => models::run(args),
        ReproduceCommand::Keisuke(args) => keisuke::run(args),
        ReproduceCommand::SetTable(args) => swearngin::measure_table(args),
        ReproduceCommand::SetFigures(args) => swearngin::measure_figures(args),
        ReproduceCommand::ReformRandom(args) => reform_random::run(args),
        ReproduceCommand::SetFree(args) => set_free::run(args),
    }
}

/// Reads a range of numbers, such as `3..81`, within 1 to `max`.
pub(super) fn range(
    text: &str,
    max: usize,
    example: &str,
) -> Result<RangeInclusive<usize>, String> {
    let expected = || format!("'{text}'; expected for example {example}, within 1..{max}");
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| expected());
    let range = number(from)?..=number(to)?;
    if range.is_empty() || *range.start() < 1 || *range.end() > max {
        Err(expected())
    } else {
        Ok(range)
    }
}

/// Writes the files requested by `--out`, or prints what it would write.
pub(super) fn save_files(
    folder: Option<&Path>,
    what: &str,
    write: impl FnOnce(&Path) -> std::io::Result<Vec<PathBuf>>,
) -> Result<(), CliError> {
    let Some(folder) = folder else {
        print_remark(&format!("--out DIR writes {what}"));
        return Ok(());
    };
    let written = write(folder)
        .map_err(|error| CliError(format!("{}: cannot write: {error}", folder.display())))?;
    eprintln!("parallax: {} files in {}", written.len(), folder.display());
    Ok(())
}

/// Output format, and on how many threads to work.
#[derive(clap::Args)]
pub(super) struct ReproduceOptions {
    /// Output format
    #[arg(long, value_enum, default_value_t = PaperFormat::Text)]
    pub(super) format: PaperFormat,
    /// Worker threads [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = whole::<NonZeroUsize>)]
    pub(super) jobs: Option<NonZeroUsize>,
}

impl ReproduceOptions {
    pub(super) fn paper_form(&self) -> ReproductionFormat {
        match self.format {
            PaperFormat::Text => ReproductionFormat::Text(output_layout()),
            PaperFormat::Json => ReproductionFormat::Json,
            PaperFormat::Csv => ReproductionFormat::Csv,
            PaperFormat::Markdown => ReproductionFormat::Markdown,
            PaperFormat::Latex => ReproductionFormat::Latex,
        }
    }

    pub(super) fn job_count(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(all, NonZeroUsize::get)
    }
}
