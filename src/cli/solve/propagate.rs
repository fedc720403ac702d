//! `parallax solve --propagate`: the common part of all solutions.

use std::io::Write;
use std::sync::Arc;

use parallax_formats::inputs::Stream;
use parallax_model::ask::{Answer, Consequences, Control, Engine, Possible, Refusal, consequences};
use parallax_model::instance::{Board, Effect, PuzzleSolution, SourcedInstance, added_givens};
use parallax_model::{Model, Solution, Value};
use serde::Serialize;

use super::pointer::Pointer;
use super::{Args, candidates};
use crate::cli::output::Output;
use crate::cli::screen::{Screen, layout};
use crate::cli::{Failure, WRONG, interrupt};

/// Maximum number of values of a variable that are listed on its line.
const MOST_VALUES: usize = 20;

/// The consequences of one instance, as JSON.
#[derive(Serialize)]
struct Line<'a> {
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
    variables: Option<Vec<Variable<'a>>>,
}

#[derive(Serialize)]
struct Variable<'a> {
    name: &'a str,
    possible: Vec<String>,
    excluded: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<String>,
}

/// Prints the common part of the solutions of each instance.
pub(super) fn run(
    args: &Args,
    stream: Stream,
    engine: &Arc<dyn Engine>,
    control: &Control,
) -> Result<u8, Failure> {
    let progress = args.input.progress("propagating");
    let mut out = Output::new();
    let (mut code, mut unread) = (None, false);
    let mut pointer = Pointer::default();
    for next in stream {
        let found = match next {
            Ok(found) => found,
            Err(error) => {
                unread = true;
                progress.aside(|| eprintln!("parallax: {error}"));
                continue;
            }
        };
        if let Err(why) = keeps_all(args, &found) {
            unread = true;
            progress.aside(|| eprintln!("parallax: {}: {why}", found.source));
            continue;
        }
        let within = control.within(args.wanted.timeout());
        let result = solve(args, &found, &**engine, &within);
        let own = match &result {
            Ok((_, _, Consequences::Unsatisfiable)) => 20,
            Ok((_, _, Consequences::Values(list))) if list.iter().all(|p| p.open.is_empty()) => 10,
            _ => 0,
        };
        code = Some(match code {
            None => own,
            // The exit code is that of the least welcome answer.
            Some(before) => [0, 20, 10].into_iter().find(|&c| c == before || c == own).unwrap_or(0),
        });
        pointer.add_answer(&found, own == 20);
        progress.aside(|| print(args, &mut out, &found, &engine.spec(), &result))?;
        progress.step(String::new);
    }
    progress.finish();
    out.flush()?;
    pointer.print(args, unread.into());
    let code = if unread { WRONG } else { code.unwrap_or(0) };
    Ok(interrupt::exit_code(control, code))
}

/// Refuses a model that drops solutions: what those that it keeps have in common is no more than
/// that.
fn keeps_all(args: &Args, found: &SourcedInstance) -> Result<(), String> {
    let viewpoint = args.model.as_ref().and_then(|name| found.instance.viewpoint(name).ok());
    match viewpoint.filter(|viewpoint| viewpoint.effect() != Effect::Same) {
        None => Ok(()),
        Some(viewpoint) => Err(format!(
            "'{viewpoint}' drops solutions; what all have in common needs a model that keeps them \
             all"
        )),
    }
}

/// A model, the places of its variables if they are cells of a board, and its consequences.
type Solved = Result<(Arc<Model>, Option<Board>, Consequences), Answer>;

fn solve(args: &Args, found: &SourcedInstance, engine: &dyn Engine, control: &Control) -> Solved {
    let instance = &*found.instance;
    let refused = |refusal: Refusal| Answer::from(refusal);
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
    let found = consequences(&mut *session, &model, &givens, &rules, control)?;
    Ok((model, instance.picture().board(&viewpoint), found))
}

fn print(
    args: &Args,
    out: &mut Output,
    found: &SourcedInstance,
    engine: &str,
    result: &Solved,
) -> Result<(), Failure> {
    if args.format == super::SolveFormat::Json {
        serde_json::to_writer(&mut *out, &line(found, engine, result))?;
        writeln!(out)?;
        return Ok(());
    }
    if !Screen::chosen().quiet {
        writeln!(out, "{}: {}", found.source, found.instance.title())?;
    }
    match result {
        Err(answer) => writeln!(out, "{answer}")?,
        Ok((_, _, Consequences::Unsatisfiable)) => writeln!(out, "no solution")?,
        Ok((model, board, Consequences::Values(list))) => {
            if let Some(board) = board {
                out.write_all(candidates::drawn(model, board, list).as_bytes())?;
            }
            text(out, model, list, board.as_ref())?;
        }
    }
    Ok(())
}

/// Prints the values that must hold, then those that cannot, then the free variables. What the board
/// shows is not printed again.
fn text(
    out: &mut Output,
    model: &Model,
    list: &[Possible],
    board: Option<&Board>,
) -> Result<(), Failure> {
    let layout = layout();
    let is_new = |p: &&&Possible| !board.is_some_and(|board| candidates::shows(board, p));
    let is_open = |p: &&Possible| model.domain(p.variable).len() > 1;
    let list: Vec<&Possible> = list.iter().filter(is_open).collect();
    let names = |p: &Possible, values: &[Value]| {
        let words = values.iter().take(MOST_VALUES).map(|&value| model.word(p.variable, value));
        let more = if values.len() > MOST_VALUES { ", ..." } else { "" };
        words.collect::<Vec<_>>().join(", ") + more
    };
    let fixed = |p: &Possible| p.values.len() == 1 && p.open.is_empty();
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
            out.write_all(layout.wrap(&format!("  {line}"), 4).as_bytes())?;
        }
    }
    let free = list.iter().filter(|p| p.excluded.is_empty() && p.open.is_empty() && !fixed(p));
    let (free, all) = (free.count(), list.len());
    writeln!(out, "{free} of {all} open variables may have any of their values")?;
    Ok(())
}

fn line<'a>(found: &'a SourcedInstance, engine: &'a str, result: &'a Solved) -> Line<'a> {
    let mut line = Line {
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
            line.reason = answer.reason().map(str::to_owned);
        }
        Ok((_, _, Consequences::Unsatisfiable)) => line.answer = "unsat",
        Ok((model, _, Consequences::Values(list))) => {
            let words = |p: &Possible, values: &[Value]| {
                values.iter().map(|&value| model.word(p.variable, value).into_owned()).collect()
            };
            line.complete = Some(list.iter().all(|p| p.open.is_empty()));
            let variable = |p: &'a Possible| Variable {
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
