//! Settings and sections: boxes, digits, rows of letters, clues of cages, runs of nonograms.

use parallax_instance::{LineField, shorten_text, split_fields, split_words};
use parallax_model::Value;

use super::key_line::parse_number;
use super::reader::LocatedLineResult;
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{LocatedTextError, PlainLineError};
use crate::rules::calculation::{CageOperation, parse_clue};
use crate::rules::{AnyRule, BlackRuns, Cage, Calculation};
use crate::shape::{GridShape, GridSide};

/// Reads the height and the width of boxes.
pub(super) fn read_box_size(
    body: &str,
    shape: GridShape,
) -> Result<(usize, usize), PlainLineError> {
    let sides = body.split_once('x').and_then(|(height, width)| {
        Some((height.trim().parse().ok()?, width.trim().parse().ok()?))
    });
    let Some((height, width)) = sides else {
        let expected = "rows x columns of a box: 'boxes: 2x3'";
        return Err(PlainLineError::Mismatch { found: shorten_text(body), expected });
    };
    let fits = |side: usize, whole: usize| side > 0 && whole.is_multiple_of(side);
    if !fits(height, shape.rows) || !fits(width, shape.columns) {
        let GridShape { rows, columns } = shape;
        return Err(PlainLineError::Boxes { height, width, rows, columns });
    }
    Ok((height, width))
}

/// Reads the lowest and the highest digit.
pub(super) fn read_digit_range(
    body: &str,
    base: GridBase,
) -> Result<(Value, Value), PlainLineError> {
    if !matches!(base, GridBase::Sudoku | GridBase::Latin | GridBase::Straights | GridBase::Kakuro)
    {
        return Err(PlainLineError::FixedDigits { base });
    }
    let ends = body
        .split_once('-')
        .and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    match ends {
        Some((low, high)) if 0 <= low && low <= high && high <= MAX_DIGIT => Ok((low, high)),
        _ => Err(PlainLineError::Digits { found: shorten_text(body) }),
    }
}

/// The largest digit.
pub(crate) const MAX_DIGIT: Value = 99;

/// A letter for each cell, row by row; `None` for `.`.
pub(super) struct LetterGrid {
    pub(super) cells: Vec<Option<char>>,
}

impl LetterGrid {
    /// Returns the number of each cell's letter, in the order in which letters first occur.
    pub(super) fn letter_numbers(&self) -> Vec<Option<usize>> {
        let mut seen: Vec<char> = Vec::new();
        let mut number = |letter: char| {
            seen.iter().position(|other| *other == letter).unwrap_or_else(|| {
                seen.push(letter);
                seen.len() - 1
            })
        };
        self.cells.iter().map(|letter| letter.map(&mut number)).collect()
    }

    /// Returns the cells of a letter.
    fn letter_cells(&self, letter: char) -> Vec<usize> {
        let has_letter =
            |(cell, found): (usize, &Option<char>)| (*found == Some(letter)).then_some(cell);
        self.cells.iter().enumerate().filter_map(has_letter).collect()
    }
}

/// Reads a row of letters.
pub(super) fn read_letters(
    text: &str,
    columns: usize,
) -> Result<Vec<Option<char>>, LocatedTextError> {
    let symbols = text.chars().enumerate().filter(|(_, c)| !c.is_whitespace() && *c != '|');
    let symbols: Vec<(usize, char)> = symbols.collect();
    // The numbers are those of characters in the whole line, so they give the column.
    if let Some((at, c)) = symbols.iter().find(|(_, c)| *c != '.' && !c.is_alphanumeric()) {
        let (found, expected) = (c.to_string(), "a letter or '.'");
        return Err(LocatedTextError::at_column(
            at + 1,
            PlainLineError::Mismatch { found, expected },
        ));
    }
    if symbols.len() != columns {
        let (found, count) = (shorten_text(text.trim()), symbols.len());
        return Err(PlainLineError::Letters { found, count, expected: columns }.into());
    }
    Ok(symbols.into_iter().map(|(_, c)| (c != '.').then_some(c)).collect())
}

/// Reads the runs of the lines of a nonogram.
pub(super) fn read_runs(body: &str, count: usize) -> Result<Vec<Vec<usize>>, PlainLineError> {
    let lines: Vec<&str> = body.split(',').collect();
    if lines.len() != count {
        return Err(PlainLineError::RunLines { found: lines.len(), expected: count });
    }
    let line = |text: &&str| {
        let numbers = text.split_whitespace().map(|word| {
            let is_number = word.bytes().all(|b| b.is_ascii_digit());
            word.parse::<usize>().ok().filter(|_| is_number).ok_or_else(|| {
                PlainLineError::Mismatch {
                    found: shorten_text(word),
                    expected: "lengths of runs, 0 for none",
                }
            })
        });
        let numbers: Vec<usize> = numbers.collect::<Result<_, _>>()?;
        match numbers[..] {
            [] => Err(PlainLineError::EmptyRuns),
            [0] => Ok(Vec::new()),
            _ if numbers.contains(&0) => {
                Err(PlainLineError::ZeroRun { found: shorten_text(text.trim()) })
            }
            _ => Ok(numbers),
        }
    };
    lines.iter().map(line).collect()
}

/// Returns the rules of the lines of a side of a nonogram.
pub(super) fn black_runs(side: GridSide, runs: Vec<Vec<usize>>) -> Vec<AnyRule> {
    let rule = |(place, lengths)| BlackRuns { side, line_index: place, lengths }.into();
    runs.into_iter().enumerate().map(rule).collect()
}

/// Returns the cages of a section of letters, each with its line.
pub(super) fn read_cages(
    puzzle: &GridPuzzle,
    cages: Option<(usize, LetterGrid)>,
    clues: &[(usize, String, usize)],
) -> LocatedLineResult<Vec<(usize, AnyRule)>> {
    let Some((line, letters)) = cages else {
        return match clues.first() {
            Some((line, ..)) => Err((*line, PlainLineError::NoCages.into())),
            None => Ok(Vec::new()),
        };
    };
    // The letters without a clue so far, in the order of their first cells.
    let mut open: Vec<char> = Vec::new();
    for letter in letters.cells.iter().flatten() {
        if !open.contains(letter) {
            open.push(*letter);
        }
    }
    let is_calculated = puzzle.base == GridBase::Latin;
    let mut rules = Vec::new();
    for (number, text, column) in clues {
        for field in split_fields(text, |c| c == ',') {
            let field = LineField { column: field.column + column, ..field };
            let (letter, rule) =
                one_clue(&letters, field, is_calculated).map_err(|f| (*number, f))?;
            // A letter that occurs but is not open has had its clue.
            let Some(index) = open.iter().position(|other| *other == letter) else {
                let known = letters.cells.contains(&Some(letter));
                let error = if known {
                    PlainLineError::ClueRepeat { letter }
                } else {
                    PlainLineError::UnknownCage { letter }
                };
                return Err((*number, LocatedTextError::at_column(field.column, error)));
            };
            open.remove(index);
            rules.push((*number, rule));
        }
    }
    // Without a clue, the digits of a cage still differ; the rows of a calcudoku say that already.
    if !is_calculated {
        let without =
            open.into_iter().map(|letter| Cage { cells: letters.letter_cells(letter), sum: None });
        rules.extend(without.map(|cage| (line, cage.into())));
    }
    Ok(rules)
}

/// Reads `A 15`, or `A 3-` where cages are calculated.
fn one_clue(
    letters: &LetterGrid,
    field: LineField<'_>,
    is_calculated: bool,
) -> Result<(char, AnyRule), LocatedTextError> {
    let expected =
        if is_calculated { "a cage and its clue: 'A 3-'" } else { "a cage and its clue: 'A 15'" };
    let fault = || {
        let found = shorten_text(field.text.trim());
        LocatedTextError::at_column(field.column, PlainLineError::Mismatch { found, expected })
    };
    let [name, value] = split_words(field.text)[..] else { return Err(fault()) };
    let mut chars = name.text.chars();
    let (Some(letter), None) = (chars.next(), chars.next()) else { return Err(fault()) };
    let (result, operation) = parse_clue(value.text).ok_or_else(fault)?;
    let cells = letters.letter_cells(letter);
    let rule = match operation {
        Some(operation) if is_calculated => Calculation { cells, operation, result }.into(),
        None if is_calculated && cells.len() < 2 => {
            Calculation { cells, operation: CageOperation::Sum, result }.into()
        }
        // Its lines have the same limit.
        None if !is_calculated => {
            let value = LineField { column: field.column + value.column - 1, ..value };
            Cage { cells, sum: Some(parse_number(value)?) }.into()
        }
        _ => return Err(fault()),
    };
    Ok((letter, rule))
}
