//! The trait of a general form: its files, its recognition and its reader.

use parallax_instance::{InputError, Instance, LineReader};
use parallax_puzzles::Puzzle;

use crate::inputs::read_options::ReadOptions;

/// Puzzles as their readers find them.
pub(in crate::inputs) type FoundPuzzles =
    Box<dyn Iterator<Item = Result<Box<dyn Instance>, InputError>> + Send>;

/// A general form, as `forms!` in the head of the folder lists it.
pub(super) trait InputFormat {
    /// The extensions of its files, in lower case, the usual one first. A file with one that cannot
    /// be read is an error where a folder is searched.
    const EXTENSIONS: &'static [&'static str];

    /// The usual extension of a file that is written.
    const USUAL_EXTENSION: &'static str = Self::EXTENSIONS[0];

    /// The weight of these extensions where a form is recognised.
    const EXTENSION_WEIGHT: ExtensionWeight = ExtensionWeight::Decides;

    /// The names of the models of its instances.
    const MODEL_NAMES: &'static [&'static str] = &["model"];

    /// Whether its files may be workbooks: archives, of which sheets are read.
    const HAS_SHEETS: bool = false;

    /// Whether its instances may have parameters, whose values are in another file.
    const HAS_PARAMETERS: bool = false;

    /// Texts of its form, which the fuzzers damage.
    const SAMPLES: &'static [&'static str];

    /// Its reader.
    const READER: FormReader;

    /// Whether a text resembles texts of the form in this degree. Consumes nothing, and inspects as
    /// few lines as possible. `extension` is in lower case.
    ///
    /// # Errors
    /// If the text cannot be read.
    fn resembles(
        likeness: FormLikeness,
        extension: Option<&str>,
        lines: &mut LineReader<'_>,
    ) -> Result<bool, InputError>;
}

/// The degree to which a text resembles texts of a form. Recognition tries the degrees in this
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormLikeness {
    /// It is in this form although it may look like a text of another program.
    Unmistakable,
    /// Its first bytes, which are binary, show this form.
    Binary,
    /// It is in this form although its extension may be that of another program.
    Certain,
    /// Its first lines look like this form.
    Likely,
}

/// The weight of an extension where a form is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExtensionWeight {
    /// The file is in this form, unless its content is certainly in another one.
    Decides,
    /// The file is in this form if its content is like that of no other general form.
    Suggests,
    /// The content alone decides.
    Promises,
}

/// The reader of a form.
#[derive(Clone, Copy)]
pub(super) enum FormReader {
    /// The text is one instance.
    Whole(WholeReader),
    /// The text has puzzles, which are read one by one.
    Puzzles(fn(LineReader<'static>, &ReadOptions<'_>) -> FoundPuzzles),
}

/// Reads a text as one instance.
type WholeReader =
    fn(&mut LineReader<'_>, &ReadOptions<'_>) -> Result<Box<dyn Instance>, InputError>;

/// Compares a text with the texts of a form.
type Resembles = fn(FormLikeness, Option<&str>, &mut LineReader<'_>) -> Result<bool, InputError>;

/// The entry of a form in the list of all.
pub(super) struct FormEntry {
    pub(super) name: &'static str,
    pub(super) extensions: &'static [&'static str],
    pub(super) usual_extension: &'static str,
    pub(super) extension_weight: ExtensionWeight,
    pub(super) models: &'static [&'static str],
    pub(super) has_sheets: bool,
    pub(super) has_parameters: bool,
    pub(super) samples: &'static [&'static str],
    pub(super) reader: FormReader,
    pub(super) resembles: Resembles,
}

impl FormEntry {
    /// Returns the entry of a form with this name.
    pub(super) const fn from_format<F: InputFormat>(name: &'static str) -> Self {
        FormEntry {
            name,
            extensions: F::EXTENSIONS,
            usual_extension: F::USUAL_EXTENSION,
            extension_weight: F::EXTENSION_WEIGHT,
            models: F::MODEL_NAMES,
            has_sheets: F::HAS_SHEETS,
            has_parameters: F::HAS_PARAMETERS,
            samples: F::SAMPLES,
            reader: F::READER,
            resembles: F::resembles,
        }
    }
}

/// A puzzle, or a general form.
pub(super) enum FormKind {
    /// The form of a puzzle.
    Puzzle(Puzzle),
    /// Another form.
    General(&'static FormEntry),
}
