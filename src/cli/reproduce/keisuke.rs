//! `parallax reproduce keisuke`: propagation, models and run times of Keisuke.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use super::super::options::seconds;
use super::super::output::Output;
use super::super::progress::Progress;
use super::super::{Failure, interrupt};
use super::{Common, save};
use crate::ask::Control;
use crate::reproduce::keisuke::print::{Measured, print};
use crate::reproduce::keisuke::times::{Sample, WAYS};
use crate::reproduce::keisuke::{Axis, figures, propagation, times};

/// The experiments of Li, Ariffin and Kim on Keisuke: forward checking against
/// generalised arc consistency, and run times.
#[derive(clap::Args)]
#[command(after_help = "\
'propagation' solves random puzzles of 4x4 cells with forward checking (FC) and generalised arc \
consistency (GAC), on cells as the report does, on slots, and as clauses. The report's numbers for \
its own puzzles stand below ours. It assigns black cells, too, so its 16 assignments are the whole \
grid.

'size' is the run time by the size of random puzzles, 'hard-size' the same where all runs have two \
cells, 'length' the run time by the length of all runs in 11x11 cells; each with the report's model \
and search, two viewpoints of ours, and clauses. Times include building the model and encoding. The \
report has them as pictures only; it states two minutes for hard puzzles of 17x17 and less than one \
for random ones of 50x50.

--out writes each table as CSV and each figure as SVG.")]
pub(super) struct Args {
    /// What to measure, separated by commas [default: all]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAME")]
    tables: Vec<Part>,
    /// How many puzzles of 4x4 cells
    #[arg(long, value_name = "N", default_value = "1000",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    trials: u32,
    /// How many puzzles of each size and length
    #[arg(long, value_name = "N", default_value = "5",
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    number: u32,
    /// The seed of the puzzles
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Seconds for one puzzle in one way, in the tables of times
    #[arg(long, value_name = "S", default_value = "20", value_parser = seconds)]
    timeout: Duration,
    /// Write the tables and figures into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// FC against GAC on 4x4 cells
    Propagation,
    /// Run time by the size of random puzzles
    Size,
    /// Run time by the size of hard puzzles
    HardSize,
    /// Run time by the length of runs
    Length,
}

impl Part {
    fn axis(self) -> Option<Axis> {
        match self {
            Part::Propagation => None,
            Part::Size => Some(Axis::Regular),
            Part::HardSize => Some(Axis::Hard),
            Part::Length => Some(Axis::Length),
        }
    }
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let control = interrupt::control();
    let measured = measure(args, &control)?;
    let mut out = Output::new();
    print(&mut out, args.common.form(), &measured)?;
    save(args.out.as_deref(), "the figures and every trial", |folder| {
        figures::write(folder, &measured)
    })?;
    out.flush()?;
    Ok(interrupt::exit_code(&control, 0))
}

/// Returns the measurements, up to an interrupt.
fn measure(args: &Args, control: &Control) -> Result<Measured, Failure> {
    let wanted = |part: &Part| args.tables.is_empty() || args.tables.contains(part);
    let parts: Vec<Part> = Part::value_variants().iter().copied().filter(wanted).collect();
    let jobs = args.common.jobs();
    let sample =
        Sample { seed: args.seed, number: args.number as usize, limit: args.timeout, jobs };
    let mut measured =
        Measured { seed: args.seed, limit: args.timeout.as_secs_f64(), ..Measured::default() };
    let fault = |why: String| Failure(format!("a solution was refused: {why}"));
    for part in parts {
        if control.stopped().is_some() {
            break;
        }
        match part.axis() {
            None => {
                let progress =
                    Progress::counting("measuring", "puzzles").out_of(args.trials.into());
                let trials = args.trials as usize;
                let done = &mut || progress.step(String::new);
                let found = propagation::run(args.seed, trials, jobs, control, done);
                progress.finish();
                measured.propagation = Some(found.map_err(fault)?);
            }
            Some(axis) => {
                let steps = (axis.points().len() * WAYS.len()) as u64;
                let progress = Progress::counting("measuring", "points").out_of(steps);
                let found = times::run(axis, &sample, control, &mut || progress.step(String::new));
                progress.finish();
                measured.times.push(found.map_err(fault)?);
            }
        }
    }
    if control.stopped().is_some() {
        eprintln!("parallax: interrupted; the rest is not measured");
    }
    Ok(measured)
}
