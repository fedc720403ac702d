//! The command: its arguments, its run and its output.

use std::num::{NonZeroU64, NonZeroUsize};
use std::time::{Duration, Instant};

use parallax_engines::Spec;
use parallax_generate::sample::{
    DiverseSample, MemoryBounds, MissingSampleError, NumberDraws, NumberedSolutions,
    SamplePopulation,
};
use parallax_instance::{OptionEffect, Viewpoint};
use parallax_model::engine_api::{Answer, Control, EffortCounters};

use super::engines::SampleEngines;
use super::print::{DrawnSolution, SamplePrinter, SampleSummary};
use super::sample_end::SampleEnd;
use crate::cli::clock::{CommandClock, UnknownAnswerReport};
use crate::cli::format::OutputFormat;
use crate::cli::formula::find_viewpoint;
use crate::cli::given_values::GivenValues;
use crate::cli::numbers::{seconds, whole};
use crate::cli::options::{OneInput, one_engine};
use crate::cli::progress::ProgressLine;
use crate::cli::{CliError, interrupt};

/// Draw solutions at random, each with the same probability
///
/// The solutions are counted, and numbers below the count are drawn. Nothing is drawn from a count
/// that is not complete. With --diverse nothing is counted: solutions are chosen that lie far
/// apart, and the draw is not uniform.
#[derive(clap::Args)]
pub(in crate::cli) struct SampleArgs {
    #[command(flatten)]
    input: OneInput,
    #[command(flatten)]
    given: GivenValues,
    /// Take only this decision of a DMN file, with those that it needs
    #[arg(long, value_name = "NAME")]
    decision: Option<String>,
    /// How many solutions to draw
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = whole::<NonZeroU64>)]
    pub(super) number: NonZeroU64,
    /// The seed of the draws
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole::<u64>)]
    pub(super) seed: u64,
    /// Draw no solution twice
    #[arg(long, conflicts_with = "diverse")]
    pub(super) distinct: bool,
    /// Choose solutions that lie far apart, without counting; this is not uniform
    #[arg(long)]
    pub(super) diverse: bool,
    /// The engine that counts [default: count:native]
    #[arg(long, value_name = "SPEC", conflicts_with = "diverse", value_parser = one_engine)]
    pub(super) engine: Option<Spec>,
    /// The model of the puzzle, as in cells+sums [default: the puzzle's first]
    #[arg(long, value_name = "NAME")]
    pub(super) model: Option<String>,
    /// Maximum seconds for the whole command
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(super) timeout: Option<Duration>,
    /// Run engines in separate processes
    #[arg(long)]
    pub(super) isolate: bool,
    /// Maximum megabytes (10^6 bytes) for an engine, in a separate process
    ///
    /// Lists in this process take at most half as much.
    #[arg(long, value_name = "MB", value_parser = whole::<NonZeroU64>)]
    pub(super) memory: Option<NonZeroU64>,
    /// Threads of native search [default: one for each processor]
    ///
    /// The draws do not depend on their number.
    #[arg(long, value_name = "N", conflicts_with_all = ["isolate", "memory", "diverse"],
        value_parser = whole::<NonZeroUsize>)]
    pub(super) threads: Option<NonZeroUsize>,
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    pub(super) format: OutputFormat,
}

pub(in crate::cli) fn run(args: &SampleArgs) -> Result<u8, CliError> {
    let json = matches!(args.format, OutputFormat::Json);
    let clock = CommandClock::start_clock(args.timeout, UnknownAnswerReport { code: 0, json });
    let found = args.input.find_decision(args.decision.as_deref(), &clock)?;
    let run = interrupt::interrupt_control();
    let control = run.with_timeout(clock.remaining_time());
    let found = args.given.add_to(found, args.model.as_deref(), &control)?;
    let viewpoint = find_viewpoint(&found, args.model.as_deref())?;
    if !args.diverse && viewpoint.combined_effect() != OptionEffect::Same {
        return Err(CliError(format!(
            "{}: the model {viewpoint} has only some of the solutions, so draws from it are not \
             uniform; leave its options out, or take --diverse",
            found.source
        )));
    }
    let who = args.candidate_engines()?;
    let progress = ProgressLine::counting_line("sampling", "solutions").out_of(args.number.get());
    let printed = args.new_summary(&viewpoint, &who[0]);
    let mut printer = SamplePrinter::new(&found, args.format, &progress, printed);
    let ending = match SamplePopulation::for_viewpoint(&*found.instance, &viewpoint, &control) {
        Err(refusal) => MissingSampleError::from(refusal).into(),
        Ok(problem) if args.diverse => {
            args.choose_diverse(&problem, &who[0], &mut printer, &control)?
        }
        Ok(problem) => args.draw_uniform(&problem, &who, &mut printer, &control)?,
    };
    progress.finish_line();
    printer.print_end(&ending)?;
    Ok(interrupt::exit_code(&run, ending.exit_code()))
}

impl SampleArgs {
    pub(super) fn new_summary(&self, viewpoint: &Viewpoint, who: &SampleEngines) -> SampleSummary {
        SampleSummary {
            model: viewpoint.to_string(),
            engine: who.counter.name(),
            seed: self.seed,
            distinct: self.distinct,
            diverse: self.diverse,
            wanted: self.number.get(),
            method: None,
            total: None,
            counting: Duration::ZERO,
            shown: 0,
            drawn: 0,
            distance: None,
            counters: EffortCounters::new(),
        }
    }

    /// Chooses diverse solutions.
    fn choose_diverse(
        &self,
        problem: &SamplePopulation<'_>,
        who: &SampleEngines,
        printer: &mut SamplePrinter<'_>,
        control: &Control,
    ) -> Result<SampleEnd, CliError> {
        printer.printed.shown = problem.model().shown().len();
        let mut diverse = DiverseSample::new(problem, &*who.counter, self.seed, control);
        self.take_solutions(printer, &mut || {
            let far = diverse.choose_solution()?;
            Ok(far.map(|far| DrawnSolution { solution: far.solution, distance: far.distance }))
        })
    }

    /// Draws uniformly, with the first engine that can count.
    pub(super) fn draw_uniform(
        &self,
        problem: &SamplePopulation<'_>,
        engines: &[SampleEngines],
        printer: &mut SamplePrinter<'_>,
        control: &Control,
    ) -> Result<SampleEnd, CliError> {
        let start = Instant::now();
        let mut last = MissingSampleError::Unanswered(Answer::Unknown("no engine".into()));
        for who in engines {
            printer.printed.engine = who.counter.name();
            match NumberedSolutions::count_solutions(
                problem,
                who.counted_method(),
                self.list_bounds(),
                control,
            ) {
                Ok(mut numbered) => {
                    printer.printed.method = Some(numbered.method());
                    printer.printed.total = Some(numbered.total_count().clone());
                    printer.printed.counting = start.elapsed();
                    return self.draw_from(&mut numbered, printer, control);
                }
                // The next engine may be able to count, unless the run itself has been stopped.
                Err(MissingSampleError::Unanswered(answer)) if control.stop_reason().is_none() => {
                    last = MissingSampleError::Unanswered(answer);
                }
                Err(missing) => return Ok(missing.into()),
            }
        }
        Ok(last.into())
    }

    fn draw_from(
        &self,
        numbered: &mut NumberedSolutions<'_>,
        printer: &mut SamplePrinter<'_>,
        control: &Control,
    ) -> Result<SampleEnd, CliError> {
        printer.start_timer();
        let mut draws = NumberDraws::new(numbered.total_count().clone(), self.seed, self.distinct);
        let ending = self.take_solutions(printer, &mut || {
            control.check_stop()?;
            // A uniform number below the count selects a solution: the numbering is a bijection, so
            // each solution has the same probability.
            let Some(number) = draws.draw_number(control)? else { return Ok(None) };
            let solution = numbered.solution_at(&number)?;
            Ok(solution.map(|solution| DrawnSolution { solution, distance: None }))
        })?;
        printer.printed.counters = numbered.counters();
        Ok(ending)
    }

    /// Takes the requested number of solutions.
    pub(super) fn take_solutions(
        &self,
        printer: &mut SamplePrinter<'_>,
        next: &mut dyn FnMut() -> Result<Option<DrawnSolution>, MissingSampleError>,
    ) -> Result<SampleEnd, CliError> {
        for _ in 0..self.number.get() {
            match next() {
                Ok(Some(drawn)) => printer.print_solution(drawn)?,
                Ok(None) => break,
                Err(missing) => return Ok(missing.into()),
            }
        }
        Ok(SampleEnd::after_draws(printer.printed.drawn))
    }

    /// Returns the limits of a list, which takes at most twelve bytes for each value while sorted.
    fn list_bounds(&self) -> MemoryBounds {
        // Half of the limit at twelve bytes per value: 10^6 / 2 / 12 = 10^6 / 24 values per
        // megabyte.
        let half = self.memory.map(|megabytes| megabytes.get().saturating_mul(1_000_000 / 24));
        MemoryBounds {
            values: half.unwrap_or(u64::MAX).min(MemoryBounds::DEFAULT.values),
            draws: self.number.get(),
            ..MemoryBounds::DEFAULT
        }
    }
}
