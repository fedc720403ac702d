//! `parallax reproduce sudoku-models`: four models of Sudoku.

use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use parallax_model::ask::Control;
use parallax_reproduce::models::print::{About, Point};
use parallax_reproduce::models::random::MOST_EMPTY;
use parallax_reproduce::models::{LANES, Means, Sample, figures, print, run as measure};

use super::super::output::Output;
use super::super::progress::Progress;
use super::super::{Failure, interrupt};
use super::{Common, range, save};
use crate::cli::numbers::{whole, within};

/// Figure 1 of Ngo and Thuis, and their Table 1 for all models: the effort by
/// the number of empty cells.
#[derive(clap::Args)]
#[command(after_help = "\
Each board is solved as by 'sudoku-splits', on four models and with both splits. 'cells' and \
'report2' are the first and the second model of the report; 'positions' places each value in every \
row, column and box, 'channelled' has these variables and the cells.

A search that reaches --limit enumerations has no number, nor has the mean of its group: text shows \
'limit'. 'report2' reaches it early.

Without --boards there are --number random boards with one solution for each number of empty cells, \
and as many minimal ones for the table; they are not those of the report. --out writes figure-1.csv \
(mean and variance of every measure) and figure-1-*.svg.")]
pub(super) struct Args {
    /// A file with Sudokus of one order, '-' for standard input [default: random boards]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "number", "empty", "step"])]
    boards: Option<String>,
    /// The numbers of empty cells of random boards, from and to
    #[arg(long, value_name = "FROM..TO", default_value = "5..55",
          value_parser = |text: &str| range(text, MOST_EMPTY, "5..55"))]
    empty: RangeInclusive<usize>,
    /// From one number of empty cells to the next
    #[arg(long, value_name = "N", default_value = "5", value_parser = whole::<NonZeroUsize>)]
    step: NonZeroUsize,
    /// How many random boards of each number
    #[arg(long, value_name = "N", default_value = "200",
          value_parser = within::<u32>(1, 100_000))]
    number: u32,
    /// The seed of random boards
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole::<u64>)]
    seed: u64,
    /// Maximum number of enumerations of a search
    #[arg(long, value_name = "N", default_value = "100000", value_parser = whole::<NonZeroU64>)]
    limit: NonZeroU64,
    /// Write the means and the figures into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let sample = match &args.boards {
        Some(file) => Sample::read(file)?,
        None => Sample::Random {
            seed: args.seed,
            number: args.number as usize,
            empty: args.empty.clone().step_by(args.step.get()).collect(),
        },
    };
    let control = interrupt::control();
    let points = all(&sample, args, &control)?;
    let about = About { sources: sample.describe(), limit: args.limit.get() };
    let mut out = Output::new();
    print(&mut out, args.common.form(), &about, &points)?;
    save(args.out.as_deref(), "the figures and all means", |folder| {
        figures::write(folder, &points)
    })?;
    out.flush()?;
    Ok(interrupt::exit_code(&control, 0))
}

/// Returns the measurements, up to an interrupt.
fn all(sample: &Sample, args: &Args, control: &Control) -> Result<Vec<Point>, Failure> {
    let jobs = args.common.jobs();
    let progress = Progress::counting("measuring", "curves and points");
    let Some((groups, without)) = sample.groups(jobs, control)? else {
        progress.finish();
        eprintln!("parallax: interrupted; nothing is measured");
        return Ok(Vec::new());
    };
    if without > 0 {
        eprintln!("parallax: {without} boards without a solution are left out");
    }
    let mut points = Vec::new();
    for group in &groups {
        let mut lanes = Vec::new();
        for lane in LANES {
            let means = measure(lane, group, args.limit.get(), jobs, control)
                .map_err(|why| Failure(format!("a solution was refused: {why}")))?;
            if means == Means::Interrupted {
                progress.finish();
                eprintln!("parallax: interrupted; the rest is not measured");
                return Ok(points);
            }
            lanes.push(means);
            progress.step(|| format!("{}, split {}", lane.model, lane.split + 1));
        }
        points.push(Point { empty: group.empty, boards: group.boards.len(), lanes });
    }
    progress.finish();
    Ok(points)
}
