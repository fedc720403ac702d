//! The command: its arguments, its run and its output.

use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parallax_engines::jobs::IsolatedEngine;
use parallax_engines::{EngineList, Spec, parse_list};
use parallax_fuzz::cases::{CaseCampaign, CaseTally, ChildOptions, RunObserver, serve_campaign};
use parallax_fuzz::engines::{
    EngineCampaign, EngineEntrants, EngineTally, ModelDrawKind, ModelFinding,
};
use parallax_model::engine_api::{Control, Engine, silence_panics};

use super::findings;
use super::findings::FindingFiles;
use super::tally_tables::of_engines;
use super::targets;
use crate::cli::format::OutputFormat;
use crate::cli::numbers::{seconds, whole};
use crate::cli::output::StandardOutput;
use crate::cli::progress::ProgressLine;
use crate::cli::this_program::this_program;
use crate::cli::{CliError, interrupt};

/// Compare engines on random models, or find wrong answers
///
/// In each case brute force and about seven other engines with random settings find all solutions
/// of a small random model, or the best. If two disagree, the model is written as
/// fuzz-SEED-CASE.model.json at once, then shrunk and written again. Cases run in child processes:
/// an engine that hangs, aborts or exceeds the memory limit is a finding, and the run continues.
/// With --target, programs answer small cases in their own languages, judged by enumeration. A case
/// depends on the seed and its number alone.
#[derive(clap::Args)]
pub(in crate::cli) struct FuzzArgs {
    /// The number of cases
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u64>)]
    pub(super) cases: u64,
    /// The number of the first case
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = whole::<u64>)]
    pub(super) from: u64,
    /// The seed of all cases
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole::<u64>)]
    pub(super) seed: u64,
    /// The target self on SMT-LIB and OPB, without larger cases
    ///
    /// Brute force, native search and a SAT solver answer random SMT-LIB scripts and OPB problems,
    /// judged by enumeration.
    #[arg(long, conflicts_with_all = ["targets", "engines"])]
    pub(super) texts: bool,
    /// Draw models at the limits: extreme numbers, empty domains, cycles
    ///
    /// Also sparse and wide domains, empty and repeated scopes.
    #[arg(long, conflicts_with = "texts")]
    pub(super) edges: bool,
    /// Engines and patterns as in compare, instead of random ones
    ///
    /// Of more than seven, each case takes seven at random.
    #[arg(long, value_name = "LIST", value_parser = parse_list)]
    pub(super) engines: Option<EngineList>,
    /// The folder for what is found
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(super) out: PathBuf,
    /// Maximum seconds of the whole run, which then reports what it did
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(super) within: Option<Duration>,
    /// Maximum seconds for one engine on one model
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "10")]
    pub(super) timeout: Duration,
    /// Child processes at work [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = whole::<NonZeroUsize>)]
    pub(super) jobs: Option<NonZeroUsize>,
    /// Maximum megabytes (10^6 bytes) for a child
    #[arg(long, value_name = "MB", default_value = "4096", value_parser = whole::<NonZeroU64>)]
    pub(super) memory: NonZeroU64,
    #[command(flatten)]
    pub(super) programs: targets::TargetOptions,
    /// Serve as a child: read ranges of cases from standard input
    #[arg(long, hide = true)]
    worker: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    pub(super) format: OutputFormat,
}

/// The time beyond its limit that a step may take before it is a finding.
const STEP_GRACE: Duration = Duration::from_secs(10);

pub(in crate::cli) fn run(args: &FuzzArgs) -> Result<u8, CliError> {
    if args.from.checked_add(args.cases).is_none() {
        let FuzzArgs { from, cases, .. } = args;
        return Err(CliError(format!("--from {from}: there are not {cases} numbers from there")));
    }
    if args.worker {
        return args.serve_cases();
    }
    let failed = |error| CliError(format!("{}: cannot make: {error}", args.out.display()));
    std::fs::create_dir_all(&args.out).map_err(failed)?;
    let control = interrupt::interrupt_control().with_timeout(args.within);
    silence_panics();
    if args.texts || !args.programs.targets.is_empty() {
        return targets::run_targets(args, &control);
    }
    args.compare_engines(&control)
}

impl FuzzArgs {
    pub(super) fn worker_count(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(all, NonZeroUsize::get)
    }

    pub(super) fn engine_campaign(&self) -> Result<EngineCampaign, CliError> {
        let entrants = match &self.engines {
            None => EngineEntrants::Drawn,
            Some(list) => EngineEntrants::Of(
                list.every_spec()
                    .into_iter()
                    .map(isolated_engine)
                    .collect::<Result<_, CliError>>()?,
            ),
        };
        Ok(EngineCampaign {
            seed: self.seed,
            from: self.from,
            cases: self.cases,
            draw: if self.edges { ModelDrawKind::Hostile } else { ModelDrawKind::Plain },
            entrants,
            timeout: Some(self.timeout),
            jobs: self.worker_count(),
        })
    }

    /// Returns the options of child processes that run this command as workers.
    fn child_options(&self) -> Result<ChildOptions, CliError> {
        // A child gets the arguments of this process, so that both draw the same cases from the
        // seed.
        let mut args: Vec<String> = std::env::args().skip(1).collect();
        args.push("--worker".into());
        let patience = self.timeout.saturating_add(STEP_GRACE);
        Ok(ChildOptions { program: this_program()?, args, patience })
    }

    fn serve_cases(&self) -> Result<u8, CliError> {
        silence_panics();
        let memory = Some(self.memory.get().saturating_mul(1_000_000));
        serve_campaign(&self.engine_campaign()?, memory)?;
        Ok(0)
    }

    /// Compares engines on random models.
    fn compare_engines(&self, control: &Control) -> Result<u8, CliError> {
        let plan = self.engine_campaign()?;
        let children = self.child_options()?;
        let progress = ProgressLine::counting_line("fuzzing engines", "cases")
            .with_time_left()
            .out_of(self.cases);
        let written = Mutex::new(FindingFiles::default());
        let write = |case: u64, keep: &dyn Fn() -> Result<(), CliError>| {
            // Held while the file is written: findings arrive on several threads, and their lines
            // must not mix.
            let mut written = written.lock().expect("no holder panics");
            written.add_result(case, progress.print_aside(keep), control);
        };
        let found = |finding: &ModelFinding| {
            write(finding.case, &|| findings::write_finding(finding, self));
        };
        let count = || written.lock().expect("no holder panics").cases.len();
        let ended = || progress.count_step(|| format!("{} findings", count()));
        let (tally, reached) = plan.run_live(
            Some(&children),
            control,
            &RunObserver::new(&found, &ended),
            &mut |finding| {
                // A finding of a child that was lost has not been reported live, so it is written
                // now for the first time.
                let known = written.lock().expect("no holder panics").cases.contains(&finding.case);
                write(finding.case, &|| findings::finish_finding(finding, self, known));
            },
            &mut |_, _| (),
        );
        progress.finish_line();
        written.into_inner().expect("no holder panics").result?;
        self.print_tally(&tally)?;
        self.print_rest(reached, control);
        Ok(interrupt::exit_code(control, tally.exit_code()))
    }

    pub(super) fn print_tally(&self, tally: &EngineTally) -> Result<(), CliError> {
        let mut out = StandardOutput::new();
        match self.format {
            OutputFormat::Json => {
                serde_json::to_writer(&mut out, tally)?;
                writeln!(out)?;
            }
            OutputFormat::Text => out.write_all(of_engines(tally).as_bytes())?,
        }
        Ok(out.flush()?)
    }

    /// After an interrupt, or at the limit of the run, prints how to continue from the first
    /// unfinished case.
    fn print_rest(&self, reached: u64, control: &Control) {
        if control.stop_reason().is_some() {
            let left = (self.from + self.cases).saturating_sub(reached);
            eprintln!("parallax: to go on: --seed {} --from {reached} --cases {left}", self.seed);
        }
    }
}

/// Returns the engine of a spec; external solvers run in a process that ends with them.
pub(super) fn isolated_engine(spec: Spec) -> Result<Arc<dyn Engine>, CliError> {
    if !spec.abilities().external {
        return Ok(Arc::new(spec));
    }
    Ok(Arc::new(IsolatedEngine::new(spec, this_program()?)))
}
