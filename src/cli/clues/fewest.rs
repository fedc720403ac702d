//! `parallax clues --fewest`: a smallest set of clues.

use std::io::Write;

use parallax_generate::{FewestClues, Lack, fewest_clues};
use parallax_model::ask::Control;
use parallax_model::instance::{PuzzleReduction, SourcedInstance};
use serde_json::json;

use super::kept::{self, Fate, Kept};
use super::{Args, Format};
use crate::cli::Failure;
use crate::cli::output::Output;
use crate::cli::screen::Screen;

/// Finds the set, prints it, and returns the exit code.
pub(super) fn run(
    args: &Args,
    found: &SourcedInstance,
    kept: &Kept<'_>,
    control: &Control,
) -> Result<u8, Failure> {
    let instance = &*found.instance;
    let result = match fewest_clues(instance, [&args.engine, &args.confirm], control) {
        Ok(result) => Some(result),
        Err(Lack::Stopped) => None,
        Err(Lack::Fault(why)) => return Err(Failure(format!("{}: {why}", found.source))),
    };
    let clues = instance.reductions().map_or_else(Vec::new, PuzzleReduction::list_clues);
    let smaller = result.as_ref().and_then(|own| own.least.chosen.as_ref().map(|_| own));
    let smaller = smaller.map(|own| own.instance.as_deref().unwrap_or(instance));
    let fate = match smaller {
        Some(smaller) => kept.certify("fewest", smaller, control)?,
        None => None,
    };
    let form = smaller.map(|smaller| smaller.notation().write());
    let mut out = Output::new();
    let is_proved =
        result.as_ref().is_some_and(|own| own.least.is_least() && own.confirmed == Some(true));
    if args.format == Format::Text {
        if !Screen::chosen().quiet {
            writeln!(out, "{}: {}", found.source, instance.title())?;
            words(args, &mut out, &clues, result.as_ref(), fate.as_ref())?;
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
            "certificate": kept::json(&fate),
        });
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(if is_proved { 10 } else { 0 })
}

fn words(
    args: &Args,
    out: &mut Output,
    clues: &[String],
    result: Option<&FewestClues>,
    fate: Option<&Fate>,
) -> Result<(), Failure> {
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
    super::confirmed(args, out, own.confirmed)?;
    super::certified(out, fate)
}
