//! `parallax reproduce sudoku-splits`: two ways to choose the variable to split.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use parallax_reproduce::splits::{
    BoardMeasurement, BoardOutcome, SplitBoards, figures, measure_boards as measure, print_splits,
};

use super::super::output::StandardOutput;
use super::super::progress::ProgressLine;
use super::super::{CliError, interrupt};
use super::{ReproduceOptions, save_files};
use crate::cli::numbers::whole;

/// Two ways to choose the variable to split on Sudokus
///
/// Table 1 and Figures 2 and 3 of Ngo and Thuis.
#[derive(clap::Args)]
#[command(after_help = "\
Each board is solved by value elimination and depth-first splitting into one child board a value, \
to the first solution; split 1 splits the first unfixed cell, split 2 a cell with the fewest \
values. Splits are child boards made, propagations those that succeed (boards split, and the \
solution), time is seconds of the search.

Without --boards the boards are random minimal ones of our own making, and not those of the \
report. --out writes table-1.csv, boards.csv (every measure of every board, and the differences of \
Figure 3), figure-2-*.csv and figure-2-*.svg (histograms), figure-3-*.svg (differences).")]
pub(super) struct ReproduceSplitsArgs {
    /// A file with Sudokus, '-' for standard input [default: random boards]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "number"])]
    boards: Option<String>,
    /// Write the table, the figures and their data into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The seed of random boards
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole::<u64>)]
    seed: u64,
    /// How many random boards
    #[arg(long, value_name = "N", default_value = "1000", value_parser = whole::<NonZeroUsize>)]
    number: NonZeroUsize,
    #[command(flatten)]
    common: ReproduceOptions,
}

pub(super) fn run(args: &ReproduceSplitsArgs) -> Result<u8, CliError> {
    let boards = match &args.boards {
        Some(file) => SplitBoards::read_file(file)?,
        None => SplitBoards::Random { seed: args.seed, number: args.number.get() },
    };
    let control = interrupt::interrupt_control();
    let measured = measure_splits(&boards, args.common.job_count(), &control)?;
    let mut out = StandardOutput::new();
    print_splits(&mut out, args.common.paper_form(), &boards.describe_source(), &measured)?;
    save_files(args.out.as_deref(), "the figures and every board's numbers", |folder| {
        figures::write_figures(folder, &measured)
    })?;
    out.flush()?;
    Ok(interrupt::exit_code(&control, 0))
}

/// Returns the measurements. Standard error names the number of boards that are skipped.
fn measure_splits(
    boards: &SplitBoards,
    jobs: usize,
    control: &parallax_model::engine_api::Control,
) -> Result<Vec<BoardMeasurement>, CliError> {
    let mut progress = ProgressLine::counting_line("measuring", "boards");
    if let SplitBoards::Random { number, .. } = boards {
        progress = progress.out_of(*number as u64);
    }
    let mut measured = Vec::new();
    let (mut unsolvable, mut unfinished) = (0, 0);
    let mut fault = None;
    measure(boards, jobs, control, &mut |outcome| {
        match outcome {
            BoardOutcome::Measured(board) => measured.push(board),
            BoardOutcome::NoSolution => unsolvable += 1,
            BoardOutcome::Interrupted => unfinished += 1,
            BoardOutcome::Fault(why) => {
                control.cancel_work();
                fault.get_or_insert(why);
            }
        }
        progress.count_step(String::new);
    })?;
    progress.finish_line();
    if let Some(why) = fault {
        return Err(CliError(format!("a solution was refused: {why}")));
    }
    for (number, what) in [(unsolvable, "without a solution"), (unfinished, "not measured")] {
        if number > 0 {
            eprintln!("parallax: {number} boards {what} are left out");
        }
    }
    Ok(measured)
}
