//! The command: its arguments, its run and its output.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use parallax_generate::{
    GeneratedInstance, GenerationBatch, GenerationError, InstanceRecipe, run_batch as make,
};

use super::InstanceKind;
use super::instance_writer::InstanceWriter;
use super::rated_recipe;
use crate::cli::format::OutputFormat;
use crate::cli::numbers::whole;
use crate::cli::progress::ProgressLine;
use crate::cli::screen::print_remark;
use crate::cli::uniqueness_certificate::{UniquenessCertificate, UniquenessCertificateError};
use crate::cli::{CliError, interrupt};

/// Make random instances of a puzzle
///
/// Instance number n of a seed depends on the options of the puzzle, the seed and n alone: it is
/// the same on every machine, for any number of threads, and however many are made.
#[derive(clap::Args)]
#[command(after_help = "\
Instances are written in the puzzle's own form, one after the other. Whatever has one solution was \
counted by native search and, before it is written, by a SAT engine. An instance that misses what \
was asked is written as close as possible; one that is given up is left out; both are named on \
standard error.")]
pub(in crate::cli) struct GenerateArgs {
    #[command(subcommand)]
    what: InstanceKind,
}

/// The instances to make, and their destination.
#[derive(clap::Args)]
pub(super) struct GenerateOptions {
    /// The seed of all random choices
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole::<u64>)]
    pub(super) seed: u64,
    /// The number of instances
    #[arg(short, long, alias = "count", value_name = "N", default_value = "1",
        value_parser = whole::<NonZeroUsize>)]
    pub(super) number: NonZeroUsize,
    /// The number of the first instance
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = whole::<u64>)]
    pub(super) from: u64,
    /// Write a file for each instance into this folder
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Write a certificate of the one solution next to each file
    ///
    /// The certificate is NAME.cert, the model that it is about NAME.cert.model.json.
    #[arg(long, requires = "out")]
    certify: bool,
    /// Worker threads [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = whole::<NonZeroUsize>)]
    jobs: Option<NonZeroUsize>,
    /// Output format: instances in their own form, or an object for each
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    pub(super) format: OutputFormat,
    #[command(flatten)]
    pub(super) steps: rated_recipe::RatedOptions,
}

/// Exit code when an instance misses a request.
const MISSED_REQUEST_EXIT_CODE: u8 = 3;

/// Exit code when an engine fails, or two disagree.
const ENGINE_FAULT_EXIT_CODE: u8 = 5;

/// The message about `--certify` for a kind whose instances need not have one solution.
const NOT_UNIQUE: &str = "--certify: instances of this kind need not have one solution; \
    ask for it with --unique where there is that option";

/// Maximum number of instances that standard error names.
const MAX_NAMED_INSTANCES: u64 = 10;

pub(in crate::cli) fn run(args: &GenerateArgs) -> Result<u8, CliError> {
    let options = args.what.options();
    make_instances(&*options.make_recipe()?, options.common())
}

impl GenerateOptions {
    fn batch(&self) -> Result<GenerationBatch, CliError> {
        let number = self.number.get();
        // The number is at least 1, so the last instance has the number `from + number - 1`.
        if self.from.checked_add(number as u64 - 1).is_none() {
            return Err(CliError(format!(
                "--from {}: there are not {number} numbers from there",
                self.from
            )));
        }
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let jobs = self.jobs.map_or_else(all, NonZeroUsize::get);
        Ok(GenerationBatch { seed: self.seed, from: self.from, number, jobs })
    }
}

/// Makes all instances and writes them.
pub(super) fn make_instances(
    recipe: &dyn InstanceRecipe,
    common: &GenerateOptions,
) -> Result<u8, CliError> {
    if !common.steps.is_any() {
        return batch_plan(recipe, common);
    }
    batch_plan(&common.steps.make_rated_recipe(recipe)?, common)
}

fn batch_plan(recipe: &dyn InstanceRecipe, common: &GenerateOptions) -> Result<u8, CliError> {
    recipe.check_feasible()?;
    let batch = common.batch()?;
    let mut writer = InstanceWriter::new(recipe, common)?;
    let control = interrupt::interrupt_control();
    let progress = ProgressLine::new("generating").with_time_left().out_of(batch.number as u64);
    let (mut written, mut trouble) = (Ok(()), ShortfallCounts::default());
    make(recipe, batch, &control, &mut |number, made| {
        progress.print_aside(|| {
            let made = made.map_err(LostInstance::Batch).and_then(|made| {
                // Only kinds that promise one solution can be certified; for others the whole
                // request is refused below.
                let wanted = common.certify && made.unique.is_some();
                let own = wanted
                    .then(|| UniquenessCertificate::certify_instance(&*made.instance, &control))
                    .transpose();
                let own = own.map_err(LostInstance::Certificate)?;
                Ok((made, own))
            });
            trouble.note_instance(number, made.as_ref().map(|own| &own.0));
            match &made {
                Ok((made, _)) if common.certify && made.unique.is_none() => {
                    written = Err(CliError(NOT_UNIQUE.into()));
                }
                Ok((made, own)) if written.is_ok() => {
                    written = writer.write_instance(made, own.as_ref());
                }
                _ => {}
            }
        });
        if written.is_err() {
            // The remaining instances could not be written either.
            control.cancel_work();
        }
        progress.count_step(String::new);
    });
    progress.finish_line();
    written?;
    writer.finish_output()?;
    if let Some(text) = recipe.instance_remark() {
        print_remark(text);
    }
    trouble.print_shortfall();
    Ok(interrupt::exit_code(&control, trouble.exit_code()))
}

/// Why there is no instance, or no certificate of it.
enum LostInstance {
    Batch(GenerationError),
    Certificate(UniquenessCertificateError),
}

/// The counts of instances that are missing or miss a request.
#[derive(Default)]
struct ShortfallCounts {
    pub(super) missed: u64,
    faults: u64,
}

impl ShortfallCounts {
    /// Counts and names an instance that is missing or misses a request.
    fn note_instance(&mut self, number: u64, made: Result<&GeneratedInstance, &LostInstance>) {
        let words = match made {
            Err(LostInstance::Batch(GenerationError::Fault(fault))) => {
                self.faults += 1;
                format!("instance {number}: {fault}")
            }
            Err(LostInstance::Certificate(own)) => {
                self.faults += 1;
                format!("instance {number}: {}", own.words)
            }
            Err(LostInstance::Batch(GenerationError::GivenUp(why))) => {
                self.missed += 1;
                format!("instance {number} is given up: {why}")
            }
            Ok(GeneratedInstance { missed: Some(what), .. }) => {
                self.missed += 1;
                format!("instance {number} has {what}")
            }
            Ok(_) => return,
        };
        if self.missed + self.faults <= MAX_NAMED_INSTANCES {
            eprintln!("parallax: {words}");
        }
    }

    pub(super) fn print_shortfall(&self) {
        let all = self.missed + self.faults;
        if all > MAX_NAMED_INSTANCES {
            eprintln!("parallax: {} more instances are not as asked", all - MAX_NAMED_INSTANCES);
        }
    }

    fn exit_code(&self) -> u8 {
        match self {
            ShortfallCounts { faults: 1.., .. } => ENGINE_FAULT_EXIT_CODE,
            ShortfallCounts { missed: 1.., .. } => MISSED_REQUEST_EXIT_CODE,
            _ => 0,
        }
    }
}
