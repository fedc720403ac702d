//! Compiles MiniZinc models with the installed `minizinc`, for Parallax's own library.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

use parallax_formats::FlatzincInstance;
use parallax_formats::inputs::MinizincModel;
use parallax_model::ask::{Control, Ended};
use parallax_model::instance::{InputError, Instance, Lines};
use parallax_solvers::process::{Bounds, Program, Ran, Run, crash, find, run};

use super::files;
use super::output::{OutputModel, Printed};

/// The program that compiles.
pub(super) const COMPILER: &str = "minizinc";

/// How to get the compiler.
pub(super) const GET: &str = "install it with 'apt-get install minizinc' (Debian, Ubuntu), \
                              'brew install minizinc' (macOS) or from www.minizinc.org";

/// Maximum number of bytes that the compiler may print.
const MAX_PRINTED: usize = 1 << 20;

/// Compiles a model and reads the FlatZinc. What the compiler says about a faulty model goes to
/// standard error as it is.
///
/// # Errors
/// If there is no compiler, it does not compile the model, or the FlatZinc is not read.
pub(in crate::cli) fn compile(wanted: &MinizincModel) -> Result<Box<dyn Instance>, InputError> {
    let fault = |message: String| InputError::new(&wanted.source, message);
    if find(COMPILER).is_none() {
        return Err(fault(format!(
            "a MiniZinc model, but there is no program '{COMPILER}' to compile it; {GET}"
        )));
    }
    let start = Instant::now();
    let control = Control::unlimited().within(wanted.limit);
    let folder = tempfile::tempdir().map_err(|e| fault(format!("no temporary folder: {e}")))?;
    let place = folder.path();
    let solver = files::unpack(place, Path::new("parallax")).map_err(|e| fault(e.to_string()))?;
    let (flat, output) = (place.join("model.fzn"), place.join("model.ozn"));
    let words = words(wanted, &solver, &flat, &output);
    let words: Vec<&OsStr> = words.iter().map(OsString::as_os_str).collect();
    let program = Program::with(COMPILER, &words);
    let bounds = Bounds { memory_bytes: wanted.memory, cpu_seconds: None };
    let ran = run(&Run { bounds, ..Run::of(&program, Vec::new()) }, MAX_PRINTED, &control);
    let ran = ran.map_err(|ended| match ended {
        Ended::Stopped(stop) => InputError::stopped(&wanted.source, stop),
        Ended::GaveUp(message) => fault(message),
        Ended::Exhausted | Ended::Enough | Ended::Wrong(_) => {
            fault(format!("{COMPILER} did not end"))
        }
    })?;
    if !ran.status.success() {
        return Err(refused(wanted, &ran));
    }
    let said = shown(&ran.err);
    if !said.is_empty() {
        eprintln!("{said}");
    }
    let file =
        File::open(&flat).map_err(|e| fault(format!("{COMPILER} wrote no FlatZinc: {e}")))?;
    let mut lines = Lines::new(format!("{} (as FlatZinc)", wanted.source), BufReader::new(file));
    lines.limited(wanted.limit.map(|limit| limit.saturating_sub(start.elapsed())));
    lines.whole(wanted.memory);
    let inner = FlatzincInstance::read(&mut lines)?;
    let output = fs::read_to_string(&output).map(OutputModel::new).ok();
    Ok(Box::new(Printed::new(inner, output)))
}

/// Returns the words of the command behind the program's name.
fn words(wanted: &MinizincModel, solver: &Path, flat: &Path, output: &Path) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec!["-c".into(), "--solver".into(), solver.into()];
    words.extend(["--fzn".into(), flat.into(), "--ozn".into(), output.into()]);
    for file in [&wanted.model].into_iter().chain(&wanted.data) {
        // A name that begins with a dash is no option.
        let is_plain = !file.as_os_str().as_encoded_bytes().starts_with(b"-");
        words.push(if is_plain { file.into() } else { Path::new(".").join(file).into() });
    }
    words
}

/// Returns the error about a model that the compiler refuses, and prints what it says.
fn refused(wanted: &MinizincModel, ran: &Ran) -> InputError {
    let said = shown(&ran.err);
    if !said.is_empty() {
        eprintln!("{said}");
    }
    let first = said.lines().find_map(|line| line.strip_prefix("Error: "));
    let why = match first {
        Some(first) => first.split_whitespace().collect::<Vec<_>>().join(" "),
        None => crash(ran.status, &ran.err),
    };
    InputError::new(&wanted.source, format!("{COMPILER} does not compile this: {why}"))
}

/// Returns what the compiler says without characters that a terminal would obey.
fn shown(said: &str) -> String {
    let is_plain = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    said.chars().filter(is_plain).collect::<String>().trim_end().to_owned()
}
