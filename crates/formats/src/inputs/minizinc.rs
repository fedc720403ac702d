//! MiniZinc models with their data: the names that belong together, and the compiler.
//!
//! MiniZinc itself compiles, in a process that this crate does not start. The program registers how
//! ([`compile_with`]); without that, such models are refused.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use parallax_instance::{InputError, Instance, SourcedInstance};

use super::data::is_stdin;
use super::forms::InputForm;
use super::read_options::ReadOptions;
use super::unread_instance::UnreadInstance;
use super::{InstanceOrigin, Stream};

/// A MiniZinc model to compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinizincModel {
    /// The name of the instance in errors: the files, with spaces between them.
    pub source: String,
    /// The file of the model.
    pub model: PathBuf,
    /// The files with its data.
    pub data: Vec<PathBuf>,
    /// The limit on the time of compiling and reading.
    pub limit: Option<Duration>,
    /// The limit on the memory of the compiler, in bytes.
    pub memory: Option<u64>,
}

/// Compiles a model.
pub type Compile = fn(&MinizincModel) -> Result<Box<dyn Instance>, InputError>;

static REGISTERED_COMPILER: OnceLock<Compile> = OnceLock::new();

/// Registers the function that compiles MiniZinc models. Later calls have no effect.
pub fn compile_with(compile: Compile) {
    REGISTERED_COMPILER.get_or_init(|| compile);
}

/// Returns whether the name of a file is that of a MiniZinc model.
#[must_use]
pub fn is_minizinc(name: &str) -> bool {
    has_extension(name, &["mzn"])
}

/// Returns whether a file after a MiniZinc model is data of that model, by its name.
fn is_data(name: &str) -> bool {
    has_extension(name, &["dzn", "json"]) && !name.ends_with(".model.json")
}

fn has_extension(name: &str, wanted: &[&str]) -> bool {
    let extension = Path::new(name).extension();
    extension.is_some_and(|extension| wanted.iter().any(|&one| extension.eq_ignore_ascii_case(one)))
}

/// Returns the names of sources, with the files of data joined to the model before them.
pub(super) fn join_data_files(names: Vec<String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::with_capacity(names.len());
    for name in names {
        match all.last_mut() {
            // `n.mzn d.dzn` ends like data, but it is a model that already has its own.
            Some(last)
                if split_files(&name).is_none()
                    && is_data(&name)
                    && split_files(last).is_some() =>
            {
                last.push(' ');
                last.push_str(&name);
            }
            _ => all.push(name),
        }
    }
    all
}

/// Returns the files of a name that is a MiniZinc model, optionally followed by data files.
pub(super) fn split_files(name: &str) -> Option<(PathBuf, Vec<PathBuf>)> {
    if is_minizinc(name) {
        return Some((name.into(), Vec::new()));
    }
    if !is_data(name) {
        return None;
    }
    // The names of files may have spaces, so a part ends only after an extension.
    let mut parts: Vec<String> = Vec::new();
    let mut part = String::new();
    for word in name.split(' ') {
        if !part.is_empty() {
            part.push(' ');
        }
        part.push_str(word);
        // The first part is the model, and the others are data.
        let is_end = if parts.is_empty() { is_minizinc(&part) } else { is_data(&part) };
        if is_end {
            parts.push(std::mem::take(&mut part));
        }
    }
    let mut parts = parts.into_iter().map(PathBuf::from);
    // A rest without an extension is not a file, so the name is not a model.
    let model = parts.next().filter(|_| part.is_empty())?;
    Some((model, parts.collect()))
}

/// Returns the name of a MiniZinc model whose files lie in a folder, unless they are absolute;
/// `None` for other names.
#[must_use]
pub fn minizinc_in(folder: &Path, name: &str) -> Option<String> {
    let (model, data) = split_files(name)?;
    let paths = [model].into_iter().chain(data);
    let names = paths.map(|path| folder.join(path).display().to_string());
    Some(names.collect::<Vec<_>>().join(" "))
}

/// Compiles a model and returns its only instance.
///
/// # Errors
/// Returns an error without a compiler, the compiler's errors, and errors in reading its output.
pub(super) fn open_model(
    source: &str,
    model: PathBuf,
    mut data: Vec<PathBuf>,
    manner: ReadOptions<'_>,
) -> Result<Stream, InputError> {
    let fault = |message: &str| InputError::new(source, message);
    if !manner.sheets.is_empty() {
        return Err(fault("--sheet names a sheet of a workbook; this is a MiniZinc model"));
    }
    if manner.decision.is_some() {
        return Err(fault("--decision names a decision of a DMN file; this is a MiniZinc model"));
    }
    if let Some(own) = manner.data {
        if is_stdin(own.path()) {
            return Err(fault("MiniZinc reads data from files, not from standard input"));
        }
        data.push(own.path().to_owned());
    }
    // Missing files are found before the compiler starts, so that the error can suggest a name.
    for file in [&model].into_iter().chain(&data) {
        file.metadata().map_err(|error| super::missing_file_error::open_error(file, &error))?;
    }
    let compile = REGISTERED_COMPILER.get().ok_or_else(|| {
        fault("a MiniZinc model, which is not compiled here; compile it to a FlatZinc file")
    })?;
    let (limit, memory) = (manner.limit, manner.memory);
    let wanted = MinizincModel { source: source.to_owned(), model, data, limit, memory };
    let start = Instant::now();
    let instance = match compile(&wanted) {
        Ok(instance) => instance,
        Err(error) => match error.why_stopped() {
            Some(stop) => Box::new(UnreadInstance { form: Some(InputForm::FlatZinc), stop }),
            None => return Err(error),
        },
    };
    let origin = InstanceOrigin::Program;
    let made = SourcedInstance::from_boxed(source, instance);
    let found = SourcedInstance { origin, spent: start.elapsed(), ..made };
    Ok(Box::new(std::iter::once(Ok(found))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_belong_to_the_model_before_them() {
        let names =
            |all: &[&str]| join_data_files(all.iter().map(|&name| name.to_owned()).collect());
        let given = ["a.dzn", "m.mzn", "b.dzn", "c.json", "n.mzn", "d.model.json", "e.json"];
        let expected = ["a.dzn", "m.mzn b.dzn c.json", "n.mzn", "d.model.json", "e.json"];
        assert_eq!(names(&given), expected);
        assert_eq!(names(&expected), expected);
    }

    #[test]
    fn names_give_their_files_back() {
        let of = |name: &str| {
            let found = split_files(name)?;
            let all = [found.0].into_iter().chain(found.1);
            Some(all.map(|path| path.display().to_string()).collect::<Vec<_>>())
        };
        assert_eq!(of("m.mzn").unwrap(), ["m.mzn"]);
        assert_eq!(of("my m.mzn a b.dzn c.json").unwrap(), ["my m.mzn", "a b.dzn", "c.json"]);
        let inside = |name| minizinc_in(Path::new("f"), name);
        assert_eq!(inside("m.mzn d.dzn").as_deref(), Some("f/m.mzn f/d.dzn"));
        assert_eq!(inside("m.cnf"), None);
        for none in ["a.dzn", "a.json", "a.dzn m.mzn b", "a.txt b.dzn", "", "m.mzn b.model.json"] {
            assert_eq!(of(none), None, "{none}");
        }
    }
}
