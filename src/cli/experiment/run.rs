//! `parallax experiment run`: the runs of an experiment, recorded in a file.

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use parallax_experiment::{
    BenchmarkMachine, ExperimentManifest, LoadedExperiment, RecordWriter, ResultsFile,
    ResultsHeader, RunCoordinates, RunExit, RunRecord, RunShard, RunnerOptions,
    available_processors, make_runs,
};
use parallax_instance::InputError;
use parallax_model::engine_api::Control;
use parallax_report::results::{ResultStudy, VerdictCounts};

use super::super::progress::ProgressLine;
use super::super::screen::print_remark;
use super::super::{CliError, interrupt};
use super::{read_specification, results_of};
use crate::cli::numbers::whole;
use crate::cli::this_program::this_program;

/// Maximum number of unreadable inputs that standard error names.
const MAX_NAMED_UNREADABLE: usize = 10;

/// Run an experiment and append a record of each run to a file of results
///
/// Each run works in a separate process, under the limits of the specification. A kill at any
/// moment loses at most the runs in progress; --resume continues.
#[derive(clap::Args)]
pub(super) struct ExperimentRunArgs {
    /// The specification
    #[arg(value_name = "SPEC.toml")]
    spec: PathBuf,
    /// The file of results [default: next to the specification, SPEC.results.jsonl]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Continue the runs that the file of results lacks
    #[arg(long)]
    resume: bool,
    /// Repeat the runs with this exit: walltime, cputime, memory, killed, failed
    ///
    /// Several are separated by commas. Implies --resume.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = exit)]
    retry: Vec<RunExit>,
    /// Only a part of the runs: 2/3 is the second of three
    #[arg(long, value_name = "I/N", default_value_t = RunShard::ALL_RUNS)]
    shard: RunShard,
    /// Runs at the same time [default: half of the processors]
    #[arg(short, long, value_name = "N", value_parser = whole::<NonZeroUsize>)]
    jobs: Option<NonZeroUsize>,
    /// Let the system move runs between processors, instead of binding each to one
    #[arg(long)]
    no_pin: bool,
}

fn exit(text: &str) -> Result<RunExit, String> {
    let known = RunExit::ALL.into_iter().find(|exit| exit.name() == text && *exit != RunExit::Ok);
    known.ok_or_else(|| "expected walltime, cputime, memory, killed or failed".to_owned())
}

pub(super) fn run(args: &ExperimentRunArgs) -> Result<u8, CliError> {
    let control = interrupt::interrupt_control();
    let loaded = read_specification(&args.spec, &control)?;
    let out = args.out.clone().unwrap_or_else(|| results_of(&args.spec, args.shard));
    let settings = args.run_settings()?;
    let machine = BenchmarkMachine::describe_here(settings.jobs, settings.pin);
    let (mut writer, before) = args.open_results(&out, &loaded.manifest, &machine)?;
    let faults: Vec<&str> = loaded.manifest.input_faults().collect();
    faults.iter().take(MAX_NAMED_UNREADABLE).for_each(|fault| eprintln!("parallax: {fault}"));
    if faults.len() > MAX_NAMED_UNREADABLE {
        eprintln!("parallax: {} more inputs cannot be read", faults.len() - MAX_NAMED_UNREADABLE);
    }
    let mut tally = ExitCounts::default();
    // A record that is to be retried does not count as done. The new record follows the old one in
    // the file.
    let mut done = HashSet::new();
    for record in before {
        if !args.retry.contains(&record.exit) {
            done.insert(record.run);
            tally.add_record(&record);
        }
    }
    let todo = pending_runs(&loaded.manifest, args.shard, &done);
    if let Some(warning) = machine.overload_warning().filter(|_| !todo.is_empty()) {
        print_remark(&warning);
    }
    let total = (todo.len() + done.len()) as u64;
    let progress = ProgressLine::counting_line("running", "runs").with_time_left().out_of(total);
    progress.count_earlier(done.len() as u64, || tally.summary_line());
    loaded.make_folder()?;
    let written = write_records(&loaded, &todo, &settings, &control, &mut |record| {
        tally.add_record(&record);
        progress.count_step(|| tally.summary_line());
        writer.add_record(&record)
    });
    progress.finish_line();
    written?;
    let open = total - tally.runs;
    println!("{}: {} of {total} runs; {}", out.display(), tally.runs, tally.summary_line());
    if open > 0 {
        print_remark(&format!("{open} runs are open; --resume continues"));
    }
    // Closes the file before it is read again for the verdicts.
    drop(writer);
    let verdicts =
        VerdictCounts::from_study(&ResultStudy::join_files(vec![ResultsFile::read_file(&out)?])?);
    println!("{}", verdicts.sentence());
    let code = match verdicts.worst_verdict() {
        worst if worst.is_disagreement() => worst.exit_code(),
        // Inputs that could not be read matter less than a disagreement.
        _ if !faults.is_empty() => 2,
        _ => 0,
    };
    Ok(interrupt::exit_code(&control, code))
}

/// Makes runs and passes their records to `add`. Stops at the first record that cannot be written.
fn write_records(
    loaded: &LoadedExperiment,
    todo: &[RunCoordinates],
    settings: &RunnerOptions,
    control: &Control,
    add: &mut dyn FnMut(RunRecord) -> Result<(), InputError>,
) -> Result<(), InputError> {
    let mut written = Ok(());
    make_runs(loaded, todo, settings, control, &mut |record| {
        if written.is_ok() {
            written = add(record);
            if written.is_err() {
                control.cancel_work();
            }
        }
    });
    written
}

/// Returns the pending runs of a shard, in the order in which they run.
fn pending_runs(
    manifest: &ExperimentManifest,
    shard: RunShard,
    done: &HashSet<u64>,
) -> Vec<RunCoordinates> {
    let order = shard.run_numbers(manifest);
    let all: Vec<RunCoordinates> = manifest.runs().collect();
    let open = order.into_iter().filter(|number| !done.contains(number));
    open.map(|number| all[number as usize]).collect()
}

impl ExperimentRunArgs {
    fn run_settings(&self) -> Result<RunnerOptions, CliError> {
        // Two hardware threads often share one core: a second run there would distort the times.
        let usual = (available_processors() / 2).max(1);
        let jobs = self.jobs.map_or(usual, NonZeroUsize::get);
        if jobs > available_processors() {
            print_remark(&format!(
                "{jobs} runs at a time on {} processors; times will be too long",
                available_processors()
            ));
        }
        Ok(RunnerOptions {
            jobs,
            pin: !self.no_pin && jobs <= available_processors(),
            program: this_program()?,
        })
    }

    /// Opens the file of results; returns its records.
    fn open_results(
        &self,
        path: &Path,
        manifest: &ExperimentManifest,
        machine: &BenchmarkMachine,
    ) -> Result<(RecordWriter, Vec<RunRecord>), CliError> {
        let source = path.display();
        let header = || ResultsHeader::new(manifest.clone(), self.shard, vec![machine.clone()]);
        if !path.exists() {
            let header = header();
            return Ok((RecordWriter::create_file(path, &header)?, Vec::new()));
        }
        if !self.resume && self.retry.is_empty() {
            let why =
                "there are results already; --resume continues them, --out names another file";
            return Err(CliError(format!("{source}: {why}")));
        }
        // Locks the file before reading it, so that two processes cannot continue the same runs.
        let lock = RecordWriter::lock_results(path)?;
        // A process that was killed right after creating the file has left no header: the file
        // starts afresh.
        if lock.lacks_header()? {
            return Ok((lock.begin_file(&header())?, Vec::new()));
        }
        let results = ResultsFile::read_file(path)?;
        if results.header.digest != manifest.digest() {
            let why = "results of another manifest; the specification, its instances or the engines of this build have changed";
            return Err(CliError(format!("{source}: {why}")));
        }
        if results.header.shard != self.shard {
            let shard = results.header.shard;
            return Err(CliError(format!("{source}: results of shard {shard}")));
        }
        // A kill may have cut the last record, so writing continues after the last complete one.
        Ok((lock.resume_file(results.whole_bytes)?, results.records))
    }
}

/// The number of runs by their exits.
#[derive(Default)]
struct ExitCounts {
    runs: u64,
    wrong: u64,
    exits: BTreeMap<RunExit, u64>,
}

impl ExitCounts {
    fn add_record(&mut self, record: &RunRecord) {
        self.runs += 1;
        self.wrong += u64::from(record.wrong.is_some());
        *self.exits.entry(record.exit).or_default() += 1;
    }

    fn summary_line(&self) -> String {
        let mut words: Vec<String> =
            self.exits.iter().map(|(exit, number)| format!("{number} {exit}")).collect();
        if self.wrong > 0 {
            words.insert(0, format!("{} WRONG", self.wrong));
        }
        words.join(", ")
    }
}
