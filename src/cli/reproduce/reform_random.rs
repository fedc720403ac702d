//! `parallax reproduce reform-random`: reformulation on random problems.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use parallax_engines::{Spec, SpecFault};
use parallax_reproduce::reform_random::{
    BlockPartition, COMPARED_ENGINES, ExactShare, RandomPointMeasurement, RandomProblemSetting,
    figures, measure_points as measure, print_points,
};

use super::super::output::StandardOutput;
use super::super::progress::ProgressLine;
use super::super::{CliError, interrupt};
use super::{ReproduceOptions, save_files};
use crate::cli::numbers::{seconds, whole, within};
use crate::cli::options::one_engine;

/// Reformulation on random problems with a controlled level of interchangeability
///
/// All solutions by reformulation, search and SAT, by the blocks of interchangeable values.
#[derive(clap::Args)]
#[command(after_help = "\
Each problem is 'random:n=N,d=D,density=P1,tightness=P2,blocks=B,partition=own|shared@SEED': every \
constraint divides the values of its variables into B blocks of interchangeable ones, each in its \
own way or all in a shared way. Few blocks are much interchangeability; as many blocks as values, \
none. Every engine counts all solutions; the counts must be equal, and each solution that an engine \
shows is checked. Models of one seed have constraints between the same variables.

--out writes reform-random.csv (means of every row) and reform-random-*.svg, the times by the number \
of blocks.")]
pub(super) struct ReproduceRandomArgs {
    /// The numbers of variables
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "8,10,12",
        value_parser = whole::<NonZeroUsize>)]
    sizes: Vec<NonZeroUsize>,
    /// The number of values
    #[arg(long, value_name = "D", default_value = "8", value_parser = whole::<NonZeroUsize>)]
    values: NonZeroUsize,
    /// Which share of the pairs of variables has a constraint
    #[arg(long, value_name = "P1", default_value = "0.35")]
    density: ExactShare,
    /// Which share of the pairs of blocks a constraint forbids
    #[arg(long, value_name = "P2", default_value = "0.5")]
    tightness: ExactShare,
    /// The numbers of blocks
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "2,4,8",
        value_parser = whole::<NonZeroUsize>)]
    blocks: Vec<NonZeroUsize>,
    /// How constraints divide the values of a variable: own, shared
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "own,shared")]
    partition: Vec<BlockPartition>,
    /// How many problems of each kind
    #[arg(long, value_name = "N", default_value = "10",
          value_parser = within::<u32>(1, 100_000))]
    number: u32,
    /// The seed of the first problem
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole::<u64>)]
    seed: u64,
    #[arg(long = "engine", value_name = "SPEC",
          help = format!("An engine; give it again for more [default: {}]", COMPARED_ENGINES.join(", ")),
          value_parser = one_engine)]
    engines: Vec<Spec>,
    /// Maximum seconds for an engine on a problem
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "10")]
    timeout: Duration,
    /// Write the table as CSV and the figures into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    common: ReproduceOptions,
}

pub(super) fn run(args: &ReproduceRandomArgs) -> Result<u8, CliError> {
    let setting = args.problem_setting()?;
    let control = interrupt::interrupt_control();
    let measured = measure_problems(&setting, args, &control)?;
    let mut out = StandardOutput::new();
    print_points(&mut out, args.common.paper_form(), &setting, &measured)?;
    let none = measured.iter().flat_map(|group| setting.engines.iter().zip(&group.lanes));
    let mut told: Vec<String> = Vec::new();
    for (engine, lane) in none {
        if let Some(why) = &lane.unsupported {
            let line = format!("parallax: {engine}: {why}");
            // An engine gives the same reason at many points; each one is printed once.
            if !told.contains(&line) {
                eprintln!("{line}");
                told.push(line);
            }
        }
    }
    save_files(args.out.as_deref(), "the table and the figures", |folder| {
        figures::write_figures(folder, &setting, &measured)
    })?;
    out.flush()?;
    Ok(interrupt::exit_code(&control, 0))
}

impl ReproduceRandomArgs {
    fn problem_setting(&self) -> Result<RandomProblemSetting, CliError> {
        let default =
            || COMPARED_ENGINES.iter().map(|spec| spec.parse()).collect::<Result<_, SpecFault>>();
        let engines = match &self.engines[..] {
            [] => default()?,
            given => given.to_vec(),
        };
        Ok(RandomProblemSetting {
            sizes: self.sizes.iter().map(|size| size.get()).collect(),
            values: self.values.get(),
            density: self.density,
            tightness: self.tightness,
            blocks: self.blocks.iter().map(|blocks| blocks.get()).collect(),
            partitions: self.partition.clone(),
            number: self.number.into(),
            seed: self.seed,
            engines,
        })
    }
}

/// Returns the measurements, up to an interrupt.
fn measure_problems(
    setting: &RandomProblemSetting,
    args: &ReproduceRandomArgs,
    control: &parallax_model::engine_api::Control,
) -> Result<Vec<RandomPointMeasurement>, CliError> {
    let points = setting.all_points()?;
    let all = points.len() as u64 * setting.number;
    let progress = ProgressLine::counting_line("counting solutions", "problems").out_of(all);
    let mut step = |point: parallax_reproduce::reform_random::RandomProblemPoint| {
        progress.count_step(|| {
            format!("{} variables, {} blocks, {}", point.variables, point.blocks, point.partition)
        });
    };
    let timeout = Some(args.timeout);
    let measured = measure(setting, timeout, args.common.job_count(), control, &mut step);
    progress.finish_line();
    let measured = measured?;
    let done: u64 = measured.iter().map(|group| group.problems).sum();
    if done < all {
        eprintln!("parallax: {} problems not measured are left out", all - done);
    }
    Ok(measured)
}
