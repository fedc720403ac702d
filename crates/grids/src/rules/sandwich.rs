//! Sandwich sums: the sum between the lowest and the highest digit of a line.

use parallax_model::{ModelError, Value};

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::fault::Fault;
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, line_name};
use crate::model::Builder;
use crate::picture::{Picture, Sketch};
use crate::plain::KeyLine;
use crate::shape::{Shape, Side};

/// The digits of a line between the lowest and the highest digit of the puzzle have a sum.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sandwich {
    /// The side from which one reads the line.
    pub side: Side,
    /// The number of the column or row, from 0.
    pub place: usize,
    /// The sum.
    pub clue: i64,
}

impl Kind for Sandwich {
    const KEYS: &'static [&'static str] = &["sandwich"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        let (side, clues) = line.outside()?;
        Ok(clues.into_iter().map(|(place, clue)| Sandwich { side, place, clue }).collect())
    }
}

impl Iss for Sandwich {
    const TYPES: &'static [&'static str] = &["Sandwich"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        let (side, place, clue) = item.sum_outside()?;
        Ok(vec![Sandwich { side, place, clue }])
    }

    /// Writes the clue at the top or left side; the sum is the same from both sides.
    fn write_iss(&self, _: &GridPuzzle) -> Option<String> {
        Some(format!("Sandwich~{}~{}", self.clue, line_name(self.side, self.place).0))
    }
}

impl Rule for Sandwich {
    fn words(&self, _: Shape) -> String {
        format!("sandwich {} {} = {}", self.side.name(), self.place + 1, self.clue)
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let clue = Some(self.clue.to_string());
        picture.clues("sandwich", (self.side, self.place), clue);
    }

    fn sketch(&self, sketch: &mut Sketch, _: Shape) -> bool {
        sketch.outside("sandwich", (self.side, self.place), Some(self.clue.to_string()))
    }

    fn cells(&self, shape: Shape) -> Vec<usize> {
        shape.line(self.side, self.place)
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), String> {
        if puzzle.base.is_square() && puzzle.digit_count() > 1 {
            return Ok(());
        }
        Err("a sandwich needs rows and columns of different digits, two or more".to_owned())
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let (label, cells) = (self.words(builder.shape()), self.cells(builder.shape()));
        let (low, high) = builder.puzzle.digits;
        let clue = self.clue;
        // The state is the digit that opens the sandwich, whether the other has closed it, and the
        // sum so far.
        let next = |&(open, closed, sum): &(Option<Value>, bool, i64), _: usize, digit: Value| {
            match open {
                _ if closed => Some((open, true, sum)),
                None if digit == low || digit == high => Some((Some(digit), false, 0)),
                None => Some((None, false, 0)),
                Some(first) if digit != first && (digit == low || digit == high) => {
                    (sum == clue).then_some((open, true, sum))
                }
                Some(_) => {
                    let sum = sum + i64::from(digit);
                    (sum <= clue || low < 0).then_some((open, false, sum))
                }
            }
        };
        builder.machine(&label, &cells, (None, false, 0), next, |&(_, closed, _)| closed)
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), String> {
        let values = filled.values(&self.cells(filled.shape()));
        let (low, high) = filled.puzzle.digits;
        let at = |digit: Value| values.iter().position(|&value| value == i64::from(digit));
        let (Some(one), Some(other)) = (at(low), at(high)) else {
            return Err(format!("{low} or {high} does not occur"));
        };
        let found: i64 = values[one.min(other) + 1..one.max(other)].iter().sum();
        if found == self.clue { Ok(()) } else { Err(format!("the sum is {found}")) }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        let clue = |place| if place == self.place { self.clue.to_string() } else { ".".to_owned() };
        let clues: Vec<String> = (0..shape.lines(self.side)).map(clue).collect();
        Some(format!("sandwich {}: {}", self.side.name(), clues.join(" ")))
    }
}

impl FPuzzles for Sandwich {
    const NAMES: &'static [&'static str] = &["sandwichsum"];
    const FIELDS: &'static [&'static str] = &["cell", "value"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, String> {
        let clue = entry.clue()?.into_iter();
        Ok(clue.map(|(side, place, clue)| Sandwich { side, place, clue }).collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), String> {
        file.clue("sandwichsum", self.side, self.place, self.clue);
        Ok(())
    }
}
