//! The puzzles by name.

use parallax_instance::{InputError, Instance, LineReader};

use crate::Puzzle;
use crate::family::PuzzleSamples;

impl Puzzle {
    /// Returns the required content of a file of this puzzle, for error messages.
    #[must_use]
    pub fn expected_content(self) -> &'static str {
        self.entry().expected
    }

    /// Returns the usual extension of its files.
    #[must_use]
    pub fn file_extension(self) -> &'static str {
        self.entry().extensions.first().copied().unwrap_or_else(|| self.name())
    }

    /// Returns texts and names of its instances, which tests of readers damage.
    #[must_use]
    pub fn sample_texts(self) -> PuzzleSamples {
        self.entry().samples
    }

    /// Returns an iterator over the instances of a file, which reads them one by
    /// one in bounded memory. It ends after the first error that is not confined
    /// to one instance. A file without any instance is an error.
    #[must_use]
    pub fn read_instances<'a>(
        self,
        lines: LineReader<'a>,
    ) -> Box<dyn Iterator<Item = Result<Box<dyn Instance>, InputError>> + Send + 'a> {
        (self.entry().read)(lines)
    }
}
