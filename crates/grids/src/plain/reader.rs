//! Reads the lines of one puzzle.

use parallax_model::Value;
use parallax_model::instance::{Line, shorten};

use super::kakuro::{self, Sums};
use super::key_line::KeyLine;
use super::nearest::{nearest_word, stray_line};
use super::parts::{self, Letters};
use super::rows::{self, Entry};
use super::{head, is_between};
use crate::GridPuzzle;
use crate::board::Base;
use crate::errors::{BoardError, Fault, LineError};
use crate::rules::{AnyRule, KEYS};
use crate::shape::{Shape, Side};

/// A fault with the number of its line.
pub(super) type At<T> = Result<T, (usize, Fault)>;

/// Reads the lines of one puzzle, of which the first is its head.
pub(super) fn read(lines: &[Line]) -> At<GridPuzzle> {
    let Some((first, rest)) = lines.split_first() else {
        return Err((1, LineError::Absence { expected: "'puzzle:'" }.into()));
    };
    let puzzle = head::read(&first.text).map_err(|fault| (first.number, fault))?;
    let sums = vec![(None, None); puzzle.shape.cells()];
    let mut reader = Reader {
        puzzle,
        lines: rest,
        rules: Vec::new(),
        sums,
        has_rows: false,
        settings: Vec::new(),
        cages: None,
        clues: Vec::new(),
        runs: [None, None],
        last: first.number,
    };
    while reader.step()? {}
    let Shape { rows, columns } = reader.puzzle.shape;
    let base = reader.puzzle.base;
    if base.is_square() && rows != columns && !reader.settings.contains(&"digits:") {
        let error = BoardError::OblongDigits { base, rows, columns };
        return Err((first.number, error.into()));
    }
    reader.finish()
}

/// A puzzle while its lines are read.
pub(super) struct Reader<'a> {
    pub(super) puzzle: GridPuzzle,
    lines: &'a [Line],
    /// The rules, each with its line.
    pub(super) rules: Vec<(usize, AnyRule)>,
    sums: Vec<Sums>,
    has_rows: bool,
    /// The settings that were read, each at most once.
    settings: Vec<&'static str>,
    cages: Option<(usize, Letters)>,
    clues: Vec<(usize, String, usize)>,
    /// The clues of the rows and of the columns of a nonogram.
    runs: [Option<(usize, Vec<Vec<usize>>)>; 2],
    last: usize,
}

/// Words at the start of lines that are no rules.
const SETTINGS: [&str; 11] = [
    "grid:",
    "regions:",
    "cages:",
    "clues:",
    "boxes:",
    "no boxes",
    "digits:",
    "unique lines",
    "steps:",
    "rows:",
    "columns:",
];

impl<'a> Reader<'a> {
    /// Returns the next line that is neither blank nor a comment.
    fn next(&mut self) -> Option<&'a Line> {
        loop {
            let (first, rest) = self.lines.split_first()?;
            self.lines = rest;
            self.last = first.number;
            if !is_between(&first.text) {
                return Some(first);
            }
        }
    }

    /// Reads a row, a setting with its section, or a rule. Returns `false` at the end.
    fn step(&mut self) -> At<bool> {
        let before = self.lines;
        let Some(line) = self.next() else { return Ok(false) };
        let (number, text) = (line.number, line.text.trim());
        if let Some(error) = stray_line(text).filter(|_| rows::starts(text)) {
            return Err((number, error.into()));
        }
        if rows::starts(text) {
            self.lines = before;
            self.rows(number)?;
            return Ok(true);
        }
        match SETTINGS.into_iter().find(|setting| text.starts_with(setting)) {
            Some(setting) => self.setting(line, setting)?,
            None => self.rule(line)?,
        }
        Ok(true)
    }

    fn rule(&mut self, line: &'a Line) -> At<()> {
        let at = |fault| (line.number, fault);
        let split = KeyLine::split(&line.text, self.puzzle.shape).ok_or_else(|| {
            let error = stray_line(&line.text).unwrap_or_else(|| LineError::UnknownRule {
                found: shorten(line.text.trim()),
                near: nearest_word(&line.text),
            });
            at(error.into())
        })?;
        let reads = KEYS.iter().find(|(keys, _)| keys.contains(&split.key));
        let (_, read) = reads.ok_or_else(|| at(split.fault(LineError::UnknownKey)))?;
        let rules = read(&split).map_err(at)?;
        self.rules.extend(rules.into_iter().map(|rule| (line.number, rule)));
        Ok(())
    }

    fn setting(&mut self, line: &'a Line, setting: &'static str) -> At<()> {
        let at = |error: LineError| (line.number, Fault::new(error));
        if setting != "clues:" {
            if self.settings.contains(&setting) {
                return Err(at(LineError::SettingRepeat { setting }));
            }
            self.settings.push(setting);
        }
        let body = line.text.trim()[setting.len()..].trim();
        if matches!(setting, "grid:" | "regions:" | "cages:" | "no boxes" | "unique lines")
            && !body.is_empty()
        {
            return Err(at(LineError::AfterSetting { found: shorten(body), setting }));
        }
        match setting {
            "grid:" => self.rows(line.number)?,
            "regions:" => {
                self.only(Base::Sudoku, setting).map_err(at)?;
                let letters = self.letters(line.number)?;
                self.puzzle.boxes = None;
                self.puzzle.regions = letters.numbers();
            }
            "cages:" => self.cages = Some((line.number, self.letters(line.number)?)),
            "clues:" => {
                let column = line.text.find(setting).map_or(0, |at| at + setting.len());
                self.clues.push((line.number, line.text[column..].to_owned(), column));
            }
            "rows:" | "columns:" => {
                self.only(Base::Nonogram, setting).map_err(at)?;
                let is_row = setting == "rows:";
                let shape = self.puzzle.shape;
                let count = if is_row { shape.rows } else { shape.columns };
                let runs = parts::runs(body, count).map_err(at)?;
                self.runs[usize::from(!is_row)] = Some((line.number, runs));
            }
            _ => self.board_setting(setting, body).map_err(at)?,
        }
        Ok(())
    }

    /// Requires that the puzzle has the base of a setting.
    fn only(&self, expected: Base, setting: &'static str) -> Result<(), LineError> {
        let base = self.puzzle.base;
        if base == expected {
            return Ok(());
        }
        Err(LineError::SettingBase { setting, expected, base })
    }

    /// Changes the board as a setting of one line says.
    fn board_setting(&mut self, setting: &'static str, body: &str) -> Result<(), LineError> {
        match setting {
            "boxes:" => {
                self.only(Base::Sudoku, setting)?;
                let (height, width) = parts::boxes(body, self.puzzle.shape)?;
                self.puzzle.set_boxes(Some((height, width)));
            }
            "no boxes" => {
                self.only(Base::Sudoku, setting)?;
                self.puzzle.set_boxes(None);
            }
            "digits:" => self.puzzle.digits = parts::digits(body, self.puzzle.base)?,
            "unique lines" => {
                self.only(Base::Takuzu, setting)?;
                self.puzzle.unique_lines = true;
            }
            _ => {
                self.only(Base::Path, setting)?;
                if body != "orthogonal" {
                    let expected = "'steps: orthogonal'";
                    return Err(LineError::Mismatch { found: shorten(body), expected });
                }
                self.puzzle.orthogonal = true;
            }
        }
        Ok(())
    }

    /// Reads a letter for each cell.
    fn letters(&mut self, from: usize) -> At<Letters> {
        let shape = self.puzzle.shape;
        let mut cells = Vec::with_capacity(shape.cells());
        for row in 0..shape.rows {
            let Some(line) = self.next() else {
                let error = LineError::LetterRows { found: row, expected: shape.rows };
                return Err((from, error.into()));
            };
            cells.extend(
                parts::letters(&line.text, shape.columns).map_err(|fault| (line.number, fault))?,
            );
        }
        Ok(Letters { cells })
    }

    /// Reads the rows of the grid, with lines of signs between them.
    fn rows(&mut self, from: usize) -> At<()> {
        if std::mem::replace(&mut self.has_rows, true) {
            return Err((from, LineError::ExtraRows.into()));
        }
        let shape = self.puzzle.shape;
        let mut indent = None;
        for row in 0..shape.rows {
            let line = loop {
                let Some(line) = self.next() else {
                    let error = LineError::Rows { found: row, expected: shape.rows };
                    return Err((from, error.into()));
                };
                if row == 0 || !rows::is_signs(&line.text) {
                    break line;
                }
                let signs = rows::down(shape, row - 1, indent, &line.text);
                let signs = signs.map_err(|fault| (line.number, fault))?;
                self.rules.extend(signs.into_iter().map(|rule| (line.number, rule)));
            };
            let read = rows::read(&line.text, shape.columns).map_err(|fault| {
                let stray = stray_line(&line.text).map(Fault::new);
                (line.number, stray.unwrap_or(fault))
            })?;
            indent = read.indent;
            let signs = rows::across(shape, row, &read.signs);
            self.rules.extend(signs.into_iter().map(|rule| (line.number, rule)));
            for (column, entry) in read.entries.into_iter().enumerate() {
                let cell = shape.cell(row, column);
                self.entry(cell, entry).map_err(|error| (line.number, error.into()))?;
            }
        }
        Ok(())
    }

    fn entry(&mut self, cell: usize, entry: Entry) -> Result<(), LineError> {
        let (base, at) = (self.puzzle.base, self.puzzle.shape.locate(cell));
        match entry {
            Entry::Open => {}
            Entry::Given(digit) => self.puzzle.givens[cell] = Some(digit),
            Entry::Clue(..) if base != Base::Kakuro => {
                return Err(LineError::SumCell { cell: at });
            }
            Entry::Clue(down, across) => {
                self.puzzle.black[cell] = true;
                self.sums[cell] = (down, across);
            }
            Entry::Black(Some(_)) if base != Base::Straights => {
                return Err(LineError::BlackDigit { cell: at });
            }
            Entry::Black(_)
                if matches!(base, Base::Sudoku | Base::Latin | Base::Takuzu | Base::Nonogram) =>
            {
                return Err(LineError::BlackCell { cell: at, base });
            }
            Entry::Black(digit) => {
                self.puzzle.black[cell] = true;
                self.puzzle.givens[cell] = digit;
            }
        }
        Ok(())
    }

    /// Joins the parts, and requires that all rules fit the board.
    fn finish(mut self) -> At<GridPuzzle> {
        let end = self.last;
        let divided = ["regions:", "boxes:", "no boxes"];
        let is_divided = self.settings.iter().any(|setting| divided.contains(setting));
        let Shape { rows: side, columns } = self.puzzle.shape;
        let has_boxes = self.puzzle.boxes.is_some() || is_divided;
        if self.puzzle.base == Base::Sudoku && side == columns && !has_boxes {
            return Err((end, BoardError::NoBoxes { side }.into()));
        }
        if self.puzzle.base == Base::Path {
            self.puzzle.digits = (1, self.puzzle.valued().len() as Value);
        }
        if self.puzzle.base == Base::Kakuro {
            let runs = kakuro::runs(&self.puzzle, &self.sums);
            let runs = runs.map_err(|error| (end, Fault::new(error)))?;
            self.rules.extend(runs.into_iter().map(|rule| (end, rule)));
        }
        if self.puzzle.base == Base::Nonogram {
            for (place, side, setting) in [(1, Side::Top, "columns:"), (0, Side::Left, "rows:")] {
                let Some((line, runs)) = self.runs[place].take() else {
                    return Err((end, LineError::NoSetting { setting }.into()));
                };
                let rules = parts::black_runs(side, runs).into_iter();
                self.rules.extend(rules.map(|rule| (line, rule)));
            }
        }
        let cages = parts::cages(&self.puzzle, self.cages.take(), &self.clues)?;
        self.rules.extend(cages);
        let board = self.puzzle.validate();
        board.map_err(|error| (end, Fault::new(error)))?;
        for (line, rule) in &self.rules {
            self.puzzle.fits(rule).map_err(|error| (*line, Fault::new(error)))?;
        }
        self.puzzle.rules = self.rules.into_iter().map(|(_, rule)| rule).collect();
        Ok(self.puzzle)
    }
}
