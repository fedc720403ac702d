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
use crate::fault::Fault;
use crate::rules::{AnyRule, KEYS};
use crate::shape::{Shape, Side};

/// A fault with the number of its line.
pub(super) type At<T> = Result<T, (usize, Fault)>;

/// Reads the lines of one puzzle, of which the first is its head.
pub(super) fn read(lines: &[Line]) -> At<GridPuzzle> {
    let Some((first, rest)) = lines.split_first() else {
        return Err((1, Fault::new("expected 'puzzle:'")));
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
        let (name, most) = (base.name(), rows.max(columns));
        let expected = format!("as many rows as columns, or a line 'digits: 1-{most}'");
        let message = format!("a {name} of {rows}x{columns}; expected {expected}");
        return Err((first.number, Fault::new(message)));
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
        if let Some(message) = stray_line(text).filter(|_| rows::starts(text)) {
            return Err((number, Fault::new(message)));
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
            let found = shorten(line.text.trim());
            let message = stray_line(&line.text).unwrap_or_else(|| {
                format!("'{found}' is no known rule; {}", nearest_word(&line.text))
            });
            at(Fault::new(message))
        })?;
        let reads = KEYS.iter().find(|(keys, _)| keys.contains(&split.key));
        let (_, read) = reads.ok_or_else(|| at(split.fault("no known rule")))?;
        let rules = read(&split).map_err(at)?;
        self.rules.extend(rules.into_iter().map(|rule| (line.number, rule)));
        Ok(())
    }

    fn setting(&mut self, line: &'a Line, setting: &'static str) -> At<()> {
        let at = |message: String| (line.number, Fault::new(message));
        if setting != "clues:" {
            if self.settings.contains(&setting) {
                return Err(at(format!("a second line '{setting}'")));
            }
            self.settings.push(setting);
        }
        let body = line.text.trim()[setting.len()..].trim();
        if matches!(setting, "grid:" | "regions:" | "cages:" | "no boxes" | "unique lines")
            && !body.is_empty()
        {
            return Err(at(format!("'{}' after '{setting}'", shorten(body))));
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
    fn only(&self, wanted: Base, setting: &str) -> Result<(), String> {
        let (name, own) = (wanted.name(), self.puzzle.base.name());
        if self.puzzle.base == wanted {
            return Ok(());
        }
        Err(format!("'{setting}' is for {name}, this is a {own}"))
    }

    /// Changes the board as a setting of one line says.
    fn board_setting(&mut self, setting: &str, body: &str) -> Result<(), String> {
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
                    return Err(format!("'{}'; expected 'steps: orthogonal'", shorten(body)));
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
                let message = format!("{row} rows of letters; expected {}", shape.rows);
                return Err((from, Fault::new(message)));
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
            return Err((from, Fault::new("more rows than the grid has")));
        }
        let shape = self.puzzle.shape;
        let mut indent = None;
        for row in 0..shape.rows {
            let line = loop {
                let Some(line) = self.next() else {
                    let message = format!("{row} rows; expected {}", shape.rows);
                    return Err((from, Fault::new(message)));
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
                self.entry(cell, entry).map_err(|message| (line.number, Fault::new(message)))?;
            }
        }
        Ok(())
    }

    fn entry(&mut self, cell: usize, entry: Entry) -> Result<(), String> {
        let (base, name) = (self.puzzle.base, self.puzzle.shape.name(cell));
        match entry {
            Entry::Open => {}
            Entry::Given(digit) => self.puzzle.givens[cell] = Some(digit),
            Entry::Clue(..) if base != Base::Kakuro => {
                return Err(format!("sums in {name}; only a kakuro has them"));
            }
            Entry::Clue(down, across) => {
                self.puzzle.black[cell] = true;
                self.sums[cell] = (down, across);
            }
            Entry::Black(Some(_)) if base != Base::Straights => {
                return Err(format!("{name} is black with a digit; only straights have such"));
            }
            Entry::Black(_)
                if matches!(base, Base::Sudoku | Base::Latin | Base::Takuzu | Base::Nonogram) =>
            {
                return Err(format!("{name} is black; a {} has no black cells", base.name()));
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
            let message =
                format!("a sudoku of {side} has no boxes; expected 'regions:' or 'no boxes'");
            return Err((end, Fault::new(message)));
        }
        if self.puzzle.base == Base::Path {
            self.puzzle.digits = (1, self.puzzle.valued().len() as Value);
        }
        if self.puzzle.base == Base::Kakuro {
            let runs = kakuro::runs(&self.puzzle, &self.sums).map_err(|(cell, message)| {
                let name = self.puzzle.shape.name(cell);
                (end, Fault::new(format!("{name}: {message}")))
            })?;
            self.rules.extend(runs.into_iter().map(|rule| (end, rule)));
        }
        if self.puzzle.base == Base::Nonogram {
            for (place, side, word) in [(1, Side::Top, "columns:"), (0, Side::Left, "rows:")] {
                let Some((line, runs)) = self.runs[place].take() else {
                    return Err((end, Fault::new(format!("no line '{word}'"))));
                };
                let rules = parts::black_runs(side, runs).into_iter();
                self.rules.extend(rules.map(|rule| (line, rule)));
            }
        }
        let cages = parts::cages(&self.puzzle, self.cages.take(), &self.clues)?;
        self.rules.extend(cages);
        let board = self.puzzle.validate();
        board.map_err(|message| (end, Fault::new(message)))?;
        for (line, rule) in &self.rules {
            self.puzzle.fits(rule).map_err(|message| (*line, Fault::new(message)))?;
        }
        self.puzzle.rules = self.rules.into_iter().map(|(_, rule)| rule).collect();
        Ok(self.puzzle)
    }
}
