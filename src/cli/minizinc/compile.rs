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
    let control = Control::unlimited().within(wanted.limit);
    let place = Workplace::open(&wanted.source)?;
    let compilation = Compilation { wanted, model: &wanted.model, place: &place };
    let ran = compilation.run(&control)?;
    let said = shown(&ran.err);
    if !said.is_empty() {
        eprintln!("{said}");
    }
    if !ran.status.success() {
        return Err(refusal(wanted, &ran));
    }
    let (inner, output) = compilation.read(&control)?;
    Ok(Box::new(Printed::new(inner, output, wanted.clone())))
}

/// A folder with the library, for what the compiler reads and writes.
pub(super) struct Workplace {
    folder: tempfile::TempDir,
    /// The configuration of the solver.
    pub(super) solver: PathBuf,
}

impl Workplace {
    /// Makes a folder; `source` is the name of the instance in errors.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn open(source: &str) -> Result<Self, InputError> {
        let fault = |message: String| InputError::new(source, message);
        let folder = tempfile::tempdir().map_err(|e| fault(format!("no temporary folder: {e}")))?;
        let solver = files::unpack(folder.path(), Path::new("parallax"));
        let solver = solver.map_err(|e| fault(e.to_string()))?;
        Ok(Workplace { folder, solver })
    }

    /// Returns its path.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the file that the compiler writes FlatZinc to.
    pub(super) fn flat(&self) -> PathBuf {
        self.path().join("model.fzn")
    }

    /// Returns the file that the compiler writes the output item to.
    pub(super) fn output(&self) -> PathBuf {
        self.path().join("model.ozn")
    }
}

/// A run of the compiler with the library of Parallax.
pub(super) struct Compilation<'c> {
    pub(super) wanted: &'c MinizincModel,
    /// The model: the user's, or a copy with changes.
    pub(super) model: &'c Path,
    pub(super) place: &'c Workplace,
}

impl Compilation<'_> {
    /// Compiles.
    ///
    /// # Errors
    /// If the compiler does not end by itself.
    pub(super) fn run(&self, control: &Control) -> Result<Ran, InputError> {
        let (flat, output) = (self.place.flat(), self.place.output());
        let solver = self.place.solver.as_os_str();
        let mut words: Vec<OsString> = vec!["-c".into(), "--solver".into(), solver.into()];
        words.extend(["--fzn".into(), flat.into(), "--ozn".into(), output.into()]);
        self.run_with(words, control)
    }

    /// Runs the compiler with some words, behind which come the model and its data.
    ///
    /// # Errors
    /// If it does not end by itself.
    pub(super) fn run_with(
        &self,
        mut words: Vec<OsString>,
        control: &Control,
    ) -> Result<Ran, InputError> {
        for file in [self.model].into_iter().chain(self.wanted.data.iter().map(PathBuf::as_path)) {
            // A name that begins with a dash is no option.
            let is_plain = !file.as_os_str().as_encoded_bytes().starts_with(b"-");
            words.push(if is_plain { file.into() } else { Path::new(".").join(file).into() });
        }
        let words: Vec<&OsStr> = words.iter().map(OsString::as_os_str).collect();
        let program = Program::with(COMPILER, &words);
        let bounds = Bounds { memory_bytes: self.wanted.memory, cpu_seconds: None };
        let ran = run(&Run { bounds, ..Run::of(&program, Vec::new()) }, MAX_PRINTED, control);
        let source = &self.wanted.source;
        ran.map_err(|ended| match ended {
            Ended::Stopped(stop) => InputError::stopped(source, stop),
            Ended::GaveUp(message) => InputError::new(source, message),
            Ended::Exhausted | Ended::Enough | Ended::Wrong(_) => {
                InputError::new(source, format!("{COMPILER} did not end"))
            }
        })
    }

    /// Reads the FlatZinc and the output item that the compiler has written.
    ///
    /// # Errors
    /// If there is no FlatZinc, or it is not read.
    pub(super) fn read(
        &self,
        control: &Control,
    ) -> Result<(FlatzincInstance, Option<OutputModel>), InputError> {
        let source = &self.wanted.source;
        let file = File::open(self.place.flat())
            .map_err(|e| InputError::new(source, format!("{COMPILER} wrote no FlatZinc: {e}")))?;
        let mut lines = Lines::new(format!("{source} (as FlatZinc)"), BufReader::new(file));
        let left = control.deadline().map(|end| end.saturating_duration_since(Instant::now()));
        lines.limited(left);
        lines.whole(self.wanted.memory);
        let inner = FlatzincInstance::read(&mut lines)?;
        let output = fs::read_to_string(self.place.output()).map(OutputModel::new).ok();
        Ok((inner, output))
    }
}

/// Returns the error about a model that the compiler refuses.
pub(super) fn refusal(wanted: &MinizincModel, ran: &Ran) -> InputError {
    let said = shown(&ran.err);
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
