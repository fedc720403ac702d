//! `parallax reproduce crawford`: enumeration strategies.

use std::num::NonZeroU64;

use parallax_reproduce::crawford::{
    CellLimits, CrawfordBoards, CrawfordPrinter, CrawfordTable, CrawfordTableKind,
    run_tables as measure,
};
use parallax_reproduce::first_solution::TrialEnd;

use super::super::output::StandardOutput;
use super::super::progress::ProgressLine;
use super::super::{CliError, interrupt};
use super::ReproduceOptions;
use crate::cli::numbers::whole;

/// Enumeration strategies on Latin squares, magic squares and Sudokus
///
/// Tables 2 to 6 of Crawford and Aranda: enumerations and backtracks of twelve strategies.
#[derive(clap::Args)]
#[command(after_help = "\
The strategies S1 to S12 pair a variable heuristic (MiD smallest domain, MaD largest domain, Opre \
diagonal first) with a value heuristic (SVal smallest, GVal largest, AVal nearest to the middle, \
GAV next above it). All-different removes the values of fixed variables, sums keep bounds.

Two ingredients that the paper does not name are fitted to its numbers: redundant sums of rows and \
columns in the Latin model, an order of the corners x11 < xN1 < x1N < xNN in the magic model. The \
tables 2-plain and 3-plain are without them. Two value orders are fitted, too: AVal is nearest to the \
mean of the bounds rounded down, GAV the next value after AVal's. 2-literal and 3-literal have them as \
the paper words them (native:mid+aval-literal, native:mid+gav-literal): nearest to the mean, and the \
smallest value above it.

The paper does not identify the Sudokus of Tables 4 to 6: ours are of our own making, or from --boards, \
and the paper's rows stand below. A board that has all numbers of a row is named.

2-plain, 3-plain and the Sudokus get a tenth of the limit. Exit codes: 0 done, 5 a solution failed \
its check, 130 interrupted.")]
pub(super) struct ReproduceCrawfordArgs {
    /// The paper's limit: ten minutes a cell, however many enumerations
    #[arg(long, conflicts_with = "limit")]
    paper_limits: bool,
    /// Maximum number of enumerations of a cell [default: 10000000, enough for all that the paper
    /// solved]
    #[arg(long, value_name = "N", value_parser = whole::<NonZeroU64>)]
    limit: Option<NonZeroU64>,
    /// The tables, separated by commas [default: 2,3,2-literal,3-literal,2-plain,3-plain,4,5,6;
    /// with --boards 4,5,6]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    tables: Vec<CrawfordTableKind>,
    /// A file with Sudokus for Tables 4 to 6, '-' for standard input [default: five of our own
    /// making]
    #[arg(long, value_name = "FILE")]
    boards: Option<String>,
    #[command(flatten)]
    common: ReproduceOptions,
}

/// Exit code when a solution was refused by its checks.
const REFUSED_SOLUTION_EXIT_CODE: u8 = 5;

pub(super) fn run(args: &ReproduceCrawfordArgs) -> Result<u8, CliError> {
    let tables = measure_tables(args)?;
    let limits = match args.limit {
        _ if args.paper_limits => CellLimits::PAPER_LIMITS,
        // `--limit` replaces both limits: results that depend on a clock would differ between
        // machines.
        Some(limit) => CellLimits { enumerations: Some(limit.get()), time: None },
        None => CellLimits::default(),
    };
    let control = interrupt::interrupt_control();
    let cells = tables.iter().map(|table| table.cells.len() as u64).sum();
    let progress = ProgressLine::counting_line("solving", "cells").out_of(cells);
    let mut printer = CrawfordPrinter::new(StandardOutput::new(), args.common.paper_form(), limits);
    let mut written = Ok(());
    let mut faults = 0;
    measure(&tables, limits, args.common.job_count(), &control, &mut |table, cell, trial| {
        faults += u32::from(matches!(trial.end, TrialEnd::Fault(_)));
        if written.is_ok() {
            written = progress.print_aside(|| printer.add_trial(&tables[table], cell, trial));
            if written.is_err() {
                // The remaining results could not be printed either.
                control.cancel_work();
            }
        }
        progress.count_step(|| format!("table {}", tables[table].which.name()));
    });
    progress.finish_line();
    written?;
    printer.finish()?;
    Ok(if faults > 0 { REFUSED_SOLUTION_EXIT_CODE } else { interrupt::exit_code(&control, 0) })
}

fn measure_tables(args: &ReproduceCrawfordArgs) -> Result<Vec<CrawfordTable>, CliError> {
    let sudokus = |which: &CrawfordTableKind| which.is_of_sudokus();
    let boards = match &args.boards {
        None => CrawfordBoards::Own,
        Some(_) if !args.tables.is_empty() && !args.tables.iter().any(sudokus) => {
            return Err(CliError("--boards is for the tables 4, 5 and 6".into()));
        }
        Some(file) => CrawfordBoards::read_file(file)?,
    };
    let mut wanted = args.tables.clone();
    if wanted.is_empty() {
        wanted = CrawfordTableKind::ALL.to_vec();
        wanted.retain(|which| args.boards.is_none() || which.is_of_sudokus());
    }
    wanted.iter().map(|which| Ok(which.make_table(&boards)?)).collect()
}
