//! `parallax clues`: which clues of a puzzle are needed for its one solution.

use std::io::Write;
use std::time::Duration;

use clap::ValueEnum;
use parallax_engines::Spec;
use parallax_lab::generate::{Need, Oracle, minimal, need_of};
use parallax_model::instance::{Instance, SourcedInstance};
use serde_json::json;

use super::clock::{Clock, Unknown};
use super::numbers::seconds;
use super::options::OneInput;
use super::output::Output;
use super::progress::Progress;
use super::screen::Screen;
use super::{Failure, interrupt};

/// Say which clues of a puzzle with one solution are needed
///
/// Leaves out each clue in turn (givens, and for grid puzzles cages, lines, dots and other rules)
/// and looks for a second solution. A clue is redundant if there is still one solution, which an
/// engine of another family confirms.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: OneInput,
    /// Find a minimal set of clues, and print the puzzle that has only these
    #[arg(long)]
    minimal: bool,
    /// The engine that looks for solutions
    #[arg(long, value_name = "SPEC", default_value = "native")]
    engine: Spec,
    /// The engine that confirms that there is one solution
    #[arg(long, value_name = "SPEC", default_value = "sat:batsat")]
    confirm: Spec,
    /// Maximum seconds for the whole command
    #[arg(long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Lines of text
    Text,
    /// An object with the clues
    Json,
}

/// The clues of a puzzle with the need of each.
struct Found {
    clues: Vec<String>,
    /// The number of solutions of the whole puzzle, 2 for several; `None` if it is not known.
    solutions: Option<u64>,
    needs: Vec<Need>,
    minimal: Option<(Vec<usize>, String)>,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let json = args.format == Format::Json;
    let clock = Clock::start(args.timeout, Unknown { code: 0, json });
    let found = args.input.find(&clock)?;
    let control = interrupt::control();
    let within = control.within(clock.left());
    let mut oracle = Oracle::new(args.engine.clone(), &within);
    let mut second = Oracle::new(args.confirm.clone(), &within);
    let instance = &*found.instance;
    let clues = instance.clues();
    if clues.is_empty() {
        let message =
            format!("{}: a {} has no clues to leave out", found.source, instance.puzzle());
        return Err(Failure(message));
    }
    let result = search(args, instance, clues, &mut oracle, &mut second);
    for fault in [oracle.fault(), second.fault()].into_iter().flatten() {
        eprintln!("parallax: {fault}");
    }
    let mut out = Output::new();
    match args.format {
        Format::Text => text(args, &mut out, &found, &result)?,
        Format::Json => writeln!(out, "{}", line(args, &found, &result))?,
    }
    out.flush()?;
    let is_whole =
        !result.needs.contains(&Need::Unknown) && (!args.minimal || result.minimal.is_some());
    let code = match result.solutions {
        Some(1) if is_whole => 10,
        Some(0) => 20,
        _ => 0,
    };
    Ok(interrupt::exit_code(&control, code))
}

fn search(
    args: &Args,
    instance: &dyn Instance,
    clues: Vec<String>,
    oracle: &mut Oracle,
    second: &mut Oracle,
) -> Found {
    let solutions = oracle.count(instance);
    let mut found = Found { clues, solutions, needs: Vec::new(), minimal: None };
    if solutions != Some(1) {
        return found;
    }
    let count = found.clues.len();
    if args.minimal {
        found.minimal = minimal(instance, count, oracle).map(|minimal| {
            let text = minimal.instance.map_or_else(|| instance.write(), |own| own.write());
            (minimal.left_out, text)
        });
        return found;
    }
    let progress = Progress::new("leaving out clues").out_of(count as u64);
    for clue in 0..count {
        found.needs.push(need_of(instance, clue, oracle, Some(second)));
        progress.step(String::new);
    }
    progress.finish();
    found
}

fn text(
    args: &Args,
    out: &mut Output,
    found: &SourcedInstance,
    result: &Found,
) -> Result<(), Failure> {
    let quiet = Screen::chosen().quiet;
    if !quiet {
        writeln!(out, "{}: {}", found.source, found.instance.title())?;
    }
    match result.solutions {
        None => writeln!(out, "unknown: the number of solutions was not found in time")?,
        Some(0) => writeln!(out, "no solution: 'parallax why' says why")?,
        Some(1) => {}
        Some(_) => {
            writeln!(out, "not unique: 'parallax solve --unique' shows where solutions differ")?;
        }
    }
    let count = result.clues.len();
    if let Some((left_out, text)) = &result.minimal {
        if !quiet {
            writeln!(out, "a minimal set: {} of {count} clues", count - left_out.len())?;
        }
        out.write_all(text.as_bytes())?;
    } else if args.minimal && result.solutions == Some(1) {
        writeln!(out, "unknown: no minimal set was found in time")?;
    }
    let of = |need: Need| {
        let pairs = result.clues.iter().zip(&result.needs);
        pairs.filter(move |(_, own)| **own == need).map(|(clue, _)| clue)
    };
    if result.needs.is_empty() {
        return Ok(());
    }
    writeln!(out, "unique; {} of {count} clues are needed", of(Need::Needed).count())?;
    for (need, head) in
        [(Need::Redundant, "redundant, each by itself:"), (Need::Unknown, "not known in time:")]
    {
        if of(need).count() > 0 {
            writeln!(out, "{head}")?;
        }
        for clue in of(need) {
            writeln!(out, "  {clue}")?;
        }
    }
    if of(Need::Redundant).count() > 0 && !quiet {
        let (engine, confirm) = (&args.engine, &args.confirm);
        writeln!(out, "one solution without it: by {engine}, confirmed by {confirm}")?;
    }
    Ok(())
}

fn line(args: &Args, found: &SourcedInstance, result: &Found) -> serde_json::Value {
    let need = |need: &Need| match need {
        Need::Needed => "needed",
        Need::Redundant => "redundant",
        Need::Unknown => "unknown",
    };
    let clues = result.clues.iter().zip(&result.needs);
    json!({
        "instance": found.source,
        "index": found.index,
        "engine": args.engine.to_string(),
        "confirm": args.confirm.to_string(),
        "solutions": result.solutions,
        "clues": clues
            .map(|(clue, own)| json!({"clue": clue, "need": need(own)}))
            .collect::<Vec<_>>(),
        "minimal": result.minimal.as_ref().map(|(left_out, text)| json!({
            "left_out": left_out.iter().map(|&at| &result.clues[at]).collect::<Vec<_>>(),
            "form": text,
        })),
    })
}
