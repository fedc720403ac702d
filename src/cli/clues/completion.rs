//! `parallax clues --complete`: what makes a puzzle with several solutions unique.

use std::fmt::Display;
use std::io::Write;

use parallax_generate::{
    ClueRule, FewestGivens, MinimumChoiceError, OneClue, UniqueCompletion, as_grid, fewest_givens,
    one_clue,
};
use parallax_instance::{Instance, SourcedInstance};
use parallax_model::VarId;
use parallax_model::engine_api::Control;
use serde_json::json;

use super::certificate_folder::{self, ClueCertificateFate, ClueCertificateFolder};
use super::{CluesArgs, CluesFormat};
use crate::cli::CliError;
use crate::cli::output::StandardOutput;
use crate::cli::screen::ScreenOptions;

/// Default number of solutions of which one must stay.
const DEFAULT_SOLUTION_TRIES: usize = 8;

/// Default number of solutions that are searched for clues of a rule.
const TRIES_WITH: usize = 1000;

/// Maximum number of clues of a rule that are listed.
const MAX_LISTED_CLUES: usize = 100;

/// Finds givens or a clue, prints them, and returns the exit code.
pub(super) fn complete_clues(
    args: &CluesArgs,
    found: &SourcedInstance,
    kept: &ClueCertificateFolder<'_>,
    control: &Control,
) -> Result<u8, CliError> {
    match args.with {
        Some(rule) => with_rule(args, rule, found, kept, control),
        None => with_givens(args, found, kept, control),
    }
}

fn completion_error(found: &SourcedInstance, why: &dyn Display) -> CliError {
    CliError(format!("{}: {why}", found.source))
}

fn with_givens(
    args: &CluesArgs,
    found: &SourcedInstance,
    kept: &ClueCertificateFolder<'_>,
    control: &Control,
) -> Result<u8, CliError> {
    let instance = &*found.instance;
    let tries = args.tries.map_or(DEFAULT_SOLUTION_TRIES, |own| own.get() as usize);
    let result = match fewest_givens(instance, [&args.engine, &args.confirm], tries, control) {
        Ok(result) => Some(result),
        Err(MinimumChoiceError::Stopped) => None,
        Err(MinimumChoiceError::Fault(why)) => return Err(completion_error(found, &why)),
    };
    let best = result.as_ref().and_then(|own| own.best.as_ref());
    let larger = best.and_then(|best| {
        let givens: Vec<_> =
            best.places.iter().map(|&place| (place, best.solution[place])).collect();
        as_grid(instance)?.with_givens(&givens)
    });
    let fate = match &larger {
        Some(larger) => kept.certify_puzzle("complete", larger, control)?,
        None => None,
    };
    let names = best.map(|best| given_names(instance, best)).transpose()?.unwrap_or_default();
    let form = larger.as_ref().map(|larger| larger.notation().write_instance());
    let mut out = StandardOutput::new();
    if args.format == CluesFormat::Json {
        let line = json!({
            "instance": found.source,
            "index": found.index,
            "engine": args.engine.to_string(),
            "confirm": args.confirm.to_string(),
            "solutions": result.as_ref().map(|own| own.known),
            "all": result.as_ref().is_some_and(|own| own.all),
            "tried": result.as_ref().map(|own| own.tried),
            "givens": best.map(|_| &names),
            "at_least": result.as_ref().map(|own| own.at_least),
            "least": result.as_ref().is_some_and(FewestGivens::is_least),
            "confirmed": result.as_ref().and_then(|own| own.confirmed),
            "solution": best.map(|best| instance.notation().write_solution(&best.solution)),
            "form": form,
            "certificate": certificate_folder::fate_json(&fate),
        });
        writeln!(out, "{line}")?;
    } else {
        if !ScreenOptions::chosen_options().quiet {
            writeln!(out, "{}: {}", found.source, instance.title())?;
        }
        print_words(args, &mut out, result.as_ref(), &names, fate.as_ref())?;
    }
    out.flush()?;
    Ok(match &result {
        Some(own) if own.all && own.known == 0 => 20,
        Some(own) if own.all && own.known == 1 => 10,
        Some(own) if own.is_least() && own.confirmed == Some(true) => 10,
        _ => 0,
    })
}

/// Describes the chosen givens, as `r1c1 = 4`.
fn given_names(instance: &dyn Instance, best: &UniqueCompletion) -> Result<Vec<String>, CliError> {
    let model = instance.model(&instance.default_viewpoint());
    let model = model.map_err(|error| CliError(error.to_string()))?;
    let word = |&place: &usize| {
        let variable = VarId::new(place);
        format!(
            "{} = {}",
            model.name_of(variable),
            model.describe_value(variable, best.solution[place])
        )
    };
    Ok(best.places.iter().map(word).collect())
}

/// Prints the number of solutions; returns whether there are several.
fn print_solution_count(
    out: &mut StandardOutput,
    known: usize,
    all: bool,
) -> Result<bool, CliError> {
    match known {
        0 => writeln!(out, "no solution: 'parallax why' says why")?,
        1 if all => writeln!(out, "unique already")?,
        _ if all => writeln!(out, "not unique: {known} solutions")?,
        _ => writeln!(out, "not unique: more than {known} solutions")?,
    }
    Ok(known > 1 || !all)
}

fn print_words(
    args: &CluesArgs,
    out: &mut StandardOutput,
    result: Option<&FewestGivens>,
    names: &[String],
    fate: Option<&ClueCertificateFate>,
) -> Result<(), CliError> {
    let Some(own) = result else {
        writeln!(out, "unknown: the solutions were not found in time")?;
        return Ok(());
    };
    if !print_solution_count(out, own.known, own.all)? {
        return Ok(());
    }
    let (at_least, tried) = (own.at_least, own.tried);
    // The minimum depends on the solution that stays: a claim about all of them needs all solutions
    // known and each one tried.
    let whose = match tried {
        _ if own.all && tried == own.known => "whichever solution stays".to_owned(),
        1 => "if the first solution stays".to_owned(),
        _ => format!("whichever of the first {tried} solutions stays"),
    };
    match &own.best {
        None => {
            let s = if at_least == 1 { "" } else { "s" };
            writeln!(out, "at least {at_least} given{s}, {whose}: time is over")?;
            return Ok(());
        }
        Some(_) if own.is_least() && at_least == 1 => {
            writeln!(out, "one given makes it unique:")?;
        }
        Some(_) if own.is_least() => {
            writeln!(out, "{at_least} givens make it unique, and no fewer do, {whose}:")?;
        }
        Some(best) => {
            let most = best.places.len();
            writeln!(out, "at least {at_least}, at most {most} givens, {whose}: time is over")?;
        }
    }
    names.iter().try_for_each(|name| writeln!(out, "  {name}"))?;
    super::print_confirmation(args, out, own.confirmed)?;
    super::print_fate(out, fate)
}

fn with_rule(
    args: &CluesArgs,
    rule: ClueRule,
    found: &SourcedInstance,
    kept: &ClueCertificateFolder<'_>,
    control: &Control,
) -> Result<u8, CliError> {
    let instance = &*found.instance;
    let Some(grid) = as_grid(instance) else {
        let why = format!(
            "--with is for grid puzzles, Sudokus and Latin squares, not for a {}",
            instance.puzzle_name()
        );
        return Err(completion_error(found, &why));
    };
    let tries = args.tries.map_or(TRIES_WITH, |own| own.get() as usize);
    let engines = [&args.engine, &args.confirm];
    let result = match one_clue(&grid, rule, engines, (tries, MAX_LISTED_CLUES), control) {
        Ok(result) => Some(result),
        Err(MinimumChoiceError::Stopped) => None,
        Err(MinimumChoiceError::Fault(why)) => return Err(completion_error(found, &why)),
    };
    let mut fates = Vec::new();
    for (number, (_, larger)) in result.iter().flat_map(|own| &own.clues).enumerate() {
        fates.push(kept.certify_puzzle(&format!("{rule}-{}", number + 1), larger, control)?);
    }
    let mut out = StandardOutput::new();
    if args.format == CluesFormat::Json {
        let clues = result.iter().flat_map(|own| &own.clues).zip(&fates);
        let clues = clues.map(|((words, larger), fate)| {
            json!({ "clue": words, "form": larger.notation().write_instance(), "certificate": certificate_folder::fate_json(fate) })
        });
        let line = json!({
            "instance": found.source,
            "index": found.index,
            "engine": args.engine.to_string(),
            "confirm": args.confirm.to_string(),
            "rule": rule.rule_name(),
            "solutions": result.as_ref().map(|own| own.known),
            "all": result.as_ref().is_some_and(|own| own.all),
            "tried": result.as_ref().map(|own| own.tried),
            "clues": clues.collect::<Vec<_>>(),
            "open": result.as_ref().map(|own| own.open),
        });
        writeln!(out, "{line}")?;
    } else {
        if !ScreenOptions::chosen_options().quiet {
            writeln!(out, "{}: {}", found.source, instance.title())?;
        }
        words_of_rule(args, rule, &mut out, result.as_ref(), &fates)?;
    }
    out.flush()?;
    Ok(match &result {
        Some(own) if own.all && own.known == 0 => 20,
        Some(own) if own.all && own.known == 1 => 10,
        Some(own) if !own.clues.is_empty() => 10,
        // Only if all solutions are known and every clue was tried is it certain that no single
        // clue suffices.
        Some(own) if own.all && own.open == 0 => 11,
        _ => 0,
    })
}

fn words_of_rule(
    args: &CluesArgs,
    rule: ClueRule,
    out: &mut StandardOutput,
    result: Option<&OneClue>,
    fates: &[Option<ClueCertificateFate>],
) -> Result<(), CliError> {
    let Some(own) = result else {
        writeln!(out, "unknown: the solutions were not found in time")?;
        return Ok(());
    };
    if !print_solution_count(out, own.known, own.all)? {
        return Ok(());
    }
    let of = if own.all { "" } else { " that holds in one of these" };
    if own.clues.is_empty() && own.open == 0 {
        writeln!(out, "no single clue '{rule}'{of} makes it unique ({} tried)", own.tried)?;
    } else if !own.clues.is_empty() {
        writeln!(out, "each of these makes it unique, by itself:")?;
    }
    for ((clue, _), fate) in own.clues.iter().zip(fates) {
        let standing = fate.as_ref().map_or(String::new(), |fate| format!(" ({})", fate.words));
        writeln!(out, "  {clue}{standing}")?;
    }
    if own.open > 0 {
        writeln!(out, "not known in time, or beyond {MAX_LISTED_CLUES}: {} more clues", own.open)?;
    }
    super::print_confirmation(args, out, (!own.clues.is_empty()).then_some(true))
}
