//! `parallax reproduce sudoku-models`: four models of Sudoku.

use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use parallax_model::engine_api::Control;
use parallax_reproduce::models::print::{BoardGroupEffort, MeasurementFacts};
use parallax_reproduce::models::random_boards::MOST_EMPTY;
use parallax_reproduce::models::{
    BoardSample, MODEL_SPLITS, SplitMeans, figures, measure_group as measure, print_models,
};

use super::super::output::StandardOutput;
use super::super::progress::ProgressLine;
use super::super::{CliError, interrupt};
use super::{ReproduceOptions, range, save_files};
use crate::cli::numbers::{whole, within};

/// Four models of Sudoku by the number of empty cells
///
/// Figure 1 of Ngo and Thuis, and their Table 1 for all models.
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
pub(super) struct ReproduceModelsArgs {
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
    common: ReproduceOptions,
}

pub(super) fn run(args: &ReproduceModelsArgs) -> Result<u8, CliError> {
    let sample = match &args.boards {
        Some(file) => BoardSample::read_file(file)?,
        None => BoardSample::Random {
            seed: args.seed,
            number: args.number as usize,
            empty: args.empty.clone().step_by(args.step.get()).collect(),
        },
    };
    let control = interrupt::interrupt_control();
    let points = measure_models(&sample, args, &control)?;
    let about = MeasurementFacts { sources: sample.describe_sources(), limit: args.limit.get() };
    let mut out = StandardOutput::new();
    print_models(&mut out, args.common.paper_form(), &about, &points)?;
    save_files(args.out.as_deref(), "the figures and all means", |folder| {
        figures::write_figures(folder, &points)
    })?;
    out.flush()?;
    Ok(interrupt::exit_code(&control, 0))
}

/// Returns the measurements, up to an interrupt.
fn measure_models(
    sample: &BoardSample,
    args: &ReproduceModelsArgs,
    control: &Control,
) -> Result<Vec<BoardGroupEffort>, CliError> {
    let jobs = args.common.job_count();
    let progress = ProgressLine::counting_line("measuring", "curves and points");
    let Some((groups, without)) = sample.board_groups(jobs, control)? else {
        progress.finish_line();
        eprintln!("parallax: interrupted; nothing is measured");
        return Ok(Vec::new());
    };
    if without > 0 {
        eprintln!("parallax: {without} boards without a solution are left out");
    }
    let mut points = Vec::new();
    for group in &groups {
        let mut lanes = Vec::new();
        for lane in MODEL_SPLITS {
            let means = measure(lane, group, args.limit.get(), jobs, control)
                .map_err(|why| CliError(format!("a solution was refused: {why}")))?;
            // A point has a value for every lane: the incomplete one is dropped, the earlier ones
            // are printed.
            if means == SplitMeans::Interrupted {
                progress.finish_line();
                eprintln!("parallax: interrupted; the rest is not measured");
                return Ok(points);
            }
            lanes.push(means);
            progress.count_step(|| format!("{}, split {}", lane.model, lane.split + 1));
        }
        points.push(BoardGroupEffort { empty: group.empty, boards: group.boards.len(), lanes });
    }
    progress.finish_line();
    Ok(points)
}
