//! The command: its arguments, its run and its output.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use clap::ValueEnum;
use parallax_compare::{ComparisonPlan, CoreDetail, ModelSelection};
use parallax_engines::{EngineList, parse_list};
use parallax_model::engine_api::Engine;
use parallax_report::{
    RatingCsv, RatingJson, RatingText, RatingTotals, RatingView, ResultReporter, StepRater,
};

use super::steps;
use crate::cli::execute::execute_plan;
use crate::cli::numbers::whole;
use crate::cli::options::{InputOptions, TaskOptions};
use crate::cli::output::StandardOutput;
use crate::cli::screen::{ScreenOptions, output_layout};
use crate::cli::{CliError, interrupt};

/// Say how hard instances are, by steps and by effort of engines
///
/// The steps are those of `path`: the hardest one, its score (a technique's level; without a name
/// by the number of rules), the number of steps. If the steps end before the solution, it needs a
/// guess.
///
/// The grade is that of the hardest step: easy up to a score of 2.5 (singles), medium up to 3.4,
/// hard up to 5.6, else extreme; for Sudoku the scores are those of Sudoku Explainer (SE). A board
/// without a solution or with several is graded as such. If no steps lead to the solution, the
/// grade is that of the engine with the fewest failures (wrong assignments: backtracks of native
/// search, conflicts of SAT solvers): trivial, if it made no choice at all; easy below 10; medium
/// below 1000; hard below 100000; else extreme; and open if none finished. No clock decides a
/// grade: a limit that ends the steps or an engine gives 'not graded'. The difficulty is the
/// decimal logarithm of the failures plus one. With -q, only the grades are printed.
#[derive(clap::Args)]
#[command(
    after_help = "Every instance gets sessions of its own, so that its grade does not depend \
                        on those before it."
)]
pub(in crate::cli) struct RateArgs {
    #[command(flatten)]
    input: InputOptions,
    /// Engines separated by commas, as in compare
    #[arg(long, value_name = "LIST", default_value = "native,sat:batsat+direct",
        value_parser = parse_list)]
    pub(super) engines: EngineList,
    #[command(flatten)]
    pub(super) wanted: TaskOptions,
    /// Maximum number of steps of one instance; 0 leaves steps out [default: all]
    ///
    /// An instance that takes more steps is not graded.
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    pub(super) steps: Option<usize>,
    /// Allow techniques that are right only if there is exactly one solution
    #[arg(long)]
    pub(super) uniqueness: bool,
    /// Use only techniques with a name, and single rules
    #[arg(long)]
    pub(super) named_only: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = RateFormat::Text)]
    format: RateFormat,
}

#[derive(Clone, Copy, ValueEnum)]
enum RateFormat {
    /// A line for each instance, and sums over many
    Text,
    /// JSON objects, one line for each instance
    Json,
    /// A header and one record for each instance
    Csv,
}

pub(in crate::cli) fn run(args: &RateArgs) -> Result<u8, CliError> {
    let specs = args.engines.every_spec().into_iter();
    let engines: Vec<Arc<dyn Engine>> =
        specs.map(|spec| args.wanted.wrap_engine(spec)).collect::<Result<_, _>>()?;
    let names: Vec<String> = engines.iter().map(|engine| engine.spec()).collect();
    let plan = ComparisonPlan {
        engines,
        models: ModelSelection::Default,
        task: args.wanted.named_task(),
        timeout: args.wanted.time_limit(),
        memory: args.wanted.memory_bytes(),
        seed: args.wanted.seed,
        jobs: args.wanted.job_count(),
        keep: 0,
        streams: false,
        cores: CoreDetail::None,
        alone: true,
        checker: None,
    };
    let control = interrupt::interrupt_control();
    let mut rate = steps::make_step_rater(args, &control)?;
    // The steps are rated before the report writes, while the progress line is shown. This cell
    // hands them to the report, whose call for the same instance follows at once.
    let found = Rc::new(RefCell::new(None));
    let taken = found.clone();
    let steps: StepRater = Box::new(move |_| taken.take());
    let out = StandardOutput::new();
    let mut report: Box<dyn ResultReporter> = match args.format {
        RateFormat::Text => {
            let ScreenOptions { verbose, quiet, .. } = ScreenOptions::chosen_options();
            let view = RatingView { layout: output_layout(), verbose, quiet };
            Box::new(RatingText::new(out, view, names, steps))
        }
        RateFormat::Json => Box::new(RatingJson::new(out, steps)),
        RateFormat::Csv => Box::new(RatingCsv::new(out, names, steps)),
    };
    let stream = args.input.instance_sources(&args.wanted).stream_instances();
    let progress = args.input.instance_progress("rating");
    let mut totals = RatingTotals::default();
    let summary =
        execute_plan(&plan, stream, &control, &mut *report, &progress, &mut |compared| {
            let steps = rate(compared);
            totals.add_instance(compared, steps.as_ref());
            found.replace(steps);
        })?;
    Ok(interrupt::exit_code(&control, totals.exit_code(&summary)))
}
