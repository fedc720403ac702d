//! The trait of a family of puzzles: its files and its names.

use parallax_instance::{InputError, Instance, LineReader};

use super::errors::PuzzleNameError;

/// The instances of a text, read one by one.
pub(crate) type InstanceStream<'a> =
    Box<dyn Iterator<Item = Result<Box<dyn Instance>, InputError>> + Send + 'a>;

/// A family of puzzles, as `puzzles!` in the head of the crate lists it.
pub(crate) trait PuzzleFamily {
    /// The required content of a file, for error messages.
    const EXPECTED_CONTENT: &'static str;

    /// The extensions of its files, in lower case, the usual one first.
    const EXTENSIONS: &'static [&'static str];

    /// The members of JSON that only this puzzle has, between quotation marks.
    const JSON_MEMBERS: &'static [&'static str] = &[];

    /// The first two characters of its JSON if that is not an object, without blanks.
    const NESTED_JSON_START: Option<&'static str> = None;

    /// Texts of its form, and names of instances, which the fuzzers damage.
    const SAMPLES: PuzzleSamples;

    /// A name of an instance, which help shows.
    const EXAMPLE: &'static str;

    /// A name of a small instance that is drawn, if names have seeds.
    const DRAWN_EXAMPLE: Option<&'static str> = None;

    /// Returns an iterator over the instances of a text.
    fn read_instances(lines: LineReader<'_>) -> InstanceStream<'_>;

    /// Makes the instance of a name, without the name of the puzzle and the colon.
    ///
    /// # Errors
    /// If the number or the seed is wrong.
    fn make_instance(size: &str) -> Result<Box<dyn Instance>, PuzzleNameError>;

    /// Whether the text can be of no other puzzle. Consumes nothing, and looks at as few lines as
    /// possible.
    ///
    /// # Errors
    /// If the text cannot be read.
    fn is_certain(_lines: &mut LineReader<'_>) -> Result<bool, InputError> {
        Ok(false)
    }

    /// Compares a text with the forms of the puzzle. `first` has its first lines that are neither
    /// blank nor comments, at least one.
    ///
    /// # Errors
    /// If the text cannot be read.
    fn compare_text(
        first: &[String],
        lines: &mut LineReader<'_>,
    ) -> Result<Option<TextLikeness>, InputError>;
}

/// How much a text looks like those of a puzzle, the most certain first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TextLikeness {
    /// No other puzzle has such texts.
    Certain,
    /// It is a whole instance.
    Whole,
    /// Its parts are those of the puzzle.
    Likely,
    /// Its parts may be those of another puzzle.
    Possible,
    /// Its parts are more likely those of another puzzle.
    Doubtful,
}

/// Examples of the texts of a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleSamples {
    /// Texts of instances.
    pub texts: &'static [&'static str],
    /// Names of instances without a file.
    pub names: &'static [&'static str],
}

/// The entry of a family in the list of all.
pub(crate) struct PuzzleEntry {
    pub(crate) expected: &'static str,
    pub(crate) extensions: &'static [&'static str],
    pub(crate) members: &'static [&'static str],
    pub(crate) nested: Option<&'static str>,
    pub(crate) samples: PuzzleSamples,
    pub(crate) example: &'static str,
    pub(crate) drawn_example: Option<&'static str>,
    pub(crate) read: for<'a> fn(LineReader<'a>) -> InstanceStream<'a>,
    pub(crate) make: fn(&str) -> Result<Box<dyn Instance>, PuzzleNameError>,
    pub(crate) is_certain: fn(&mut LineReader<'_>) -> Result<bool, InputError>,
    pub(crate) resembles:
        fn(&[String], &mut LineReader<'_>) -> Result<Option<TextLikeness>, InputError>,
}

impl PuzzleEntry {
    /// Returns the entry of a family.
    pub(crate) const fn from_family<F: PuzzleFamily>() -> Self {
        PuzzleEntry {
            expected: F::EXPECTED_CONTENT,
            extensions: F::EXTENSIONS,
            members: F::JSON_MEMBERS,
            nested: F::NESTED_JSON_START,
            samples: F::SAMPLES,
            example: F::EXAMPLE,
            drawn_example: F::DRAWN_EXAMPLE,
            read: F::read_instances,
            make: F::make_instance,
            is_certain: F::is_certain,
            resembles: F::compare_text,
        }
    }
}
