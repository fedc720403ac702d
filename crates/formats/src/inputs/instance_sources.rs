//! The sources that the arguments of a command name, as a stream of instances.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use parallax_instance::{InputError, Instance, InstanceOrigin, LineReader, SourcedInstance};
use parallax_json::expected_format;
use parallax_model::engine_api::StopReason;
use parallax_puzzles::sudoku;

use super::data::{DataFile, is_stdin};
use super::folder::files_of;
use super::forms;
use super::forms::InputForm;
use super::generated;
use super::json_errors;
use super::minizinc;
use super::minizinc::is_minizinc;
use super::missing_file_error;
use super::pipe::InputPipe;
use super::read_options::ReadOptions;
use super::stdin_until_end::UntilEnd;
use super::text_argument;
use super::unread_instance::UnreadInstance;
use crate::unpack::{UnpackLimit, UnpackedReader, bare_name, is_packed};

/// The inputs that a user names: files, folders, `-` for standard input,
/// `latin:4`, or the text of an instance.
#[derive(Clone, Debug, Default)]
pub struct InputSources {
    /// The names in order.
    pub names: Vec<String>,
    /// The form of the files, if the user states it.
    pub puzzle: Option<InputForm>,
    /// The limit on reading a file that is one instance, and on waiting for an instance of a pipe
    /// and for the rest of it. One that takes longer gives an instance that no engine can answer in
    /// time.
    pub limit: Option<Duration>,
    /// The memory of this process, in bytes, beyond which reading stops in this way; on Linux only.
    pub memory: Option<u64>,
    /// The sheets of workbooks to read: names, names with commas between them, or `all`. If empty,
    /// the only sheet with tables is read.
    pub sheets: Vec<String>,
    /// The decision of a file of DMN to read, with those that it needs; without a name, all are read.
    pub decision: Option<String>,
    /// Maximum size of a compressed input when it is unpacked.
    pub unpack: UnpackLimit,
    /// A file with the values of parameters of models by hand, or `-` for standard input.
    pub data: Option<PathBuf>,
    /// Whether drawings that no rule explains are left out of grid puzzles, not refused.
    pub ignore_drawings: bool,
    /// Whether decision tables in DMN are read one by one, to be linted: what is not understood in
    /// one does not hinder the others.
    pub separate_tables: bool,
    /// Takes a note on what the search of a folder skips.
    pub note: Option<fn(&str)>,
    /// Whether the run was interrupted: then a pipe is not waited for, and ends the stream.
    pub interrupted: Option<fn() -> bool>,
}

/// Instances, read one by one. Input that cannot be read gives an error in its place; the stream
/// continues with the next source.
pub type Stream = Box<dyn Iterator<Item = Result<SourcedInstance, InputError>> + Send>;

impl InputSources {
    /// The number of instances, if it is known without reading.
    #[must_use]
    pub fn instance_count(&self) -> Option<u64> {
        let is_single = |name: &String| {
            !Path::new(name).exists() && generated::generate_instance(name).is_some()
        };
        self.names.iter().all(is_single).then_some(self.names.len() as u64)
    }

    /// Whether standard input is one of the sources.
    #[must_use]
    pub fn reads_stdin(&self) -> bool {
        let is_data = self.data.as_deref().is_some_and(is_stdin);
        is_data || self.names.iter().any(|name| name == "-")
    }

    /// Whether one of the sources may wait for more: standard input or a named pipe.
    #[must_use]
    pub fn may_wait(&self) -> bool {
        let is_pipe = |name: &String| {
            std::fs::metadata(name).is_ok_and(|about| !about.is_file() && !about.is_dir())
        };
        self.reads_stdin() || self.names.iter().any(is_pipe)
    }

    /// Streams the instances of a text in memory as [`from_bytes`] does, with the values of
    /// parameters from the file with data.
    ///
    /// # Errors
    /// Returns the errors of [`from_bytes`].
    pub fn of_bytes(&self, source: &str, bytes: Vec<u8>) -> Result<Stream, InputError> {
        let data = self.data.clone().map(|path| DataFile::new(path, self.unpack));
        let extension = extension_of(source);
        let manner = ReadOptions {
            extension: extension.as_deref(),
            limit: self.limit,
            memory: self.memory,
            sheets: &self.sheets,
            decision: self.decision.as_deref(),
            data: data.as_ref(),
            ignore_drawings: self.ignore_drawings,
            separate_tables: self.separate_tables,
            interrupted: self.interrupted,
        };
        let bytes = BufReader::with_capacity(1 << 16, std::io::Cursor::new(bytes));
        read_stream(text_lines(source, bytes, self.unpack), self.puzzle, manner)
    }

    /// All instances, in the order of the names; within a folder, in the order of the paths. Reads
    /// lazily.
    #[must_use]
    pub fn stream_instances(&self) -> Stream {
        let (puzzle, sheets, note) = (self.puzzle, self.sheets.clone(), self.note);
        let decision = self.decision.clone();
        let (limit, memory, unpack) = (self.limit, self.memory, self.unpack);
        let (ignore_drawings, interrupted) = (self.ignore_drawings, self.interrupted);
        let separate_tables = self.separate_tables;
        let data = self.data.clone().map(|path| DataFile::new(path, self.unpack));
        // `--data -` already reads standard input, so a source `-` would read it again.
        let mut reads_stdin = self.data.as_deref().is_some_and(is_stdin);
        let names = minizinc::join_data_files(self.names.clone());
        let sources = names.into_iter().flat_map(move |name| {
            if name == "-" && std::mem::replace(&mut reads_stdin, true) {
                let message = "'-' is standard input, which is read only once";
                return one_source(Err(InputError::new("<stdin>", message)));
            }
            expand_name(name, puzzle, note)
        });
        // `flat_map` opens each source only when the instances of the one before it are exhausted.
        Box::new(sources.flat_map(move |source| {
            let (sheets, data, extension) = (&sheets[..], data.as_ref(), None);
            let manner = ReadOptions {
                limit,
                memory,
                extension,
                sheets,
                decision: decision.as_deref(),
                data,
                ignore_drawings,
                separate_tables,
                interrupted,
            };
            match source.and_then(|source| open_source(source, puzzle, unpack, manner)) {
                Ok(stream) => stream,
                Err(error) => Box::new(std::iter::once(Err(error))),
            }
        }))
    }
}

/// One source of instances.
pub(super) enum InputSource {
    Stdin,
    File(PathBuf),
    /// An argument that is the text of an instance.
    Text(String),
    /// A MiniZinc model with its data, and its name.
    Minizinc(PathBuf, Vec<PathBuf>, String),
    /// A generated instance, and its name.
    Generated(Box<dyn Instance>, String),
}

/// The sources that a name denotes, or the error about it.
type Denoted = Box<dyn Iterator<Item = Result<InputSource, InputError>> + Send>;

pub(super) fn one_source(source: Result<InputSource, InputError>) -> Denoted {
    Box::new(std::iter::once(source))
}

/// The sources that a name denotes: the files of a folder, or a single source.
fn expand_name(name: String, puzzle: Option<InputForm>, note: Option<fn(&str)>) -> Denoted {
    if name == "-" {
        return one_source(Ok(InputSource::Stdin));
    }
    let path = Path::new(&name);
    if path.is_dir() {
        return match files_of(path, puzzle) {
            Ok(folder) => {
                let skipped = folder.skipped.describe_folder(&name);
                skipped.into_iter().zip(note).for_each(|(text, note)| note(&text));
                let files = folder.files.into_iter();
                Box::new(files.map(|file| match file.to_str().filter(|name| is_minizinc(name)) {
                    Some(name) => Ok(of_file(name.to_owned())),
                    None => Ok(InputSource::File(file)),
                }))
            }
            Err(error) => one_source(Err(error)),
        };
    }
    // A file wins over a generator of the same name.
    if !path.exists()
        && let Some(generated) = generated::generate_instance(&name)
    {
        let generated = generated.map_err(|error| InputError::new(&name, error.to_string()));
        return one_source(generated.map(|instance| InputSource::Generated(instance, name)));
    }
    if !path.exists() && text_argument::is_text(&name) {
        return one_source(Ok(InputSource::Text(name)));
    }
    one_source(Ok(of_file(name)))
}

/// The source that the name of a file denotes.
pub(super) fn of_file(name: String) -> InputSource {
    let path = Path::new(&name);
    // A single file may be called `m.mzn d.dzn`: its name is split only if there is no such file.
    match minizinc::split_files(&name).filter(|_| !path.exists() || minizinc::is_minizinc(&name)) {
        Some((model, data)) => InputSource::Minizinc(model, data, name),
        None => InputSource::File(name.into()),
    }
}

/// The lines of a file, and its extension in lower case; without that of a compression.
pub(super) fn lines_of(
    path: &Path,
    unpack: UnpackLimit,
    interrupted: Option<fn() -> bool>,
) -> Result<(LineReader<'static>, Option<String>), InputError> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| missing_file_error::open_error(path, &error))?;
    let extension = extension_of(&path.to_string_lossy());
    // A named pipe may wait for more, so a thread reads it, and the reader can stop waiting.
    if file.metadata().is_ok_and(|about| !about.is_file()) {
        let (pipe, waiting) = InputPipe::new(UnpackedReader::new(file, unpack), interrupted);
        let lines = LineReader::new(name, BufReader::with_capacity(1 << 16, pipe));
        return Ok((lines.waiting_for(waiting), extension));
    }
    Ok((text_lines(name, BufReader::with_capacity(1 << 16, file), unpack), extension))
}

/// The lines of standard input.
pub(super) fn stdin_lines(
    unpack: UnpackLimit,
    interrupted: Option<fn() -> bool>,
) -> LineReader<'static> {
    let (pipe, waiting) = InputPipe::new(UnpackedReader::new(UntilEnd::new(), unpack), interrupted);
    LineReader::new("<stdin>", BufReader::new(pipe)).waiting_for(waiting)
}

/// The lines of an input that does not wait, unpacked by a separate thread if it is compressed.
fn text_lines(
    name: impl Into<String>,
    mut input: BufReader<impl Read + Send + 'static>,
    unpack: UnpackLimit,
) -> LineReader<'static> {
    // The next read reports an error of this one again.
    if is_packed(&mut input).unwrap_or(false) {
        let (pipe, _) = InputPipe::new(UnpackedReader::new(input, unpack), None);
        return LineReader::new(name, BufReader::with_capacity(1 << 16, pipe));
    }
    LineReader::new(name, input)
}

/// The extension of a file's name in lower case, without that of a compression.
fn extension_of(name: &str) -> Option<String> {
    Path::new(bare_name(name)).extension().map(|e| e.to_string_lossy().to_lowercase())
}

pub(super) fn open_source(
    source: InputSource,
    puzzle: Option<InputForm>,
    unpack: UnpackLimit,
    manner: ReadOptions<'_>,
) -> Result<Stream, InputError> {
    let (origin, stream): (InstanceOrigin, Stream) = match source {
        InputSource::Generated(instance, source) => {
            let about_files = [
                (manner.data.is_some(), "--data has values for a model's parameters"),
                (!manner.sheets.is_empty(), "--sheet names a sheet of a workbook"),
                (manner.decision.is_some(), "--decision names a decision of a DMN file"),
            ];
            if let Some((_, what)) = about_files.iter().find(|(is_used, _)| *is_used) {
                return Err(InputError::new(source, format!("{what}; this is a generator")));
            }
            let name = source.as_str().into();
            let found = SourcedInstance::from_boxed(source, instance);
            (InstanceOrigin::Name(name), Box::new(std::iter::once(Ok(found))))
        }
        InputSource::Minizinc(model, data, name) => {
            (InstanceOrigin::Program, minizinc::open_model(&name, model, data, manner)?)
        }
        InputSource::Stdin => (
            InstanceOrigin::Stdin,
            read_stream(stdin_lines(unpack, manner.interrupted), puzzle, manner)?,
        ),
        InputSource::Text(text) => {
            let origin = InstanceOrigin::Argument(text.as_str().into());
            let text = std::io::Cursor::new(text.into_bytes());
            (origin, read_stream(LineReader::new("<argument>", text), puzzle, manner)?)
        }
        InputSource::File(path) => {
            let (lines, extension) = lines_of(&path, unpack, manner.interrupted)?;
            let manner = ReadOptions { extension: extension.as_deref(), ..manner };
            (InstanceOrigin::File(path), read_stream(lines, puzzle, manner)?)
        }
    };
    Ok(Box::new(stream.map(move |found| Ok(SourcedInstance { origin: origin.clone(), ..found? }))))
}

/// Streams the instances of a text in memory. `source` names it, and the
/// extension of that name counts as that of a file.
///
/// # Errors
/// Returns the errors of the general formats, and an error for a text in no known form. The stream
/// reports the errors of puzzles.
pub fn from_bytes(
    source: &str,
    bytes: Vec<u8>,
    form: Option<InputForm>,
) -> Result<Stream, InputError> {
    from_bytes_within(source, bytes, form, (None, None))
}

/// Streams as [`from_bytes`] does, within the limits on time and memory of [`InputSources`].
///
/// # Errors
/// Returns the errors of [`from_bytes`].
pub fn from_bytes_within(
    source: &str,
    bytes: Vec<u8>,
    form: Option<InputForm>,
    (limit, memory): (Option<Duration>, Option<u64>),
) -> Result<Stream, InputError> {
    let sources = InputSources { puzzle: form, limit, memory, ..InputSources::default() };
    sources.of_bytes(source, bytes)
}

/// Reads a text in the form that the user states, or that the text shows. Where the time is over
/// before that is clear, the stream holds an instance without a model.
pub(super) fn read_stream(
    mut lines: LineReader<'static>,
    form: Option<InputForm>,
    manner: ReadOptions<'_>,
) -> Result<Stream, InputError> {
    lines.limit_instance_time(manner.limit);
    let recognised = match form {
        Some(form) => form.unarchived(&mut lines),
        None => lines.look_ahead(|lines| recognise_form(lines, manner.extension)),
    };
    match recognised {
        Ok(form) => form.read(lines, manner),
        Err(_) if manner.is_interrupted() => Ok(Box::new(std::iter::empty())),
        Err(error) => {
            // A text that stopped coming may have no recognisable form yet. That is the fault of
            // the limit, and not of the text.
            let stop = error.why_stopped().or(lines.is_paused().then_some(StopReason::Timeout));
            let Some(stop) = stop else { return Err(error) };
            let source = lines.source_name();
            let found =
                SourcedInstance::from_boxed(source, Box::new(UnreadInstance { form: None, stop }));
            Ok(Box::new(std::iter::once(Ok(found))))
        }
    }
}

/// The form that the text shows.
///
/// # Errors
/// When it shows none, and when it cannot be read.
pub(super) fn recognise_form(
    lines: &mut LineReader<'static>,
    extension: Option<&str>,
) -> Result<InputForm, InputError> {
    if let Some(form) = InputForm::recognise(extension, lines)? {
        return Ok(form);
    }
    // Nothing fits: the remaining steps look for the most specific error, from damaged JSON to the
    // line of a board that is nearly right.
    if let Some(fault) = json_errors::json_fault(lines)? {
        return Err(fault);
    }
    if forms::has_variables(lines)? {
        let expected = format!("expected the member \"format\": {}", expected_format());
        return Err(lines.make_error(format!("nearly a model; {expected}")));
    }
    if let Some((line, nearly)) = sudoku::near_miss(lines)? {
        return Err(lines.make_error(nearly).at_line(line));
    }
    // The error points to the first line with text.
    let mut distance = 0;
    let first = loop {
        match lines.peek_line(distance)? {
            None => break None,
            Some(line) if !line.text.is_empty() => break Some(line.number),
            Some(_) => distance += 1,
        }
    };
    let found = if first.is_some() { "no known form" } else { "empty" };
    Err(forms::unknown_form_error(lines, found).at_line(first.unwrap_or(1)))
}
