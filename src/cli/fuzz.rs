//! `parallax fuzz`.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use comfy_table::{Table, presets};

use super::options::seconds;
use super::output::Output;
use super::progress::Progress;
use super::{Failure, interrupt};
use crate::ask::{Control, Engine, silence_panics};
use crate::engines::{EngineList, Spec, parse_list};
use crate::formats::json;
use crate::fuzz::parsers::{self, ParserTally, Parsers, Trouble};
use crate::fuzz::texts::{Fates, TextFinding, TextTally, Texts};
use crate::fuzz::{Answers, Children, Draw, Engines, Entrants, Finding, Tally, serve};
use crate::jobs::Isolated;

/// Compare engines with brute force on random models, or feed readers with
/// damaged or random texts
///
/// In each case brute force and about seven other engines with random
/// settings find all solutions of a small random model, or the best. Where two
/// disagree, the model is shrunk and written as fuzz-SEED-CASE.model.json;
/// texts on which a reader panics or takes longer than two seconds are written
/// as fuzz-SEED-CASE.txt; random texts that are read or solved wrongly as
/// fuzz-SEED-CASE.smt2 or fuzz-SEED-CASE.opb. Cases run in child processes: an
/// engine or reader that hangs, aborts or exceeds the memory limit is a
/// finding, and the run goes on. A case depends on the seed and its number
/// alone.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 nothing found, 3 nothing could be compared, 5 something \
                        found, 130 interrupted.")]
pub(super) struct Args {
    /// The number of cases
    #[arg(long, value_name = "N", default_value_t = 1000)]
    cases: u64,
    /// The number of the first case
    #[arg(long, value_name = "K", default_value_t = 0)]
    from: u64,
    /// The seed of all cases
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Damage texts of every format and read them, instead of running engines
    #[arg(long, conflicts_with_all = ["engines", "timeout"])]
    parsers: bool,
    /// Read and solve random SMT-LIB scripts and OPB problems with brute force,
    /// native search and a SAT solver, and compare the solutions with those of
    /// a plain evaluation
    #[arg(long, conflicts_with_all = ["parsers", "engines"])]
    texts: bool,
    /// Draw models at the limits: extreme numbers, sparse, wide and empty
    /// domains, cycles, empty and repeated scopes
    #[arg(long, conflicts_with_all = ["parsers", "texts"])]
    edges: bool,
    /// Engines and patterns as in compare, instead of random ones; of more
    /// than seven, seven at random for each case
    #[arg(long, value_name = "LIST", value_parser = parse_list)]
    engines: Option<EngineList>,
    /// The folder for what is found
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Seconds for one engine on one model
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "10")]
    timeout: Duration,
    /// Child processes at work [default: one for each processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// The most memory that a child may allocate, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 4096)]
    memory: u64,
    /// Serve as a child: read ranges of cases from standard input
    #[arg(long, hide = true)]
    worker: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How much longer than its limit a step may take before it is a finding.
const GRACE: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables
    Text,
    /// One object
    Json,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    if args.worker {
        return args.serve();
    }
    let failed = |error| Failure(format!("{}: cannot make: {error}", args.out.display()));
    std::fs::create_dir_all(&args.out).map_err(failed)?;
    let control = interrupt::control();
    silence_panics();
    match (args.parsers, args.texts) {
        (true, _) => args.read(&control),
        (_, true) => args.solve_texts(&control),
        _ => args.compare(&control),
    }
}

impl Args {
    fn jobs(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(all, NonZeroUsize::get)
    }

    fn engines(&self) -> Result<Engines, Failure> {
        let entrants = match &self.engines {
            None => Entrants::Drawn,
            Some(list) => Entrants::Of(
                list.every_spec().into_iter().map(engine).collect::<Result<_, Failure>>()?,
            ),
        };
        Ok(Engines {
            seed: self.seed,
            from: self.from,
            cases: self.cases,
            draw: if self.edges { Draw::Hostile } else { Draw::Plain },
            entrants,
            timeout: Some(self.timeout),
            jobs: self.jobs(),
        })
    }

    fn readers(&self) -> Parsers {
        Parsers {
            seed: self.seed,
            from: self.from,
            cases: self.cases,
            jobs: self.jobs(),
            targets: parsers::all(self.seed),
        }
    }

    fn texts(&self) -> Texts {
        Texts {
            seed: self.seed,
            from: self.from,
            cases: self.cases,
            timeout: Some(self.timeout),
            jobs: self.jobs(),
        }
    }

    /// Children that run this command as workers.
    fn children(&self, step: Duration) -> Result<Children, Failure> {
        let mut args: Vec<String> = std::env::args().skip(1).collect();
        args.push("--worker".into());
        Ok(Children { program: this_program()?, args, patience: step.saturating_add(GRACE) })
    }

    fn serve(&self) -> Result<u8, Failure> {
        silence_panics();
        let memory = Some(self.memory.saturating_mul(1 << 20));
        match (self.parsers, self.texts) {
            (true, _) => serve(&self.readers(), memory),
            (_, true) => serve(&self.texts(), memory),
            _ => serve(&self.engines()?, memory),
        }
        .map_err(Failure)?;
        Ok(0)
    }

    fn compare(&self, control: &Control) -> Result<u8, Failure> {
        let (plan, children) = (self.engines()?, self.children(self.timeout)?);
        let progress = Progress::counting("fuzzing engines", "cases");
        let mut written = Ok(());
        let tally = plan.run(
            Some(&children),
            control,
            &mut |finding| {
                let told = progress.aside(|| self.tell_finding(finding));
                keep_error(&mut written, told, control);
            },
            &mut |done, tally| progress.steps(done, || format!("{} findings", tally.findings)),
        );
        progress.finish();
        written?;
        self.print(&tally, text)?;
        self.tell_rest(tally.cases, control);
        Ok(interrupt::exit_code(control, tally.exit_code()))
    }

    fn read(&self, control: &Control) -> Result<u8, Failure> {
        let (plan, children) = (self.readers(), self.children(parsers::SLOW)?);
        let progress = Progress::counting("fuzzing readers", "texts");
        let mut written = Ok(());
        let tally = plan.run(
            Some(&children),
            control,
            &mut |trouble| {
                let told = progress.aside(|| self.tell_trouble(trouble));
                keep_error(&mut written, told, control);
            },
            &mut |done, tally| progress.steps(done, || format!("{} findings", tally.findings)),
        );
        progress.finish();
        written?;
        self.print(&tally, parser_text)?;
        self.tell_rest(tally.cases, control);
        Ok(interrupt::exit_code(control, tally.exit_code()))
    }

    fn solve_texts(&self, control: &Control) -> Result<u8, Failure> {
        let (plan, children) = (self.texts(), self.children(self.timeout)?);
        let progress = Progress::counting("fuzzing texts", "texts");
        let mut written = Ok(());
        let tally = plan.run(
            Some(&children),
            control,
            &mut |finding| {
                let kept = progress.aside(|| self.write_text(finding));
                keep_error(&mut written, kept, control);
            },
            &mut |done, tally| progress.steps(done, || format!("{} findings", tally.findings)),
        );
        progress.finish();
        written?;
        self.print(&tally, texts_text)?;
        self.tell_rest(tally.cases, control);
        Ok(interrupt::exit_code(control, tally.exit_code()))
    }

    fn print<T: serde::Serialize>(
        &self,
        tally: &T,
        text: fn(&T, &mut Output) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut out = Output::new();
        match self.format {
            Format::Json => {
                serde_json::to_writer(&mut out, tally)?;
                writeln!(out)?;
            }
            Format::Text => text(tally, &mut out)?,
        }
        Ok(out.flush()?)
    }

    /// Writes a finding and tells it in one line.
    fn tell_finding(&self, finding: &Finding) -> Result<(), Failure> {
        let Finding { case, fault, answers, model } = finding;
        let path = self.out.join(format!("fuzz-{}-{case}.model.json", self.seed));
        write(&path, json::write(model).as_bytes())?;
        let answers: Vec<String> =
            answers.iter().map(|said| format!("{} ({})", said.engine, said.words)).collect();
        let (variables, constraints) = (model.variables().len(), model.constraints().len());
        eprintln!(
            "parallax: case {case}: {fault}: {}; engines' seed {case}, {variables} variables, \
             {constraints} constraints: {}",
            answers.join(", "),
            path.display()
        );
        Ok(())
    }

    fn tell_trouble(&self, trouble: &Trouble) -> Result<(), Failure> {
        let Trouble { case, format, bytes, how } = trouble;
        let path = self.out.join(format!("fuzz-{}-{case}.txt", self.seed));
        write(&path, bytes)?;
        eprintln!("parallax: case {case}: {format}: {how}: {}", path.display());
        Ok(())
    }

    fn write_text(&self, finding: &TextFinding) -> Result<(), Failure> {
        let TextFinding { case, format, text, how } = finding;
        let path = self.out.join(format!("fuzz-{}-{case}.{format}", self.seed));
        write(&path, text.as_bytes())?;
        eprintln!("parallax: case {case}: {how}: {}", path.display());
        Ok(())
    }

    /// After an interrupt: how to go on.
    fn tell_rest(&self, done: u64, control: &Control) {
        if control.stopped().is_some() {
            let (from, left) = (self.from + done, self.cases - done);
            eprintln!("parallax: to go on: --seed {} --from {from} --cases {left}", self.seed);
        }
    }
}

/// The engine of a spec; external solvers in a process that takes them along.
fn engine(spec: Spec) -> Result<Arc<dyn Engine>, Failure> {
    if !spec.abilities().external {
        return Ok(Arc::new(spec));
    }
    Ok(Arc::new(Isolated { engine: spec, program: this_program()?, memory_bytes: None }))
}

fn this_program() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(|error| Failure(format!("cannot find this program: {error}")))
}

/// Keeps the first error and ends the run: what is found could not be told.
fn keep_error(kept: &mut Result<(), Failure>, told: Result<(), Failure>, control: &Control) {
    if told.is_err() && kept.is_ok() {
        *kept = told;
        control.cancel();
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error| Failure(format!("{}: cannot write: {error}", path.display()));
    std::fs::write(path, bytes).map_err(failed)
}

fn text(tally: &Tally, out: &mut Output) -> Result<(), Failure> {
    writeln!(
        out,
        "{} cases: {} satisfiable, {} unsatisfiable; {} compared, {} findings",
        tally.cases, tally.sat, tally.unsat, tally.compared, tally.findings
    )?;
    answers("engine", &tally.engines, out)?;
    answers("kind", &tally.kinds, out)?;
    answers("choice", &tally.choices, out)?;
    for (reason, times) in &tally.reasons {
        writeln!(out, "{times} times {reason}")?;
    }
    Ok(())
}

fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_BORDERS_ONLY);
    table.set_header(header);
    table
}

fn answers(what: &str, all: &BTreeMap<String, Answers>, out: &mut Output) -> Result<(), Failure> {
    let mut table = table(&[what, "agree", "disagree", "unsupported", "unknown"]);
    for (name, answers) in all {
        let numbers = [answers.agree, answers.disagree, answers.unsupported, answers.unknown];
        let numbers = numbers.map(|number| number.to_string());
        table.add_row([name.to_owned()].into_iter().chain(numbers));
    }
    writeln!(out, "{table}")?;
    Ok(())
}

fn parser_text(tally: &ParserTally, out: &mut Output) -> Result<(), Failure> {
    writeln!(out, "{} texts, {} findings", tally.cases, tally.findings)?;
    let mut table = table(&["format", "read", "refused", "panicked", "slow"]);
    for (name, counts) in &tally.formats {
        let numbers = [counts.read, counts.refused, counts.panicked, counts.slow];
        table.add_row([name.to_owned()].into_iter().chain(numbers.map(|n| n.to_string())));
    }
    writeln!(out, "{table}")?;
    Ok(())
}

fn texts_text(tally: &TextTally, out: &mut Output) -> Result<(), Failure> {
    writeln!(
        out,
        "{} texts: {} satisfiable, {} unsatisfiable; {} compared, {} findings",
        tally.cases, tally.sat, tally.unsat, tally.fates.compared, tally.findings
    )?;
    let mut table = table(&["text", "compared", "refused", "beyond", "unanswered", "wrong"]);
    for (name, fates) in &tally.kinds {
        let Fates { compared, refused, beyond, unanswered, wrong } = fates;
        let numbers = [compared, refused, beyond, unanswered, wrong].map(u64::to_string);
        table.add_row([name.to_owned()].into_iter().chain(numbers));
    }
    writeln!(out, "{table}")?;
    answers("engine", &tally.engines, out)?;
    for (engines, texts) in &tally.agreeing {
        let noun = if *engines == 1 { "engine" } else { "engines" };
        writeln!(out, "{texts} texts compared with {engines} {noun}")?;
    }
    for (reason, times) in &tally.reasons {
        writeln!(out, "{times} times {reason}")?;
    }
    Ok(())
}
