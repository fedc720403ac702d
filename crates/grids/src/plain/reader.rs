//! Reads the lines of one puzzle.

use parallax_instance::{TextLine, shorten_text};
use parallax_model::Value;

use super::kakuro::{self, Sums};
use super::key_line::KeyLine;
use super::nearest_key::{nearest_word, stray_line};
use super::rows::{self, PlainCell};
use super::sections::{self, LetterGrid};
use super::{head, is_between};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{GridBoardError, LocatedTextError, PlainLineError};
use crate::rules::{AnyRule, KEYS};
use crate::shape::{GridShape, GridSide};

/// A fault with the number of its line.
pub(super) type LocatedLineResult<T> = Result<T, (usize, LocatedTextError)>;

/// Reads the lines of one puzzle, of which the first is its head.
pub(super) fn read_plain(lines: &[TextLine]) -> LocatedLineResult<GridPuzzle> {
    let Some((first, rest)) = lines.split_first() else {
        return Err((1, PlainLineError::Absence { expected: "'puzzle:'" }.into()));
    };
    let puzzle = head::read_head(&first.text).map_err(|fault| (first.number, fault))?;
    let sums = vec![(None, None); puzzle.shape.cell_count()];
    let mut reader = PlainPuzzleReader {
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
    while reader.read_step()? {}
    let GridShape { rows, columns } = reader.puzzle.shape;
    let base = reader.puzzle.base;
    if base.is_square() && rows != columns && !reader.settings.contains(&"digits:") {
        let error = GridBoardError::OblongDigits { base, rows, columns };
        return Err((first.number, error.into()));
    }
    reader.finish_puzzle()
}

/// A puzzle while its lines are read.
pub(super) struct PlainPuzzleReader<'a> {
    pub(super) puzzle: GridPuzzle,
    lines: &'a [TextLine],
    /// The rules, each with its line.
    pub(super) rules: Vec<(usize, AnyRule)>,
    sums: Vec<Sums>,
    has_rows: bool,
    /// The settings that were read, each at most once.
    settings: Vec<&'static str>,
    cages: Option<(usize, LetterGrid)>,
    clues: Vec<(usize, String, usize)>,
    /// The clues of the rows and of the columns of a nonogram.
    runs: [Option<(usize, Vec<Vec<usize>>)>; 2],
    last: usize,
}

/// The words that begin settings and sections.
const SETTING_PREFIXES: [&str; 11] = [
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

impl<'a> PlainPuzzleReader<'a> {
    /// Returns the next line that is neither blank nor a comment.
    fn next(&mut self) -> Option<&'a TextLine> {
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
    fn read_step(&mut self) -> LocatedLineResult<bool> {
        let before = self.lines;
        let Some(line) = self.next() else { return Ok(false) };
        let (number, text) = (line.number, line.text.trim());
        if let Some(error) = stray_line(text).filter(|_| rows::starts_row(text)) {
            return Err((number, error.into()));
        }
        if rows::starts_row(text) {
            // This row is read again, with all others.
            self.lines = before;
            self.read_rows(number)?;
            return Ok(true);
        }
        match SETTING_PREFIXES.into_iter().find(|setting| text.starts_with(setting)) {
            Some(setting) => self.read_setting(line, setting)?,
            None => self.read_rule(line)?,
        }
        Ok(true)
    }

    fn read_rule(&mut self, line: &'a TextLine) -> LocatedLineResult<()> {
        let at = |fault| (line.number, fault);
        let split = KeyLine::split_line(&line.text, self.puzzle.shape).ok_or_else(|| {
            let error = stray_line(&line.text).unwrap_or_else(|| PlainLineError::UnknownRule {
                found: shorten_text(line.text.trim()),
                near: nearest_word(&line.text),
            });
            at(error.into())
        })?;
        let reads = KEYS.iter().find(|(keys, _)| keys.contains(&split.key));
        let (_, read) = reads.ok_or_else(|| at(split.line_error(PlainLineError::UnknownKey)))?;
        let rules = read(&split).map_err(at)?;
        self.rules.extend(rules.into_iter().map(|rule| (line.number, rule)));
        Ok(())
    }

    fn read_setting(&mut self, line: &'a TextLine, setting: &'static str) -> LocatedLineResult<()> {
        let at = |error: PlainLineError| (line.number, LocatedTextError::new(error));
        // Only the clues of cages may be split over several lines.
        if setting != "clues:" {
            if self.settings.contains(&setting) {
                return Err(at(PlainLineError::SettingRepeat { setting }));
            }
            self.settings.push(setting);
        }
        let body = line.text.trim()[setting.len()..].trim();
        if matches!(setting, "grid:" | "regions:" | "cages:" | "no boxes" | "unique lines")
            && !body.is_empty()
        {
            return Err(at(PlainLineError::AfterSetting { found: shorten_text(body), setting }));
        }
        match setting {
            "grid:" => self.read_rows(line.number)?,
            "regions:" => {
                self.require_base(GridBase::Sudoku, setting).map_err(at)?;
                let letters = self.read_letter_grid(line.number)?;
                self.puzzle.boxes = None;
                self.puzzle.regions = letters.letter_numbers();
            }
            "cages:" => self.cages = Some((line.number, self.read_letter_grid(line.number)?)),
            "clues:" => {
                let end = line.text.find(setting).map_or(0, |at| at + setting.len());
                let (before, clues) = line.text.split_at(end);
                self.clues.push((line.number, clues.to_owned(), before.chars().count()));
            }
            "rows:" | "columns:" => {
                self.require_base(GridBase::Nonogram, setting).map_err(at)?;
                let is_row = setting == "rows:";
                let shape = self.puzzle.shape;
                let count = if is_row { shape.rows } else { shape.columns };
                let runs = sections::read_runs(body, count).map_err(at)?;
                self.runs[usize::from(!is_row)] = Some((line.number, runs));
            }
            _ => self.board_setting(setting, body).map_err(at)?,
        }
        Ok(())
    }

    /// Requires that the puzzle has the base of a setting.
    fn require_base(
        &self,
        expected: GridBase,
        setting: &'static str,
    ) -> Result<(), PlainLineError> {
        let base = self.puzzle.base;
        if base == expected {
            return Ok(());
        }
        Err(PlainLineError::SettingBase { setting, expected, base })
    }

    /// Applies a setting of one line to the board.
    fn board_setting(&mut self, setting: &'static str, body: &str) -> Result<(), PlainLineError> {
        match setting {
            "boxes:" => {
                self.require_base(GridBase::Sudoku, setting)?;
                let (height, width) = sections::read_box_size(body, self.puzzle.shape)?;
                self.puzzle.set_boxes(Some((height, width)));
            }
            "no boxes" => {
                self.require_base(GridBase::Sudoku, setting)?;
                self.puzzle.set_boxes(None);
            }
            "digits:" => self.puzzle.digits = sections::read_digit_range(body, self.puzzle.base)?,
            "unique lines" => {
                self.require_base(GridBase::Takuzu, setting)?;
                self.puzzle.unique_lines = true;
            }
            _ => {
                self.require_base(GridBase::Path, setting)?;
                if body != "orthogonal" {
                    let expected = "'steps: orthogonal'";
                    return Err(PlainLineError::Mismatch { found: shorten_text(body), expected });
                }
                self.puzzle.orthogonal = true;
            }
        }
        Ok(())
    }

    /// Reads a letter for each cell.
    fn read_letter_grid(&mut self, from: usize) -> LocatedLineResult<LetterGrid> {
        let shape = self.puzzle.shape;
        let mut cells = Vec::with_capacity(shape.cell_count());
        for row in 0..shape.rows {
            let Some(line) = self.next() else {
                let error = PlainLineError::LetterRows { found: row, expected: shape.rows };
                return Err((from, error.into()));
            };
            cells.extend(
                sections::read_letters(&line.text, shape.columns)
                    .map_err(|fault| (line.number, fault))?,
            );
        }
        Ok(LetterGrid { cells })
    }

    /// Reads the rows of the grid, with lines of signs between them.
    fn read_rows(&mut self, from: usize) -> LocatedLineResult<()> {
        if std::mem::replace(&mut self.has_rows, true) {
            return Err((from, PlainLineError::ExtraRows.into()));
        }
        let shape = self.puzzle.shape;
        let mut indent = None;
        for row in 0..shape.rows {
            let line = loop {
                let Some(line) = self.next() else {
                    let error = PlainLineError::Rows { found: row, expected: shape.rows };
                    return Err((from, error.into()));
                };
                // Signs are between two rows, so the first row has none above it.
                if row == 0 || !rows::is_signs(&line.text) {
                    break line;
                }
                let signs = rows::read_sign_line(shape, row - 1, indent, &line.text);
                let signs = signs.map_err(|fault| (line.number, fault))?;
                self.rules.extend(signs.into_iter().map(|rule| (line.number, rule)));
            };
            let read = rows::read_row(&line.text, shape.columns).map_err(|fault| {
                let stray = stray_line(&line.text).map(LocatedTextError::new);
                (line.number, stray.unwrap_or(fault))
            })?;
            indent = read.indent;
            let signs = rows::row_sign_rules(shape, row, &read.signs);
            self.rules.extend(signs.into_iter().map(|rule| (line.number, rule)));
            for (column, entry) in read.entries.into_iter().enumerate() {
                let cell = shape.cell_at(row, column);
                self.set_cell(cell, entry).map_err(|error| (line.number, error.into()))?;
            }
        }
        Ok(())
    }

    fn set_cell(&mut self, cell: usize, entry: PlainCell) -> Result<(), PlainLineError> {
        let (base, at) = (self.puzzle.base, self.puzzle.shape.cell_place(cell));
        match entry {
            PlainCell::Open => {}
            PlainCell::Given(digit) => self.puzzle.givens[cell] = Some(digit),
            PlainCell::Clue(..) if base != GridBase::Kakuro => {
                return Err(PlainLineError::SumCell { cell: at });
            }
            PlainCell::Clue(down, across) => {
                self.puzzle.black[cell] = true;
                self.sums[cell] = (down, across);
            }
            PlainCell::Black(Some(_)) if base != GridBase::Straights => {
                return Err(PlainLineError::BlackDigit { cell: at });
            }
            PlainCell::Black(_)
                if matches!(
                    base,
                    GridBase::Sudoku | GridBase::Latin | GridBase::Takuzu | GridBase::Nonogram
                ) =>
            {
                return Err(PlainLineError::BlackCell { cell: at, base });
            }
            PlainCell::Black(digit) => {
                self.puzzle.black[cell] = true;
                self.puzzle.givens[cell] = digit;
            }
        }
        Ok(())
    }

    /// Joins the parts, and requires that all rules fit the board.
    fn finish_puzzle(mut self) -> LocatedLineResult<GridPuzzle> {
        let end = self.last;
        let divided = ["regions:", "boxes:", "no boxes"];
        let is_divided = self.settings.iter().any(|setting| divided.contains(setting));
        let GridShape { rows: side, columns } = self.puzzle.shape;
        let has_boxes = self.puzzle.boxes.is_some() || is_divided;
        if self.puzzle.base == GridBase::Sudoku && side == columns && !has_boxes {
            return Err((end, GridBoardError::NoBoxes { side }.into()));
        }
        // The black cells are known only after the rows.
        if self.puzzle.base == GridBase::Path {
            self.puzzle.digits = (1, self.puzzle.valued_cells().len() as Value);
        }
        if self.puzzle.base == GridBase::Kakuro {
            let runs = kakuro::run_rules(&self.puzzle, &self.sums);
            let runs = runs.map_err(|error| (end, LocatedTextError::new(error)))?;
            self.rules.extend(runs.into_iter().map(|rule| (end, rule)));
        }
        if self.puzzle.base == GridBase::Nonogram {
            for (index, side, setting) in
                [(1, GridSide::Top, "columns:"), (0, GridSide::Left, "rows:")]
            {
                let Some((line, runs)) = self.runs[index].take() else {
                    return Err((end, PlainLineError::NoSetting { setting }.into()));
                };
                let rules = sections::black_runs(side, runs).into_iter();
                self.rules.extend(rules.map(|rule| (line, rule)));
            }
        }
        let cages = sections::read_cages(&self.puzzle, self.cages.take(), &self.clues)?;
        self.rules.extend(cages);
        // The board is checked without the rules, whose errors then have the numbers of their own
        // lines.
        let board = self.puzzle.validate_puzzle();
        board.map_err(|error| (end, LocatedTextError::new(error)))?;
        for (line, rule) in &self.rules {
            self.puzzle
                .validate_fit(rule)
                .map_err(|error| (*line, LocatedTextError::new(error)))?;
        }
        self.puzzle.rules = self.rules.into_iter().map(|(_, rule)| rule).collect();
        Ok(self.puzzle)
    }
}
