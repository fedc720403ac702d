//! Compiles MiniZinc models with the installed `minizinc`, for Parallax's own library.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Instant;

use parallax_formats::FlatzincInstance;
use parallax_formats::inputs::MinizincModel;
use parallax_model::ask::Control;
use parallax_model::instance::{InputError, Instance, Lines};
use parallax_solvers::process::{Bounds, Program, Ran, Run, RunError, crash, find, run};

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
    let control = Control::unlimited().within(wanted.limit);
    let place = Workplace::open(&wanted.source)?;
    let compilation = Compilation { wanted, model: &wanted.model, place: &place };
    let enums = write_printing_item(&compilation, &control);
    let more: Vec<OsString> = enums.iter().map(|(_, file)| file.into()).collect();
    let ran = compilation.run_beside(&more, &control)?;
    let objective = || {
        floats::objective_fault(wanted, &ran.err, place.path()).filter(|_| !ran.status.success())
    };
    if let Some(fault) = objective() {
        return Err(fault);
    }
    let said = shown(&ran.err);
    if !said.is_empty() {
        eprintln!("{said}");
    }
    if !ran.status.success() {
        return Err(refusal(wanted, &ran));
    }
    let read = compilation.read(&control);
    let (inner, output) =
        read.map_err(|error| float_fault(&compilation, error, &more, &control))?;
    let (output, names) = match enums {
        Some((types, _)) => (Some(OutputModel::Model(wanted.clone())), types.names(&ran.err)),
        None => (output, EnumNames::default()),
    };
    Ok(Box::new(Printed::new(inner, output, names, wanted.clone())))
}

/// Returns the error at the user's line, if the FlatZinc has a variable that is a float.
fn float_fault(
    compilation: &Compilation<'_>,
    error: InputError,
    more: &[OsString],
    control: &Control,
) -> InputError {
    let text = fs::read_to_string(compilation.place.flat()).unwrap_or_default();
    let paths = || {
        let table = compilation.place.path().join("model.paths");
        let ask = ["--output-paths-to-file".into(), table.clone().into_os_string()];
        compilation.run_beside(&[more, &ask].concat(), control).ok()?;
        fs::read_to_string(table).ok()
    };
    floats::variable_fault(compilation.wanted, &error, &text, paths).unwrap_or(error)
}

/// Writes the item that prints the names of enums, if the model has any. Returns its file.
fn write_printing_item(
    compilation: &Compilation<'_>,
    control: &Control,
) -> Option<(EnumTypes, PathBuf)> {
    if !enums::has_enums(&compilation.wanted.model) {
        return None;
    }
    let ran = compilation.run_with(vec!["--model-types-only".into()], control);
    let ran = ran.ok().filter(|ran| ran.status.success())?;
    let types = EnumTypes::read(&String::from_utf8_lossy(&ran.out))?;
    let file = compilation.place.path().join("enums.mzn");
    fs::write(&file, types.printing_item()).ok()?;
    Some((types, file))
}

/// Returns the files of a model and its data as words of a command.
pub(super) fn model_words<'w>(
    model: &'w Path,
    data: &'w [PathBuf],
) -> impl Iterator<Item = OsString> + 'w {
    let files = [model].into_iter().chain(data.iter().map(PathBuf::as_path));
    files.map(|file| {
        // A name that begins with a dash is no option.
        let is_plain = !file.as_os_str().as_encoded_bytes().starts_with(b"-");
        if is_plain { file.into() } else { Path::new(".").join(file).into() }
    })
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
        self.run_beside(&[], control)
    }

    /// Compiles with further words: options, and files beside the model.
    ///
    /// # Errors
    /// If the compiler does not end by itself.
    fn run_beside(&self, more: &[OsString], control: &Control) -> Result<Ran, InputError> {
        let (flat, output) = (self.place.flat(), self.place.output());
        let solver = self.place.solver.as_os_str();
        let mut words: Vec<OsString> = vec!["-c".into(), "--solver".into(), solver.into()];
        words.extend(["--fzn".into(), flat.into(), "--ozn".into(), output.into()]);
        words.extend_from_slice(more);
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
        words.extend(model_words(self.model, &self.wanted.data));
        let words: Vec<&OsStr> = words.iter().map(OsString::as_os_str).collect();
        let program = Program::with(COMPILER, &words);
        let bounds = Bounds { memory_bytes: self.wanted.memory, cpu_seconds: None };
        let ran = run(&Run { bounds, ..Run::of(&program, Vec::new()) }, MAX_PRINTED, control);
        let source = &self.wanted.source;
        ran.map_err(|why| match why {
            RunError::Stopped(stop) => InputError::stopped(source, stop),
            why => InputError::new(source, why.to_string()),
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
        let output = fs::read_to_string(self.place.output()).map(OutputModel::Written).ok();
        Ok((inner, output))
    }
}

/// Returns the error about a model that the compiler refuses.
pub(super) fn refusal(wanted: &MinizincModel, ran: &Ran) -> InputError {
    let said = shown(&ran.err);
    let first = said.lines().find_map(|line| line.strip_prefix("Error: "));
    let why = match first {
        Some(first) => first.split_whitespace().collect::<Vec<_>>().join(" "),
        None => crash(ran.status, &ran.err).to_string(),
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
