//! X-sums: the sum of the first x digits of a line that begins with x. The sum of no digits is 0.

use parallax_model::{ModelError, Value};

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach, RuleError};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, line_name};
use crate::model::Builder;
use crate::picture::{Picture, Sketch};
use crate::plain::KeyLine;
use crate::shape::{Shape, Side};

/// The first x digits of a line have a sum, where x is the first of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct XSum {
    /// The side from which one reads the line.
    pub side: Side,
    /// The number of the column or row, from 0.
    pub place: usize,
    /// The sum.
    pub clue: i64,
}

impl Kind for XSum {
    const KEYS: &'static [&'static str] = &["x-sum"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        let (side, clues) = line.outside()?;
        Ok(clues.into_iter().map(|(place, clue)| XSum { side, place, clue }).collect())
    }
}

impl Iss for XSum {
    const TYPES: &'static [&'static str] = &["XSum"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        let clues = item.outside()?.into_iter();
        Ok(clues.map(|(side, place, clue)| XSum { side, place, clue }).collect())
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let (line, is_forwards) = line_name(self.side, self.place);
        let backwards = if is_forwards { "" } else { "~" };
        // There, a clue of 0 is an error, and a line of one cell says nothing.
        let has_line = puzzle.shape.line(self.side, self.place).len() > 1;
        let fits = puzzle.digits.0 >= 0 && self.clue > 0 && has_line;
        fits.then(|| format!("XSum~{line}{backwards}~{}", self.clue))
    }
}

impl Rule for XSum {
    fn words(&self, _: Shape) -> String {
        format!("x-sum {} {} = {}", self.side.name(), self.place + 1, self.clue)
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let clue = Some(self.clue.to_string());
        picture.clues("x-sum", (self.side, self.place), clue);
    }

    fn sketch(&self, sketch: &mut Sketch, _: Shape) -> bool {
        sketch.outside("x-sum", (self.side, self.place), Some(self.clue.to_string()))
    }

    fn cells(&self, shape: Shape) -> Vec<usize> {
        shape.line(self.side, self.place)
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        if puzzle.digits.0 >= 0 {
            return Ok(());
        }
        Err(RuleError::XSumDigits)
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let (label, cells) = (self.words(builder.shape()), self.cells(builder.shape()));
        // The state is the number of digits that follow, and their sum. A line that begins with 0
        // has no digit in its sum.
        let (length, clue) = (cells.len() as i64, self.clue);
        let next = |&(follow, left): &(i64, i64), place: usize, digit: Value| {
            let digit = i64::from(digit);
            match place {
                0 if digit == 0 => Some((0, clue)),
                0 => ((1..=length).contains(&digit)).then_some((digit - 1, clue - digit)),
                _ if follow == 0 => Some((0, left)),
                _ => (digit <= left).then_some((follow - 1, left - digit)),
            }
        };
        builder.machine(&label, &cells, (0, 0), next, |&state| state == (0, 0))
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let values = filled.values(&self.cells(filled.shape()));
        let first = usize::try_from(values[0]).ok().filter(|&x| x <= values.len());
        match first.map(|x| values[..x].iter().sum::<i64>()) {
            Some(sum) if sum == self.clue => Ok(()),
            Some(found) => Err(RuleBreach::ClueSum { found }),
            None => Err(RuleBreach::XSumStart { digit: values[0] }),
        }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        let clue = |place| if place == self.place { self.clue.to_string() } else { ".".to_owned() };
        let clues: Vec<String> = (0..shape.lines(self.side)).map(clue).collect();
        Some(format!("x-sum {}: {}", self.side.name(), clues.join(" ")))
    }
}

impl FPuzzles for XSum {
    const NAMES: &'static [&'static str] = &["xsum"];
    const FIELDS: &'static [&'static str] = &["cell", "value"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let clue = entry.clue()?.into_iter();
        Ok(clue.map(|(side, place, clue)| XSum { side, place, clue }).collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.clue("xsum", self.side, self.place, self.clue);
        Ok(())
    }
}
