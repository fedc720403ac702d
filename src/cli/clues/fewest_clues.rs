//! `parallax clues --fewest`: a smallest set of clues.

use std::io::Write;

use parallax_generate::{ChoiceError, FewestClues, MinimumChoiceError, fewest_clues};
use parallax_instance::{PuzzleReduction, SourcedInstance};
use parallax_model::engine_api::Control;
use serde_json::json;

use super::certificate_folder::{self, ClueCertificateFate, ClueCertificateFolder};
use super::{CluesArgs, CluesFormat};
use crate::cli::CliError;
use crate::cli::output::StandardOutput;
use crate::cli::screen::ScreenOptions;

/// Finds the set, prints it, and returns the exit code; `None`, with nothing printed, if the puzzle
/// does not have exactly one solution.
pub(super) fn find_fewest(
    args: &CluesArgs,
    found: &SourcedInstance,
    kept: &ClueCertificateFolder<'_>,
    control: &Control,
) -> Result<Option<u8>, CliError> {
    let instance = &*found.instance;
    let result = match fewest_clues(instance, [&args.engine, &args.confirm], control) {
        Ok(result) => Some(result),
        Err(MinimumChoiceError::Stopped) => None,
        Err(MinimumChoiceError::Fault(ChoiceError::SolutionCount)) => return Ok(None),
        Err(MinimumChoiceError::Fault(why)) => {
            return Err(CliError(format!("{}: {why}", found.source)));
        }
    };
    let clues = instance.puzzle_reduction().map_or_else(Vec::new, PuzzleReduction::list_clues);
    // No instance means that all clues are chosen: the puzzle itself is the result.
    let smaller = result.as_ref().and_then(|own| own.least.chosen.as_ref().map(|_| own));
    let smaller = smaller.map(|own| own.instance.as_deref().unwrap_or(instance));
    let fate = match smaller {
        Some(smaller) => kept.certify_puzzle("fewest", smaller, control)?,
        None => None,
    };
    let form = smaller.map(|smaller| smaller.notation().write_instance());
    let mut out = StandardOutput::new();
    let is_proved =
        result.as_ref().is_some_and(|own| own.least.is_least() && own.confirmed == Some(true));
    if args.format == CluesFormat::Text {
        if !ScreenOptions::chosen_options().quiet {
            writeln!(out, "{}: {}", found.source, instance.title())?;
            print_words(args, &mut out, &clues, result.as_ref(), fate.as_ref())?;
        }
        out.write_all(form.unwrap_or_default().as_bytes())?;
    } else {
        let least = result.as_ref().map(|own| &own.least);
        let left_out = least.and_then(|own| own.chosen.as_ref()).map(|chosen| {
            let gone = (0..clues.len()).filter(|place| !chosen.contains(place));
            gone.map(|place| &clues[place]).collect::<Vec<_>>()
        });
        let line = json!({
            "instance": found.source,
            "index": found.index,
            "engine": args.engine.to_string(),
            "confirm": args.confirm.to_string(),
            "clues": clues.len(),
            "number": least.and_then(|own| own.chosen.as_ref()).map(Vec::len),
            "at_least": least.map(|own| own.at_least),
            "least": is_proved,
            "confirmed": result.as_ref().and_then(|own| own.confirmed),
            "left_out": left_out,
            "form": form,
            "certificate": certificate_folder::fate_json(&fate),
        });
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(Some(if is_proved { 10 } else { 0 }))
}

fn print_words(
    args: &CluesArgs,
    out: &mut StandardOutput,
    clues: &[String],
    result: Option<&FewestClues>,
    fate: Option<&ClueCertificateFate>,
) -> Result<(), CliError> {
    let count = clues.len();
    let Some(own) = result else {
        writeln!(out, "unknown: the solution was not found in time")?;
        return Ok(());
    };
    let at_least = own.least.at_least;
    match &own.least.chosen {
        None => writeln!(out, "at least {at_least} of {count} clues; no set was found in time")?,
        Some(chosen) if own.least.is_least() => {
            writeln!(out, "the fewest clues: {} of {count}; fewer do not suffice", chosen.len())?;
        }
        Some(chosen) => {
            let most = chosen.len();
            writeln!(out, "at least {at_least}, at most {most} of {count} clues: time is over")?;
        }
    }
    super::print_confirmation(args, out, own.confirmed)?;
    super::print_fate(out, fate)
}
