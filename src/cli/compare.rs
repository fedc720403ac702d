//! `parallax compare`: instances with several engines.

use std::io::Write;
use std::num::NonZeroU32;
use std::sync::Arc;

use parallax_compare::{ComparisonPlan, CoreDetail, ModelSelection};
use parallax_engines::{EngineList, ProvingEngine, Spec, parse_list};
use parallax_experiment::{
    self as experiment, BenchmarkMachine, LoadedExperiment, ResultsFile, RunCoordinates,
    RunnerOptions, SeedSpecification, make_runs,
};
use parallax_instance::{InputError, SourcedInstance};
use parallax_model::engine_api::{Control, Engine, Task};
use parallax_report::results::{
    ReportOptions, ResultStudy, StudyAnalysis, describe_race, render_markdown, render_text,
    report_document, runs_csv, runs_json,
};
use parallax_report::{
    CsvReporter, JsonReporter, JsonSummary, MarkdownReporter, ResultReporter, TextReporter,
    TextReporterOptions,
};
use parallax_translate::EncodingNeeds;

use super::execute::execute_plan;
use super::given_values::GivenValues;
use super::options::{InputOptions, TaskOptions};
use super::output::StandardOutput;
use super::progress::ProgressLine;
use super::screen::{ScreenOptions, output_layout};
use super::this_program::this_program;
use super::{CliError, interrupt};
use crate::cli::format::TableFormat;
use crate::cli::numbers::whole;

/// Maximum number of solutions that a row of a comparison keeps.
const MAX_KEPT_SOLUTIONS: usize = 10_000;

/// Solve instances with several engines and say whether they agree
#[derive(clap::Args)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    input: InputOptions,
    /// Engines separated by commas, or patterns as in 'sat:*+order' [default: all]
    ///
    /// Patterns are 'sat:*+order' (every SAT solver), 'sat:batsat+*' (every combination of
    /// encodings that makes a difference to the first instance), 'sat:batsat+order,sum=*'. Programs
    /// are '"dimacs:minisat {cnf} {out}"', 'smtlib:z3 -in', 'mine=dimacs:./mysolver {cnf}'; they
    /// run once for each solution, so slow for many. The default is all, with --count also
    /// count:native.
    #[arg(long, value_name = "LIST", value_parser = parse_list)]
    engines: Option<EngineList>,
    /// Models separated by commas, or all [default: each puzzle's first]
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
    /// Repeat each run N times, and print the spread of the times
    ///
    /// The tables are those of 'report'.
    #[arg(long, alias = "runs", value_name = "N", conflicts_with_all = ["prove", "rows", "summary"],
        value_parser = whole::<NonZeroU32>)]
    repeat: Option<NonZeroU32>,
    /// Run with each of these seeds, as 1..5, and print the spread of the times
    #[arg(long, value_name = "LIST", conflicts_with_all = ["seed", "prove", "rows", "summary"])]
    seeds: Option<SeedSpecification>,
    /// Output format
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

pub(super) fn run(args: &CompareArgs) -> Result<u8, CliError> {
    if args.summary && args.format != TableFormat::Json {
        let message = "--summary goes with --format json; text ends with the summary";
        return Err(CliError(message.to_owned()));
    }
    if args.live && (args.format != TableFormat::Json || args.is_repeated()) {
        let message = "--live goes with --format json, and not with --repeat and --seeds";
        return Err(CliError(message.to_owned()));
    }
    let models = parse_models(args.models.as_deref());
    let list = args.engine_list()?;
    // The handler of Ctrl-C comes before the first read, which may wait for a pipe forever.
    let control = interrupt::interrupt_control();
    let stream = args.input.instance_sources(&args.wanted).stream_instances();
    let mut stream = args.given.with_values(stream, &models, args.wanted.time_limit());
    let mut first: Vec<Result<SourcedInstance, InputError>> = Vec::new();
    // A pattern such as `sat:batsat+*` selects by the first readable instance. The instances read
    // for that return to the front of the stream.
    while list.has_combinations()
        && !matches!(first.last(), Some(Ok(_)))
        && let Some(next) = stream.next()
    {
        first.push(next);
    }
    let engines = select_engines(&list, first.iter().flatten().next(), &models);
    if args.is_repeated() {
        let stream = first.into_iter().chain(stream);
        return run_repetitions(args, engines, models, stream, &control);
    }
    let plan = ComparisonPlan {
        engines: engines
            .into_iter()
            .map(|spec| args.make_engine(spec))
            .collect::<Result<_, _>>()?,
        models,
        task: args.wanted.named_task(),
        timeout: args.wanted.time_limit(),
        memory: args.wanted.memory_bytes(),
        seed: args.wanted.seed,
        jobs: args.wanted.job_count(),
        keep: MAX_KEPT_SOLUTIONS,
        streams: false,
        cores: CoreDetail::None,
        alone: false,
        checker: None,
    };
    let stream = Box::new(first.into_iter().chain(stream));
    let out = StandardOutput::new();
    let mut report: Box<dyn ResultReporter> = match args.format {
        TableFormat::Text => Box::new(TextReporter::new(out, args.text_view())),
        TableFormat::Json if args.summary => Box::new(JsonSummary::new(out)),
        TableFormat::Json if args.live => Box::new(JsonReporter::new(out, true).with_live_rows()),
        TableFormat::Json => Box::new(JsonReporter::new(out, true)),
        TableFormat::Csv => Box::new(CsvReporter::new(out)),
        TableFormat::Markdown => Box::new(MarkdownReporter::new(out)),
    };
    let progress = args.input.instance_progress("comparing");
    let summary = execute_plan(&plan, stream, &control, &mut *report, &progress, &mut |_| ())?;
    Ok(interrupt::exit_code(&control, summary.exit_code()))
}

/// Runs everything with several seeds or repetitions, and reports the results as an experiment.
fn run_repetitions(
    args: &CompareArgs,
    engines: Vec<Spec>,
    models: ModelSelection,
    stream: impl Iterator<Item = Result<SourcedInstance, InputError>>,
    control: &Control,
) -> Result<u8, CliError> {
    // Fails before the first of many runs if a program is missing.
    for engine in &engines {
        engine.find_program()?;
    }
    let seeds = args.seeds.clone().unwrap_or(SeedSpecification::One(args.wanted.seed));
    let limits = args.wanted.run_limits();
    let wanted = experiment::RunOptions {
        engines,
        models,
        task: args.wanted.named_task(),
        limits,
        isolated: args.wanted.is_isolated(),
        seeds: seeds.list_seeds()?,
        repeats: args.repeat.map_or(1, NonZeroU32::get),
    };
    let loaded = LoadedExperiment::from_stream("comparison", stream, wanted);
    loaded.manifest.input_faults().for_each(|fault| eprintln!("parallax: {fault}"));
    let jobs = args.wanted.job_count();
    let settings = RunnerOptions { jobs, pin: true, program: this_program()? };
    let runs: Vec<RunCoordinates> = loaded.manifest.runs().collect();
    let progress =
        ProgressLine::counting_line("comparing", "runs").with_time_left().out_of(runs.len() as u64);
    let mut records = Vec::with_capacity(runs.len());
    make_runs(&loaded, &runs, &settings, control, &mut |record| {
        records.push(record);
        progress.count_step(String::new);
    });
    progress.finish_line();
    let machine = BenchmarkMachine::describe_here(jobs, settings.pin);
    let results = ResultsFile::in_memory(loaded.manifest, machine, records);
    let analysis = StudyAnalysis::from_study(
        ResultStudy::join_files(vec![results])?,
        ReportOptions::default(),
    )?;
    print_analysis(args.format, &analysis)?;
    Ok(interrupt::exit_code(control, analysis.exit_code()))
}

/// Prints the report on repeated runs, which names the fastest engine at the end of a text.
fn print_analysis(format: TableFormat, analysis: &StudyAnalysis) -> Result<(), CliError> {
    let mut out = StandardOutput::new();
    let tables = || {
        let document = report_document(analysis);
        if ScreenOptions::chosen_options().verbose {
            document
        } else {
            document.without_section("counters")
        }
    };
    let race = describe_race(analysis);
    match format {
        TableFormat::Text if ScreenOptions::chosen_options().quiet => {
            writeln!(out, "{}", analysis.worst_verdict().name())?;
        }
        TableFormat::Text => {
            out.write_all(render_text(&tables(), &output_layout()).as_bytes())?;
            let race = race.map(|race| format!("\n{}", output_layout().wrap_text(&race, 2)));
            out.write_all(race.unwrap_or_default().as_bytes())?;
        }
        TableFormat::Markdown => {
            out.write_all(render_markdown(&tables()).as_bytes())?;
            race.iter().try_for_each(|race| writeln!(out, "\n{race}"))?;
        }
        TableFormat::Csv => runs_csv(analysis, &mut out)?,
        TableFormat::Json => runs_json(analysis, &mut out)?,
    }
    out.flush()?;
    Ok(())
}

impl CompareArgs {
    /// Returns the named engines, else all engines, and for a count also one that does not
    /// enumerate.
    fn engine_list(&self) -> Result<EngineList, CliError> {
        let all = match self.wanted.named_task() {
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
    fn text_view(&self) -> TextReporterOptions {
        TextReporterOptions {
            layout: output_layout(),
            rows: self.rows && !ScreenOptions::chosen_options().quiet,
            by_model: self.models.is_some(),
            counters: ScreenOptions::chosen_options().verbose,
            quiet: ScreenOptions::chosen_options().quiet,
        }
    }

    /// Returns the engine of a spec, with proofs if they are requested and it writes them.
    fn make_engine(&self, spec: Spec) -> Result<Arc<dyn Engine>, CliError> {
        match self.prove.then(|| ProvingEngine::new(&spec, None, None)) {
            Some(Ok(proving)) => {
                self.wanted.refuse_child("--prove")?;
                Ok(Arc::new(proving))
            }
            _ => self.wanted.wrap_engine(spec),
        }
    }
}

/// Returns the engines, with only the combinations of encodings that make a difference to the first
/// instance.
fn select_engines(
    list: &EngineList,
    first: Option<&SourcedInstance>,
    models: &ModelSelection,
) -> Vec<Spec> {
    let Some(first) = first else { return list.every_spec() };
    let chosen = models.select_viewpoints(&*first.instance, &first.source).unwrap_or_default();
    let models = chosen.iter().filter_map(|viewpoint| first.instance.model(viewpoint).ok());
    let effects = models.map(|model| EncodingNeeds::from_model(&model));
    let effect = effects.fold(EncodingNeeds::default(), EncodingNeeds::merge_with);
    list.matching_specs(&|options, choice| effect.makes_difference(options, choice))
}

pub(super) fn parse_models(text: Option<&str>) -> ModelSelection {
    match text {
        None => ModelSelection::Default,
        Some("all") => ModelSelection::All,
        Some(list) => {
            let names = list.split(',').map(|name| name.trim().to_owned());
            ModelSelection::Named(names.filter(|name| !name.is_empty()).collect())
        }
    }
}
