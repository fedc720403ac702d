//! Settings and sections: boxes, digits, rows of letters, clues of cages, runs of nonograms.

use parallax_model::Value;
use parallax_model::instance::{Field, fields, shorten, words};

use super::key_line::number;
use super::reader::At;
use crate::GridPuzzle;
use crate::board::Base;
use crate::errors::{Fault, LineError};
use crate::rules::calculation::{Operation, clue};
use crate::rules::{AnyRule, BlackRuns, Cage, Calculation};
use crate::shape::{Shape, Side};

/// Reads the height and the width of boxes.
pub(super) fn boxes(body: &str, shape: Shape) -> Result<(usize, usize), LineError> {
    let sides = body.split_once('x').and_then(|(height, width)| {
        Some((height.trim().parse().ok()?, width.trim().parse().ok()?))
    });
    let Some((height, width)) = sides else {
        let expected = "rows x columns of a box: 'boxes: 2x3'";
        return Err(LineError::Mismatch { found: shorten(body), expected });
    };
    let fits = |side: usize, whole: usize| side > 0 && whole.is_multiple_of(side);
    if !fits(height, shape.rows) || !fits(width, shape.columns) {
        let Shape { rows, columns } = shape;
        return Err(LineError::Boxes { height, width, rows, columns });
    }
    Ok((height, width))
}

/// Reads the lowest and the highest digit.
pub(super) fn digits(body: &str, base: Base) -> Result<(Value, Value), LineError> {
    if !matches!(base, Base::Sudoku | Base::Latin | Base::Straights | Base::Kakuro) {
        return Err(LineError::FixedDigits { base });
    }
    let ends = body
        .split_once('-')
        .and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    match ends {
        Some((low, high)) if 0 <= low && low <= high && high <= MAX_DIGIT => Ok((low, high)),
        _ => Err(LineError::Digits { found: shorten(body) }),
    }
}

/// The largest digit.
pub(crate) const MAX_DIGIT: Value = 99;

/// A letter for each cell, row by row; `None` for `.`.
pub(super) struct Letters {
    pub(super) cells: Vec<Option<char>>,
}

impl Letters {
    /// Returns the number of each cell's letter, in the order in which letters first occur.
    pub(super) fn numbers(&self) -> Vec<Option<usize>> {
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
    fn of(&self, letter: char) -> Vec<usize> {
        let own = |(cell, found): (usize, &Option<char>)| (*found == Some(letter)).then_some(cell);
        self.cells.iter().enumerate().filter_map(own).collect()
    }
}

/// Reads a row of letters.
pub(super) fn letters(text: &str, columns: usize) -> Result<Vec<Option<char>>, Fault> {
    let symbols = text.chars().enumerate().filter(|(_, c)| !c.is_whitespace() && *c != '|');
    let symbols: Vec<(usize, char)> = symbols.collect();
    if let Some((at, c)) = symbols.iter().find(|(_, c)| *c != '.' && !c.is_alphanumeric()) {
        let (found, expected) = (c.to_string(), "a letter or '.'");
        return Err(Fault::at(at + 1, LineError::Mismatch { found, expected }));
    }
    if symbols.len() != columns {
        let (found, count) = (shorten(text.trim()), symbols.len());
        return Err(LineError::Letters { found, count, expected: columns }.into());
    }
    Ok(symbols.into_iter().map(|(_, c)| (c != '.').then_some(c)).collect())
}

/// Reads the runs of the lines of a nonogram.
pub(super) fn runs(body: &str, count: usize) -> Result<Vec<Vec<usize>>, LineError> {
    let lines: Vec<&str> = body.split(',').collect();
    if lines.len() != count {
        return Err(LineError::RunLines { found: lines.len(), expected: count });
    }
    let line = |text: &&str| {
        let numbers = text.split_whitespace().map(|word| {
            let is_number = word.bytes().all(|b| b.is_ascii_digit());
            word.parse::<usize>().ok().filter(|_| is_number).ok_or_else(|| LineError::Mismatch {
                found: shorten(word),
                expected: "lengths of runs, 0 for none",
            })
        });
        let numbers: Vec<usize> = numbers.collect::<Result<_, _>>()?;
        match numbers[..] {
            [] => Err(LineError::EmptyRuns),
            [0] => Ok(Vec::new()),
            _ if numbers.contains(&0) => Err(LineError::ZeroRun { found: shorten(text.trim()) }),
            _ => Ok(numbers),
        }
    };
    lines.iter().map(line).collect()
}

/// Returns the rules of the lines of a side of a nonogram.
pub(super) fn black_runs(side: Side, runs: Vec<Vec<usize>>) -> Vec<AnyRule> {
    let rule = |(place, lengths)| BlackRuns { side, place, lengths }.into();
    runs.into_iter().enumerate().map(rule).collect()
}

/// Returns the cages of a section of letters, each with its line.
pub(super) fn cages(
    puzzle: &GridPuzzle,
    cages: Option<(usize, Letters)>,
    clues: &[(usize, String, usize)],
) -> At<Vec<(usize, AnyRule)>> {
    let Some((line, letters)) = cages else {
        return match clues.first() {
            Some((line, ..)) => Err((*line, LineError::NoCages.into())),
            None => Ok(Vec::new()),
        };
    };
    let mut open: Vec<char> = Vec::new();
    for letter in letters.cells.iter().flatten() {
        if !open.contains(letter) {
            open.push(*letter);
        }
    }
    let is_calculated = puzzle.base == Base::Latin;
    let mut rules = Vec::new();
    for (number, text, column) in clues {
        for field in fields(text, |c| c == ',') {
            let field = Field { column: field.column + column, ..field };
            let (letter, rule) =
                one_clue(&letters, field, is_calculated).map_err(|f| (*number, f))?;
            let Some(place) = open.iter().position(|other| *other == letter) else {
                let known = letters.cells.contains(&Some(letter));
                let error = if known {
                    LineError::ClueRepeat { letter }
                } else {
                    LineError::UnknownCage { letter }
                };
                return Err((*number, Fault::at(field.column, error)));
            };
            open.remove(place);
            rules.push((*number, rule));
        }
    }
    // Without a clue, the digits of a cage still differ; the rows of a calcudoku say that already.
    if !is_calculated {
        let without = open.into_iter().map(|letter| Cage { cells: letters.of(letter), sum: None });
        rules.extend(without.map(|cage| (line, cage.into())));
    }
    Ok(rules)
}

/// Reads `A 15`, or `A 3-` where cages are calculated.
fn one_clue(
    letters: &Letters,
    field: Field<'_>,
    is_calculated: bool,
) -> Result<(char, AnyRule), Fault> {
    let expected =
        if is_calculated { "a cage and its clue: 'A 3-'" } else { "a cage and its clue: 'A 15'" };
    let fault = || {
        let found = shorten(field.text.trim());
        Fault::at(field.column, LineError::Mismatch { found, expected })
    };
    let [name, value] = words(field.text)[..] else { return Err(fault()) };
    let mut chars = name.text.chars();
    let (Some(letter), None) = (chars.next(), chars.next()) else { return Err(fault()) };
    let (result, operation) = clue(value.text).ok_or_else(fault)?;
    let cells = letters.of(letter);
    let rule = match operation {
        Some(operation) if is_calculated => Calculation { cells, operation, result }.into(),
        None if is_calculated && cells.len() < 2 => {
            Calculation { cells, operation: Operation::Sum, result }.into()
        }
        // Its lines have the same limit.
        None if !is_calculated => {
            let value = Field { column: field.column + value.column - 1, ..value };
            Cage { cells, sum: Some(number(value)?) }.into()
        }
        _ => return Err(fault()),
    };
    Ok((letter, rule))
}
