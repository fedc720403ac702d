//! The forms of grid puzzles: which one a text is in, and the stream of its puzzles.

use parallax_model::instance::{InputError, Instance, Lines};

use super::{EXPECTED, plain};

/// Puzzles, read one by one.
type Found<'a> = Box<dyn Iterator<Item = Result<Box<dyn Instance>, InputError>> + Send + 'a>;

/// Whether a text holds grid puzzles, by the extension of its file or by its first lines. Consumes
/// nothing.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn recognise(extension: Option<&str>, lines: &mut Lines<'_>) -> Result<bool, InputError> {
    Ok(extension == Some("grid") || plain::is_plain(lines)?)
}

/// Returns an iterator over the puzzles of a text, which reads them one by one. It ends after the
/// first error. A text without any puzzle is an error.
#[must_use]
pub fn reader(mut lines: Lines<'_>) -> Found<'_> {
    lines.separated_by(plain::is_between);
    Box::new(Puzzles { lines, is_fresh: true, has_ended: false })
}

struct Puzzles<'a> {
    lines: Lines<'a>,
    is_fresh: bool,
    has_ended: bool,
}

impl Puzzles<'_> {
    fn fetch(&mut self) -> Result<Option<Box<dyn Instance>>, InputError> {
        if !std::mem::replace(&mut self.is_fresh, false) {
            self.lines.next_instance();
            return Ok(plain::next(&mut self.lines)?.map(boxed));
        }
        match plain::next(&mut self.lines)? {
            Some(puzzle) => Ok(Some(boxed(puzzle))),
            None => Err(self.lines.error(format!("empty; expected {EXPECTED}"))),
        }
    }
}

fn boxed(puzzle: super::GridPuzzle) -> Box<dyn Instance> {
    Box::new(puzzle)
}

impl Iterator for Puzzles<'_> {
    type Item = Result<Box<dyn Instance>, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let fetched = self.fetch().transpose();
        self.has_ended = !matches!(fetched, Some(Ok(_)));
        fetched
    }
}
