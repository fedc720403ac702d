//! Compiles MiniZinc models with the installed `minizinc`, for Parallax's own library.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Instant;

use parallax_formats::FlatzincInstance;
use parallax_formats::inputs::MinizincModel;
use parallax_model::ask::{Control, Ended};
use parallax_model::instance::{InputError, Instance, Lines};
use parallax_solvers::process::{Bounds, Program, Ran, Run, crash, find, run};

use super::enums::{self, EnumNames, EnumTypes};
use super::output::{OutputModel, Printed};
use super::{files, floats};

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
    let mut words = words(wanted, &solver, &flat, &output);
    let enums = write_printing_item(wanted, place, &control);
    words.extend(enums.iter().map(|(_, file)| file.into()));
    let ran = run_compiler(wanted, &words, &control).map_err(|ended| match ended {
        Ended::Stopped(stop) => InputError::stopped(&wanted.source, stop),
        Ended::GaveUp(message) => fault(message),
        Ended::Exhausted | Ended::Enough | Ended::Wrong(_) => {
            fault(format!("{COMPILER} did not end"))
        }
    })?;
    if !ran.status.success() {
        let objective = floats::objective_fault(wanted, &ran.err, place);
        return Err(objective.unwrap_or_else(|| refused(wanted, &ran)));
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
    let inner = FlatzincInstance::read(&mut lines).map_err(|error| {
        let text = fs::read_to_string(&flat).unwrap_or_default();
        let paths = || {
            let table = place.join("model.paths");
            let more = ["--output-paths-to-file".into(), table.clone().into_os_string()];
            run_compiler(wanted, &[&words[..], &more].concat(), &control).ok()?;
            fs::read_to_string(table).ok()
        };
        floats::variable_fault(wanted, &error, &text, paths).unwrap_or(error)
    })?;
    let (output, names) = match enums {
        Some((types, _)) => (Some(OutputModel::Model(wanted.clone())), types.names(&ran.err)),
        None => {
            let written = fs::read_to_string(&output).map(OutputModel::Written);
            (written.ok(), EnumNames::default())
        }
    };
    Ok(Box::new(Printed::new(inner, output, names)))
}

/// Runs the compiler.
fn run_compiler(
    wanted: &MinizincModel,
    words: &[OsString],
    control: &Control,
) -> Result<Ran, Ended> {
    let words: Vec<&OsStr> = words.iter().map(OsString::as_os_str).collect();
    let program = Program::with(COMPILER, &words);
    let bounds = Bounds { memory_bytes: wanted.memory, cpu_seconds: None };
    run(&Run { bounds, ..Run::of(&program, Vec::new()) }, MAX_PRINTED, control)
}

/// Returns the words of the command behind the program's name.
fn words(wanted: &MinizincModel, solver: &Path, flat: &Path, output: &Path) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec!["-c".into(), "--solver".into(), solver.into()];
    words.extend(["--fzn".into(), flat.into(), "--ozn".into(), output.into()]);
    words.extend(model_words(wanted));
    words
}

/// Returns the files of a model and its data as words of a command.
pub(super) fn model_words(wanted: &MinizincModel) -> impl Iterator<Item = OsString> {
    let files = [&wanted.model].into_iter().chain(&wanted.data);
    files.map(|file| {
        // A name that begins with a dash is no option.
        let is_plain = !file.as_os_str().as_encoded_bytes().starts_with(b"-");
        if is_plain { file.into() } else { Path::new(".").join(file).into() }
    })
}

/// Writes the item that prints the names of enums, if the model has any. Returns its file.
fn write_printing_item(
    wanted: &MinizincModel,
    place: &Path,
    control: &Control,
) -> Option<(EnumTypes, PathBuf)> {
    if !enums::has_enums(&wanted.model) {
        return None;
    }
    let mut words: Vec<OsString> = vec!["--model-types-only".into()];
    words.extend(model_words(wanted).take(1));
    let ran = run_compiler(wanted, &words, control).ok().filter(|ran| ran.status.success())?;
    let types = EnumTypes::read(&String::from_utf8_lossy(&ran.out))?;
    let file = place.join("enums.mzn");
    fs::write(&file, types.printing_item()).ok()?;
    Some((types, file))
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

/// Returns what the compiler says without characters that a terminal would obey, and without the
/// names of enums that it was asked for.
fn shown(said: &str) -> String {
    let is_plain = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    let lines = said.split_inclusive('\n').filter(|line| !line.starts_with(enums::MARK));
    lines.flat_map(str::chars).filter(is_plain).collect::<String>().trim_end().to_owned()
}
