//! The command: its arguments, its run and its output.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_compare::{ComparisonPlan, CoreDetail, ModelSelection, run_live};
use parallax_engines::auto::AutoEngine;
use parallax_engines::{EngineList, Spec, parse_list};
use parallax_formats::FlatzincInstance;
use parallax_instance::{
    InputError, Instance, InstanceOrigin, LineReader, ModelSource, SourcedInstance,
};
use parallax_model::engine_api::{Control, Engine, Task};

use super::presenter::FlatzincPresenter;
use super::printer;
use super::printer::FlatzincPrinter;
use super::signal_watch;
use crate::cli::CliError;
use crate::cli::numbers::whole;
use crate::cli::options::{auto_engine, one_engine, wrapped_engine};
use crate::cli::screen::ScreenOptions;

/// Solve a FlatZinc file for MiniZinc, and print solutions in its form
///
/// MiniZinc calls this; 'parallax minizinc --install' makes it known there. Without an engine,
/// native search follows the search annotations of the file, if there are any; otherwise 'auto'
/// chooses an engine.
#[derive(clap::Args)]
pub(in crate::cli) struct FlatzincArgs {
    /// The file
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// The engine, one that 'parallax engines' lists
    #[arg(long, value_name = "SPEC", value_parser = one_engine, conflicts_with = "engines")]
    pub(super) engine: Option<Spec>,
    /// Engines separated by commas: an answer counts when two families give it
    ///
    /// A solution is printed when it is checked. That there is no solution, no other or no better
    /// one is printed when engines of two families say so; at the time limit, or after ten times
    /// the time of the first engine (at least a second), one engine suffices. A comment before
    /// the end says in one sentence who agrees. With -s, each engine has its statistics, and a
    /// claim of one family the line '%%%mzn-stat: standing="claimed"'.
    #[arg(long, value_name = "LIST", value_parser = parse_list)]
    pub(super) engines: Option<EngineList>,
    /// Print all solutions, or each better one
    #[arg(short = 'a')]
    pub(super) all: bool,
    /// Print at most N solutions (0: all)
    #[arg(short = 'n', value_name = "N", value_parser = whole::<u64>)]
    pub(super) number: Option<u64>,
    /// Print each better solution
    #[arg(short = 'i')]
    improvements: bool,
    /// Ignore the search annotations
    #[arg(short = 'f')]
    free: bool,
    /// Threads of the engine, if it can use several
    #[arg(short = 'p', value_name = "N", value_parser = whole::<usize>)]
    threads: Option<usize>,
    /// The seed of all random choices
    #[arg(short = 'r', value_name = "SEED", default_value_t = 0, allow_negative_numbers = true)]
    seed: i64,
    /// Maximum time in milliseconds (0: no limit)
    #[arg(short = 't', value_name = "MS", value_parser = whole::<u64>)]
    pub(super) limit: Option<u64>,
    /// Print statistics
    #[arg(short = 's')]
    pub(super) statistics: bool,
}

/// Exit code of errors. Any code but 0 is an error of the solver for MiniZinc.
pub(super) const ERROR_EXIT_CODE: u8 = 1;

pub(in crate::cli) fn run(args: &FlatzincArgs) -> Result<u8, CliError> {
    args.solve_file().or_else(|CliError(message)| {
        eprintln!("parallax: {message}");
        Ok(ERROR_EXIT_CODE)
    })
}

impl FlatzincArgs {
    /// Reads the file, has it solved, prints the answer, and returns the exit code.
    pub(super) fn solve_file(&self) -> Result<u8, CliError> {
        let start = Instant::now();
        let limit = self.limit.filter(|&limit| limit > 0).map(Duration::from_millis);
        let control = Control::unlimited();
        let printer = FlatzincPrinter::new_shared(self.all || self.improvements, self.statistics);
        // MiniZinc may send a signal, and the limit may pass, while a large file is still being
        // read, so both watches start before.
        signal_watch::watch_signals(&control, &printer);
        signal_watch::watch_limit(limit, &control, &printer);
        let instance = self.read_file(&control.with_timeout(limit));
        let instance = match instance {
            Err(error) if error.why_stopped().is_some() => {
                // A limit that ends the reading leaves the answer open, which is not an error for
                // MiniZinc.
                printer::lock_printer(&printer).print_end(Some(printer::UNKNOWN_STATUS))?;
                return Ok(0);
            }
            read => read?,
        };
        let instance = if self.free { instance.without_search_plan() } else { instance };
        let engines = self.chosen_engines(&instance);
        if ScreenOptions::chosen_options().verbose {
            let names: Vec<String> = engines.iter().map(Spec::to_string).collect();
            eprintln!("parallax: {}: {}", names.join(", "), instance.title());
        }
        let optimises = instance.default_task() == Task::Optimise;
        let plan = ComparisonPlan {
            task: Some(self.solve_task(optimises)),
            timeout: limit,
            seed: self.seed as u64,
            jobs: engines.len().max(1),
            keep: usize::from(optimises),
            streams: true,
            alone: true,
            cores: CoreDetail::None,
            models: ModelSelection::Default,
            ..ComparisonPlan::new(self.make_engines(engines, limit.is_some())?)
        };
        let assuming = instance.has_assumptions().then(|| instance.clone());
        let found = SourcedInstance {
            origin: InstanceOrigin::File(self.file.clone()),
            spent: start.elapsed(),
            ..SourcedInstance::new(self.file.display().to_string(), instance)
        };
        printer::lock_printer(&printer).expect_solutions(&plan);
        let answering = FlatzincPresenter::new(&plan, &control, &printer, self.statistics, start);
        let mut answering = match assuming {
            Some(assuming) => answering.with_core(assuming),
            None => answering,
        };
        run_live(&plan, [Ok(found)].into_iter(), &control, &mut |arrived| {
            answering.take_arrival(arrived);
        });
        answering.finish_run()
    }

    fn read_file(&self, control: &Control) -> Result<FlatzincInstance, InputError> {
        let source = self.file.display().to_string();
        let unreadable = |error| InputError::from_io_error(source.clone(), &error);
        let file = File::open(&self.file).map_err(unreadable)?;
        let mut lines = LineReader::new(source.clone(), BufReader::new(file));
        lines.set_control(control.clone());
        FlatzincInstance::read_flatzinc(&mut lines)
    }

    /// Returns the task.
    pub(super) fn solve_task(&self, optimises: bool) -> Task {
        match self.number {
            _ if optimises => Task::Optimise,
            _ if self.all => Task::All,
            Some(0) => Task::All,
            Some(number) => Task::Limit(number),
            None => Task::First,
        }
    }

    /// Returns the named engines, else the engine that suits the search annotations.
    pub(super) fn chosen_engines(&self, instance: &FlatzincInstance) -> Vec<Spec> {
        match (&self.engines, &self.engine) {
            (Some(list), _) => list.every_spec(),
            (None, Some(spec)) => vec![spec.clone()],
            (None, None) if is_planned(instance) => vec![Spec::native()],
            (None, None) => vec![Spec::auto()],
        }
    }

    /// Wraps the engines for the run. Each of several engines can be stopped before its end.
    pub(super) fn make_engines(
        &self,
        specs: Vec<Spec>,
        limited: bool,
    ) -> Result<Vec<Arc<dyn Engine>>, CliError> {
        let several = specs.len() > 1;
        // Several engines already take one core each.
        let threads = self.threads.filter(|&threads| threads > 1 && !several);
        let made = specs.into_iter().map(|spec| match threads {
            Some(threads) if spec.is_engine::<AutoEngine>() => {
                Ok(Arc::new(auto_engine()?.with_threads(threads)) as Arc<dyn Engine>)
            }
            Some(threads) => match spec.with_threads(threads) {
                Some(parallel) => Ok(Arc::new(parallel) as Arc<dyn Engine>),
                None => wrapped_engine(spec, limited, false, None),
            },
            None => wrapped_engine(spec, limited || several, false, None),
        });
        made.collect()
    }
}

/// Maximum number of values of a domain with which native search is chosen; it keeps up to 4
/// million.
const MAX_DOMAIN_VALUES: u64 = 4_000_000;

/// Whether the model has a search plan, from the search annotations of the file, and domains that
/// fit native search.
fn is_planned(instance: &FlatzincInstance) -> bool {
    instance.model(&instance.default_viewpoint()).is_ok_and(|model| {
        let fits = || model.variables().iter().all(|own| own.domain.len() <= MAX_DOMAIN_VALUES);
        model.search_plan().is_some() && fits()
    })
}
