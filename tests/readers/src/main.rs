//! Fuzzes the readers: damages texts of every format and watches how they are read.
//!
//! A reader accepts a text or refuses it with an error; it neither panics nor takes long. The
//! instances that readers accept are also written, read again and turned into models. Cases run in
//! child processes: a reader that hangs, aborts or exceeds the memory limit is a finding, and the
//! run goes on.

mod damage;
mod damaged;
mod decisions;
mod instances;
mod packed;
mod proofs;
mod targets;
#[cfg(test)]
mod tests;
mod watch;
mod workbook;

use std::fmt::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;

use clap::Parser;
use parallax_fuzz::cases::{CaseCampaign, CaseTally, ChildOptions, RunObserver, serve_campaign};
use parallax_model::engine_api::{Control, silence_panics};

use damaged::{DamagedTexts, ReaderTally, SLOW, Trouble};
use targets::Target;

/// The time beyond its limit that a step may take before it is a finding.
const GRACE: Duration = Duration::from_secs(10);

/// Damage texts of every format and read them
///
/// Texts on which a reader panics or takes longer than two seconds are written as
/// fuzz-SEED-CASE.txt. The exit code is 0 when nothing is found, and 5 when something is. A case
/// depends on the seed and its number alone.
#[derive(Parser)]
struct Args {
    /// The number of cases
    #[arg(long, value_name = "N", default_value_t = 1000)]
    cases: u64,
    /// The number of the first case
    #[arg(long, value_name = "K", default_value_t = 0)]
    from: u64,
    /// The seed of all cases
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Only these readers, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    readers: Vec<String>,
    /// The folder for what is found
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Maximum seconds of the whole run, which then reports what it did
    #[arg(long, value_name = "S")]
    within: Option<u64>,
    /// Child processes at work [default: one for each processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Maximum megabytes (10^6 bytes) for a child
    #[arg(long, value_name = "MB", default_value = "4096")]
    memory: NonZero<u64>,
    /// Print the tally as JSON
    #[arg(long)]
    json: bool,
    /// Serve as a child: read ranges of cases from standard input
    #[arg(long, hide = true)]
    worker: bool,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(code) => ExitCode::from(code),
        Err(why) => {
            eprintln!("fuzz-readers: {why}");
            ExitCode::from(2)
        }
    }
}

/// Runs the cases, or serves as a child that does. Returns the exit code.
fn run(args: &Args) -> Result<u8, String> {
    silence_panics();
    let plan = args.plan()?;
    if args.worker {
        serve_campaign(&plan, Some(args.memory.get().saturating_mul(1_000_000)))
            .map_err(|error| error.to_string())?;
        return Ok(0);
    }
    let failed = |error| format!("{}: cannot make: {error}", args.out.display());
    std::fs::create_dir_all(&args.out).map_err(failed)?;
    let control = Control::unlimited().with_timeout(args.within.map(Duration::from_secs));
    let written: Mutex<Result<(), String>> = Mutex::new(Ok(()));
    let found = |trouble: &Trouble| {
        if let Err(why) = args.write(trouble) {
            control.cancel_work();
            *written.lock().expect("no holder panics") = Err(why);
        }
    };
    let live = RunObserver::new(&found, &|| ());
    let children = args.children()?;
    let (tally, reached) =
        plan.run_live(Some(&children), &control, &live, &mut |_| (), &mut |_, _| ());
    written.into_inner().expect("no holder panics")?;
    let text = if args.json { serde_json::to_string(&tally) } else { Ok(lay_out(&tally)) };
    println!("{}", text.map_err(|error| error.to_string())?);
    if control.stop_reason().is_some() {
        let left = (args.from + args.cases).saturating_sub(reached);
        eprintln!("fuzz-readers: to go on: --seed {} --from {reached} --cases {left}", args.seed);
    }
    Ok(tally.exit_code())
}

impl Args {
    fn plan(&self) -> Result<DamagedTexts, String> {
        let all = || std::thread::available_parallelism().map_or(1, NonZero::get);
        Ok(DamagedTexts {
            seed: self.seed,
            from: self.from,
            cases: self.cases,
            jobs: self.jobs.map_or_else(all, NonZero::get),
            targets: self.chosen_targets()?,
        })
    }

    /// Returns the readers that are named, or all.
    fn chosen_targets(&self) -> Result<Vec<Target>, String> {
        let mut all = targets::all(self.seed);
        let known = |name: &String| all.iter().any(|target| target.name == *name);
        if let Some(unknown) = self.readers.iter().find(|name| !known(name)) {
            let names: Vec<&str> = all.iter().map(|target| target.name.as_str()).collect();
            return Err(format!("no reader '{unknown}'; there are {}", names.join(", ")));
        }
        if !self.readers.is_empty() {
            all.retain(|target| self.readers.contains(&target.name));
        }
        Ok(all)
    }

    /// Makes children that run this command as workers.
    fn children(&self) -> Result<ChildOptions, String> {
        let program = std::env::current_exe().map_err(|error| format!("no program: {error}"))?;
        let args = std::env::args().skip(1).chain(["--worker".to_owned()]).collect();
        Ok(ChildOptions { program, args, patience: SLOW + GRACE })
    }

    /// Writes the text of a finding to its file, and a line about it to standard error.
    fn write(&self, trouble: &Trouble) -> Result<(), String> {
        let Trouble { case, format, bytes, how } = trouble;
        let path = self.out.join(format!("fuzz-{}-{case}.txt", self.seed));
        let failed = |error| format!("{}: cannot write: {error}", path.display());
        std::fs::write(&path, bytes).map_err(failed)?;
        eprintln!("fuzz-readers: case {case}: {format}: {how}: {}", path.display());
        Ok(())
    }
}

/// Lays the results out as a line for each reader.
fn lay_out(tally: &ReaderTally) -> String {
    let mut text = format!("{} texts, {} findings\n\n", tally.cases, tally.findings);
    let width = tally.formats.keys().map(String::len).max().unwrap_or(0);
    let _ = write!(
        text,
        "{:width$} {:>8} {:>8} {:>8} {:>8}",
        "format", "read", "refused", "panicked", "slow"
    );
    for (name, counts) in &tally.formats {
        let (read, refused, panicked, slow) =
            (counts.read, counts.refused, counts.panicked, counts.slow);
        let _ = write!(text, "\n{name:width$} {read:>8} {refused:>8} {panicked:>8} {slow:>8}");
    }
    text
}
