//! The form of a file: a puzzle, or a general format.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use parallax_model::ask::Stop;
use parallax_model::instance::{InputError, Instance, Lines, MAX_LINE, Waiting};
use parallax_puzzles::Puzzle;
use parallax_tables::{self as tables, Choice};

use super::data::DataFile;
use super::name_error::UnknownForm;
use super::unread::Unread;
use super::{SourcedInstance, Stream, foreign};
use crate::unpack::bare_name;
use crate::{
    CnfInstance, FlatzincInstance, ModelInstance, OpbInstance, SmtInstance, TablesInstance,
    Xcsp3Instance, cnf, opb, smtlib,
};

/// The form of a file's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputForm {
    /// Instances of a puzzle.
    Puzzle(Puzzle),
    /// Puzzles on grids, in one of their forms.
    Grid,
    /// A model as JSON.
    Model,
    /// A formula in DIMACS CNF.
    Cnf,
    /// A pseudo-Boolean problem in OPB.
    Opb,
    /// A script in SMT-LIB 2.
    Smt,
    /// An instance in XCSP3.
    Xcsp3,
    /// A model in FlatZinc.
    FlatZinc,
    /// Tables of cDMN or DMN.
    Tables,
}

/// The forms besides those of [`Puzzle`].
const GENERAL: [InputForm; 8] = [
    InputForm::Grid,
    InputForm::Model,
    InputForm::Cnf,
    InputForm::Opb,
    InputForm::Smt,
    InputForm::Xcsp3,
    InputForm::FlatZinc,
    InputForm::Tables,
];

/// Puzzles as their readers find them.
type Found = Box<dyn Iterator<Item = Result<Box<dyn Instance>, InputError>> + Send>;

/// The options of reading a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner<'a> {
    /// The limit on the time of each instance, as [`Lines::limited`] counts it.
    pub limit: Option<Duration>,
    /// The memory of this process, in bytes, beyond which reading such a file stops.
    pub memory: Option<u64>,
    /// The extension in lower case.
    pub extension: Option<&'a str>,
    /// The sheets of a workbook to read.
    pub sheets: &'a [String],
    /// The values of the parameters of models by hand.
    pub data: Option<&'a DataFile>,
    /// Whether drawings that no rule explains are left out of grid puzzles.
    pub ignore_drawings: bool,
    /// Whether the run was interrupted, so that a pipe is not waited for.
    pub interrupted: Option<fn() -> bool>,
}

impl Manner<'_> {
    /// Whether the run was interrupted.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.is_some_and(|happened| happened())
    }
}

impl InputForm {
    /// All forms.
    pub fn all() -> impl Iterator<Item = InputForm> {
        Puzzle::ALL.into_iter().map(InputForm::Puzzle).chain(GENERAL)
    }

    /// The name that commands use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            InputForm::Puzzle(puzzle) => puzzle.name(),
            InputForm::Grid => "grid",
            InputForm::Model => "model",
            InputForm::Cnf => "cnf",
            InputForm::Opb => "opb",
            InputForm::Smt => "smt2",
            InputForm::Xcsp3 => "xcsp3",
            InputForm::FlatZinc => "fzn",
            InputForm::Tables => "cdmn",
        }
    }

    /// Whether files with this extension, in lower case, are expected to be in one of the forms.
    pub(super) fn has_extension(extension: &str) -> bool {
        let others = ["json", "dimacs", "pb", "smt", "xlsx", "dmn"];
        others.contains(&extension)
            || InputForm::all().any(|form| form.extension() == extension && form != Self::Tables)
    }

    /// The usual extension of files in this form. Tables have several; they are not written.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            InputForm::Puzzle(puzzle) => puzzle.extension(),
            InputForm::Model => "model.json",
            InputForm::Xcsp3 => "xml",
            InputForm::Tables => "md",
            _ => self.name(),
        }
    }

    /// Recognises the form of a text: a general format by the extension or the first lines,
    /// otherwise as the puzzles recognise it. Consumes nothing. Returns `None` if no form fits.
    ///
    /// # Errors
    /// Returns an error if the text is empty, cannot be read, or is in a form of other programs.
    pub(super) fn recognise(
        extension: Option<&str>,
        lines: &mut Lines<'_>,
    ) -> Result<Option<InputForm>, InputError> {
        // A FlatZinc model may read as a MiniZinc model, which is a form of other programs.
        if extension == Some("fzn") || parallax_flatzinc::starts(lines)? {
            return Ok(Some(InputForm::FlatZinc));
        }
        // The parts of a workbook may have any order, so its name counts.
        let is_named_workbook = extension == Some("xlsx") && is_workbook(lines)?;
        if !is_named_workbook && let Some(foreign) = foreign::shown(lines, extension)? {
            return Err(foreign.refusal(lines));
        }
        // Workbooks are binary, so this check precedes all checks of text.
        if is_workbook(lines)? {
            return Ok(Some(InputForm::Tables));
        }
        let is_tables = matches!(extension, Some("xlsx" | "dmn"));
        let is_model = !is_tables && is_model(lines)?;
        // Kakuro data of MiniZinc are read, and no other data.
        if extension == Some("dzn") && parallax_grids::recognise(extension, lines)? {
            return Ok(Some(InputForm::Grid));
        }
        if !is_model && let Some(foreign) = foreign::by_name(extension) {
            return Err(foreign.refusal(lines));
        }
        let by_name = match extension {
            _ if is_tables => Some(InputForm::Tables),
            _ if is_model => Some(InputForm::Model),
            Some("cnf" | "dimacs") => Some(InputForm::Cnf),
            Some("opb" | "pb") => Some(InputForm::Opb),
            Some("smt2" | "smt") => Some(InputForm::Smt),
            _ if parallax_grids::recognise(extension, lines)? => Some(InputForm::Grid),
            _ if cnf::starts(lines)? => Some(InputForm::Cnf),
            _ if opb::starts(lines)? => Some(InputForm::Opb),
            _ if smtlib::starts(lines)? => Some(InputForm::Smt),
            _ if parallax_xcsp3::starts(lines)? => Some(InputForm::Xcsp3),
            _ if tables::readers::starts(extension, lines)? => Some(InputForm::Tables),
            // The reader says what it expects of any other XML.
            Some("xml") => Some(InputForm::Xcsp3),
            _ => None,
        };
        match by_name {
            Some(form) => Ok(Some(form)),
            None => Ok(Puzzle::recognise(extension, lines)?.map(InputForm::Puzzle)),
        }
    }

    /// This form, which the user states, unless the input is an archive.
    ///
    /// # Errors
    /// When it is one, and when it cannot be read.
    pub(super) fn unarchived(self, lines: &mut Lines<'_>) -> Result<Self, InputError> {
        match foreign::archive(lines)? {
            Some(archive) if self != InputForm::Tables => Err(archive.refusal(lines)),
            _ => Ok(self),
        }
    }

    /// Streams the instances of a text in this form. In a general format, the
    /// text is one instance, and the limit bounds its reading; of puzzles it bounds the wait for
    /// the rest of each. When a limit stops the reading, the stream holds an instance without a
    /// model.
    ///
    /// # Errors
    /// Returns the errors of the general formats. Puzzles report theirs in the stream.
    pub(super) fn read(
        self,
        mut lines: Lines<'static>,
        manner: Manner<'_>,
    ) -> Result<Stream, InputError> {
        let source = lines.source().to_owned();
        if self != InputForm::Tables && !manner.sheets.is_empty() {
            let message = format!("--sheet names a sheet of a workbook; this is read as {self}");
            return Err(lines.error(message));
        }
        if self != InputForm::Model && manner.data.is_some() {
            let message = format!("--data has values for a model's parameters; this is {self}");
            return Err(lines.error(message));
        }
        match self {
            InputForm::Puzzle(puzzle) => {
                return Ok(self.puzzles(lines, |lines| puzzle.reader(lines)));
            }
            InputForm::Grid => {
                let ignore = manner.ignore_drawings;
                return Ok(self.puzzles(lines, |lines| parallax_grids::reader(lines, ignore)));
            }
            _ => {}
        }
        let start = lines.whole(manner.memory);
        let instance = match self.whole(&mut lines, manner) {
            Ok(instance) => instance,
            Err(error) => match error.why_stopped() {
                Some(stop) => Box::new(Unread { form: Some(self), stop }),
                None => return Err(error),
            },
        };
        let found =
            SourcedInstance { spent: start.elapsed(), ..SourcedInstance::made(source, instance) };
        Ok(Box::new(std::iter::once(Ok(found))))
    }

    /// Streams the puzzles of a text. Where the time is over before one has come as a whole, an
    /// instance without a model is the last.
    fn puzzles(
        self,
        lines: Lines<'static>,
        reader: impl FnOnce(Lines<'static>) -> Found,
    ) -> Stream {
        let (source, waiting) = (lines.source().to_owned(), lines.waiting());
        let numbered = reader(lines).enumerate();
        Box::new(numbered.map_while(move |(index, instance)| {
            let instance = match instance {
                Err(error) => match error.why_stopped() {
                    // An interrupt ends the stream: the report says so.
                    Some(Stop::Cancelled) => return None,
                    Some(stop) => Box::new(Unread { form: Some(self), stop }),
                    None => return Some(Err(error)),
                },
                Ok(instance) => instance,
            };
            let spent = waiting.as_ref().map_or(Duration::ZERO, Waiting::spent);
            Some(Ok(SourcedInstance { index, spent, ..SourcedInstance::made(&source, instance) }))
        }))
    }

    /// Reads a text in a general format as one instance.
    fn whole(
        self,
        lines: &mut Lines<'_>,
        manner: Manner<'_>,
    ) -> Result<Box<dyn Instance>, InputError> {
        Ok(match self {
            InputForm::Model => {
                let text = manner.data.map(|data| data.text(manner)).transpose()?;
                let data = manner.data.map(DataFile::source).zip(text.as_deref());
                Box::new(ModelInstance::read_with(lines, data)?)
            }
            InputForm::Cnf => Box::new(CnfInstance::read(lines)?),
            InputForm::Opb => Box::new(OpbInstance::read(lines)?),
            InputForm::Smt => Box::new(SmtInstance::read(lines)?),
            InputForm::Xcsp3 => Box::new(Xcsp3Instance::read(lines)?),
            InputForm::FlatZinc => Box::new(FlatzincInstance::read(lines)?),
            InputForm::Tables => {
                let bytes = lines.rest_bytes(tables::readers::MAX_FILE)?;
                let (source, choice) = (lines.source(), Choice(manner.sheets));
                let check = || lines.check();
                let tables = tables::read_tables(source, manner.extension, bytes, &choice, &check)?;
                Box::new(TablesInstance::read(source, tables, &check)?)
            }
            InputForm::Puzzle(_) | InputForm::Grid => return Err(unknown(lines, "a puzzle")),
        })
    }

    /// The names of the models of instances in a general format.
    pub(super) fn models(self) -> &'static [&'static str] {
        match self {
            InputForm::Cnf => &["clauses"],
            InputForm::Opb => &["sums"],
            InputForm::Tables => &["tables"],
            InputForm::Grid => &["cells"],
            _ => &["model"],
        }
    }
}

impl fmt::Display for InputForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for InputForm {
    type Err = UnknownForm;

    fn from_str(name: &str) -> Result<Self, UnknownForm> {
        let found = InputForm::all().find(|form| form.name() == name);
        found.ok_or_else(|| UnknownForm { name: name.to_owned() })
    }
}

/// The names of all forms, separated by commas.
pub(super) fn names() -> String {
    InputForm::all().map(InputForm::name).collect::<Vec<_>>().join(", ")
}

/// The error of a text in no known form; `found` describes the text.
pub(super) fn unknown(lines: &Lines<'_>, found: &str) -> InputError {
    lines.error(format!("{found}; expected one of {} (name it with --puzzle)", names()))
}

/// Whether the first bytes are those of a workbook.
fn is_workbook(lines: &mut Lines<'_>) -> Result<bool, InputError> {
    // Few inputs begin with these bytes, and `head` makes reading a little slower.
    Ok(matches!(lines.first_byte()?, Some(b'P' | 0xd0))
        && tables::readers::is_binary(&lines.head(8)?))
}

/// The number of lines to inspect for the signs of a model.
const LOOKAHEAD: usize = 20;

/// Whether the text is an object with variables, as models are.
pub(super) fn has_variables(lines: &mut Lines<'_>) -> Result<bool, InputError> {
    let mut is_object = false;
    for distance in 0..LOOKAHEAD {
        let Some(line) = lines.peek(distance)? else { break };
        is_object |= distance == 0 && line.text.trim_start().starts_with('{');
        if is_object && line.text.contains("\"variables\"") {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a file's name or its first lines identify a model. The word `parallax-model` does, and,
/// if the text continues after the inspected part, a member that models have and JSON puzzles lack.
fn is_model(lines: &mut Lines<'_>) -> Result<bool, InputError> {
    if bare_name(lines.source()).ends_with(".model.json") {
        return Ok(true);
    }
    let (mut has_member, mut is_whole, mut cut) = (false, false, false);
    for distance in 0..LOOKAHEAD {
        match lines.peek(distance)? {
            Some(line) if distance == 0 && !line.text.trim_start().starts_with('{') => {
                return Ok(false);
            }
            Some(line) if line.text.contains("parallax-model") => return Ok(true),
            Some(line) => {
                has_member |= ["\"variables\"", "\"constraints\"", "\"dimensions\""]
                    .iter()
                    .any(|member| line.text.contains(member));
                // `peek` shows the beginning of a longer line, perhaps cut within a character.
                cut = line.text.len() > MAX_LINE - 8;
            }
            None => {
                is_whole = !cut;
                break;
            }
        }
    }
    Ok(has_member && !is_whole)
}
