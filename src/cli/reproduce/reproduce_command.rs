//! The command: its arguments, its run and its output.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use parallax_reproduce::form::Form;

use super::crawford;
use super::keisuke;
use super::models;
use super::reform_random;
use super::set_free;
use super::splits;
use super::swearngin;
use crate::cli::Failure;
use crate::cli::format::PaperFormat;
use crate::cli::numbers::whole;
use crate::cli::screen::{layout, remark};

/// Measure published tables again, next to the published figures.
#[derive(clap::Args)]
#[command(
    after_help = "Everything that is counted is the same on every machine and for any number \
                        of threads; times are not."
)]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    pub(super) what: What,
}

#[derive(Subcommand)]
pub(super) enum What {
    /// Enumeration strategies on Latin squares, magic squares and Sudokus
    Crawford(crawford::Args),
    /// Two ways to choose the variable to split on Sudokus
    SudokuSplits(splits::Args),
    /// Four models of Sudoku by the number of empty cells
    SudokuModels(models::Args),
    /// Propagation and models of Keisuke, and run times by size and length
    Keisuke(keisuke::Args),
    /// Brute force, search and reformulation on SET, on 12 and on 81 cards
    #[command(name = "set-table5")]
    SetTable(swearngin::TableArgs),
    /// The algorithms of Table 5 by the number of cards
    SetFigures(swearngin::FiguresArgs),
    /// Reformulation on random problems with a controlled level of interchangeability
    ReformRandom(reform_random::Args),
    /// The largest collections of SET cards without a set, with proof
    SetFree(set_free::Args),
}

pub(in crate::cli) fn run(args: &Args) -> Result<u8, Failure> {
    match &args.what {
        What::Crawford(args) => crawford::run(args),
        What::SudokuSplits(args) => splits::run(args),
        What::SudokuModels(args) => models::run(args),
        What::Keisuke(args) => keisuke::run(args),
        What::SetTable(args) => swearngin::table(args),
        What::SetFigures(args) => swearngin::figures(args),
        What::ReformRandom(args) => reform_random::run(args),
        What::SetFree(args) => set_free::run(args),
    }
}

/// Reads a range of numbers, such as `3..81`, within 1 to `most`.
pub(super) fn range(
    text: &str,
    most: usize,
    example: &str,
) -> Result<RangeInclusive<usize>, String> {
    let expected = || format!("'{text}'; expected for example {example}, within 1..{most}");
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| expected());
    let range = number(from)?..=number(to)?;
    if range.is_empty() || *range.start() < 1 || *range.end() > most {
        Err(expected())
    } else {
        Ok(range)
    }
}

/// Writes the files requested by `--out`, or prints what it would write.
pub(super) fn save(
    folder: Option<&Path>,
    what: &str,
    write: impl FnOnce(&Path) -> std::io::Result<Vec<PathBuf>>,
) -> Result<(), Failure> {
    let Some(folder) = folder else {
        remark(&format!("--out DIR writes {what}"));
        return Ok(());
    };
    let written = write(folder)
        .map_err(|error| Failure(format!("{}: cannot write: {error}", folder.display())))?;
    eprintln!("parallax: {} files in {}", written.len(), folder.display());
    Ok(())
}

/// How to print, and on how many threads to work.
#[derive(clap::Args)]
pub(super) struct Common {
    /// How to print
    #[arg(long, value_enum, default_value_t = PaperFormat::Text)]
    pub(super) format: PaperFormat,
    /// Worker threads [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = whole::<NonZeroUsize>)]
    pub(super) jobs: Option<NonZeroUsize>,
}

impl Common {
    pub(super) fn form(&self) -> Form {
        match self.format {
            PaperFormat::Text => Form::Text(layout()),
            PaperFormat::Json => Form::Json,
            PaperFormat::Csv => Form::Csv,
            PaperFormat::Markdown => Form::Markdown,
            PaperFormat::Latex => Form::Latex,
        }
    }

    pub(super) fn jobs(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(all, NonZeroUsize::get)
    }
}
