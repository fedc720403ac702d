//! `parallax compare`: instances with several engines.

use std::io::Write;
use std::num::NonZeroU32;
use std::sync::Arc;

use parallax_compare::{Cores, Models, Plan};
use parallax_engines::{EngineList, Proving, Spec, parse_list};
use parallax_experiment::{
    self as experiment, Loaded, Machine, Results, Run, Seeds, Settings, make,
};
use parallax_model::ask::{Control, Engine, Task};
use parallax_model::instance::{InputError, SourcedInstance};
use parallax_report::results::{
    Analysis, Options, Study, document, markdown, race, runs_csv, runs_json, text,
};
use parallax_report::{Csv, Json, JsonSummary, Markdown, Report, Text, View};
use parallax_translate::EncodingUse;

use super::execute::execute;
use super::given::GivenValues;
use super::options::{Input, TaskOptions};
use super::output::Output;
use super::progress::Progress;
use super::screen::{Screen, layout};
use super::{Failure, interrupt};
use crate::cli::format::TableFormat;
use crate::cli::numbers::whole;

/// Maximum number of solutions that a row of a comparison keeps.
const KEPT: usize = 10_000;

/// Solve instances with several engines and say whether they agree.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
    /// Engines with commas between, or patterns as in 'sat:*+order' [default: all]
    ///
    /// Patterns are 'sat:*+order' (every SAT solver), 'sat:batsat+*' (every combination of encodings
    /// that makes a difference to the first instance), 'sat:batsat+order,sum=*'. Programs are
    /// '"dimacs:minisat {cnf} {out}"', 'smtlib:z3 -in', 'mine=dimacs:./mysolver {cnf}'; they run once
    /// for each solution, so slow for many. The default is all, with --count also count:native.
    #[arg(long, value_name = "LIST", value_parser = parse_list)]
    engines: Option<EngineList>,
    /// Models with commas between, or all [default: each puzzle's first]
    ///
    /// Options follow a model, as in cells+symmetry; 'all' means all models without options.
    #[arg(long, value_name = "LIST")]
    models: Option<String>,
    #[command(flatten)]
    given: GivenValues,
    /// Have SAT solvers prove that there is no solution, and check the proofs
    ///
    /// Solvers that write no proofs answer without.
    #[arg(long)]
    prove: bool,
    #[command(flatten)]
    wanted: TaskOptions,
    /// Repeat each run N times, and print how much the times differ
    ///
    /// The tables are those of 'report'.
    #[arg(long, alias = "runs", value_name = "N", conflicts_with_all = ["prove", "rows", "summary"],
        value_parser = whole::<NonZeroU32>)]
    repeat: Option<NonZeroU32>,
    /// Run with each of these seeds, as 1..5, and print how much the times differ
    #[arg(long, value_name = "LIST", conflicts_with_all = ["seed", "prove", "rows", "summary"])]
    seeds: Option<Seeds>,
    /// How to print
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    format: TableFormat,
    /// Print the rows of every instance, not just a summary of many
    #[arg(long)]
    rows: bool,
    /// With --format json: print sums by model and engine instead of rows
    ///
    /// They also state which model was how often the fastest.
    #[arg(long, conflicts_with = "rows")]
    summary: bool,
    /// With --format json: also print each row as soon as its engine ends
    ///
    /// Such a row has the member 'live'. The verdict of all instances is the last line.
    #[arg(long, conflicts_with = "summary")]
    live: bool,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    if args.summary && args.format != TableFormat::Json {
        let message = "--summary goes with --format json; text ends with the summary";
        return Err(Failure(message.to_owned()));
    }
    if args.live && (args.format != TableFormat::Json || args.is_repeated()) {
        let message = "--live goes with --format json, and not with --repeat and --seeds";
        return Err(Failure(message.to_owned()));
    }
    let models = models(args.models.as_deref());
    let list = args.list()?;
    // Before anything is read: a pipe may stay open.
    let control = interrupt::control();
    let stream = args.input.sources(&args.wanted).stream();
    let mut stream = args.given.stream(stream, &models, args.wanted.timeout());
    let mut first: Vec<Result<SourcedInstance, InputError>> = Vec::new();
    while list.has_combinations()
        && !matches!(first.last(), Some(Ok(_)))
        && let Some(next) = stream.next()
    {
        first.push(next);
    }
    let engines = engines(&list, first.iter().flatten().next(), &models);
    if args.is_repeated() {
        let stream = first.into_iter().chain(stream);
        return repeated(args, engines, models, stream, &control);
    }
    let plan = Plan {
        engines: engines.into_iter().map(|spec| args.engine(spec)).collect::<Result<_, _>>()?,
        models,
        task: args.wanted.task(),
        timeout: args.wanted.timeout(),
        memory: args.wanted.memory_bytes(),
        seed: args.wanted.seed,
        jobs: args.wanted.jobs(),
        keep: KEPT,
        streams: false,
        cores: Cores::None,
        alone: false,
        checker: None,
    };
    let stream = Box::new(first.into_iter().chain(stream));
    let out = Output::new();
    let mut report: Box<dyn Report> = match args.format {
        TableFormat::Text => Box::new(Text::new(out, args.view())),
        TableFormat::Json if args.summary => Box::new(JsonSummary::new(out)),
        TableFormat::Json if args.live => Box::new(Json::new(out, true).live()),
        TableFormat::Json => Box::new(Json::new(out, true)),
        TableFormat::Csv => Box::new(Csv::new(out)),
        TableFormat::Markdown => Box::new(Markdown::new(out)),
    };
    let progress = args.input.progress("comparing");
    let summary = execute(&plan, stream, &control, &mut *report, &progress, &mut |_| ())?;
    Ok(interrupt::exit_code(&control, summary.exit_code()))
}

/// Runs everything with several seeds or repetitions, and reports the results as an experiment.
fn repeated(
    args: &Args,
    engines: Vec<Spec>,
    models: Models,
    stream: impl Iterator<Item = Result<SourcedInstance, InputError>>,
    control: &Control,
) -> Result<u8, Failure> {
    for engine in &engines {
        engine.find_program()?;
    }
    let seeds = args.seeds.clone().unwrap_or(Seeds::One(args.wanted.seed));
    let limits = args.wanted.limits();
    let wanted = experiment::RunOptions {
        engines,
        models,
        task: args.wanted.task(),
        limits,
        isolated: args.wanted.is_isolated(),
        seeds: seeds.list()?,
        repeats: args.repeat.map_or(1, NonZeroU32::get),
    };
    let loaded = Loaded::of("comparison", stream, wanted);
    loaded.manifest.faults().for_each(|fault| eprintln!("parallax: {fault}"));
    let jobs = args.wanted.jobs();
    let settings = Settings { jobs, pin: true, program: std::env::current_exe()? };
    let runs: Vec<Run> = loaded.manifest.runs().collect();
    let progress =
        Progress::counting("comparing", "runs").with_time_left().out_of(runs.len() as u64);
    let mut records = Vec::with_capacity(runs.len());
    make(&loaded, &runs, &settings, control, &mut |record| {
        records.push(record);
        progress.step(String::new);
    });
    progress.finish();
    let machine = Machine::here(jobs, settings.pin);
    let results = Results::in_memory(loaded.manifest, machine, records);
    let analysis = Analysis::of(Study::gather(vec![results])?, Options::default())?;
    print(args.format, &analysis)?;
    Ok(interrupt::exit_code(control, analysis.exit_code()))
}

/// Prints the report on repeated runs; for people it ends with the fastest engine.
fn print(format: TableFormat, analysis: &Analysis) -> Result<(), Failure> {
    let mut out = Output::new();
    let tables = || {
        let document = document(analysis);
        if Screen::chosen().verbose { document } else { document.without("counters") }
    };
    let race = race(analysis);
    match format {
        TableFormat::Text if Screen::chosen().quiet => {
            writeln!(out, "{}", analysis.verdict().name())?;
        }
        TableFormat::Text => {
            out.write_all(text(&tables(), &layout()).as_bytes())?;
            let race = race.map(|race| format!("\n{}", layout().wrap(&race, 2)));
            out.write_all(race.unwrap_or_default().as_bytes())?;
        }
        TableFormat::Markdown => {
            out.write_all(markdown(&tables()).as_bytes())?;
            race.iter().try_for_each(|race| writeln!(out, "\n{race}"))?;
        }
        TableFormat::Csv => runs_csv(analysis, &mut out)?,
        TableFormat::Json => runs_json(analysis, &mut out)?,
    }
    out.flush()?;
    Ok(())
}

impl Args {
    /// Returns the engines that are named, or else all, and for a count also one that does not
    /// enumerate.
    fn list(&self) -> Result<EngineList, Failure> {
        let all = match self.wanted.task() {
            Some(Task::Count) => "all,count:native",
            _ => "all",
        };
        let list = self.engines.clone();
        Ok(list.map_or_else(|| parse_list(all), Ok)?)
    }

    /// Whether each run is made several times.
    fn is_repeated(&self) -> bool {
        self.repeat.is_some() || self.seeds.is_some()
    }

    /// Returns the layout of the text.
    fn view(&self) -> View {
        View {
            layout: layout(),
            rows: self.rows && !Screen::chosen().quiet,
            by_model: self.models.is_some(),
            counters: Screen::chosen().verbose,
            quiet: Screen::chosen().quiet,
        }
    }

    /// Returns the engine of a spec, with proofs if they are requested and it writes them.
    fn engine(&self, spec: Spec) -> Result<Arc<dyn Engine>, Failure> {
        match self.prove.then(|| Proving::new(&spec, None, None)) {
            Some(Ok(proving)) => {
                self.wanted.refuse_child("--prove")?;
                Ok(Arc::new(proving))
            }
            _ => self.wanted.engine(spec),
        }
    }
}

/// Returns the engines; of combinations only those that make a difference to the first instance.
fn engines(list: &EngineList, first: Option<&SourcedInstance>, models: &Models) -> Vec<Spec> {
    let Some(first) = first else { return list.every_spec() };
    let chosen = models.of(&*first.instance, &first.source).unwrap_or_default();
    let models = chosen.iter().filter_map(|viewpoint| first.instance.model(viewpoint).ok());
    let effects = models.map(|model| EncodingUse::of(&model));
    let effect = effects.fold(EncodingUse::default(), EncodingUse::or);
    list.specs(&|options, choice| effect.matters(options, choice))
}

pub(super) fn models(text: Option<&str>) -> Models {
    match text {
        None => Models::Default,
        Some("all") => Models::All,
        Some(list) => {
            let names = list.split(',').map(|name| name.trim().to_owned());
            Models::Named(names.filter(|name| !name.is_empty()).collect())
        }
    }
}
