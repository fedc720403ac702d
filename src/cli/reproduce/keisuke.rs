//! `parallax reproduce keisuke`: propagation, models and run times of Keisuke.

use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use parallax_model::engine_api::Control;
use parallax_reproduce::keisuke::print::{KeisukeMeasurements, print_measurements};
use parallax_reproduce::keisuke::times::TimingOptions;
use parallax_reproduce::keisuke::{
    FigureAxis, distinct_entries, effort, figures, ingredients, propagation, times, trials,
};

use super::super::output::StandardOutput;
use super::super::progress::ProgressLine;
use super::super::{CliError, interrupt};
use super::{ReproduceOptions, save_files};
use crate::cli::numbers::{seconds, whole, within};

/// Propagation and models of Keisuke, and run times by size and length
///
/// The experiments of Li, Ariffin and Kim: forward checking against generalised arc consistency,
/// and run times.
#[derive(clap::Args)]
#[command(after_help = "\
'propagation' solves random puzzles of 4x4 cells with forward checking (FC) and generalised arc \
consistency (GAC) of native search, on cells as the report does, on slots, and as clauses. The \
report's numbers for its own puzzles stand below ours. 'textbook' does so with searches that assign \
every cell in turn and count as an exercise does, which is how the report's counts are read. 'trials' \
has for each of the report's five trials the white cells and digits that allow it, beside our puzzles \
of that kind; 'ingredients' what the counts depend on, one change a row.

'size' is the run time by the size of random puzzles, 'hard-size' the same where all runs have two \
cells, 'length' the run time by the length of all runs in 11x11 cells; each with the report's model \
and search, two viewpoints of ours, and clauses. Times include building the model and encoding. The \
report has them as pictures only; it states two minutes for hard puzzles of 17x17 and less than one \
for random ones of 50x50.

'hard-effort' compares the counts on hard and on regular puzzles. 'distinct' says which hard puzzles \
have no entry twice, so that the report's model applies, 'hard-engines' solves such puzzles of up to \
50x50 cells with every engine, and 'skip' propagates some constraints less, as the report proposes. \
A column '50/16' is about 50x50 cells and runs of length 16.

--out writes each table as CSV and each figure as SVG.")]
pub(super) struct ReproduceKeisukeArgs {
    /// Tables to measure, separated by commas [default: all]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAME")]
    tables: Vec<KeisukeTable>,
    /// How many puzzles of 4x4 cells
    #[arg(long, value_name = "N", default_value = "1000",
          value_parser = within::<u32>(1, 1_000_000))]
    trials: u32,
    /// How many puzzles of each size and length, also in 'hard-effort'
    #[arg(long, value_name = "N", default_value = "5",
          value_parser = within::<u32>(1, 10_000))]
    number: u32,
    /// The seed of the puzzles
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole::<u64>)]
    seed: u64,
    /// Seconds for one puzzle in one way, in the tables of times and 'hard-effort'
    #[arg(long, value_name = "S", default_value = "20", value_parser = seconds)]
    timeout: Duration,
    /// Write the tables and figures into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    common: ReproduceOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KeisukeTable {
    /// FC against GAC of native search on 4x4 cells
    Propagation,
    /// These puzzles, searched and counted as in textbooks
    Textbook,
    /// The pairs of white cells and digits that allow the report's trials
    Trials,
    /// Influences on textbook counts
    Ingredients,
    /// Textbook counts on hard and on regular puzzles
    HardEffort,
    /// The lengths and digits that allow distinct entries, and random puzzles that have them
    Distinct,
    /// Run time by the size of random puzzles
    Size,
    /// Run time by the size of hard puzzles
    HardSize,
    /// Run time by the length of runs
    Length,
    /// Run time of every engine on hard puzzles
    HardEngines,
    /// Run time with weaker propagation of some constraints
    Skip,
}

impl KeisukeTable {
    fn figure_axis(self) -> Option<FigureAxis> {
        match self {
            KeisukeTable::Size => Some(FigureAxis::Regular),
            KeisukeTable::HardSize => Some(FigureAxis::Hard),
            KeisukeTable::Length => Some(FigureAxis::Length),
            KeisukeTable::HardEngines => Some(FigureAxis::Engines),
            KeisukeTable::Skip => Some(FigureAxis::Skip),
            _ => None,
        }
    }
}

pub(super) fn run(args: &ReproduceKeisukeArgs) -> Result<u8, CliError> {
    let control = interrupt::interrupt_control();
    let measured = measure_tables(args, &control)?;
    let mut out = StandardOutput::new();
    print_measurements(&mut out, args.common.paper_form(), &measured)?;
    save_files(args.out.as_deref(), "the figures and every trial", |folder| {
        figures::write_figures(folder, &measured)
    })?;
    out.flush()?;
    Ok(interrupt::exit_code(&control, 0))
}

/// Returns the measurements, up to an interrupt.
fn measure_tables(
    args: &ReproduceKeisukeArgs,
    control: &Control,
) -> Result<KeisukeMeasurements, CliError> {
    let wanted = |part: &KeisukeTable| args.tables.is_empty() || args.tables.contains(part);
    let parts: Vec<KeisukeTable> =
        KeisukeTable::value_variants().iter().copied().filter(wanted).collect();
    let jobs = args.common.job_count();
    let sample =
        TimingOptions { seed: args.seed, number: args.number as usize, limit: args.timeout, jobs };
    let mut measured = KeisukeMeasurements {
        seed: args.seed,
        limit: args.timeout.as_secs_f64(),
        ..KeisukeMeasurements::default()
    };
    // The tables `textbook` and `trials` evaluate the same searches, which run once.
    let mut counts = None;
    for part in parts {
        if control.stop_reason().is_some() {
            break;
        }
        match (part, part.figure_axis()) {
            (_, Some(axis)) => {
                let steps = axis.points().len() * axis.axis_methods().len();
                let found = steps_of("points", steps, |done| {
                    times::measure_axis(axis, &sample, control, done)
                });
                measured.times.push(found?);
            }
            (KeisukeTable::Propagation, _) => {
                let trials = args.trials as usize;
                let found = steps_of("puzzles", trials, |done| {
                    propagation::measure_propagation(args.seed, trials, jobs, control, done)
                });
                measured.propagation = Some(found?);
            }
            (KeisukeTable::Textbook | KeisukeTable::Trials, _) => {
                if counts.is_none() {
                    counts = Some(measure_textbook(args, control)?);
                }
                measured.tables.extend(counts.iter().flat_map(|counts| match part {
                    KeisukeTable::Textbook => {
                        vec![trials::trial_comparison_table(counts, args.seed)]
                    }
                    _ => vec![trials::allowed_pairs(counts), trials::by_digits(counts)],
                }));
            }
            (KeisukeTable::Ingredients, _) => {
                let found = steps_of("rows", ingredients::row_count(), |done| {
                    ingredients::measure_ingredients(
                        args.seed,
                        args.trials as usize,
                        jobs,
                        control,
                        done,
                    )
                });
                measured.tables.extend(found?);
            }
            (KeisukeTable::HardEffort, _) => {
                let found = steps_of("rows", effort::row_count(), |done| {
                    effort::measure_effort(&sample, control, done)
                });
                measured.tables.push(found?);
            }
            _ => {
                let random = distinct_entries::random_table(args.seed)?;
                measured.tables.extend([distinct_entries::side_table(args.seed), random]);
            }
        }
    }
    if control.stop_reason().is_some() {
        eprintln!("parallax: interrupted; the rest is not measured");
    }
    Ok(measured)
}

/// The textbook searches on the same puzzles.
fn measure_textbook(
    args: &ReproduceKeisukeArgs,
    control: &Control,
) -> Result<trials::TextbookCounts, CliError> {
    let (trials, jobs) = (args.trials as usize, args.common.job_count());
    steps_of("searches", trials::count_steps(trials), |done| {
        trials::count_searches(
            args.seed,
            trials,
            ingredients::ASSIGNMENT_LIMIT,
            jobs,
            control,
            done,
        )
    })
}

/// Measures with a progress line.
fn steps_of<T, E: Display>(
    what: &'static str,
    steps: usize,
    measure: impl FnOnce(&mut dyn FnMut()) -> Result<T, E>,
) -> Result<T, CliError> {
    let progress = ProgressLine::counting_line("measuring", what).out_of(steps as u64);
    let found = measure(&mut || progress.count_step(String::new));
    progress.finish_line();
    found.map_err(|why| CliError(format!("a solution was refused: {why}")))
}
