//! A line with a key: `cage 15: r1c1-r1c3`.

use parallax_instance::{LineField, shorten_text, split_fields, split_words};
use parallax_model::Value;

use crate::board::MAX_NUMBER;
use crate::errors::{LocatedTextError, PlainLineError, TextError};
use crate::rules::KEYS;
use crate::shape::{GridShape, GridSide};

/// A line of a rule, split into its key, the arguments before the colon, and the text after it.
pub(crate) struct KeyLine<'a> {
    /// The key.
    pub key: &'static str,
    /// The shape of the grid.
    pub shape: GridShape,
    /// Whether the two cells of a mark need not share a side: `white apart:`.
    apart: bool,
    arguments: Vec<LineField<'a>>,
    /// The text after the colon.
    body: Option<LineField<'a>>,
    text: &'a str,
}

/// The key of lines such as `r1c1 < r1c2`.
const INEQUALITY_KEY: &str = "<";

/// The keys of marks between two cells, which share a side unless the word `apart` says otherwise.
const PAIR_MARK_KEYS: [&str; 5] = ["white", "black", "x", "v", "any xv"];

/// The word before the colon of marks between any two cells.
pub(crate) const APART_WORD: &str = "apart";

impl<'a> KeyLine<'a> {
    /// Splits a line. `None` if it begins with no key.
    pub(crate) fn split_line(text: &'a str, shape: GridShape) -> Option<Self> {
        let (head, body) = match text.find(':') {
            Some(at) => {
                let column = text[..=at].chars().count() + 1;
                (&text[..at], Some(LineField { column, text: &text[at + 1..] }))
            }
            None => (text, None),
        };
        // `r1c1 < r1c2` has no key before a colon.
        if body.is_none() && text.contains(['<', '>']) {
            let body = Some(LineField { column: 1, text });
            let arguments = Vec::new();
            return Some(KeyLine {
                key: INEQUALITY_KEY,
                shape,
                apart: false,
                arguments,
                body,
                text,
            });
        }
        let parts = split_words(head);
        let fits = |key: &&'static str| {
            let words: Vec<&str> = key.split(' ').collect();
            parts.len() >= words.len()
                && words.iter().zip(&parts).all(|(word, part)| *word == part.text)
        };
        let keys = KEYS.iter().flat_map(|(keys, _)| keys.iter().copied());
        // One key may begin another, as `any` does `any xv`: the longest wins.
        let key = keys.filter(fits).max_by_key(|key| key.split(' ').count())?;
        let mut arguments = parts[key.split(' ').count()..].to_vec();
        let is_last = arguments.last().is_some_and(|word| word.text == APART_WORD);
        let apart = is_last && PAIR_MARK_KEYS.contains(&key);
        arguments.truncate(arguments.len() - usize::from(apart));
        Some(KeyLine { key, shape, apart, arguments, body, text })
    }

    /// Creates a fault of the whole line.
    pub(crate) fn line_error(&self, error: impl Into<PlainLineError>) -> LocatedTextError {
        let (line, error) = (shorten_text(self.text.trim()), error.into());
        LocatedTextError::new(TextError::WholeLine { line, error })
    }

    /// Creates a fault of the whole line that lacks a part.
    pub(crate) fn absence_error(&self, expected: &'static str) -> LocatedTextError {
        self.line_error(PlainLineError::Absence { expected })
    }

    /// Requires that there is nothing before the colon but the key.
    pub(crate) fn no_arguments(&self) -> Result<(), LocatedTextError> {
        match self.arguments.first() {
            Some(field) => {
                let error =
                    PlainLineError::AfterKey { found: field.text.to_owned(), key: self.key };
                Err(LocatedTextError::at_column(field.column, error))
            }
            None => Ok(()),
        }
    }

    /// Requires that there is no colon.
    pub(crate) fn no_body(&self) -> Result<(), LocatedTextError> {
        match self.body {
            Some(_) => Err(self.line_error(PlainLineError::KeyBody { key: self.key })),
            None => Ok(()),
        }
    }

    /// Requires that the line is the key alone.
    pub(crate) fn require_no_arguments(&self) -> Result<(), LocatedTextError> {
        self.no_arguments()?;
        self.no_body()
    }

    /// Returns the argument before the colon, if there is one.
    pub(crate) fn read_argument(&self) -> Result<Option<LineField<'a>>, LocatedTextError> {
        match self.arguments[..] {
            [] => Ok(None),
            [argument] => Ok(Some(argument)),
            [_, second, ..] => {
                let error =
                    PlainLineError::SecondWord { found: second.text.to_owned(), key: self.key };
                Err(LocatedTextError::at_column(second.column, error))
            }
        }
    }

    /// Returns the number before the colon, if there is one.
    pub(crate) fn read_number(&self) -> Result<Option<i64>, LocatedTextError> {
        self.read_argument()?.map(parse_number).transpose()
    }

    /// Returns the digits before the colon.
    pub(crate) fn read_digits(&self) -> Result<Vec<Value>, LocatedTextError> {
        self.arguments.iter().map(|&field| Ok(parse_number(field)? as Value)).collect()
    }

    fn read_body(&self) -> Result<LineField<'a>, LocatedTextError> {
        self.body.ok_or_else(|| self.absence_error("':' and cells"))
    }

    /// Returns the words after the colon, in groups between commas.
    pub(crate) fn split_groups(&self) -> Result<Vec<Vec<LineField<'a>>>, LocatedTextError> {
        let body = self.read_body()?;
        let groups = split_fields(body.text, |c| c == ',').into_iter().map(|group| {
            // All three columns count from 1, so their sum is 2 too high.
            let at = body.column + group.column - 2;
            split_words(group.text)
                .into_iter()
                .map(|field| LineField { column: at + field.column, ..field })
                .collect::<Vec<_>>()
        });
        let groups: Vec<_> = groups.filter(|group| !group.is_empty()).collect();
        if groups.is_empty() {
            return Err(self.absence_error("cells, such as r1c1 or r1c1-r1c4"));
        }
        Ok(groups)
    }

    /// Returns the cell that a word names.
    pub(crate) fn read_cell(&self, field: LineField<'_>) -> Result<usize, LocatedTextError> {
        parse_cell(self.shape, field.text)
            .map_err(|error| LocatedTextError::at_column(field.column, error))
    }

    /// Returns the cells of a group of words, in their order.
    fn read_group(&self, group: &[LineField<'_>]) -> Result<Vec<usize>, LocatedTextError> {
        let mut cells: Vec<usize> = Vec::new();
        for field in group {
            let Some((from, to)) = field.text.split_once('-') else {
                cells.push(self.read_cell(*field)?);
                continue;
            };
            let end = |text| {
                parse_cell(self.shape, text)
                    .map_err(|error| LocatedTextError::at_column(field.column, error))
            };
            let line = self.shape.cells_between(end(from)?, end(to)?).ok_or_else(|| {
                LocatedTextError::at_column(
                    field.column,
                    PlainLineError::CrookedRange { found: field.text.to_owned() },
                )
            })?;
            cells.extend(line);
        }
        Ok(cells)
    }

    fn require_distinct_cells(&self, cells: Vec<usize>) -> Result<Vec<usize>, LocatedTextError> {
        let mut seen = vec![false; self.shape.cell_count()];
        for &cell in &cells {
            if std::mem::replace(&mut seen[cell], true) {
                return Err(self
                    .line_error(PlainLineError::CellRepeat { cell: self.shape.cell_place(cell) }));
            }
        }
        Ok(cells)
    }

    /// Returns the cells after the colon, none of them twice.
    pub(crate) fn read_cells(&self) -> Result<Vec<usize>, LocatedTextError> {
        match &self.split_groups()?[..] {
            [group] => self.require_distinct_cells(self.read_group(group)?),
            _ => Err(self.absence_error("one list of cells, without commas")),
        }
    }

    /// Returns the lists of cells between commas, which may return to a cell.
    pub(crate) fn read_paths(&self) -> Result<Vec<Vec<usize>>, LocatedTextError> {
        let groups = self.split_groups()?;
        let paths =
            groups.iter().map(|group| self.read_group(group)).collect::<Result<Vec<_>, _>>()?;
        match paths.iter().find(|path| path.len() < 2) {
            Some(_) => Err(self.line_error(PlainLineError::OneCell)),
            None => Ok(paths),
        }
    }

    /// Returns the lines of cells between commas, each with at least `least` cells. They are
    /// distinct, except for the first at the end of a closed line.
    pub(crate) fn read_tracks(&self, least: usize) -> Result<Vec<Vec<usize>>, LocatedTextError> {
        let mut tracks = Vec::new();
        for group in self.split_groups()? {
            let cells = self.require_track(self.read_group(&group)?)?;
            if cells.len() < least {
                return Err(
                    self.line_error(PlainLineError::TrackLength { cells: cells.len(), least })
                );
            }
            tracks.push(cells);
        }
        Ok(tracks)
    }

    fn require_track(&self, mut cells: Vec<usize>) -> Result<Vec<usize>, LocatedTextError> {
        match cells[..] {
            // A closed line names its first cell again at the end.
            [first, _, .., last] if first == last => {
                cells.pop();
                let mut cells = self.require_distinct_cells(cells)?;
                cells.push(first);
                Ok(cells)
            }
            _ => self.require_distinct_cells(cells),
        }
    }

    /// Returns the pairs of cells between commas; the cells of each share a side, unless the line
    /// says `apart`.
    pub(crate) fn read_pairs(&self) -> Result<Vec<[usize; 2]>, LocatedTextError> {
        let mut pairs = Vec::new();
        for group in self.split_groups()? {
            match self.require_distinct_cells(self.read_group(&group)?)?[..] {
                [a, b] if self.apart || self.shape.share_side(a, b) => pairs.push([a, b]),
                [a, b] => {
                    let cells = self.shape.locate_all(&[a, b]);
                    return Err(self.line_error(PlainLineError::ApartPair { cells, key: self.key }));
                }
                ref cells => {
                    return Err(self.line_error(PlainLineError::PairLength { cells: cells.len() }));
                }
            }
        }
        Ok(pairs)
    }

    /// Returns the cells before and after the sign `=`.
    pub(crate) fn read_sides(&self) -> Result<(Vec<usize>, Vec<usize>), LocatedTextError> {
        let body = self.read_body()?;
        let Some((left, right)) = body.text.split_once('=') else {
            return Err(self.absence_error("cells = cells"));
        };
        // The column of `=`. The fields after it count from 1.
        let at = body.column + left.chars().count();
        let side = |text: &'a str, column: usize| {
            let words = split_words(text).into_iter();
            let fields: Vec<_> =
                words.map(|field| LineField { column: column + field.column, ..field }).collect();
            self.require_distinct_cells(self.read_group(&fields)?)
        };
        let (left, right) = (side(left, body.column - 1)?, side(right, at)?);
        if left.is_empty() || right.is_empty() {
            return Err(self.absence_error("cells on both sides of ="));
        }
        Ok((left, right))
    }

    /// Returns the pairs of `r1c1 < r1c2` and `r1c1 > r1c2`, separated by commas: the lower cell
    /// first.
    pub(crate) fn read_inequalities(&self) -> Result<Vec<(usize, usize)>, LocatedTextError> {
        let mut pairs = Vec::new();
        for group in split_fields(self.text, |c| c == ',') {
            let Some((left, right)) = group.text.split_once(['<', '>']) else {
                let error = PlainLineError::Absence { expected: "'cell < cell'" };
                return Err(LocatedTextError::at_column(group.column, error));
            };
            // The text after the left side begins with the sign.
            let is_less = group.text[left.len()..].starts_with('<');
            let at = |text: &str| {
                parse_cell(self.shape, text.trim())
                    .map_err(|error| LocatedTextError::at_column(group.column, error))
            };
            let (left, right) = (at(left)?, at(right)?);
            if left == right {
                return Err(LocatedTextError::at_column(
                    group.column,
                    PlainLineError::SelfComparison,
                ));
            }
            pairs.push(if is_less { (left, right) } else { (right, left) });
        }
        Ok(pairs)
    }

    /// Returns the side and the clues outside of it: the number of the line, from 0, and the clue.
    pub(crate) fn read_outside_clues(
        &self,
    ) -> Result<(GridSide, Vec<(usize, i64)>), LocatedTextError> {
        let argument =
            self.read_argument()?.ok_or_else(|| self.absence_error("a side, as in 'top'"))?;
        let side = GridSide::from_word(argument.text).ok_or_else(|| {
            let (found, expected) = (argument.text.to_owned(), "top, bottom, left or right");
            LocatedTextError::at_column(
                argument.column,
                PlainLineError::Mismatch { found, expected },
            )
        })?;
        let body = self.read_body()?;
        let entries = split_words(body.text);
        let count = self.shape.line_count(side);
        if entries.len() != count {
            let (found, expected) = (entries.len(), count);
            return Err(self.line_error(PlainLineError::Clues { found, expected }));
        }
        let mut clues = Vec::new();
        for (index, entry) in entries.into_iter().enumerate() {
            if entry.text != "." {
                let entry = LineField { column: body.column - 1 + entry.column, ..entry };
                clues.push((index, parse_number(entry)?));
            }
        }
        Ok((side, clues))
    }
}

/// Returns the line of a mark between two cells.
pub(crate) fn mark_line(key: &str, shape: GridShape, cells: [usize; 2]) -> String {
    let apart =
        if shape.share_side(cells[0], cells[1]) { String::new() } else { format!(" {APART_WORD}") };
    format!("{key}{apart}: {}", shape.cell_names(&cells))
}

/// Reads a number from 0 to 1,000,000.
pub(super) fn parse_number(field: LineField<'_>) -> Result<i64, LocatedTextError> {
    let is_number = !field.text.is_empty() && field.text.bytes().all(|b| b.is_ascii_digit());
    match field.text.parse() {
        Ok(number @ 0..=MAX_NUMBER) if is_number => Ok(number),
        _ => Err(LocatedTextError::at_column(
            field.column,
            PlainLineError::Number { found: shorten_text(field.text) },
        )),
    }
}

/// Returns the cell of a name such as `r1c1`.
pub(crate) fn parse_cell(shape: GridShape, name: &str) -> Result<usize, PlainLineError> {
    let expected = "a cell, such as r1c1";
    let unknown = || PlainLineError::Mismatch { found: shorten_text(name), expected };
    let rest = name.strip_prefix(['r', 'R']).ok_or_else(unknown)?;
    let (row, column) = rest.split_once(['c', 'C']).ok_or_else(unknown)?;
    let coordinate = |text: &str| {
        let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        // A number that overflows is outside of every grid.
        is_number.then(|| text.parse().unwrap_or(usize::MAX)).ok_or_else(unknown)
    };
    let (row, column) = (coordinate(row)?, coordinate(column)?);
    let GridShape { rows, columns } = shape;
    if (1..=rows).contains(&row) && (1..=columns).contains(&column) {
        return Ok(shape.cell_at(row - 1, column - 1));
    }
    Err(PlainLineError::OutsideGrid { found: shorten_text(name), rows, columns })
}
