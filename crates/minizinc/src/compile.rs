//! Compiles MiniZinc models with the installed `minizinc`, for Parallax's own library.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Instant;

use parallax_formats::FlatzincInstance;
use parallax_formats::inputs::MinizincModel;
use parallax_instance::{InputError, Instance, LineReader};
use parallax_model::engine_api::Control;
use parallax_solvers::process::{
    CommandTemplate, ProcessLimits, ProgramResult, ProgramRun, RunError, describe_crash,
    find_program, run_program,
};

use super::enums::{self, EnumNames, EnumTypes};
use super::output::{MinizincInstance, OutputModel};
use super::{bundled_files, float_errors};

/// The program that compiles.
pub const COMPILER_PROGRAM: &str = "minizinc";

/// How to get the compiler.
pub const INSTALL_HINT: &str = "install it with 'apt-get install minizinc' (Debian, Ubuntu), \
                              'brew install minizinc' (macOS) or from www.minizinc.org";

/// Maximum number of bytes that the compiler may print.
const MAX_PRINTED: usize = 1 << 20;

/// Compiles a model and reads the FlatZinc. The compiler's messages about a faulty model go to
/// standard error unchanged.
///
/// # Errors
/// If there is no compiler, it refuses the model, or the FlatZinc cannot be read.
pub fn compile_model(wanted: &MinizincModel) -> Result<Box<dyn Instance>, InputError> {
    let fault = |message: String| InputError::new(&wanted.source, message);
    if find_program(COMPILER_PROGRAM).is_none() {
        return Err(fault(format!(
            "a MiniZinc model, but there is no program '{COMPILER_PROGRAM}' to compile it; {INSTALL_HINT}"
        )));
    }
    let control = Control::unlimited().with_timeout(wanted.limit);
    let folder = CompilerFolder::open_folder(&wanted.source)?;
    let compilation = MinizincCompilation { wanted, model: &wanted.model, place: &folder };
    let enums = write_printing_item(&compilation, &control);
    let more: Vec<OsString> = enums.iter().map(|(_, file)| file.into()).collect();
    let ran = compilation.run_beside(&more, &control)?;
    // The library refuses a float objective by an assertion in one of our own files, a position
    // that means nothing to the user. An error at the solve item takes its place.
    let objective = || {
        float_errors::objective_fault(wanted, &ran.err, folder.folder_path())
            .filter(|_| !ran.status.success())
    };
    if let Some(fault) = objective() {
        return Err(fault);
    }
    let said = clean_output(&ran.err);
    if !said.is_empty() {
        eprintln!("{said}");
    }
    if !ran.status.success() {
        return Err(compiler_error(wanted, &ran));
    }
    let read = compilation.read_outputs(&control);
    let (inner, output) =
        read.map_err(|error| float_fault(&compilation, error, &more, &control))?;
    // The written output item has lost the types of enums and would print their numbers, so a model
    // with enums is kept as a whole and compiled again to print.
    let (output, names) = match enums {
        Some((types, _)) => (Some(OutputModel::Model(wanted.clone())), types.read_names(&ran.err)),
        None => (output, EnumNames::default()),
    };
    Ok(Box::new(MinizincInstance::new(inner, output, names, wanted.clone())))
}

/// Returns the error at the user's line, if the FlatZinc has a variable that is a float.
fn float_fault(
    compilation: &MinizincCompilation<'_>,
    error: InputError,
    more: &[OsString],
    control: &Control,
) -> InputError {
    let text = fs::read_to_string(compilation.place.flatzinc_file()).unwrap_or_default();
    // The table of paths costs a second compilation. Only this error needs it, and only if the
    // float is not the objective.
    let paths = || {
        let table = compilation.place.folder_path().join("model.paths");
        let ask = ["--output-paths-to-file".into(), table.clone().into_os_string()];
        compilation.run_beside(&[more, &ask].concat(), control).ok()?;
        fs::read_to_string(table).ok()
    };
    float_errors::variable_fault(compilation.wanted, &error, &text, paths).unwrap_or(error)
}

/// Writes the item that prints the names of enums, if the model has any. Returns its file.
fn write_printing_item(
    compilation: &MinizincCompilation<'_>,
    control: &Control,
) -> Option<(EnumTypes, PathBuf)> {
    if !enums::has_enums(&compilation.wanted.model) {
        return None;
    }
    let ran = compilation.run_with(vec!["--model-types-only".into()], control);
    let ran = ran.ok().filter(|ran| ran.status.success())?;
    let types = EnumTypes::read_types(&String::from_utf8_lossy(&ran.out))?;
    let file = compilation.place.folder_path().join("enums.mzn");
    fs::write(&file, types.printing_item()).ok()?;
    Some((types, file))
}

/// Returns the files of a model and its data as arguments of a command.
pub(super) fn model_words<'w>(
    model: &'w Path,
    data: &'w [PathBuf],
) -> impl Iterator<Item = OsString> + 'w {
    let files = [model].into_iter().chain(data.iter().map(PathBuf::as_path));
    files.map(|file| {
        // The compiler would take a name that begins with a dash for an option.
        let is_plain = !file.as_os_str().as_encoded_bytes().starts_with(b"-");
        if is_plain { file.into() } else { Path::new(".").join(file).into() }
    })
}

/// A temporary folder with the library, for the files that the compiler reads and writes.
pub(super) struct CompilerFolder {
    folder: tempfile::TempDir,
    /// The configuration of the solver.
    pub(super) solver: PathBuf,
}

impl CompilerFolder {
    /// Makes a folder; `source` is the name of the instance in errors.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn open_folder(source: &str) -> Result<Self, InputError> {
        let fault = |message: String| InputError::new(source, message);
        let folder = tempfile::tempdir().map_err(|e| fault(format!("no temporary folder: {e}")))?;
        let solver = bundled_files::write_solver_folder(folder.path(), Path::new("parallax"));
        let solver = solver.map_err(|e| fault(e.to_string()))?;
        Ok(CompilerFolder { folder, solver })
    }

    /// Returns its path.
    pub(super) fn folder_path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the file that the compiler writes FlatZinc to.
    pub(super) fn flatzinc_file(&self) -> PathBuf {
        self.folder_path().join("model.fzn")
    }

    /// Returns the file that the compiler writes the output item to.
    pub(super) fn output_file(&self) -> PathBuf {
        self.folder_path().join("model.ozn")
    }
}

/// A run of the compiler with the library of Parallax.
pub(super) struct MinizincCompilation<'c> {
    pub(super) wanted: &'c MinizincModel,
    /// The model: the user's, or a copy with changes.
    pub(super) model: &'c Path,
    pub(super) place: &'c CompilerFolder,
}

impl MinizincCompilation<'_> {
    /// Compiles.
    ///
    /// # Errors
    /// If the compiler does not end by itself.
    pub(super) fn run_compiler(&self, control: &Control) -> Result<ProgramResult, InputError> {
        self.run_beside(&[], control)
    }

    /// Compiles with further arguments: options, and files in addition to the model.
    ///
    /// # Errors
    /// If the compiler does not end by itself.
    fn run_beside(
        &self,
        more: &[OsString],
        control: &Control,
    ) -> Result<ProgramResult, InputError> {
        let (flat, output) = (self.place.flatzinc_file(), self.place.output_file());
        let solver = self.place.solver.as_os_str();
        let mut words: Vec<OsString> = vec!["-c".into(), "--solver".into(), solver.into()];
        words.extend(["--fzn".into(), flat.into(), "--ozn".into(), output.into()]);
        words.extend_from_slice(more);
        self.run_with(words, control)
    }

    /// Runs the compiler with some arguments, followed by the model and its data.
    ///
    /// # Errors
    /// If it does not end by itself.
    pub(super) fn run_with(
        &self,
        mut words: Vec<OsString>,
        control: &Control,
    ) -> Result<ProgramResult, InputError> {
        words.extend(model_words(self.model, &self.wanted.data));
        let words: Vec<&OsStr> = words.iter().map(OsString::as_os_str).collect();
        let program = CommandTemplate::with_arguments(COMPILER_PROGRAM, &words);
        let bounds = ProcessLimits { memory_bytes: self.wanted.memory, cpu_seconds: None };
        let ran = run_program(
            &ProgramRun { bounds, ..ProgramRun::new(&program, Vec::new()) },
            MAX_PRINTED,
            control,
        );
        let source = &self.wanted.source;
        ran.map_err(|why| match why {
            RunError::Stopped(stop) => InputError::from_stop(source, stop),
            why => InputError::new(source, why.to_string()),
        })
    }

    /// Reads the FlatZinc and the output item that the compiler has written.
    ///
    /// # Errors
    /// If there is no FlatZinc, or it cannot be read.
    pub(super) fn read_outputs(
        &self,
        control: &Control,
    ) -> Result<(FlatzincInstance, Option<OutputModel>), InputError> {
        let source = &self.wanted.source;
        let file = File::open(self.place.flatzinc_file()).map_err(|e| {
            InputError::new(source, format!("{COMPILER_PROGRAM} wrote no FlatZinc: {e}"))
        })?;
        let mut lines = LineReader::new(format!("{source} (as FlatZinc)"), BufReader::new(file));
        // Compiling and reading share one limit: reading gets the time that compiling did not use.
        let left = control.deadline().map(|end| end.saturating_duration_since(Instant::now()));
        lines.limit_instance_time(left);
        lines.take_whole_rest(self.wanted.memory);
        let inner = FlatzincInstance::read_flatzinc(&mut lines)?;
        let output = fs::read_to_string(self.place.output_file()).map(OutputModel::Written).ok();
        Ok((inner, output))
    }
}

/// Returns the error about a model that the compiler refuses.
pub(super) fn compiler_error(wanted: &MinizincModel, ran: &ProgramResult) -> InputError {
    let said = clean_output(&ran.err);
    let first = said.lines().find_map(|line| line.strip_prefix("Error: "));
    let why = match first {
        Some(first) => first.split_whitespace().collect::<Vec<_>>().join(" "),
        None => describe_crash(ran.status, &ran.err).to_string(),
    };
    InputError::new(&wanted.source, format!("{COMPILER_PROGRAM} does not compile this: {why}"))
}

/// Returns the compiler's messages without control characters, which a terminal would obey, and
/// without the requested names of enums.
fn clean_output(said: &str) -> String {
    let is_plain = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    let lines =
        said.split_inclusive('\n').filter(|line| !line.starts_with(enums::ENUM_LINE_PREFIX));
    lines.flat_map(str::chars).filter(is_plain).collect::<String>().trim_end().to_owned()
}
