//! The forms of grid puzzles: which one a text is in, and the stream of its puzzles.

use parallax_model::instance::{InputError, Instance, Lines};

use super::{
    EXPECTED, GridPuzzle, fpuzzles, iss, plain, puzz_link, read_fpuzzles, read_iss, read_puzz_link,
    read_tatham, tatham,
};

/// Puzzles, read one by one.
type Found<'a> = Box<dyn Iterator<Item = Result<Box<dyn Instance>, InputError>> + Send + 'a>;

/// The largest JSON text of a puzzle, in bytes.
const MAX_JSON: usize = 16 << 20;

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The plain form.
    Plain,
    /// JSON of f-puzzles.
    FPuzzles,
    /// A puzzle on each line: a link, a game ID or a constraint string.
    Lines,
}

/// Whether a line is a puzzle by itself: a link, a game ID or a constraint string.
#[must_use]
pub fn is_line(text: &str) -> bool {
    let text = text.trim();
    fpuzzles::is_fpuzzles_link(text)
        || puzz_link::is_puzz_link(text)
        || iss::is_iss(text)
        || tatham::is_tatham(text)
}

/// Returns the form of a text by its first lines. Consumes nothing.
fn form(lines: &mut Lines<'_>) -> Result<Option<Form>, InputError> {
    if plain::is_plain(lines)? {
        return Ok(Some(Form::Plain));
    }
    for distance in 0..100 {
        match lines.peek(distance)? {
            Some(line) if plain::is_between(&line.text) => {}
            Some(line) if line.text.trim_start().starts_with('{') => {
                return Ok(is_json(lines, distance)?.then_some(Form::FPuzzles));
            }
            Some(line) => return Ok(is_line(&line.text).then_some(Form::Lines)),
            None => break,
        }
    }
    Ok(None)
}

/// Whether the lines from this one on begin as JSON of f-puzzles: with a grid of rows of objects.
fn is_json(lines: &mut Lines<'_>, first: usize) -> Result<bool, InputError> {
    let mut text = String::new();
    for distance in first..first + 64 {
        match lines.peek(distance)? {
            Some(line) => text.extend(line.text.chars().filter(|c| !c.is_whitespace())),
            None => break,
        }
    }
    Ok(text.contains("\"grid\":[[{"))
}

/// Whether a text holds grid puzzles, by the extension of its file or by its first lines. Consumes
/// nothing.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn recognise(extension: Option<&str>, lines: &mut Lines<'_>) -> Result<bool, InputError> {
    Ok(extension == Some("grid") || form(lines)?.is_some())
}

/// Returns an iterator over the puzzles of a text, which reads them one by one. It ends after the
/// first error that is not confined to one line. A text without any puzzle is an error.
///
/// With `ignore_drawings`, drawings that no rule explains are left out; a warning of the puzzle
/// names them.
#[must_use]
pub fn reader(mut lines: Lines<'_>, ignore_drawings: bool) -> Found<'_> {
    lines.separated_by(plain::is_between);
    Box::new(Puzzles { lines, ignore_drawings, form: None, has_ended: false })
}

struct Puzzles<'a> {
    lines: Lines<'a>,
    ignore_drawings: bool,
    /// The form, once the first line was looked at.
    form: Option<Form>,
    has_ended: bool,
}

impl Puzzles<'_> {
    fn fetch(&mut self) -> Result<Option<GridPuzzle>, InputError> {
        let Some(form) = self.form else {
            let form = form(&mut self.lines)?.unwrap_or(Form::Plain);
            self.form = Some(form);
            let first = self.read(form)?;
            return match first {
                Some(puzzle) => Ok(Some(puzzle)),
                None => Err(self.lines.error(format!("empty; expected {EXPECTED}"))),
            };
        };
        self.lines.next_instance();
        self.read(form)
    }

    fn read(&mut self, form: Form) -> Result<Option<GridPuzzle>, InputError> {
        match form {
            Form::Plain => plain::next(&mut self.lines),
            Form::Lines => self.line(),
            Form::FPuzzles => {
                let text = self.lines.rest(MAX_JSON)?;
                if text.trim().is_empty() {
                    return Ok(None);
                }
                let puzzle = read_fpuzzles(&text, self.ignore_drawings);
                puzzle.map(Some).map_err(|message| self.lines.error(message))
            }
        }
    }

    /// Reads the next line that is a puzzle. An error is about that line only.
    fn line(&mut self) -> Result<Option<GridPuzzle>, InputError> {
        while let Some(line) = self.lines.next()? {
            if plain::is_between(&line.text) && !iss::is_iss(line.text.trim()) {
                continue;
            }
            let text = line.text.trim();
            let read = if fpuzzles::is_fpuzzles_link(text) {
                read_fpuzzles(text, self.ignore_drawings)
            } else if puzz_link::is_puzz_link(text) {
                read_puzz_link(text)
            } else if iss::is_iss(text) {
                read_iss(text)
            } else {
                read_tatham(text)
            };
            return read.map(Some).map_err(|message| {
                self.lines.error(message).at_line(line.number).confined()
            });
        }
        Ok(None)
    }
}

impl Iterator for Puzzles<'_> {
    type Item = Result<Box<dyn Instance>, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let fetched = self.fetch().transpose();
        self.has_ended = match &fetched {
            Some(Ok(_)) => false,
            Some(Err(error)) => !error.is_confined(),
            None => true,
        };
        Some(fetched?.map(|puzzle| Box::new(puzzle) as Box<dyn Instance>))
    }
}
