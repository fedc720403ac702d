//! Options that several commands share.

use std::io::IsTerminal;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use parallax_engines::auto::{AutoEngine, EngineChooser};
use parallax_engines::jobs::{EnginePlacement, IsolatedEngine, LimitedEngine};
use parallax_engines::{Portfolio, Spec, SpecFault, parse_list};
use parallax_experiment::RunLimits;
use parallax_formats::inputs::{InputForm, InputSources, Stream, is_minizinc};
use parallax_formats::unpack::UnpackLimit;
use parallax_instance::SourcedInstance;
use parallax_model::engine_api::{Engine, Task};

use super::CliError;
use super::clock::CommandClock;
use super::execute::print_warnings;
use super::form_help::{form_help, name_help, timeout_help};
use super::interrupt;
use super::progress::{ProgressLine, disable_progress};
use super::screen::print_remark;
use super::source_text::SourceText;
use super::this_program::this_program;
use crate::cli::numbers::{seconds, whole};

/// The help of the argument for instances; the lists of forms and names follow.
const FILES_HELP: &str =
    "Files, folders, '-' (standard input), a Sudoku's 81 symbols, or names such as latin:4";

/// The help of the argument for one instance; the lists of forms and names follow.
const FILE_HELP: &str =
    "A file, '-' (standard input), a Sudoku's 81 symbols, or a name such as latin:4";

/// The help of the argument for one instance or none; the lists of forms and names follow.
const MAYBE_FILE: &str =
    "A file, '-' (standard input), or a name such as latin:4 [default: list guarantees]";

/// The help of the form of several files; the lists of forms and names follow.
const FILES_FORM: &str = "The form of the files, if the content leaves it open";

/// The help of the form of one file; the lists of forms and names follow.
const FILE_FORM: &str = "The form of the file, if the content leaves it open";

/// The help of the time limit for an engine; the lists of forms and names follow.
const TIMEOUT_HELP: &str = "Maximum seconds for one engine on one instance";

/// The sources of instances.
#[derive(Args)]
pub(super) struct InputOptions {
    #[arg(help = FILES_HELP, long_help = name_help(FILES_HELP), required = true, value_name = "FILE")]
    files: Vec<String>,
    #[arg(long, help = FILES_FORM, long_help = form_help(FILES_FORM), value_name = "NAME")]
    puzzle: Option<InputForm>,
    /// A sheet of a workbook, or several separated by commas, or all [default: the only sheet with
    /// tables]
    #[arg(long, value_name = "NAME")]
    sheet: Vec<String>,
    /// A JSON file with values of the parameters of models by hand, {"n": 8} ('-': standard input);
    /// or a file with the data of a MiniZinc model
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Leave out drawings of a grid puzzle (f-puzzles) that no rule explains, and list them
    #[arg(long)]
    ignore_drawings: bool,
    /// Bytes that a compressed file (gz, xz, bz2, lzma, zst) may unpack to
    #[arg(long, value_name = "BYTES", default_value_t = UnpackLimit::default().0, value_parser = whole::<u64>)]
    unpack_limit: u64,
}

impl InputOptions {
    /// Whether reading one of the sources may block, as with a pipe.
    pub(super) fn may_wait(&self) -> bool {
        InputSources { names: self.files.clone(), ..InputSources::default() }.may_wait()
    }

    /// Returns the file, if there is one alone.
    pub(super) fn only_file(&self) -> Option<&str> {
        match self.files.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Returns the name by which a command finds the instance of this source again; `None` for
    /// standard input.
    pub(super) fn name_of(&self, source: &str) -> Option<String> {
        match (source, self.files.as_slice()) {
            ("<stdin>", files) if files.iter().any(|file| file == "-") => None,
            ("<argument>", [text]) => Some(text.clone()),
            (source, _) => Some(source.to_owned()),
        }
    }

    /// Returns the file with the values of parameters.
    pub(super) fn data_file(&self) -> Option<&Path> {
        self.data.as_deref()
    }

    /// Returns the options for reading files, each with its value, which is empty for a flag.
    pub(super) fn reading_options(&self) -> Vec<(&'static str, String)> {
        let form = self.puzzle.map(|form| ("--puzzle", form.to_string()));
        let sheets = self.sheet.iter().map(|sheet| ("--sheet", sheet.clone()));
        let data = self.data.iter().map(|data| ("--data", data.display().to_string()));
        let flag = self.ignore_drawings.then(|| ("--ignore-drawings", String::new()));
        form.into_iter().chain(sheets).chain(data).chain(flag).collect()
    }

    /// Makes a progress line over the instances. Counts the total of files once the run is long
    /// enough to show it; a stream from a pipe has no total.
    pub(super) fn instance_progress(&self, what: &'static str) -> ProgressLine {
        let sources = InputSources {
            names: self.files.clone(),
            puzzle: self.puzzle,
            sheets: self.sheet.clone(),
            ..InputSources::default()
        };
        let progress = ProgressLine::new(what).with_time_left();
        match sources.instance_count() {
            Some(number) => progress.out_of(number),
            // A pipe cannot be read twice, and a large file is too slow to be read only for its
            // count.
            None if sources.may_wait() || !self.files.iter().all(|name| is_small(name)) => progress,
            None => progress.out_of_counted(move || sources.stream_instances().count() as u64),
        }
    }

    pub(super) fn instance_sources(&self, wanted: &TaskOptions) -> InputSources {
        let sources = InputSources {
            names: self.files.clone(),
            puzzle: self.puzzle,
            limit: wanted.time_limit(),
            memory: wanted.memory_bytes(),
            sheets: self.sheet.clone(),
            decision: None,
            unpack: UnpackLimit(self.unpack_limit),
            data: self.data.clone(),
            ignore_drawings: self.ignore_drawings,
            separate_tables: false,
            note: Some(print_remark),
            interrupted: Some(interrupt::is_interrupted),
        };
        announce_typing(&sources);
        sources
    }
}

/// Maximum number of bytes of a file that is read a second time to count its instances.
const MAX_COUNTED_FILE_BYTES: u64 = 64 << 20;

/// Whether a file, or each file of a folder, is small enough to count its instances.
fn is_small(name: &str) -> bool {
    // Counting the instances of a MiniZinc model means compiling it a second time.
    if is_minizinc(name) {
        return false;
    }
    let fits = |size: u64| size <= MAX_COUNTED_FILE_BYTES;
    match std::fs::read_dir(name) {
        Err(_) => std::fs::metadata(name).map_or(true, |about| fits(about.len())),
        Ok(mut files) => files
            .all(|file| file.and_then(|file| file.metadata()).is_ok_and(|about| fits(about.len()))),
    }
}

/// If the user types the input, explains how to end it, and disables progress.
pub(super) fn announce_typing(sources: &InputSources) {
    if sources.reads_stdin() && std::io::stdin().is_terminal() {
        disable_progress();
        print_remark("reading from the terminal; Ctrl-D on a new line ends the input");
    }
}

/// One instance of one file.
#[derive(Args)]
pub(super) struct OneInput {
    #[arg(help = FILE_HELP, long_help = name_help(FILE_HELP), value_name = "FILE")]
    file: String,
    #[arg(long, help = FILE_FORM, long_help = form_help(FILE_FORM), value_name = "NAME")]
    puzzle: Option<InputForm>,
    /// A sheet of a workbook, or several separated by commas, or all [default: the only sheet with
    /// tables]
    #[arg(long, value_name = "NAME")]
    sheet: Vec<String>,
    /// A JSON file with values of the parameters of models by hand, {"n": 8} ('-': standard input);
    /// or a file with the data of a MiniZinc model
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Leave out drawings of a grid puzzle (f-puzzles) that no rule explains, and list them
    #[arg(long)]
    ignore_drawings: bool,
    /// Bytes that a compressed file (gz, xz, bz2, lzma, zst) may unpack to
    #[arg(long, value_name = "BYTES", default_value_t = UnpackLimit::default().0, value_parser = whole::<u64>)]
    unpack_limit: u64,
    /// The position of the instance in the file, from 0
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    index: Option<usize>,
}

/// One instance of one file, or none.
#[derive(Args)]
pub(super) struct MaybeInput {
    #[arg(help = MAYBE_FILE, long_help = name_help(MAYBE_FILE), value_name = "FILE")]
    file: Option<String>,
    #[arg(
        long, help = FILE_FORM, long_help = form_help(FILE_FORM),
        value_name = "NAME", requires = "file"
    )]
    puzzle: Option<InputForm>,
    /// A sheet of a workbook, or several separated by commas, or all [default: the only sheet with
    /// tables]
    #[arg(long, value_name = "NAME", requires = "file")]
    sheet: Vec<String>,
    /// A JSON file with values of the parameters of models by hand, {"n": 8} ('-': standard input);
    /// or a file with the data of a MiniZinc model
    #[arg(long, value_name = "FILE", requires = "file")]
    data: Option<PathBuf>,
    /// Leave out drawings of a grid puzzle (f-puzzles) that no rule explains, and list them
    #[arg(long, requires = "file")]
    ignore_drawings: bool,
    /// Bytes that a compressed file (gz, xz, bz2, lzma, zst) may unpack to
    #[arg(long, value_name = "BYTES", default_value_t = UnpackLimit::default().0, requires = "file", value_parser = whole::<u64>)]
    unpack_limit: u64,
    /// The position of the instance in the file, from 0
    #[arg(long, value_name = "N", requires = "file", value_parser = whole::<usize>)]
    index: Option<usize>,
}

impl MaybeInput {
    /// Returns the input, if a file is named.
    pub(super) fn given_input(&self) -> Option<OneInput> {
        let file = self.file.clone()?;
        let (puzzle, sheet, index) = (self.puzzle, self.sheet.clone(), self.index);
        let data = self.data.clone();
        let ignore_drawings = self.ignore_drawings;
        let unpack_limit = self.unpack_limit;
        Some(OneInput { file, puzzle, sheet, data, ignore_drawings, unpack_limit, index })
    }
}

impl OneInput {
    /// Returns the same selection for another file.
    pub(super) fn with_file(&self, file: &str) -> OneInput {
        let (puzzle, sheet, index) = (self.puzzle, self.sheet.clone(), self.index);
        let (data, unpack_limit) = (self.data.clone(), self.unpack_limit);
        let ignore_drawings = self.ignore_drawings;
        OneInput {
            file: file.to_owned(),
            puzzle,
            sheet,
            data,
            ignore_drawings,
            unpack_limit,
            index,
        }
    }

    /// Returns the file, as the user wrote it.
    pub(super) fn file_name(&self) -> &str {
        &self.file
    }

    /// Returns the selected instance: the one at `--index`, or the only one. Ends the program if
    /// the time is over before it is read.
    pub(super) fn find_instance(&self, clock: &CommandClock) -> Result<SourcedInstance, CliError> {
        let found = self.find_within(clock.remaining_time());
        clock.check_limit();
        found
    }

    /// Returns the selected instance as [`find_instance`](OneInput::find_instance) does; of a file of
    /// DMN only the named decision, with those that it needs.
    pub(super) fn find_decision(
        &self,
        decision: Option<&str>,
        clock: &CommandClock,
    ) -> Result<SourcedInstance, CliError> {
        let sources = InputSources {
            decision: decision.map(str::to_owned),
            ..self.sources_within(clock.remaining_time())
        };
        let found = self.choose_instance(sources.stream_instances());
        clock.check_limit();
        found
    }

    fn find_within(&self, limit: Option<Duration>) -> Result<SourcedInstance, CliError> {
        self.choose_instance(self.sources_within(limit).stream_instances())
    }

    /// Returns the input, and says on a terminal that it is read from there.
    fn sources_within(&self, limit: Option<Duration>) -> InputSources {
        let sources = InputSources {
            names: vec![self.file.clone()],
            puzzle: self.puzzle,
            limit,
            memory: None,
            sheets: self.sheet.clone(),
            decision: None,
            unpack: UnpackLimit(self.unpack_limit),
            data: self.data.clone(),
            ignore_drawings: self.ignore_drawings,
            separate_tables: false,
            note: Some(print_remark),
            interrupted: Some(interrupt::is_interrupted),
        };
        announce_typing(&sources);
        sources
    }

    /// Returns the selected instance as [`find_instance`](OneInput::find_instance) does, with the
    /// decision tables of DMN read one by one.
    pub(super) fn find_tables(&self, clock: &CommandClock) -> Result<SourcedInstance, CliError> {
        let sources =
            InputSources { separate_tables: true, ..self.sources_within(clock.remaining_time()) };
        let found = self.choose_instance(sources.stream_instances());
        clock.check_limit();
        found
    }

    /// Returns the selected instance of a text.
    pub(super) fn find_in(&self, text: SourceText) -> Result<SourcedInstance, CliError> {
        let (puzzle, data) = (self.puzzle, self.data.clone());
        let ignore_drawings = self.ignore_drawings;
        let sources = InputSources { puzzle, data, ignore_drawings, ..InputSources::default() };
        self.choose_instance(sources.of_bytes(&text.source, text.content.into_bytes())?)
    }

    fn choose_instance(&self, stream: Stream) -> Result<SourcedInstance, CliError> {
        let mut stream = print_warnings(stream);
        let index = self.index.unwrap_or(0);
        for _ in 0..index {
            if stream.next().transpose()?.is_none() {
                break;
            }
        }
        let Some(found) = stream.next().transpose()? else {
            return Err(CliError(format!("{}: there is no instance number {index}", self.file)));
        };
        // Without `--index` the next instance decides whether the first one is meant alone.
        if self.index.is_none() && stream.next().transpose()?.is_some() {
            let message = format!("{}: several instances; choose one with --index", self.file);
            return Err(CliError(message));
        }
        Ok(found)
    }
}

/// The task for each instance.
#[derive(Args)]
pub(super) struct TaskOptions {
    /// Find every solution
    #[arg(long, group = "task")]
    all: bool,
    /// Count the solutions
    #[arg(long, group = "task")]
    count: bool,
    /// Find at most N solutions
    #[arg(long, group = "task", value_name = "N", value_parser = whole::<NonZeroU64>)]
    limit: Option<NonZeroU64>,
    /// Find a best solution: the default if the model has an objective
    #[arg(long, group = "task")]
    optimise: bool,
    #[arg(
        long, help = TIMEOUT_HELP, long_help = timeout_help(TIMEOUT_HELP),
        value_name = "S", value_parser = seconds
    )]
    timeout: Option<Duration>,
    /// Run every engine in a separate process: a crash is an answer, limits always hold
    #[arg(long)]
    isolate: bool,
    /// Maximum megabytes (10^6 bytes) for one engine, in a separate process
    #[arg(long, value_name = "MB", value_parser = whole::<NonZeroU64>)]
    memory: Option<NonZeroU64>,
    /// The seed of all random choices
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole::<u64>)]
    pub(super) seed: u64,
    /// Worker threads [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = whole::<NonZeroUsize>)]
    jobs: Option<NonZeroUsize>,
}

/// Reads the spec of one engine.
///
/// # Errors
/// Returns the error of the spec; for a list of engines, the command that takes several.
pub(super) fn one_engine(text: &str) -> Result<Spec, String> {
    text.parse().map_err(|fault: SpecFault| {
        let is_list = parse_list(text).is_ok_and(|list| list.every_spec().len() > 1);
        if is_list {
            let several = "'parallax compare FILE --engines' takes several";
            format!("a list of engines, but this option takes one; {several}")
        } else {
            fault.to_string()
        }
    })
}

impl TaskOptions {
    /// Returns the task, if one is named.
    pub(super) fn named_task(&self) -> Option<Task> {
        match self.limit {
            _ if self.all => Some(Task::All),
            _ if self.count => Some(Task::Count),
            _ if self.optimise => Some(Task::Optimise),
            limit => limit.map(|limit| Task::Limit(limit.get())),
        }
    }

    pub(super) fn time_limit(&self) -> Option<Duration> {
        self.timeout
    }

    /// Returns the maximum number of bytes of memory, if named.
    pub(super) fn memory_bytes(&self) -> Option<u64> {
        self.memory.map(|megabytes| megabytes.get().saturating_mul(1_000_000))
    }

    /// Returns the limits of a run.
    pub(super) fn run_limits(&self) -> RunLimits {
        RunLimits {
            wall_s: self.timeout.map(|time| time.as_secs_f64()),
            cpu_s: None,
            memory_mb: self.memory.map(NonZeroU64::get),
        }
    }

    /// Whether each engine runs in a separate process.
    pub(super) fn is_isolated(&self) -> bool {
        self.isolate || self.memory.is_some()
    }

    /// Refuses to run something in a child process that cannot run there.
    pub(super) fn refuse_child(&self, what: &str) -> Result<(), CliError> {
        if self.isolate || self.memory.is_some() {
            Err(CliError(format!("{what} does not go with --isolate or --memory")))
        } else {
            Ok(())
        }
    }

    /// Wraps an engine for its run. External solvers always get a child process that ends with
    /// this one and takes them along; other foreign solvers get one under a time limit, for large
    /// models.
    ///
    /// # Errors
    /// If a program that the engine names is not found.
    pub(super) fn wrap_engine(&self, spec: Spec) -> Result<Arc<dyn Engine>, CliError> {
        let isolated = self.isolate || self.memory.is_some();
        let memory_bytes = self.memory_bytes();
        wrapped_engine(spec, self.timeout.is_some(), isolated, memory_bytes)
    }

    /// Wraps an engine as for a run with a time limit, even if the user sets none.
    pub(super) fn limited_engine(&self, spec: Spec) -> Result<Arc<dyn Engine>, CliError> {
        let isolated = self.isolate || self.memory.is_some();
        let memory_bytes = self.memory_bytes();
        wrapped_engine(spec, true, isolated, memory_bytes)
    }

    /// Returns a portfolio on `cores` cores, which asks engines until `families` families agree.
    ///
    /// # Errors
    /// If this program is not found.
    pub(super) fn racing_engine(
        &self,
        portfolio: &Portfolio,
        cores: usize,
        families: usize,
    ) -> Result<Arc<dyn Engine>, CliError> {
        let memory_bytes = self.memory_bytes();
        let program = this_program()?;
        let isolated = self.is_isolated();
        let racers =
            EnginePlacement { memory_bytes, isolated, cores, ..EnginePlacement::new(program) };
        Ok(Arc::new(racers.racing_engine(portfolio).with_agreement(families)))
    }

    /// Returns these options as arguments of a command; `timeout` is the default limit.
    pub(super) fn option_words(&self, timeout: Duration) -> Vec<String> {
        let flags = [
            (self.all, "--all"),
            (self.count, "--count"),
            (self.optimise, "--optimise"),
            (self.isolate, "--isolate"),
        ];
        let flags = flags.into_iter().filter(|(on, _)| *on).map(|(_, name)| name.to_owned());
        let timeout = self.timeout.unwrap_or(timeout).as_secs_f64();
        let numbers = [
            ("--limit", self.limit.map(|limit| limit.to_string())),
            ("--memory", self.memory.map(|memory| memory.to_string())),
            ("--timeout", Some(timeout.to_string())),
            ("--seed", (self.seed > 0).then(|| self.seed.to_string())),
        ];
        let numbers = numbers.into_iter().filter_map(|(name, number)| Some([name.into(), number?]));
        flags.chain(numbers.flatten()).collect()
    }

    /// Returns the number of worker threads, if the user sets it.
    pub(super) fn named_jobs(&self) -> Option<usize> {
        self.jobs.map(NonZeroUsize::get)
    }

    pub(super) fn job_count(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(all, NonZeroUsize::get)
    }
}

/// Returns the engine `auto`, with children for engines that may not check the clock.
///
/// # Errors
/// If this program is not found.
pub(super) fn auto_engine() -> Result<EngineChooser, CliError> {
    Ok(LimitedEngine::auto_engine(IsolatedEngine::new(Spec::auto(), this_program()?)))
}

/// Wraps an engine for its run: in a separate process if it is `isolated` or runs a program, or if
/// it is `limited` in time and may not check the clock.
///
/// # Errors
/// If a program that the engine names is not found.
pub(super) fn wrapped_engine(
    spec: Spec,
    limited: bool,
    isolated: bool,
    memory_bytes: Option<u64>,
) -> Result<Arc<dyn Engine>, CliError> {
    // A missing program is an error of the command, not an answer of the engine in each run.
    spec.find_program()?;
    if let Some(portfolio) = spec.as_engine::<Portfolio>() {
        let racers =
            EnginePlacement { memory_bytes, isolated, ..EnginePlacement::new(this_program()?) };
        return Ok(Arc::new(racers.racing_engine(portfolio)));
    }
    let abilities = spec.abilities();
    // An external solver always gets a child process, which ends with this one and takes the solver
    // along. A foreign library needs one only under a limit, because it may not check the clock.
    let isolated = isolated || abilities.external;
    if spec.is_engine::<AutoEngine>() && !isolated {
        return Ok(Arc::new(auto_engine()?));
    }
    if !(isolated || limited && abilities.foreign) {
        return Ok(Arc::new(spec));
    }
    let child = IsolatedEngine { memory_bytes, ..IsolatedEngine::new(spec, this_program()?) };
    Ok(if isolated { Arc::new(child) } else { Arc::new(LimitedEngine(child)) })
}
