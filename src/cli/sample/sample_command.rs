//! The command: its arguments, its run and its output.

use std::num::{NonZeroU64, NonZeroUsize};
use std::time::{Duration, Instant};

use parallax_engines::Spec;
use parallax_generate::sample::{Bounds, Diverse, Draws, Missing, Numbered, Population};
use parallax_model::ask::{Answer, Control, Counters};
use parallax_model::instance::{Effect, Viewpoint};

use super::ending::Ending;
use super::engines::Who;
use super::print::{Drawn, Printed, Printer};
use crate::cli::clock::{Clock, Unknown};
use crate::cli::format::Format;
use crate::cli::formula::viewpoint;
use crate::cli::given::GivenValues;
use crate::cli::numbers::{seconds, whole};
use crate::cli::options::{OneInput, one_engine};
use crate::cli::progress::Progress;
use crate::cli::{Failure, interrupt};

/// Draw solutions at random, each with the same probability
///
/// The solutions are counted, and numbers below the count are drawn. Nothing is drawn from a count
/// that is not complete. With --diverse nothing is counted: solutions are chosen that lie far
/// apart, and the draw is not uniform.
#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    input: OneInput,
    #[command(flatten)]
    given: GivenValues,
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
    /// Maximum seconds for everything
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(super) timeout: Option<Duration>,
    /// Run engines in processes of their own
    #[arg(long)]
    pub(super) isolate: bool,
    /// Maximum megabytes (10^6 bytes) for an engine, in a process of its own
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
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
}

pub(in crate::cli) fn run(args: &Args) -> Result<u8, Failure> {
    let json = matches!(args.format, Format::Json);
    let clock = Clock::start(args.timeout, Unknown { code: 0, json });
    let found = args.input.find(&clock)?;
    let run = interrupt::control();
    let control = run.within(clock.left());
    let found = args.given.add_to(found, args.model.as_deref(), &control)?;
    let viewpoint = viewpoint(&found, args.model.as_deref())?;
    if !args.diverse && viewpoint.effect() != Effect::Same {
        return Err(Failure(format!(
            "{}: the model {viewpoint} has only some of the solutions, so draws from it are not \
             uniform; leave its options out, or take --diverse",
            found.source
        )));
    }
    let who = args.who()?;
    let progress = Progress::counting("sampling", "solutions").out_of(args.number.get());
    let printed = args.printed(&viewpoint, &who[0]);
    let mut printer = Printer::new(&found, args.format, &progress, printed);
    let ending = match Population::of(&*found.instance, &viewpoint, &control) {
        Err(refusal) => Missing::from(refusal).into(),
        Ok(problem) if args.diverse => args.choose(&problem, &who[0], &mut printer, &control)?,
        Ok(problem) => args.draw(&problem, &who, &mut printer, &control)?,
    };
    progress.finish();
    printer.finish(&ending)?;
    Ok(interrupt::exit_code(&run, ending.exit_code()))
}

impl Args {
    pub(super) fn printed(&self, viewpoint: &Viewpoint, who: &Who) -> Printed {
        Printed {
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
            counters: Counters::new(),
        }
    }

    /// Chooses solutions that lie far apart.
    fn choose(
        &self,
        problem: &Population<'_>,
        who: &Who,
        printer: &mut Printer<'_>,
        control: &Control,
    ) -> Result<Ending, Failure> {
        printer.printed.shown = problem.model().shown().len();
        let mut diverse = Diverse::new(problem, &*who.counter, self.seed, control);
        self.all(printer, &mut || {
            let far = diverse.choose()?;
            Ok(far.map(|far| Drawn { solution: far.solution, distance: far.distance }))
        })
    }

    /// Draws uniformly, with the first engine that can count.
    pub(super) fn draw(
        &self,
        problem: &Population<'_>,
        engines: &[Who],
        printer: &mut Printer<'_>,
        control: &Control,
    ) -> Result<Ending, Failure> {
        let start = Instant::now();
        let mut last = Missing::Unanswered(Answer::Unknown("no engine".into()));
        for who in engines {
            printer.printed.engine = who.counter.name();
            match Numbered::count(problem, who.counted(), self.bounds(), control) {
                Ok(mut numbered) => {
                    printer.printed.method = Some(numbered.method());
                    printer.printed.total = Some(numbered.total().clone());
                    printer.printed.counting = start.elapsed();
                    return self.draw_from(&mut numbered, printer, control);
                }
                // The next engine may be able to count.
                Err(Missing::Unanswered(answer)) if control.stopped().is_none() => {
                    last = Missing::Unanswered(answer);
                }
                Err(missing) => return Ok(missing.into()),
            }
        }
        Ok(last.into())
    }

    fn draw_from(
        &self,
        numbered: &mut Numbered<'_>,
        printer: &mut Printer<'_>,
        control: &Control,
    ) -> Result<Ending, Failure> {
        printer.begin();
        let mut draws = Draws::new(numbered.total().clone(), self.seed, self.distinct);
        let ending = self.all(printer, &mut || {
            control.check()?;
            let Some(number) = draws.draw(control)? else { return Ok(None) };
            let solution = numbered.solution(&number)?;
            Ok(solution.map(|solution| Drawn { solution, distance: None }))
        })?;
        printer.printed.counters = numbered.counters();
        Ok(ending)
    }

    /// Takes the requested number of solutions.
    pub(super) fn all(
        &self,
        printer: &mut Printer<'_>,
        next: &mut dyn FnMut() -> Result<Option<Drawn>, Missing>,
    ) -> Result<Ending, Failure> {
        for _ in 0..self.number.get() {
            match next() {
                Ok(Some(drawn)) => printer.add(drawn)?,
                Ok(None) => break,
                Err(missing) => return Ok(missing.into()),
            }
        }
        Ok(Ending::after(printer.printed.drawn))
    }

    /// Returns the limits of a list, which takes at most twelve bytes for each value while sorted.
    fn bounds(&self) -> Bounds {
        let half = self.memory.map(|megabytes| megabytes.get().saturating_mul(1_000_000 / 24));
        Bounds {
            values: half.unwrap_or(u64::MAX).min(Bounds::DEFAULT.values),
            draws: self.number.get(),
            ..Bounds::DEFAULT
        }
    }
}
