//! `parallax experiment run`: the runs of an experiment, recorded in a file.

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use parallax_experiment::{
    Exit, Header, Loaded, Machine, Manifest, Record, Results, Run, Settings, Shard, Writer, make,
    processors,
};
use parallax_model::ask::Control;
use parallax_model::instance::InputError;
use parallax_report::results::{Study, Verdicts};

use super::super::progress::Progress;
use super::super::screen::remark;
use super::super::{Failure, interrupt};
use super::{read, results_of};
use crate::cli::numbers::whole;
use crate::cli::this_program::this_program;

/// Maximum number of unreadable inputs that standard error names.
const UNREAD: usize = 10;

/// Run an experiment and append a record of each run to a file of results
///
/// Each run works in a process of its own, under the limits that the specification names. A kill
/// at any moment loses at most the runs in progress; --resume continues.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The specification
    #[arg(value_name = "SPEC.toml")]
    spec: PathBuf,
    /// The file of results [default: beside the specification, SPEC.results.jsonl]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Continue the runs that the file of results lacks
    #[arg(long)]
    resume: bool,
    /// Repeat the runs that ended so: walltime, cputime, memory, killed, failed
    ///
    /// Several stand with commas between them. Implies --resume.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = exit)]
    retry: Vec<Exit>,
    /// Only a part of the runs: 2/3 is the second of three
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Runs at the same time [default: half of the processors]
    #[arg(short, long, value_name = "N", value_parser = whole::<NonZeroUsize>)]
    jobs: Option<NonZeroUsize>,
    /// Let the system move runs between processors, instead of binding each to one
    #[arg(long)]
    no_pin: bool,
}

fn exit(text: &str) -> Result<Exit, String> {
    let known = Exit::ALL.into_iter().find(|exit| exit.name() == text && *exit != Exit::Ok);
    known.ok_or_else(|| "expected walltime, cputime, memory, killed or failed".to_owned())
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let control = interrupt::control();
    let loaded = read(&args.spec, &control)?;
    let out = args.out.clone().unwrap_or_else(|| results_of(&args.spec, args.shard));
    let settings = args.settings()?;
    let machine = Machine::here(settings.jobs, settings.pin);
    let (mut writer, before) = args.open(&out, &loaded.manifest, &machine)?;
    let faults: Vec<&str> = loaded.manifest.faults().collect();
    faults.iter().take(UNREAD).for_each(|fault| eprintln!("parallax: {fault}"));
    if faults.len() > UNREAD {
        eprintln!("parallax: {} more inputs cannot be read", faults.len() - UNREAD);
    }
    let mut tally = Tally::default();
    let mut done = HashSet::new();
    for record in before {
        if !args.retry.contains(&record.exit) {
            done.insert(record.run);
            tally.add(&record);
        }
    }
    let todo = todo(&loaded.manifest, args.shard, &done);
    if let Some(warning) = machine.overload().filter(|_| !todo.is_empty()) {
        remark(&warning);
    }
    let total = (todo.len() + done.len()) as u64;
    let progress = Progress::counting("running", "runs").with_time_left().out_of(total);
    progress.already(done.len() as u64, || tally.line());
    loaded.make_folder()?;
    let written = write(&loaded, &todo, &settings, &control, &mut |record| {
        tally.add(&record);
        progress.step(|| tally.line());
        writer.add(&record)
    });
    progress.finish();
    written?;
    let open = total - tally.runs;
    println!("{}: {} of {total} runs; {}", out.display(), tally.runs, tally.line());
    if open > 0 {
        remark(&format!("{open} runs are open; --resume continues"));
    }
    drop(writer);
    let verdicts = Verdicts::of(&Study::gather(vec![Results::read(&out)?])?);
    println!("{}", verdicts.sentence());
    let code = match verdicts.worst() {
        worst if worst.is_disagreement() => worst.exit_code(),
        _ if !faults.is_empty() => 2,
        _ => 0,
    };
    Ok(interrupt::exit_code(&control, code))
}

/// Makes runs and passes their records to `add`. A record that cannot be written ends it.
fn write(
    loaded: &Loaded,
    todo: &[Run],
    settings: &Settings,
    control: &Control,
    add: &mut dyn FnMut(Record) -> Result<(), InputError>,
) -> Result<(), InputError> {
    let mut written = Ok(());
    make(loaded, todo, settings, control, &mut |record| {
        if written.is_ok() {
            written = add(record);
            if written.is_err() {
                control.cancel();
            }
        }
    });
    written
}

/// Returns the runs of a shard that are not done yet, in the order in which they run.
fn todo(manifest: &Manifest, shard: Shard, done: &HashSet<u64>) -> Vec<Run> {
    let order = shard.runs(manifest);
    let all: Vec<Run> = manifest.runs().collect();
    let open = order.into_iter().filter(|number| !done.contains(number));
    open.map(|number| all[number as usize]).collect()
}

impl Args {
    fn settings(&self) -> Result<Settings, Failure> {
        // Two hardware threads often share the processor that is measured.
        let usual = (processors() / 2).max(1);
        let jobs = self.jobs.map_or(usual, NonZeroUsize::get);
        if jobs > processors() {
            remark(&format!(
                "{jobs} runs at a time on {} processors; times will be too long",
                processors()
            ));
        }
        Ok(Settings { jobs, pin: !self.no_pin && jobs <= processors(), program: this_program()? })
    }

    /// Opens the file of results; returns its records.
    fn open(
        &self,
        path: &Path,
        manifest: &Manifest,
        machine: &Machine,
    ) -> Result<(Writer, Vec<Record>), Failure> {
        let source = path.display();
        let header = || Header::new(manifest.clone(), self.shard, vec![machine.clone()]);
        if !path.exists() {
            let header = header();
            return Ok((Writer::create(path, &header)?, Vec::new()));
        }
        if !self.resume && self.retry.is_empty() {
            let why =
                "there are results already; --resume continues them, --out names another file";
            return Err(Failure(format!("{source}: {why}")));
        }
        let lock = Writer::lock(path)?;
        if lock.lacks_header()? {
            return Ok((lock.begin(&header())?, Vec::new()));
        }
        let results = Results::read(path)?;
        if results.header.digest != manifest.digest() {
            let why = "results of another manifest; the specification, its instances or the engines of this build have changed";
            return Err(Failure(format!("{source}: {why}")));
        }
        if results.header.shard != self.shard {
            let shard = results.header.shard;
            return Err(Failure(format!("{source}: results of shard {shard}")));
        }
        Ok((lock.resume(results.whole_bytes)?, results.records))
    }
}

/// The number of runs by how they ended.
#[derive(Default)]
struct Tally {
    runs: u64,
    wrong: u64,
    exits: BTreeMap<Exit, u64>,
}

impl Tally {
    fn add(&mut self, record: &Record) {
        self.runs += 1;
        self.wrong += u64::from(record.wrong.is_some());
        *self.exits.entry(record.exit).or_default() += 1;
    }

    fn line(&self) -> String {
        let mut words: Vec<String> =
            self.exits.iter().map(|(exit, number)| format!("{number} {exit}")).collect();
        if self.wrong > 0 {
            words.insert(0, format!("{} WRONG", self.wrong));
        }
        words.join(", ")
    }
}
