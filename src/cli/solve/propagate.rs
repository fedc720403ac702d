//! `parallax solve --propagate`: the common part of all solutions.

use std::io::Write;
use std::sync::Arc;

use parallax_formats::inputs::Stream;
use parallax_instance::{BoardLayout, OptionEffect, PuzzleSolution, SourcedInstance, added_givens};
use parallax_model::engine_api::{
    Answer, Control, Engine, ModelConsequences, PreparationError, VariableConsequences,
    find_consequences,
};
use parallax_model::{Model, Solution, Value};
use serde::Serialize;

use super::why_pointer::WhyPointer;
use super::{SolveArgs, candidates};
use crate::cli::output::StandardOutput;
use crate::cli::screen::{ScreenOptions, output_layout};
use crate::cli::{CliError, WRONG_USAGE_EXIT_CODE, interrupt};

/// Maximum number of values of a variable that are listed on its line.
const MAX_LISTED_VALUES: usize = 20;

/// The consequences of one instance, as JSON.
#[derive(Serialize)]
struct PropagationLine<'a> {
    instance: &'a str,
    index: usize,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    givens: &'a [String],
    engine: &'a str,
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variables: Option<Vec<PropagatedVariable<'a>>>,
}

#[derive(Serialize)]
struct PropagatedVariable<'a> {
    name: &'a str,
    possible: Vec<String>,
    excluded: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<String>,
}

/// Prints the common part of the solutions of each instance.
pub(super) fn run_propagation(
    args: &SolveArgs,
    stream: Stream,
    engine: &Arc<dyn Engine>,
    control: &Control,
) -> Result<u8, CliError> {
    let progress = args.input.instance_progress("propagating");
    let mut out = StandardOutput::new();
    let (mut code, mut unread) = (None, false);
    let mut pointer = WhyPointer::default();
    for next in stream {
        let found = match next {
            Ok(found) => found,
            Err(error) => {
                unread = true;
                progress.print_aside(|| eprintln!("parallax: {error}"));
                continue;
            }
        };
        if let Err(why) = keeps_all(args, &found) {
            unread = true;
            progress.print_aside(|| eprintln!("parallax: {}: {why}", found.source));
            continue;
        }
        let within = control.with_timeout(args.wanted.time_limit());
        let result = propagate_instance(args, &found, &**engine, &within);
        let own = match &result {
            Ok((_, _, ModelConsequences::Unsatisfiable)) => 20,
            Ok((_, _, ModelConsequences::Values(list)))
                if list.iter().all(|p| p.open.is_empty()) =>
            {
                10
            }
            _ => 0,
        };
        code = Some(match code {
            None => own,
            // The run has the code of its weakest instance: an open answer comes before no
            // solution, and no solution before decided values.
            Some(before) => [0, 20, 10].into_iter().find(|&c| c == before || c == own).unwrap_or(0),
        });
        pointer.add_answer(&found, own == 20);
        progress
            .print_aside(|| print_consequences(args, &mut out, &found, &engine.spec(), &result))?;
        progress.count_step(String::new);
    }
    progress.finish_line();
    out.flush()?;
    pointer.print_command(args, unread.into());
    let code = if unread { WRONG_USAGE_EXIT_CODE } else { code.unwrap_or(0) };
    Ok(interrupt::exit_code(control, code))
}

/// Refuses a model that drops solutions: a value that all kept solutions share may be missing in a
/// dropped one.
fn keeps_all(args: &SolveArgs, found: &SourcedInstance) -> Result<(), String> {
    let viewpoint = args.model.as_ref().and_then(|name| found.instance.viewpoint(name).ok());
    match viewpoint.filter(|viewpoint| viewpoint.combined_effect() != OptionEffect::Same) {
        None => Ok(()),
        Some(viewpoint) => Err(format!(
            "'{viewpoint}' drops solutions; what all have in common needs a model that keeps them \
             all"
        )),
    }
}

/// A model, the layout of its variables if they are cells of a board, and its consequences.
type ConsequenceResult = Result<(Arc<Model>, Option<BoardLayout>, ModelConsequences), Answer>;

fn propagate_instance(
    args: &SolveArgs,
    found: &SourcedInstance,
    engine: &dyn Engine,
    control: &Control,
) -> ConsequenceResult {
    let instance = &*found.instance;
    let refused = |refusal: PreparationError| Answer::from(refusal);
    let viewpoint = match &args.model {
        Some(name) => instance.viewpoint(name).map_err(|e| Answer::Unsupported(e.to_string()))?,
        None => instance.default_viewpoint(),
    };
    let model = Arc::new(instance.model_within(&viewpoint, control).map_err(refused)?);
    let givens = instance.givens(&viewpoint);
    let rules = |solution: &Solution| {
        let solution: PuzzleSolution = instance.solution(&viewpoint, solution);
        instance.rules(&solution)
    };
    let mut session = engine.prepare(&model, args.wanted.seed, control).map_err(refused)?;
    let found = find_consequences(&mut *session, &model, &givens, &rules, control)?;
    Ok((model, instance.picture().board_layout(&viewpoint), found))
}

fn print_consequences(
    args: &SolveArgs,
    out: &mut StandardOutput,
    found: &SourcedInstance,
    engine: &str,
    result: &ConsequenceResult,
) -> Result<(), CliError> {
    if args.format == super::SolveFormat::Json {
        serde_json::to_writer(&mut *out, &consequence_line(found, engine, result))?;
        writeln!(out)?;
        return Ok(());
    }
    if !ScreenOptions::chosen_options().quiet {
        writeln!(out, "{}: {}", found.source, found.instance.title())?;
    }
    match result {
        Err(answer) => writeln!(out, "{answer}")?,
        Ok((_, _, ModelConsequences::Unsatisfiable)) => writeln!(out, "no solution")?,
        Ok((model, board, ModelConsequences::Values(list))) => {
            if let Some(board) = board {
                out.write_all(candidates::draw_candidates(model, board, list).as_bytes())?;
            }
            print_text(out, model, list, board.as_ref())?;
        }
    }
    Ok(())
}

/// Prints the values that must hold, the values that cannot hold, and the number of free variables.
/// Skips the values that the board shows.
fn print_text(
    out: &mut StandardOutput,
    model: &Model,
    list: &[VariableConsequences],
    board: Option<&BoardLayout>,
) -> Result<(), CliError> {
    let layout = output_layout();
    let is_new =
        |p: &&&VariableConsequences| !board.is_some_and(|board| candidates::shows_values(board, p));
    // A variable with one value in the model, such as a clue, was never open and tells the user
    // nothing.
    let is_open = |p: &&VariableConsequences| model.domain(p.variable).len() > 1;
    let list: Vec<&VariableConsequences> = list.iter().filter(is_open).collect();
    let names = |p: &VariableConsequences, values: &[Value]| {
        let words = values
            .iter()
            .take(MAX_LISTED_VALUES)
            .map(|&value| model.describe_value(p.variable, value));
        let more = if values.len() > MAX_LISTED_VALUES { ", ..." } else { "" };
        words.collect::<Vec<_>>().join(", ") + more
    };
    let fixed = |p: &VariableConsequences| p.values.len() == 1 && p.open.is_empty();
    let parts: [(&str, Vec<String>); 3] = [
        (
            "must hold:",
            list.iter()
                .filter(is_new)
                .filter(|p| fixed(p))
                .map(|p| format!("{} = {}", model.name_of(p.variable), names(p, &p.values)))
                .collect(),
        ),
        (
            "cannot hold:",
            list.iter()
                .filter(is_new)
                .filter(|p| !fixed(p) && !p.excluded.is_empty())
                .map(|p| format!("{} = {}", model.name_of(p.variable), names(p, &p.excluded)))
                .collect(),
        ),
        (
            "not known in time:",
            list.iter()
                .filter(|p| !p.open.is_empty())
                .map(|p| format!("{} = {}", model.name_of(p.variable), names(p, &p.open)))
                .collect(),
        ),
    ];
    for (head, lines) in parts.iter().filter(|(_, lines)| !lines.is_empty()) {
        writeln!(out, "{head}")?;
        for line in lines {
            out.write_all(layout.wrap_text(&format!("  {line}"), 4).as_bytes())?;
        }
    }
    let free = list.iter().filter(|p| p.excluded.is_empty() && p.open.is_empty() && !fixed(p));
    let (free, all) = (free.count(), list.len());
    writeln!(out, "{free} of {all} open variables may have any of their values")?;
    Ok(())
}

fn consequence_line<'a>(
    found: &'a SourcedInstance,
    engine: &'a str,
    result: &'a ConsequenceResult,
) -> PropagationLine<'a> {
    let mut line = PropagationLine {
        instance: &found.source,
        index: found.index,
        givens: added_givens(&*found.instance),
        engine,
        answer: "sat",
        reason: None,
        complete: None,
        variables: None,
    };
    match result {
        Err(answer) => {
            line.answer = answer.name();
            line.reason = answer.unknown_reason().map(str::to_owned);
        }
        Ok((_, _, ModelConsequences::Unsatisfiable)) => line.answer = "unsat",
        Ok((model, _, ModelConsequences::Values(list))) => {
            let words = |p: &VariableConsequences, values: &[Value]| {
                values
                    .iter()
                    .map(|&value| model.describe_value(p.variable, value).into_owned())
                    .collect()
            };
            line.complete = Some(list.iter().all(|p| p.open.is_empty()));
            let variable = |p: &'a VariableConsequences| PropagatedVariable {
                name: model.name_of(p.variable),
                possible: words(p, &p.values),
                excluded: words(p, &p.excluded),
                unknown: words(p, &p.open),
            };
            line.variables = Some(list.iter().map(variable).collect());
        }
    }
    line
}
