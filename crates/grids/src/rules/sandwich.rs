//! Sandwich sums: the sum between the lowest and the highest digit of the puzzle in a line. In a
//! lunchbox, the ends are the least and the greatest digit of the line itself, which are others if
//! the puzzle has more digits than the line has cells.

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

/// The digits of a line between two of its digits have a sum.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sandwich {
    /// The side from which one reads the line.
    pub side: Side,
    /// The number of the column or row, from 0.
    pub place: usize,
    /// The sum.
    pub clue: i64,
    /// Whether the two are the least and the greatest digit of the line, as in a lunchbox.
    /// Otherwise they are the lowest and the highest digit of the puzzle, which the line then has.
    pub local: bool,
}

/// The key of clues whose ends are those of the line.
const LUNCHBOX: &str = "lunchbox";

impl Kind for Sandwich {
    const KEYS: &'static [&'static str] = &["sandwich", LUNCHBOX];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        let (side, clues) = line.outside()?;
        let local = line.key == LUNCHBOX;
        let clue = |(place, clue)| Sandwich { side, place, clue, local };
        Ok(clues.into_iter().map(clue).collect())
    }
}

impl Sandwich {
    fn key(&self) -> &'static str {
        if self.local { LUNCHBOX } else { "sandwich" }
    }

    /// Returns the pairs of digits that may be the ends, as many apart as a line of different
    /// digits has cells at least.
    fn ends((low, high): (Value, Value), cells: usize) -> Vec<(Value, Value)> {
        let span = cells.saturating_sub(1).max(1);
        let above = |least: Value| (least..=high).skip(span).map(move |most| (least, most));
        (low..=high).flat_map(above).collect()
    }

    /// Posts the sum for the lines whose least and greatest digit are these.
    fn post_between(
        &self,
        builder: &mut Builder<'_>,
        label: &str,
        (least, most): (Value, Value),
    ) -> Result<(), ModelError> {
        let clue = self.clue;
        let next = |state: &Filling, _: usize, digit: Value| {
            Some(match *state {
                _ if digit < least || digit > most => Filling::Others,
                Filling::Before if digit == least || digit == most => Filling::Open(digit, 0),
                Filling::Open(first, sum) if first != digit && (digit == least || digit == most) => {
                    if sum == clue { Filling::Right } else { Filling::Wrong }
                }
                Filling::Open(first, sum) => {
                    Filling::Open(first, (sum + i64::from(digit)).min(clue + 1))
                }
                state => state,
            })
        };
        let cells = self.cells(builder.shape());
        builder.machine(label, &cells, Filling::Before, next, |state| *state != Filling::Wrong)
    }
}

/// The part of a line that was read, for two digits that may be its least and its greatest.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Filling {
    /// Neither of the two.
    Before,
    /// The first of the two, and the sum of the digits after it.
    Open(Value, i64),
    /// Both, with the sum of the clue.
    Right,
    /// Both, with another sum.
    Wrong,
    /// A digit beyond one of the two: they are not the ends.
    Others,
}

impl Iss for Sandwich {
    const TYPES: &'static [&'static str] = &["Sandwich"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        let (side, place, clue) = item.sum_outside()?;
        let local = has_more_digits(item.digits, item.shape.line(side, place).len());
        Ok(vec![Sandwich { side, place, clue, local }])
    }

    /// Writes the clue at the top or left side; the sum is the same from both sides. There, the
    /// ends are those of the line.
    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let cells = self.cells(puzzle.shape).len();
        let fits = self.local || !has_more_digits(puzzle.digits, cells);
        fits.then(|| format!("Sandwich~{}~{}", self.clue, line_name(self.side, self.place).0))
    }
}

/// Whether a puzzle has more digits than a line has cells, so that a line may lack its ends.
fn has_more_digits((low, high): (Value, Value), cells: usize) -> bool {
    (high - low) as usize + 1 > cells
}

impl Rule for Sandwich {
    fn words(&self, _: Shape) -> String {
        format!("{} {} {} = {}", self.key(), self.side.name(), self.place + 1, self.clue)
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let clue = Some(self.clue.to_string());
        picture.clues(self.key(), (self.side, self.place), clue);
    }

    fn sketch(&self, sketch: &mut Sketch, _: Shape) -> bool {
        sketch.outside(self.key(), (self.side, self.place), Some(self.clue.to_string()))
    }

    fn cells(&self, shape: Shape) -> Vec<usize> {
        shape.line(self.side, self.place)
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        let has_ends = !self.local || self.cells(puzzle.shape).len() > 1;
        if puzzle.base.is_square() && puzzle.digit_count() > 1 && has_ends {
            return Ok(());
        }
        Err(RuleError::SandwichLines { key: self.key() })
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let (label, cells) = (self.words(builder.shape()), self.cells(builder.shape()));
        let (low, high) = builder.puzzle.digits;
        if self.local {
            let ends = Sandwich::ends((low, high), cells.len());
            return ends.into_iter().try_for_each(|two| self.post_between(builder, &label, two));
        }
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

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let values = filled.values(&self.cells(filled.shape()));
        let (low, high) = match (self.local, values.iter().min(), values.iter().max()) {
            (true, Some(&least), Some(&most)) => (least, most),
            _ => (filled.puzzle.digits.0.into(), filled.puzzle.digits.1.into()),
        };
        let at = |digit: i64| values.iter().position(|&value| value == digit);
        let (Some(one), Some(other)) = (at(low), at(high)) else {
            return Err(RuleBreach::NoCrust { low, high });
        };
        let inner = values.get(one.min(other) + 1..one.max(other)).unwrap_or_default();
        let found: i64 = inner.iter().sum();
        if found == self.clue { Ok(()) } else { Err(RuleBreach::ClueSum { found }) }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        let clue = |place| if place == self.place { self.clue.to_string() } else { ".".to_owned() };
        let clues: Vec<String> = (0..shape.lines(self.side)).map(clue).collect();
        Some(format!("{} {}: {}", self.key(), self.side.name(), clues.join(" ")))
    }
}

impl FPuzzles for Sandwich {
    const NAMES: &'static [&'static str] = &["sandwichsum"];
    const FIELDS: &'static [&'static str] = &["cell", "value"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let clue = entry.clue()?.into_iter();
        let local = false;
        Ok(clue.map(|(side, place, clue)| Sandwich { side, place, clue, local }).collect())
    }

    /// Writes the clue. The form has as many digits as a line has cells.
    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.clue("sandwichsum", self.side, self.place, self.clue);
        Ok(())
    }
}
