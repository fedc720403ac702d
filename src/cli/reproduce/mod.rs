//! `parallax reproduce`.

mod crawford;
mod set_free;
mod splits;
mod swearngin;

use std::num::NonZeroUsize;

use clap::{Subcommand, ValueEnum};

use super::Failure;
use super::screen::layout;
use crate::reproduce::sheet::Form;

/// Measure published tables anew, beside the published figures.
#[derive(clap::Args)]
#[command(
    after_help = "Everything that is counted is the same on every machine and for any number \
                        of threads; times are not."
)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Enumeration strategies on Latin squares, magic squares and Sudokus
    Crawford(crawford::Args),
    /// Two ways to choose the variable to split on Sudokus
    SudokuSplits(splits::Args),
    /// Brute force, search and reformulation on SET, on 12 and on 81 cards
    #[command(name = "set-table5")]
    SetTable(swearngin::TableArgs),
    /// The same by the number of cards
    SetFigures(swearngin::FiguresArgs),
    /// The largest collections of SET cards without a set, with proof
    SetFree(set_free::Args),
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    match &args.what {
        What::Crawford(args) => crawford::run(args),
        What::SudokuSplits(args) => splits::run(args),
        What::SetTable(args) => swearngin::table(args),
        What::SetFigures(args) => swearngin::figures(args),
        What::SetFree(args) => set_free::run(args),
    }
}

/// How to print, and on how many threads to work.
#[derive(clap::Args)]
struct Common {
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Worker threads [default: one for each processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Tables
    Text,
    /// One object for each measurement, one a line
    Json,
    /// A header and one record for each measurement
    Csv,
    /// Markdown tables
    Markdown,
}

impl Common {
    fn form(&self) -> Form {
        match self.format {
            Format::Text => Form::Text(layout()),
            Format::Json => Form::Json,
            Format::Csv => Form::Csv,
            Format::Markdown => Form::Markdown,
        }
    }

    fn jobs(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(all, NonZeroUsize::get)
    }
}
