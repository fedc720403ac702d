//! Asks MiniZinc itself whether some parts of a model alone have a solution.
//!
//! Gecode answers if it is installed, with MiniZinc's own library, so that the answer does not
//! depend on Parallax. Otherwise, or if Gecode does not decide in time, the model is compiled for
//! Parallax.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

use parallax_formats::inputs::MinizincModel;
use parallax_instance::{ExcerptAnswer, InstanceExcerpt};
use parallax_model::engine_api::Control;
use parallax_model::{Given, Model};
use parallax_solvers::process::{
    CommandTemplate, ProcessLimits, ProgramRun, find_program, run_program,
};

use super::excerpt_error::ExcerptError;
use super::model_parts::MinizincParts;
use crate::compile::{CompilerFolder, MinizincCompilation};
use crate::enums::EnumNames;
use crate::output::MinizincInstance;

/// The solver of FlatZinc that answers first.
const GECODE_PROGRAM: &str = "fzn-gecode";

/// Its name in confirmations.
const GECODE_CONFIRMATION_NAME: &str = "minizinc with fzn-gecode";

/// Maximum time of that solver for one question.
const GECODE_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum number of bytes that it may print.
const MAX_PRINTED: usize = 64 << 20;

/// Answers whether a model with some parts alone has a solution.
pub(super) fn confirm_excerpt(
    wanted: &MinizincModel,
    parts: &MinizincParts,
    model: &Model,
    excerpt: &InstanceExcerpt<'_>,
    control: &Control,
) -> ExcerptAnswer {
    let made = ask_solvers(wanted, parts, model, excerpt, control);
    made.unwrap_or_else(|error| ExcerptAnswer::Failed(error.to_string()))
}

fn ask_solvers(
    wanted: &MinizincModel,
    parts: &MinizincParts,
    model: &Model,
    excerpt: &InstanceExcerpt<'_>,
    control: &Control,
) -> Result<ExcerptAnswer, ExcerptError> {
    let place = CompilerFolder::open_folder(&wanted.source)?;
    let more = value_items(model, excerpt);
    let copy = parts.write_reduced(place.folder_path(), excerpt.labels, &more)?;
    let compilation = MinizincCompilation { wanted, model: &copy, place: &place };
    if let Some(satisfiable) = ask_gecode(&compilation, control) {
        return Ok(ExcerptAnswer::Solved { satisfiable, by: GECODE_CONFIRMATION_NAME.to_owned() });
    }
    let ran = compilation.run_compiler(control)?;
    if !ran.status.success() {
        return Err(ExcerptError::Refused(ran.err.trim().to_owned()));
    }
    let (inner, output) = compilation.read_outputs(control)?;
    Ok(ExcerptAnswer::Open(Box::new(MinizincInstance::new(
        inner,
        output,
        EnumNames::default(),
        wanted.clone(),
    ))))
}

/// Returns constraint items for the given values and the excluded values of variables.
fn value_items(model: &Model, excerpt: &InstanceExcerpt<'_>) -> String {
    let item = |given: &Given, relation: &str| {
        let name = model.name_of(given.variable);
        // The value is a number even if the variable has an enumeration or bools as values; the
        // function below, which MiniZinc selects by the type, converts the variable.
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

/// Asks Gecode; `None` if it is not installed or does not decide.
fn ask_gecode(compilation: &MinizincCompilation<'_>, control: &Control) -> Option<bool> {
    find_program(GECODE_PROGRAM)?;
    let flat = compilation.place.flatzinc_file();
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
    // Only satisfiability is asked: without its objective the solver stops at any solution.
    let text = std::fs::read_to_string(&flat).ok()?;
    let (items, goal) = text.rsplit_once("solve ")?;
    let is_goal = |end: usize| goal[..end].contains("minimize") || goal[..end].contains("maximize");
    let goal = if goal.find(';').is_some_and(is_goal) { "satisfy;" } else { goal };
    std::fs::write(&flat, format!("{items}solve {goal}")).ok()?;
    run_gecode(&flat, compilation.wanted.memory, control)
}

/// Returns whether Gecode finds a solution of a file; `None` if it does not decide.
fn run_gecode(flat: &Path, memory: Option<u64>, control: &Control) -> Option<bool> {
    let program = CommandTemplate::with_arguments(
        GECODE_PROGRAM,
        &[OsStr::new("-n"), OsStr::new("1"), flat.as_os_str()],
    );
    let bounds = ProcessLimits { memory_bytes: memory, cpu_seconds: None };
    let limited = control.with_timeout(Some(GECODE_TIMEOUT));
    let ran = run_program(
        &ProgramRun { bounds, ..ProgramRun::new(&program, Vec::new()) },
        MAX_PRINTED,
        &limited,
    )
    .ok()?;
    let text = String::from_utf8_lossy(&ran.out);
    let has_line = |wanted: &str| text.lines().any(|line| line == wanted);
    // A run that ends at the limit prints neither line, and the question stays open.
    match (has_line("----------"), has_line("=====UNSATISFIABLE=====")) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}
