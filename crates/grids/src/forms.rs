//! The forms of grid puzzles: which one a text is in, and the stream of its puzzles.

use parallax_instance::{InputError, Instance, LineReader};

use super::errors::LocatedTextError;
use super::{
    EXPECTED, GridPuzzle, candidate_grid, fpuzzles::link_name, is_code, is_dzn, is_fpuzzles_link,
    is_iss, is_puzz_link, is_tatham, plain, read_code, read_dzn, read_fpuzzles, read_iss,
    read_puzz_link, read_tatham,
};

/// Puzzles, read one by one.
type GridPuzzleResults<'a> =
    Box<dyn Iterator<Item = Result<Box<dyn Instance>, InputError>> + Send + 'a>;

/// The largest text of a puzzle that is read as a whole, in bytes.
const MAX_TEXT: usize = 16 << 20;

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GridTextForm {
    /// The plain form.
    Plain,
    /// JSON of f-puzzles.
    FPuzzles,
    /// Kakuro data of MiniZinc.
    Dzn,
    /// Grids of candidates.
    Marks,
    /// A puzzle on each line: a link, a game ID, a code. A constraint string may go on to the next
    /// blank line.
    Lines,
}

/// Whether a line is a puzzle by itself: a link, a game ID or a constraint string.
#[must_use]
pub fn is_line(text: &str) -> bool {
    let text = text.trim();
    is_fpuzzles_link(text) || is_puzz_link(text) || is_iss(text) || is_tatham(text) || is_code(text)
}

/// Returns the form of a text by its first lines. Consumes nothing.
fn detect_form(lines: &mut LineReader<'_>) -> Result<Option<GridTextForm>, InputError> {
    if plain::is_plain(lines)? {
        return Ok(Some(GridTextForm::Plain));
    }
    if candidate_grid::is_marks(lines)? {
        return Ok(Some(GridTextForm::Marks));
    }
    // Peeked lines are kept in memory, so the search for the first content is bounded.
    for distance in 0..100 {
        match lines.peek_line(distance)? {
            Some(line) if plain::is_between(&line.text) => {}
            Some(line) if line.text.trim_start().starts_with('{') => {
                return Ok(is_json(lines, distance)?.then_some(GridTextForm::FPuzzles));
            }
            Some(line) if is_line(&line.text) => return Ok(Some(GridTextForm::Lines)),
            Some(_) => {
                let text = join_lines(lines, distance, "\n")?;
                return Ok(is_dzn(&text).then_some(GridTextForm::Dzn));
            }
            None => break,
        }
    }
    Ok(None)
}

/// Whether the lines from this one on begin as JSON of f-puzzles: with a grid of rows of objects.
fn is_json(lines: &mut LineReader<'_>, first: usize) -> Result<bool, InputError> {
    // Without blanks, a printed grid of any layout reads like a grid on one line.
    let text: String =
        join_lines(lines, first, "")?.chars().filter(|c| !c.is_whitespace()).collect();
    Ok(text.contains("\"grid\":[[{"))
}

/// Returns some lines from this one on.
fn join_lines(
    lines: &mut LineReader<'_>,
    first: usize,
    between: &str,
) -> Result<String, InputError> {
    let mut text = String::new();
    for distance in first..first + 64 {
        match lines.peek_line(distance)? {
            Some(line) => text.extend([&line.text, between]),
            None => break,
        }
    }
    Ok(text)
}

/// Whether a text holds grid puzzles, by the extension of its file or by its first lines. Consumes
/// nothing.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn recognise_grids(
    extension: Option<&str>,
    lines: &mut LineReader<'_>,
) -> Result<bool, InputError> {
    Ok(extension == Some("grid") || detect_form(lines)?.is_some())
}

/// Returns an iterator over the puzzles of a text, which reads them one by one. It ends after the
/// first error that is not confined to one line. A text without any puzzle is an error.
///
/// With `ignore_drawings`, drawings that no rule explains are left out; a warning of the puzzle
/// names them.
#[must_use]
pub fn read_grids(mut lines: LineReader<'_>, ignore_drawings: bool) -> GridPuzzleResults<'_> {
    lines.separated_by(plain::is_between);
    Box::new(GridPuzzleStream { lines, ignore_drawings, form: None, has_ended: false })
}

struct GridPuzzleStream<'a> {
    lines: LineReader<'a>,
    ignore_drawings: bool,
    /// The form, once the first line was looked at.
    form: Option<GridTextForm>,
    has_ended: bool,
}

impl GridPuzzleStream<'_> {
    fn fetch_puzzle(&mut self) -> Result<Option<GridPuzzle>, InputError> {
        // Only the first puzzle decides the form, and only its absence is an error: a text may end
        // after any other.
        let Some(form) = self.form else {
            let form = detect_form(&mut self.lines)?.unwrap_or(GridTextForm::Plain);
            self.form = Some(form);
            let first = self.read_puzzle(form)?;
            return match first {
                Some(puzzle) => Ok(Some(puzzle)),
                None => Err(self.lines.make_error(format!("empty; expected {EXPECTED}"))),
            };
        };
        self.lines.next_instance();
        self.read_puzzle(form)
    }

    fn read_puzzle(&mut self, form: GridTextForm) -> Result<Option<GridPuzzle>, InputError> {
        match form {
            GridTextForm::Plain => {
                let read = plain::next(&mut self.lines)?;
                Ok(read.map(|puzzle| found_as(puzzle, "the plain form of grid puzzles")))
            }
            GridTextForm::Marks => {
                let read = candidate_grid::next(&mut self.lines)?;
                Ok(read.map(|puzzle| found_as(puzzle, "a grid of candidates")))
            }
            GridTextForm::Lines => self.read_puzzle_line(),
            GridTextForm::FPuzzles | GridTextForm::Dzn => {
                let text = self.lines.read_rest(MAX_TEXT)?;
                let (read, name) = match form {
                    _ if text.trim().is_empty() => return Ok(None),
                    GridTextForm::Dzn => {
                        (read_dzn(&text).map_err(LocatedTextError::new), "a kakuro of MiniZinc")
                    }
                    _ => (self.read_fpuzzles(&text), "JSON of f-puzzles"),
                };
                let read = read.map(|puzzle| Some(found_as(puzzle, name)));
                read.map_err(|fault| self.lines.make_error(fault.to_string()))
            }
        }
    }

    /// Reads the next line that is a puzzle. An error is about that line only.
    fn read_puzzle_line(&mut self) -> Result<Option<GridPuzzle>, InputError> {
        while let Some(line) = self.lines.next_line()? {
            if plain::is_between(&line.text) {
                continue;
            }
            let mut text = line.text.trim().to_owned();
            let (read, name) = if is_fpuzzles_link(&text) {
                (self.read_fpuzzles(&text), link_name(&text))
            } else if is_puzz_link(&text) {
                (read_puzz_link(&text), "an address of puzz.link")
            } else if is_iss(&text) {
                self.rest_of_string(&mut text)?;
                (read_iss(&text), "a constraint string of ISS")
            } else if is_code(&text) {
                (read_code(&text), "a symbol for each cell")
            } else {
                (read_tatham(&text), "a game ID of Tatham's puzzles")
            };
            return read
                .map(|puzzle| Some(found_as(puzzle, name)))
                .map_err(|fault| self.lines.make_error(fault.to_string()))
                // The other lines are puzzles by themselves, so the stream continues after this
                // error.
                .map_err(|error| error.at_line(line.number).confine_to_instance());
        }
        Ok(None)
    }

    /// Reads JSON of f-puzzles, or a link.
    fn read_fpuzzles(&self, text: &str) -> Result<GridPuzzle, LocatedTextError> {
        read_fpuzzles(text, self.ignore_drawings).map_err(LocatedTextError::new)
    }

    /// Adds the lines to the next blank one, which belong to a constraint string. A second one that
    /// begins with a shape begins another string.
    fn rest_of_string(&mut self, text: &mut String) -> Result<(), InputError> {
        while let Some(line) = self.lines.peek_line(0)? {
            let more = line.text.trim();
            let has_shape = text.contains(".Shape");
            let is_other = has_shape && more.starts_with(".Shape") || plain::is_between(more);
            if is_other || text.len() + more.len() > MAX_TEXT {
                break;
            }
            text.push('\n');
            text.push_str(more);
            self.lines.next_line()?;
        }
        Ok(())
    }
}

/// Notes in which form a puzzle was found.
fn found_as(puzzle: GridPuzzle, name: &'static str) -> GridPuzzle {
    GridPuzzle { found_as: Some(name), ..puzzle }
}

impl Iterator for GridPuzzleStream<'_> {
    type Item = Result<Box<dyn Instance>, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let fetched = self.fetch_puzzle().transpose();
        self.has_ended = match &fetched {
            Some(Ok(_)) => false,
            Some(Err(error)) => !error.is_confined(),
            None => true,
        };
        Some(fetched?.map(|puzzle| Box::new(puzzle) as Box<dyn Instance>))
    }
}
