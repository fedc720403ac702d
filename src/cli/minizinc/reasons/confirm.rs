//! MiniZinc itself about some parts of a model alone.
//!
//! Gecode answers if it is installed, with MiniZinc's own library, so that nothing of Parallax takes
//! part. Otherwise, or where Gecode does not decide in time, the model is compiled for Parallax.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

use parallax_formats::inputs::MinizincModel;
use parallax_model::ask::Control;
use parallax_model::instance::{Excerpt, Excerpted};
use parallax_model::{Given, Model};
use parallax_solvers::process::{Bounds, Program, Run, find, run};

use super::copy_error::ExcerptError;
use super::parts::Parts;
use crate::cli::minizinc::compile::{Compilation, Workplace};
use crate::cli::minizinc::enums::EnumNames;
use crate::cli::minizinc::output::Printed;

/// The solver of FlatZinc that answers first.
const GECODE: &str = "fzn-gecode";

/// Its name in confirmations.
const NAME: &str = "minizinc with fzn-gecode";

/// Maximum time of that solver for one question.
const TIME: Duration = Duration::from_secs(5);

/// Maximum number of bytes that it may print.
const MAX_PRINTED: usize = 64 << 20;

/// Answers whether a model with some parts alone has a solution.
pub(super) fn confirm(
    wanted: &MinizincModel,
    parts: &Parts,
    model: &Model,
    excerpt: &Excerpt<'_>,
    control: &Control,
) -> Excerpted {
    let made = asked(wanted, parts, model, excerpt, control);
    made.unwrap_or_else(|error| Excerpted::Failed(error.to_string()))
}

fn asked(
    wanted: &MinizincModel,
    parts: &Parts,
    model: &Model,
    excerpt: &Excerpt<'_>,
    control: &Control,
) -> Result<Excerpted, ExcerptError> {
    let place = Workplace::open(&wanted.source)?;
    let more = values(model, excerpt);
    let copy = parts.write_reduced(place.path(), excerpt.labels, &more)?;
    let compilation = Compilation { wanted, model: &copy, place: &place };
    if let Some(satisfiable) = gecode(&compilation, control) {
        return Ok(Excerpted::Solved { satisfiable, by: NAME.to_owned() });
    }
    let ran = compilation.run(control)?;
    if !ran.status.success() {
        return Err(ExcerptError::Refused(ran.err.trim().to_owned()));
    }
    let (inner, output) = compilation.read(control)?;
    Ok(Excerpted::Open(Box::new(Printed::new(inner, output, EnumNames::default(), wanted.clone()))))
}

/// Returns constraint items for the values that variables have and do not have.
fn values(model: &Model, excerpt: &Excerpt<'_>) -> String {
    let item = |given: &Given, relation: &str| {
        let name = model.name_of(given.variable);
        // A number is right for enumerations and bools too.
        format!("constraint parallax_number({name}) {relation} {};\n", given.value)
    };
    let mut text: String = excerpt.givens.iter().map(|given| item(given, "=")).collect();
    text.extend(excerpt.excluded.iter().map(|given| item(given, "!=")));
    if !text.is_empty() {
        text += "function var int: parallax_number(var int: x) = x;\n\
                 function var int: parallax_number(var bool: x) = bool2int(x);\n";
    }
    text
}

/// Asks Gecode; `None` if it is not there, or does not decide.
fn gecode(compilation: &Compilation<'_>, control: &Control) -> Option<bool> {
    find(GECODE)?;
    let flat = compilation.place.flat();
    let words: [OsString; 8] = [
        "-c".into(),
        "--solver".into(),
        "gecode".into(),
        "-G".into(),
        "std".into(),
        "--fzn".into(),
        flat.clone().into(),
        "--no-output-ozn".into(),
    ];
    let ran = compilation.run_with(words.into(), control).ok()?;
    if !ran.status.success() {
        return None;
    }
    // One solution suffices, not the best one.
    let text = std::fs::read_to_string(&flat).ok()?;
    let (items, goal) = text.rsplit_once("solve ")?;
    let is_goal = |end: usize| goal[..end].contains("minimize") || goal[..end].contains("maximize");
    let goal = if goal.find(';').is_some_and(is_goal) { "satisfy;" } else { goal };
    std::fs::write(&flat, format!("{items}solve {goal}")).ok()?;
    solve(&flat, compilation.wanted.memory, control)
}

/// Returns what Gecode prints about a file.
fn solve(flat: &Path, memory: Option<u64>, control: &Control) -> Option<bool> {
    let program = Program::with(GECODE, &[OsStr::new("-n"), OsStr::new("1"), flat.as_os_str()]);
    let bounds = Bounds { memory_bytes: memory, cpu_seconds: None };
    let limited = control.within(Some(TIME));
    let ran = run(&Run { bounds, ..Run::of(&program, Vec::new()) }, MAX_PRINTED, &limited).ok()?;
    let text = String::from_utf8_lossy(&ran.out);
    let has_line = |wanted: &str| text.lines().any(|line| line == wanted);
    match (has_line("----------"), has_line("=====UNSATISFIABLE=====")) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}
