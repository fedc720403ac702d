//! A line with a key: `cage 15: r1c1-r1c3`.

use parallax_model::Value;
use parallax_model::instance::{Field, fields, shorten, words};

use crate::board::MAX_NUMBER;
use crate::errors::{Fault, LineError, TextError};
use crate::rules::KEYS;
use crate::shape::{Shape, Side};

/// A line of a rule, split into its key, the arguments before the colon, and the text after it.
pub(crate) struct KeyLine<'a> {
    /// The key.
    pub key: &'static str,
    /// The shape of the grid.
    pub shape: Shape,
    /// Whether the two cells of a mark need not share a side: `white apart:`.
    apart: bool,
    arguments: Vec<Field<'a>>,
    /// The text after the colon.
    body: Option<Field<'a>>,
    text: &'a str,
}

/// The key of lines such as `r1c1 < r1c2`.
const SIGN: &str = "<";

/// The keys of marks between two cells, which share a side unless the word `apart` says otherwise.
const MARKS: [&str; 5] = ["white", "black", "x", "v", "any xv"];

/// The word before the colon of marks between any two cells.
pub(crate) const APART: &str = "apart";

impl<'a> KeyLine<'a> {
    /// Splits a line. `None` if it begins with no key.
    pub(crate) fn split(text: &'a str, shape: Shape) -> Option<Self> {
        let (head, body) = match text.find(':') {
            Some(at) => {
                let column = text[..=at].chars().count() + 1;
                (&text[..at], Some(Field { column, text: &text[at + 1..] }))
            }
            None => (text, None),
        };
        if body.is_none() && text.contains(['<', '>']) {
            let body = Some(Field { column: 1, text });
            let arguments = Vec::new();
            return Some(KeyLine { key: SIGN, shape, apart: false, arguments, body, text });
        }
        let parts = words(head);
        let fits = |key: &&'static str| {
            let own: Vec<&str> = key.split(' ').collect();
            parts.len() >= own.len() && own.iter().zip(&parts).all(|(own, part)| *own == part.text)
        };
        let keys = KEYS.iter().flat_map(|(keys, _)| keys.iter().copied());
        let key = keys.filter(fits).max_by_key(|key| key.split(' ').count())?;
        let mut arguments = parts[key.split(' ').count()..].to_vec();
        let is_last = arguments.last().is_some_and(|word| word.text == APART);
        let apart = is_last && MARKS.contains(&key);
        arguments.truncate(arguments.len() - usize::from(apart));
        Some(KeyLine { key, shape, apart, arguments, body, text })
    }

    /// Creates a fault of the whole line.
    pub(crate) fn fault(&self, error: impl Into<LineError>) -> Fault {
        let (line, error) = (shorten(self.text.trim()), error.into());
        Fault::new(TextError::WholeLine { line, error })
    }

    /// Creates a fault of the whole line, in which a part is not there.
    pub(crate) fn absence(&self, expected: &'static str) -> Fault {
        self.fault(LineError::Absence { expected })
    }

    /// Requires that there is nothing before the colon but the key.
    pub(crate) fn no_arguments(&self) -> Result<(), Fault> {
        match self.arguments.first() {
            Some(field) => {
                let error = LineError::AfterKey { found: field.text.to_owned(), key: self.key };
                Err(Fault::at(field.column, error))
            }
            None => Ok(()),
        }
    }

    /// Requires that there is no colon.
    pub(crate) fn no_body(&self) -> Result<(), Fault> {
        match self.body {
            Some(_) => Err(self.fault(LineError::KeyBody { key: self.key })),
            None => Ok(()),
        }
    }

    /// Requires that the line is the key alone.
    pub(crate) fn bare(&self) -> Result<(), Fault> {
        self.no_arguments()?;
        self.no_body()
    }

    /// Returns the argument before the colon, if there is one.
    pub(crate) fn argument(&self) -> Result<Option<Field<'a>>, Fault> {
        match self.arguments[..] {
            [] => Ok(None),
            [argument] => Ok(Some(argument)),
            [_, second, ..] => {
                let error = LineError::SecondWord { found: second.text.to_owned(), key: self.key };
                Err(Fault::at(second.column, error))
            }
        }
    }

    /// Returns the number before the colon, if there is one.
    pub(crate) fn number(&self) -> Result<Option<i64>, Fault> {
        self.argument()?.map(number).transpose()
    }

    /// Returns the digits before the colon.
    pub(crate) fn digits(&self) -> Result<Vec<Value>, Fault> {
        self.arguments.iter().map(|&field| Ok(number(field)? as Value)).collect()
    }

    fn body(&self) -> Result<Field<'a>, Fault> {
        self.body.ok_or_else(|| self.absence("':' and cells"))
    }

    /// Returns the words after the colon, in groups between commas.
    pub(crate) fn groups(&self) -> Result<Vec<Vec<Field<'a>>>, Fault> {
        let body = self.body()?;
        let groups = fields(body.text, |c| c == ',').into_iter().map(|group| {
            let at = body.column + group.column - 2;
            words(group.text)
                .into_iter()
                .map(|field| Field { column: at + field.column, ..field })
                .collect::<Vec<_>>()
        });
        let groups: Vec<_> = groups.filter(|group| !group.is_empty()).collect();
        if groups.is_empty() {
            return Err(self.absence("cells, such as r1c1 or r1c1-r1c4"));
        }
        Ok(groups)
    }

    /// Returns the cell that a word names.
    pub(crate) fn cell(&self, field: Field<'_>) -> Result<usize, Fault> {
        cell(self.shape, field.text).map_err(|error| Fault::at(field.column, error))
    }

    /// Returns the cells of a group of words, in their order.
    fn group(&self, group: &[Field<'_>]) -> Result<Vec<usize>, Fault> {
        let mut cells: Vec<usize> = Vec::new();
        for field in group {
            let Some((from, to)) = field.text.split_once('-') else {
                cells.push(self.cell(*field)?);
                continue;
            };
            let end = |text| cell(self.shape, text).map_err(|error| Fault::at(field.column, error));
            let line = self.shape.between(end(from)?, end(to)?).ok_or_else(|| {
                Fault::at(field.column, LineError::CrookedRange { found: field.text.to_owned() })
            })?;
            cells.extend(line);
        }
        Ok(cells)
    }

    fn once(&self, cells: Vec<usize>) -> Result<Vec<usize>, Fault> {
        let mut seen = vec![false; self.shape.cells()];
        for &cell in &cells {
            if std::mem::replace(&mut seen[cell], true) {
                return Err(self.fault(LineError::CellRepeat { cell: self.shape.locate(cell) }));
            }
        }
        Ok(cells)
    }

    /// Returns the cells after the colon, none of them twice.
    pub(crate) fn cells(&self) -> Result<Vec<usize>, Fault> {
        match &self.groups()?[..] {
            [group] => self.once(self.group(group)?),
            _ => Err(self.absence("one list of cells, without commas")),
        }
    }

    /// Returns the lists of cells between commas, which may return to a cell.
    pub(crate) fn paths(&self) -> Result<Vec<Vec<usize>>, Fault> {
        let groups = self.groups()?;
        let paths = groups.iter().map(|group| self.group(group)).collect::<Result<Vec<_>, _>>()?;
        match paths.iter().find(|path| path.len() < 2) {
            Some(_) => Err(self.fault(LineError::OneCell)),
            None => Ok(paths),
        }
    }

    /// Returns the lines of cells between commas, each with at least `least` cells. No cell is twice
    /// in a line but the first at the end of a closed one.
    pub(crate) fn tracks(&self, least: usize) -> Result<Vec<Vec<usize>>, Fault> {
        let mut tracks = Vec::new();
        for group in self.groups()? {
            let cells = self.track(self.group(&group)?)?;
            if cells.len() < least {
                return Err(self.fault(LineError::TrackLength { cells: cells.len(), least }));
            }
            tracks.push(cells);
        }
        Ok(tracks)
    }

    fn track(&self, mut cells: Vec<usize>) -> Result<Vec<usize>, Fault> {
        match cells[..] {
            [first, _, .., last] if first == last => {
                cells.pop();
                let mut cells = self.once(cells)?;
                cells.push(first);
                Ok(cells)
            }
            _ => self.once(cells),
        }
    }

    /// Returns the pairs of cells between commas; the cells of each share a side, unless the line
    /// says `apart`.
    pub(crate) fn pairs(&self) -> Result<Vec<[usize; 2]>, Fault> {
        let mut pairs = Vec::new();
        for group in self.groups()? {
            match self.once(self.group(&group)?)?[..] {
                [a, b] if self.apart || self.shape.touch(a, b) => pairs.push([a, b]),
                [a, b] => {
                    let cells = self.shape.locate_all(&[a, b]);
                    return Err(self.fault(LineError::ApartPair { cells, key: self.key }));
                }
                ref cells => {
                    return Err(self.fault(LineError::PairLength { cells: cells.len() }));
                }
            }
        }
        Ok(pairs)
    }

    /// Returns the cells before and after the sign `=`.
    pub(crate) fn sides(&self) -> Result<(Vec<usize>, Vec<usize>), Fault> {
        let body = self.body()?;
        let Some((left, right)) = body.text.split_once('=') else {
            return Err(self.absence("cells = cells"));
        };
        let at = body.column + left.chars().count();
        let side = |text: &'a str, column: usize| {
            let words = words(text).into_iter();
            let fields: Vec<_> =
                words.map(|field| Field { column: column + field.column, ..field }).collect();
            self.once(self.group(&fields)?)
        };
        let (left, right) = (side(left, body.column - 1)?, side(right, at)?);
        if left.is_empty() || right.is_empty() {
            return Err(self.absence("cells on both sides of ="));
        }
        Ok((left, right))
    }

    /// Returns the pairs of `r1c1 < r1c2` and `r1c1 > r1c2`, separated by commas: the lower cell
    /// first.
    pub(crate) fn inequalities(&self) -> Result<Vec<(usize, usize)>, Fault> {
        let mut pairs = Vec::new();
        for group in fields(self.text, |c| c == ',') {
            let Some((left, right)) = group.text.split_once(['<', '>']) else {
                let error = LineError::Absence { expected: "'cell < cell'" };
                return Err(Fault::at(group.column, error));
            };
            let is_less = group.text[left.len()..].starts_with('<');
            let at = |text: &str| {
                cell(self.shape, text.trim()).map_err(|error| Fault::at(group.column, error))
            };
            let (left, right) = (at(left)?, at(right)?);
            if left == right {
                return Err(Fault::at(group.column, LineError::SelfComparison));
            }
            pairs.push(if is_less { (left, right) } else { (right, left) });
        }
        Ok(pairs)
    }

    /// Returns the side and the clues outside of it: the number of the line, from 0, and the clue.
    pub(crate) fn outside(&self) -> Result<(Side, Vec<(usize, i64)>), Fault> {
        let argument = self.argument()?.ok_or_else(|| self.absence("a side, as in 'top'"))?;
        let side = Side::named(argument.text).ok_or_else(|| {
            let (found, expected) = (argument.text.to_owned(), "top, bottom, left or right");
            Fault::at(argument.column, LineError::Mismatch { found, expected })
        })?;
        let body = self.body()?;
        let entries = words(body.text);
        let count = self.shape.lines(side);
        if entries.len() != count {
            let (found, expected) = (entries.len(), count);
            return Err(self.fault(LineError::Clues { found, expected }));
        }
        let mut clues = Vec::new();
        for (place, entry) in entries.into_iter().enumerate() {
            if entry.text != "." {
                let entry = Field { column: body.column - 1 + entry.column, ..entry };
                clues.push((place, number(entry)?));
            }
        }
        Ok((side, clues))
    }
}

/// Returns the line of a mark between two cells.
pub(crate) fn mark_line(key: &str, shape: Shape, cells: [usize; 2]) -> String {
    let apart = if shape.touch(cells[0], cells[1]) { String::new() } else { format!(" {APART}") };
    format!("{key}{apart}: {}", shape.names(&cells))
}

/// Reads a number from 0 to 1,000,000.
pub(super) fn number(field: Field<'_>) -> Result<i64, Fault> {
    let is_number = !field.text.is_empty() && field.text.bytes().all(|b| b.is_ascii_digit());
    match field.text.parse() {
        Ok(number @ 0..=MAX_NUMBER) if is_number => Ok(number),
        _ => Err(Fault::at(field.column, LineError::Number { found: shorten(field.text) })),
    }
}

/// Returns the cell of a name such as `r1c1`.
pub(crate) fn cell(shape: Shape, name: &str) -> Result<usize, LineError> {
    let expected = "a cell, such as r1c1";
    let unknown = || LineError::Mismatch { found: shorten(name), expected };
    let rest = name.strip_prefix(['r', 'R']).ok_or_else(unknown)?;
    let (row, column) = rest.split_once(['c', 'C']).ok_or_else(unknown)?;
    let place = |text: &str| {
        let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| text.parse().unwrap_or(usize::MAX)).ok_or_else(unknown)
    };
    let (row, column) = (place(row)?, place(column)?);
    let Shape { rows, columns } = shape;
    if (1..=rows).contains(&row) && (1..=columns).contains(&column) {
        return Ok(shape.cell(row - 1, column - 1));
    }
    Err(LineError::OutsideGrid { found: shorten(name), rows, columns })
}
