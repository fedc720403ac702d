//! The command: its arguments, its run and its output.

use std::io::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use parallax_engines::Spec;
use parallax_generate::{ClueNeed, ClueRule, SolutionOracle, minimize_clues, need_of};
use parallax_instance::{Instance, PuzzleReduction, SourcedInstance};
use parallax_model::engine_api::Control;
use serde_json::json;

use super::certificate_folder;
use super::certificate_folder::{ClueCertificateFate, ClueCertificateFolder};
use super::completion;
use super::fewest_clues;
use crate::cli::clock::{CommandClock, UnknownAnswerReport};
use crate::cli::numbers::{seconds, whole};
use crate::cli::options::OneInput;
use crate::cli::output::StandardOutput;
use crate::cli::progress::ProgressLine;
use crate::cli::screen::ScreenOptions;
use crate::cli::{CliError, interrupt};

/// Say which clues of a puzzle with one solution are needed
///
/// Leaves out each clue in turn (givens, and for grid puzzles cages, lines, dots and other rules)
/// and looks for a second solution. A clue is redundant if there is still one solution, which an
/// engine of another family confirms. --complete is for puzzles with several solutions.
#[derive(clap::Args)]
pub(in crate::cli) struct CluesArgs {
    #[command(flatten)]
    input: OneInput,
    /// Find a minimal set of clues, and print the puzzle that has only these
    #[arg(long, conflicts_with_all = ["fewest", "complete"])]
    minimal: bool,
    /// Find the fewest clues that leave one solution, and print the puzzle that has only these
    ///
    /// Proves that fewer do not suffice; with --timeout, perhaps only bounds on their number.
    #[arg(long, conflicts_with = "complete")]
    pub(super) fewest: bool,
    /// Find the fewest givens that make a puzzle with several solutions unique
    #[arg(long)]
    pub(super) complete: bool,
    /// With --complete: find single clues of a rule that make it unique, instead of givens
    ///
    /// One of white, black, x, v, less, even, odd, thermo, cage (of two or three cells), arrow,
    /// little-killer, sandwich, skyscraper, x-sum, numbered-room.
    #[arg(long, value_name = "RULE", requires = "complete")]
    pub(super) with: Option<ClueRule>,
    /// With --complete: the number of solutions of which one is to stay [default: 8; --with: 1000]
    #[arg(long, value_name = "N", requires = "complete", value_parser = whole::<NonZeroU32>)]
    pub(super) tries: Option<NonZeroU32>,
    /// Certify that the resulting puzzles have one solution, and keep the certificates there
    ///
    /// For each redundant clue, without-N.cert is about the puzzle without clue N, from 1. The
    /// model that a certificate is about is next to it, in without-N.cert.model.json.
    #[arg(long, value_name = "FOLDER")]
    pub(super) certificates: Option<PathBuf>,
    /// The engine that looks for solutions
    #[arg(long, value_name = "SPEC", default_value = "native")]
    pub(super) engine: Spec,
    /// The engine that confirms that there is one solution
    #[arg(long, value_name = "SPEC", default_value = "sat:batsat")]
    pub(super) confirm: Spec,
    /// Maximum seconds for the whole command
    #[arg(long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Output format
    #[arg(long, value_enum, default_value_t = CluesFormat::Text)]
    pub(super) format: CluesFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum CluesFormat {
    /// Lines of text
    Text,
    /// An object with the clues
    Json,
}

/// The clues of a puzzle with the need of each.
pub(super) struct ClueReport {
    pub(super) clues: Vec<String>,
    /// The number of solutions of the whole puzzle, 2 for several; `None` if it is not known.
    pub(super) solutions: Option<u64>,
    needs: Vec<ClueNeed>,
    minimal: Option<(Vec<usize>, String)>,
    /// The certificates of the needs, or that of the minimal puzzle.
    pub(super) certificates: Vec<Option<ClueCertificateFate>>,
}

pub(in crate::cli) fn run(args: &CluesArgs) -> Result<u8, CliError> {
    let json = args.format == CluesFormat::Json;
    let clock = CommandClock::start_clock(args.timeout, UnknownAnswerReport { code: 0, json });
    let found = args.input.find_instance(&clock)?;
    let control = interrupt::interrupt_control();
    let within = control.with_timeout(clock.remaining_time());
    let kept = ClueCertificateFolder::new(args.certificates.as_deref(), &found)?;
    if args.complete {
        let code = completion::complete_clues(args, &found, &kept, &within)?;
        return Ok(interrupt::exit_code(&control, kept.exit_code(code)));
    }
    let mut oracle = SolutionOracle::new(args.engine.clone(), &within);
    let mut second = SolutionOracle::new(args.confirm.clone(), &within);
    let instance = &*found.instance;
    let clues = instance.puzzle_reduction().map_or_else(Vec::new, PuzzleReduction::list_clues);
    if clues.is_empty() {
        let message =
            format!("{}: a {} has no clues to leave out", found.source, instance.puzzle_name());
        return Err(CliError(message));
    }
    // Without exactly one solution, the report below says so.
    if args.fewest
        && let Some(code) = fewest_clues::find_fewest(args, &found, &kept, &within)?
    {
        return Ok(interrupt::exit_code(&control, kept.exit_code(code)));
    }
    let about = (args, &kept, &within);
    let result = find_needs(about, instance, clues, &mut oracle, &mut second)?;
    for fault in [oracle.last_fault(), second.last_fault()].into_iter().flatten() {
        eprintln!("parallax: {fault}");
    }
    let mut out = StandardOutput::new();
    match args.format {
        CluesFormat::Text => print_text(args, &mut out, &found, &result)?,
        CluesFormat::Json => writeln!(out, "{}", clues_json(args, &found, &result))?,
    }
    out.flush()?;
    // Exit code 10 needs the whole result: no clue undecided, and the minimal set on request.
    let is_whole =
        !result.needs.contains(&ClueNeed::Unknown) && (!args.minimal || result.minimal.is_some());
    let code = match result.solutions {
        Some(1) if is_whole => 10,
        Some(0) => 20,
        _ => 0,
    };
    Ok(interrupt::exit_code(&control, kept.exit_code(code)))
}

fn find_needs(
    (args, kept, control): (&CluesArgs, &ClueCertificateFolder<'_>, &Control),
    instance: &dyn Instance,
    clues: Vec<String>,
    oracle: &mut SolutionOracle,
    second: &mut SolutionOracle,
) -> Result<ClueReport, CliError> {
    let solutions = oracle.count_solutions(instance);
    let (needs, certificates) = (Vec::new(), Vec::new());
    let mut found = ClueReport { clues, solutions, needs, minimal: None, certificates };
    // A clue is needed or redundant only for a puzzle with one solution.
    if solutions != Some(1) {
        return Ok(found);
    }
    let count = found.clues.len();
    if args.minimal {
        if let Some(minimal) = minimize_clues(instance, count, oracle) {
            let smaller = minimal.instance.as_deref().unwrap_or(instance);
            found.certificates.push(kept.certify_puzzle("minimal", smaller, control)?);
            found.minimal = Some((minimal.left_out, smaller.notation().write_instance()));
        }
        return Ok(found);
    }
    let progress = ProgressLine::new("leaving out clues").out_of(count as u64);
    for clue in 0..count {
        let need = need_of(instance, clue, oracle, Some(second));
        found.needs.push(need);
        let without = instance
            .puzzle_reduction()
            .filter(|_| need == ClueNeed::Redundant)
            .and_then(|own| own.remove_clues(&[clue]));
        found.certificates.push(match without {
            Some(without) => {
                kept.certify_puzzle(&format!("without-{}", clue + 1), &*without, control)?
            }
            None => None,
        });
        progress.count_step(String::new);
    }
    progress.finish_line();
    Ok(found)
}

/// Prints whether a second engine agrees.
pub(super) fn print_confirmation(
    args: &CluesArgs,
    out: &mut StandardOutput,
    confirmed: Option<bool>,
) -> Result<(), CliError> {
    let (engine, confirm) = (&args.engine, &args.confirm);
    match confirmed {
        Some(true) if ScreenOptions::chosen_options().quiet => {}
        Some(true) => writeln!(out, "one solution: by {engine}, confirmed by {confirm}")?,
        Some(false) => writeln!(out, "{confirm} does not agree that there is one solution")?,
        None => {}
    }
    Ok(())
}

/// Prints whether a certificate was kept, and where.
pub(super) fn print_fate(
    out: &mut StandardOutput,
    fate: Option<&ClueCertificateFate>,
) -> Result<(), CliError> {
    match fate {
        Some(ClueCertificateFate { file: Some(file), words }) => {
            writeln!(out, "{words}: exactly one solution, kept in {}", file.display())?;
        }
        Some(ClueCertificateFate { file: None, words }) => writeln!(out, "not certified: {words}")?,
        None => {}
    }
    Ok(())
}

fn print_text(
    args: &CluesArgs,
    out: &mut StandardOutput,
    found: &SourcedInstance,
    result: &ClueReport,
) -> Result<(), CliError> {
    let quiet = ScreenOptions::chosen_options().quiet;
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
            print_fate(out, result.certificates.first().and_then(Option::as_ref))?;
        }
        out.write_all(text.as_bytes())?;
    } else if args.minimal && result.solutions == Some(1) {
        writeln!(out, "unknown: no minimal set was found in time")?;
    }
    let of = |need: ClueNeed| {
        let pairs = result.clues.iter().zip(&result.needs).zip(&result.certificates);
        pairs.filter(move |((_, own), _)| **own == need).map(|((clue, _), fate)| (clue, fate))
    };
    if result.needs.is_empty() {
        return Ok(());
    }
    writeln!(out, "unique; {} of {count} clues are needed", of(ClueNeed::Needed).count())?;
    for (need, head) in [
        (ClueNeed::Redundant, "redundant, each by itself:"),
        (ClueNeed::Unknown, "not known in time:"),
    ] {
        if of(need).count() > 0 {
            writeln!(out, "{head}")?;
        }
        for (clue, fate) in of(need) {
            let standing = match fate {
                Some(ClueCertificateFate { file: Some(_), words }) => format!(" ({words})"),
                Some(ClueCertificateFate { file: None, words }) => {
                    format!(" (not certified: {words})")
                }
                None => String::new(),
            };
            writeln!(out, "  {clue}{standing}")?;
        }
    }
    if of(ClueNeed::Redundant).count() > 0 && !quiet {
        let (engine, confirm) = (&args.engine, &args.confirm);
        writeln!(out, "one solution without it: by {engine}, confirmed by {confirm}")?;
        if let Some(folder) = &args.certificates {
            writeln!(out, "certificates of that are kept in {}", folder.display())?;
        }
    }
    Ok(())
}

pub(super) fn clues_json(
    args: &CluesArgs,
    found: &SourcedInstance,
    result: &ClueReport,
) -> serde_json::Value {
    let need = |need: &ClueNeed| match need {
        ClueNeed::Needed => "needed",
        ClueNeed::Redundant => "redundant",
        ClueNeed::Unknown => "unknown",
    };
    let clues = result.clues.iter().zip(&result.needs).enumerate();
    let fate = |place: usize| {
        certificate_folder::fate_json(result.certificates.get(place).unwrap_or(&None))
    };
    json!({
        "instance": found.source,
        "index": found.index,
        "engine": args.engine.to_string(),
        "confirm": args.confirm.to_string(),
        "solutions": result.solutions,
        "clues": clues
            .map(|(place, (clue, own))| {
                json!({"clue": clue, "need": need(own), "certificate": fate(place)})
            })
            .collect::<Vec<_>>(),
        "minimal": result.minimal.as_ref().map(|(left_out, text)| json!({
            "left_out": left_out.iter().map(|&at| &result.clues[at]).collect::<Vec<_>>(),
            "form": text,
            "certificate": fate(0),
        })),
    })
}
