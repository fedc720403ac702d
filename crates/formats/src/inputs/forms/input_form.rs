//! The forms by name, and the stream of the instances of a text.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use parallax_instance::{InputError, InstanceTimer, LineReader};
use parallax_model::engine_api::StopReason;
use parallax_puzzles::Puzzle;

use super::InputForm;
use super::input_format::{FormKind, FormReader, FoundPuzzles};
use crate::inputs::name_error::UnknownForm;
use crate::inputs::read_options::ReadOptions;
use crate::inputs::unread_instance::UnreadInstance;
use crate::inputs::{SourcedInstance, Stream, foreign};

impl InputForm {
    /// All forms.
    pub fn all() -> impl Iterator<Item = InputForm> {
        Puzzle::ALL.into_iter().map(InputForm::Puzzle).chain(Self::GENERAL.iter().copied())
    }

    /// The name that commands use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.kind() {
            FormKind::Puzzle(puzzle) => puzzle.name(),
            FormKind::General(entry) => entry.name,
        }
    }

    /// The usual extension of files in this form. The readers of tables accept several, and no
    /// table is written.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self.kind() {
            FormKind::Puzzle(puzzle) => puzzle.file_extension(),
            FormKind::General(entry) => entry.usual_extension,
        }
    }

    /// Whether a text in this form is one instance, which is read as a whole.
    #[must_use]
    pub fn is_whole(self) -> bool {
        match self.kind() {
            FormKind::Puzzle(_) => false,
            FormKind::General(entry) => matches!(entry.reader, FormReader::Whole(_)),
        }
    }

    /// Texts in this form, which tests of readers damage.
    #[must_use]
    pub fn samples(self) -> &'static [&'static str] {
        match self.kind() {
            FormKind::Puzzle(puzzle) => puzzle.sample_texts().texts,
            FormKind::General(entry) => entry.samples,
        }
    }

    /// The names of the models of instances in a general format.
    pub(in crate::inputs) fn models(self) -> &'static [&'static str] {
        match self.kind() {
            FormKind::Puzzle(_) => &["model"],
            FormKind::General(entry) => entry.models,
        }
    }

    /// Whether the files may be workbooks: archives, of which sheets are read.
    fn has_sheets(self) -> bool {
        matches!(self.kind(), FormKind::General(entry) if entry.has_sheets)
    }

    /// Whether the instances may have parameters, whose values are in another file.
    fn has_parameters(self) -> bool {
        matches!(self.kind(), FormKind::General(entry) if entry.has_parameters)
    }

    /// This form, which the user states, unless the input is an archive.
    ///
    /// # Errors
    /// Returns an error if it is an archive, or cannot be read.
    pub(in crate::inputs) fn unarchived(
        self,
        lines: &mut LineReader<'_>,
    ) -> Result<Self, InputError> {
        match foreign::shown_archive(lines)? {
            Some(archive) if !self.has_sheets() => Err(archive.refusal_error(lines)),
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
    pub(in crate::inputs) fn read(
        self,
        mut lines: LineReader<'static>,
        manner: ReadOptions<'_>,
    ) -> Result<Stream, InputError> {
        let source = lines.source_name().to_owned();
        if !self.has_sheets() && !manner.sheets.is_empty() {
            let message = format!("--sheet names a sheet of a workbook; this is read as {self}");
            return Err(lines.make_error(message));
        }
        if !self.has_sheets() && manner.decision.is_some() {
            let message = format!("--decision names a decision of a DMN file; this is {self}");
            return Err(lines.make_error(message));
        }
        if !self.has_parameters() && manner.data.is_some() {
            let message = format!("--data has values for a model's parameters; this is {self}");
            return Err(lines.make_error(message));
        }
        let read_whole = match self.kind() {
            FormKind::Puzzle(puzzle) => {
                return Ok(self.puzzles(lines, |lines| puzzle.read_instances(lines)));
            }
            FormKind::General(entry) => match entry.reader {
                FormReader::Puzzles(reader) => {
                    return Ok(self.puzzles(lines, |lines| reader(lines, &manner)));
                }
                FormReader::Whole(reader) => reader,
            },
        };
        // Starts the clock of the instance: recognition before this may have waited for a slow
        // pipe.
        let start = lines.take_whole_rest(manner.memory);
        let instance = match read_whole(&mut lines, &manner) {
            Ok(instance) => instance,
            // A limit is not a fault of the text, so the stream holds a placeholder, to which
            // engines answer unknown.
            Err(error) => match error.why_stopped() {
                Some(stop) => Box::new(UnreadInstance { form: Some(self), stop }),
                None => return Err(error),
            },
        };
        let found = SourcedInstance {
            spent: start.elapsed(),
            ..SourcedInstance::from_boxed(source, instance)
        };
        Ok(Box::new(std::iter::once(Ok(found))))
    }

    /// Streams the puzzles of a text. If the time ends before a whole puzzle has come, the stream
    /// ends with an instance without a model.
    fn puzzles(
        self,
        lines: LineReader<'static>,
        reader: impl FnOnce(LineReader<'static>) -> FoundPuzzles,
    ) -> Stream {
        let (source, waiting) = (lines.source_name().to_owned(), lines.instance_timer());
        let numbered = reader(lines).enumerate();
        Box::new(numbered.map_while(move |(index, instance)| {
            let instance = match instance {
                Err(error) => match error.why_stopped() {
                    // An interrupt ends the stream; the report mentions it.
                    Some(StopReason::Cancelled) => return None,
                    Some(stop) => Box::new(UnreadInstance { form: Some(self), stop }),
                    None => return Some(Err(error)),
                },
                Ok(instance) => instance,
            };
            let spent = waiting.as_ref().map_or(Duration::ZERO, InstanceTimer::spent_time);
            Some(Ok(SourcedInstance {
                index,
                spent,
                ..SourcedInstance::from_boxed(&source, instance)
            }))
        }))
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
pub(in crate::inputs) fn names() -> String {
    InputForm::all().map(InputForm::name).collect::<Vec<_>>().join(", ")
}

/// The error of a text in no known form; `found` describes the text.
pub(in crate::inputs) fn unknown_form_error(lines: &LineReader<'_>, found: &str) -> InputError {
    lines.make_error(format!("{found}; expected one of {} (name it with --puzzle)", names()))
}
