//! The puzzles by name.

use parallax_model::instance::{InputError, Instance, Lines};

use crate::Puzzle;
use crate::family::PuzzleSamples;

impl Puzzle {
    /// The required content of a file of this puzzle, for error messages.
    #[must_use]
    pub fn expected(self) -> &'static str {
        self.entry().expected
    }

    /// Returns the usual extension of its files.
    #[must_use]
    pub fn extension(self) -> &'static str {
        self.entry().extensions.first().copied().unwrap_or_else(|| self.name())
    }

    /// Returns texts and names of its instances, which tests of readers damage.
    #[must_use]
    pub fn samples(self) -> PuzzleSamples {
        self.entry().samples
    }

    /// Returns an iterator over the instances of a file, which reads them one by
    /// one in bounded memory. It ends after the first error that is not confined
    /// to one instance. A file without any instance is an error.
    #[must_use]
    pub fn reader<'a>(
        self,
        lines: Lines<'a>,
    ) -> Box<dyn Iterator<Item = Result<Box<dyn Instance>, InputError>> + Send + 'a> {
        (self.entry().read)(lines)
    }
}
