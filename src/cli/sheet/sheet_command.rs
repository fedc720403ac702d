//! The command: its arguments, its run and its output.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use parallax_formats::inputs::InputForm;
use parallax_report::DifficultyGrade;

use super::graded_puzzle::{GradedPuzzle, GradingError};
use super::kind;
use super::kind::SheetPuzzleKind;
use super::page;
use super::puzzle_collection::PuzzleCollection;
use super::sheet_destination::SheetDestination;
use crate::cli::form_help::puzzle_names;
use crate::cli::numbers::{seconds, whole};
use crate::cli::{CliError, interrupt};

/// Make a page of graded puzzles to print, with their solutions
///
/// Makes puzzles, or takes those of files, and writes them as one page of HTML that prints well on
/// A4 and Letter and loads nothing. Every puzzle is checked to have one solution, by two engines.
/// The same seed gives the same page.
#[derive(clap::Args)]
#[command(after_help = "\
parallax sheet sudoku --number 6 --grade easy --seed 7 --title 'Class 4b' --output sheet.html makes \
six easy Sudokus; parallax sheet a.sudoku b.txt --per-page 1 --output sheet.html takes those of files. \
SET cards have any number of sets: the solution lists all of them.

The grade is that of the hardest step of the easiest way to the solution (parallax path shows it): \
easy up to single values, medium up to pairs and locked candidates, hard up to fish, wings and quads, \
extreme beyond.")]
pub(in crate::cli) struct SheetArgs {
    #[arg(help = SheetPuzzleKind::kinds_help(), required = true, value_name = "KIND|FILE")]
    pub(super) what: Vec<String>,
    /// The number of puzzles of each kind
    #[arg(short, long, value_name = "N", default_value = "4", value_parser = whole::<NonZeroUsize>)]
    pub(super) number: NonZeroUsize,
    /// The grade of the puzzles that are made: easy, medium, hard or extreme [default: any]
    #[arg(long, value_name = "GRADE", value_parser = kind::grade)]
    pub(super) grade: Option<DifficultyGrade>,
    /// The seed of all random choices
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole::<u64>)]
    pub(super) seed: u64,
    #[arg(help = kind::ORDER_HELP, long, value_name = "N", value_parser = whole::<usize>)]
    pub(super) order: Option<usize>,
    /// The number of clues of a Sudoku [default: many for easy, else as few as one pass leaves]
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    pub(super) clues: Option<usize>,
    /// Maximum number of puzzles to draw for one of the grade
    #[arg(long, value_name = "N", default_value = "1000", requires = "grade", value_parser = whole::<NonZeroU32>)]
    pub(super) draws: NonZeroU32,
    #[arg(help = files_help(), long, value_name = "NAME")]
    pub(super) puzzle: Option<InputForm>,
    /// The heading [default: the kind of puzzle]
    #[arg(long, value_name = "TEXT")]
    pub(super) title: Option<String>,
    /// The number of puzzles on a page: 1, 2, 4 or 6 [default: 4; 2 or 1 where the boards are
    /// large]
    #[arg(long, value_name = "N", value_parser = page::per_page)]
    pub(super) per_page: Option<parallax_report::worksheet::PerPage>,
    /// Leave the grades out
    #[arg(long)]
    pub(super) no_grade: bool,
    /// Leave the solutions out
    #[arg(long)]
    pub(super) no_solutions: bool,
    /// Take puzzles with several solutions also; the sheet marks them
    #[arg(long)]
    pub(super) allow_many: bool,
    /// Seconds for the solutions of one puzzle
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60")]
    pub(super) timeout: Duration,
    /// The file to write [default: standard output]
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Worker threads [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = whole::<NonZeroUsize>)]
    pub(super) jobs: Option<NonZeroUsize>,
    /// How to write
    #[arg(long, value_enum, default_value_t = SheetFormat::Html)]
    pub(super) format: SheetFormat,
}

/// Returns the help of the form of the files.
fn files_help() -> String {
    let names = puzzle_names();
    format!("The form of the files ({names}), where their content leaves it open")
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SheetFormat {
    /// A page to print
    Html,
    /// An object with the puzzles, their grades and their solutions
    Json,
}

/// Exit code when a puzzle cannot be made as asked.
pub(super) const MISSED_REQUEST_EXIT_CODE: u8 = 3;

/// Exit code when two engines disagree.
pub(super) const ENGINE_FAULT_EXIT_CODE: u8 = 5;

/// Maximum number of puzzles that standard error names.
const MAX_NAMED_PUZZLES: usize = 10;

pub(in crate::cli) fn run(args: &SheetArgs) -> Result<u8, CliError> {
    // Checked before the puzzles are made, which may take minutes.
    let target = SheetDestination::new(args)?;
    let control = interrupt::interrupt_control();
    let collected = match args.collect_puzzles(&control)? {
        PuzzleCollection::All(puzzles) => puzzles,
        PuzzleCollection::Missing { messages, code } => return Ok(print_refusals(&messages, code)),
        PuzzleCollection::Interrupted => return Ok(interrupt::INTERRUPTED_EXIT_CODE),
    };
    let graded: Vec<Result<GradedPuzzle, GradingError>> = args.grade_all(collected, &control)?;
    if control.stop_reason().is_some() {
        return Ok(interrupt::INTERRUPTED_EXIT_CODE);
    }
    let mut puzzles = Vec::with_capacity(graded.len());
    let (mut messages, mut code) = (Vec::new(), crate::cli::WRONG_USAGE_EXIT_CODE);
    for result in graded {
        match result {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(GradingError { message, is_fault }) => {
                messages.push(message);
                // A disagreement of engines outweighs a puzzle that is merely unfit.
                code = if is_fault { ENGINE_FAULT_EXIT_CODE } else { code };
            }
        }
    }
    if !messages.is_empty() {
        return Ok(print_refusals(&messages, code));
    }
    let text = match args.format {
        SheetFormat::Html => page::html_page(args, &puzzles),
        SheetFormat::Json => page::json_line(args, &puzzles),
    };
    target.write_sheet(&text)?;
    Ok(0)
}

/// Prints the reasons why no sheet is written; returns the exit code.
fn print_refusals(messages: &[String], code: u8) -> u8 {
    messages.iter().take(MAX_NAMED_PUZZLES).for_each(|message| eprintln!("parallax: {message}"));
    if messages.len() > MAX_NAMED_PUZZLES {
        eprintln!("parallax: {} more puzzles are refused", messages.len() - MAX_NAMED_PUZZLES);
    }
    if messages.len() > 1 {
        eprintln!("parallax: no sheet is written");
    }
    code
}

impl SheetArgs {
    pub(super) fn job_count(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(all, NonZeroUsize::get)
    }
}
