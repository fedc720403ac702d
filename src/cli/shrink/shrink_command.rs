//! The command: its arguments, its run and its output.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

use parallax_compare::{ComparisonPlan, CoreDetail, ModelSelection};
use parallax_engines::{EngineList, parse_list};
use parallax_formats::inputs::InputForm;
use parallax_fuzz::shrink::{EngineDifference, ShrinkOptions, ShrinkSubject, ShrunkInstance};
use parallax_model::engine_api::Control;

use super::compare_command;
use super::print;
use super::print::{ShrinkReport, ShrinkResult};
use super::shrink_destination::ShrinkDestination;
use crate::cli::clock::{CommandClock, UnknownAnswerReport};
use crate::cli::compare::parse_models;
use crate::cli::format::OutputFormat;
use crate::cli::numbers::{seconds, whole};
use crate::cli::options::{OneInput, TaskOptions};
use crate::cli::progress::ProgressLine;
use crate::cli::{CliError, interrupt};

/// The default limit of one engine on one instance.
const DEFAULT_ENGINE_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum number of solutions that a row keeps, as in `compare`.
const MAX_KEPT_SOLUTIONS: usize = 10_000;

/// Shrink an instance on which engines differ to a regression case
///
/// Runs the engines as compare does. If they contradict each other, count differently, return a
/// wrong solution or crash, cuts clues, cards, clauses, constraints, assertions, literals, terms
/// and values from the instance while the same difference shows, until no single cut is left. The
/// result has the format of the instance; for a puzzle, its plain model is made small too and
/// written as JSON.
#[derive(clap::Args)]
#[command(after_help = "\
parallax shrink big.cnf --engines 'native,mine=dimacs:./mysolver {cnf}' writes big-small.cnf.")]
pub(in crate::cli) struct ShrinkArgs {
    #[command(flatten)]
    input: OneInput,
    /// The engines that differ, as in compare; one for its crash or wrong solution
    #[arg(long, value_name = "LIST", value_parser = parse_list)]
    pub(super) engines: EngineList,
    /// Models separated by commas, as in cells+symmetry [default: the puzzle's first]
    #[arg(long, value_name = "LIST")]
    pub(super) models: Option<String>,
    /// Keep that an engine gives a reason with these words, such as 'timeout'
    ///
    /// This replaces a disagreement or a crash. Another example is 'out of memory'.
    #[arg(long, value_name = "WORDS")]
    pub(super) reason: Option<String>,
    /// Maximum seconds for all attempts; then the smallest instance so far is written
    #[arg(long, value_name = "S", value_parser = seconds)]
    within: Option<Duration>,
    /// Maximum number of smaller instances to try
    #[arg(long, value_name = "N", default_value = "100000", value_parser = whole::<NonZeroU64>)]
    pub(super) attempts: NonZeroU64,
    /// Runs on an instance before it counts as one without the difference
    ///
    /// For engines that are not deterministic.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<NonZeroU32>)]
    pub(super) repeat: NonZeroU32,
    #[command(flatten)]
    pub(super) wanted: TaskOptions,
    /// The file for the result, which must not exist [default: NAME-small.EXTENSION]
    ///
    /// The default is in the current folder; it is NAME-small-2.EXTENSION and so on if that exists.
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    pub(super) format: OutputFormat,
}

pub(in crate::cli) fn run(args: &ShrinkArgs) -> Result<u8, CliError> {
    let target = ShrinkDestination::new(args.out.clone())?;
    let json = matches!(args.format, OutputFormat::Json);
    let limit = args.within.or(args.wanted.time_limit());
    let clock = CommandClock::start_clock(limit, UnknownAnswerReport { code: 3, json });
    let found = args.input.find_instance(&clock)?;
    // From here on the limit belongs to the attempts, after which the smallest instance is still
    // written.
    clock.release_limit();
    let models = parse_models(args.models.as_deref());
    let viewpoints = models.select_viewpoints(&*found.instance, &found.source)?;
    let control = interrupt::interrupt_control();
    // The time for all attempts covers both the puzzle and its model.
    let within = control.with_timeout(args.within.and(clock.remaining_time()));
    let plain = || {
        let [viewpoint] = viewpoints.as_slice() else { return None };
        let model = found.instance.model(viewpoint).ok()?;
        ShrinkSubject::from_model(model.restrict_givens(&found.instance.givens(viewpoint)))
    };
    // An instance without cuts in its own format, such as tables, is shrunk as its model.
    let own = ShrinkSubject::from_instance(&*found.instance).filter(ShrinkSubject::has_cuts);
    let (subject, models) = match own {
        Some(own) => (own, models),
        None => {
            let message = "this instance is not made smaller: no cut is known";
            let model = plain().filter(ShrinkSubject::has_cuts);
            (model.ok_or_else(|| CliError(message.to_owned()))?, ModelSelection::Default)
        }
    };
    let shrink = args.shrink_options(models)?;
    let difference = match shrink.find_difference(&subject, &control) {
        Ok(difference) => difference,
        Err(last) => {
            print::print_nothing(last.as_ref(), args.reason.as_deref(), args.format)?;
            return Ok(interrupt::exit_code(&control, 3));
        }
    };
    let mut report = ShrinkReport::new(&difference);
    let shrunk = args.reduce_instance(&shrink, &subject, &difference, [&control, &within]);
    args.add_result(&mut report, &found.source, &target, shrunk)?;
    if let Some(model) = args.plain_model(&report, &shrink.plan.models) {
        let shrink = ShrinkOptions {
            plan: ComparisonPlan { models: ModelSelection::Default, ..shrink.plan },
            ..shrink
        };
        // The model may lack the difference, for example if the fault is in the reader of the
        // format or in the rules of the puzzle.
        let shows = |compared: &_| difference.is_in(compared);
        if shrink.compare_engines(&model, &within).as_ref().is_some_and(shows) {
            let shrunk = args.reduce_instance(&shrink, &model, &difference, [&control, &within]);
            args.add_result(&mut report, &found.source, &target.model_destination(), shrunk)?;
        }
    }
    report.print_report(args.format)?;
    Ok(interrupt::exit_code(&control, report.exit_code()))
}

impl ShrinkArgs {
    pub(super) fn shrink_options(&self, models: ModelSelection) -> Result<ShrinkOptions, CliError> {
        let engines = self.engines.every_spec().into_iter();
        let engines: Vec<_> =
            engines.map(|spec| self.wanted.limited_engine(spec)).collect::<Result<_, _>>()?;
        let plan = ComparisonPlan {
            models,
            task: self.wanted.named_task(),
            timeout: Some(self.wanted.time_limit().unwrap_or(DEFAULT_ENGINE_TIMEOUT)),
            memory: self.wanted.memory_bytes(),
            seed: self.wanted.seed,
            jobs: self.wanted.job_count().min(engines.len().max(1)),
            keep: MAX_KEPT_SOLUTIONS,
            streams: false,
            cores: CoreDetail::None,
            alone: false,
            checker: None,
            engines,
        };
        Ok(ShrinkOptions {
            plan,
            reason: self.reason.clone(),
            attempts: self.attempts.get(),
            repeat: self.repeat.get(),
        })
    }

    fn reduce_instance(
        &self,
        shrink: &ShrinkOptions,
        subject: &ShrinkSubject,
        difference: &EngineDifference,
        [control, within]: [&Control; 2],
    ) -> ShrunkInstance {
        let progress = ProgressLine::counting_line("shrinking", "attempts");
        let mut smallest = subject.instance.title();
        let shrunk = shrink.shrink_instance(subject, difference, control, within, &mut |kept| {
            if let Some(kept) = kept {
                smallest = kept.instance.title();
            }
            progress.count_step(|| format!("smallest: {smallest}"));
        });
        progress.finish_line();
        shrunk
    }

    /// Returns the plain model of the smallest instance, unless that is a formula or a model, or
    /// has several viewpoints.
    pub(super) fn plain_model(
        &self,
        report: &ShrinkReport,
        models: &ModelSelection,
    ) -> Option<ShrinkSubject> {
        let instance = &*report.cases.first()?.shrunk.subject.instance;
        if instance.notation().solver_language().is_some()
            || instance.puzzle_name() == InputForm::Model.name()
        {
            return None;
        }
        let viewpoints = models.select_viewpoints(instance, "").ok()?;
        let [viewpoint] = viewpoints.as_slice() else { return None };
        let model = instance.model(viewpoint).ok()?;
        ShrinkSubject::from_model(model.restrict_givens(&instance.givens(viewpoint)))
    }

    /// Writes a result, unless the engines no longer differ on it, and adds it to the report.
    fn add_result(
        &self,
        report: &mut ShrinkReport,
        source: &str,
        target: &ShrinkDestination,
        shrunk: ShrunkInstance,
    ) -> Result<(), CliError> {
        let file = match shrunk.shown {
            // The difference was checked again and never appeared: writing the file would only
            // mislead.
            (0, 1..) => None,
            _ => Some(target.write_instance(source, &shrunk.subject)?),
        };
        let is_model = shrunk.subject.instance.puzzle_name() == InputForm::Model.name();
        let models = self.models.as_deref().filter(|_| !is_model);
        let command = file.as_ref().map(|file| {
            compare_command::compare_command(
                file,
                &self.engines,
                models,
                &self.wanted,
                DEFAULT_ENGINE_TIMEOUT,
            )
        });
        report.cases.push(ShrinkResult { shrunk, file, command });
        Ok(())
    }
}
