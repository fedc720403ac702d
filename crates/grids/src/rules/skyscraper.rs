//! Skyscrapers: the number of digits greater than all before them.

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

/// The number of digits of a line that are greater than all before them, from its side.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Skyscraper {
    /// The side from which one reads the line.
    pub side: Side,
    /// The number of the column or row, from 0.
    pub place: usize,
    /// The number.
    pub clue: i64,
}

impl Kind for Skyscraper {
    const KEYS: &'static [&'static str] = &["skyscraper"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        let (side, clues) = line.outside()?;
        Ok(clues.into_iter().map(|(place, clue)| Skyscraper { side, place, clue }).collect())
    }
}

impl Iss for Skyscraper {
    const TYPES: &'static [&'static str] = &["Skyscraper"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        // There, a building of height 0 is none.
        item.digits_from_one()?;
        let clues = item.outside()?.into_iter();
        Ok(clues.map(|(side, place, clue)| Skyscraper { side, place, clue }).collect())
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let (line, is_forwards) = line_name(self.side, self.place);
        let backwards = if is_forwards { "" } else { "~" };
        let fits = puzzle.digits.0 == 1 && self.clue > 0;
        fits.then(|| format!("Skyscraper~{line}{backwards}~{}", self.clue))
    }
}

impl Rule for Skyscraper {
    fn words(&self, _: Shape) -> String {
        format!("skyscraper {} {} = {}", self.side.name(), self.place + 1, self.clue)
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let clue = Some(self.clue.to_string());
        picture.clues("skyscraper", (self.side, self.place), clue);
    }

    fn sketch(&self, sketch: &mut Sketch, _: Shape) -> bool {
        sketch.outside("skyscraper", (self.side, self.place), Some(self.clue.to_string()))
    }

    fn cells(&self, shape: Shape) -> Vec<usize> {
        shape.line(self.side, self.place)
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        let cells = self.cells(puzzle.shape).len();
        if (1..=cells as i64).contains(&self.clue) {
            return Ok(());
        }
        Err(RuleError::SkyscraperClue { clue: self.words(puzzle.shape), cells })
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let (label, cells) = (self.words(builder.shape()), self.cells(builder.shape()));
        let clue = self.clue;
        let next = |&(highest, seen): &(Option<Value>, i64), _: usize, digit: Value| {
            if highest.is_some_and(|highest| digit <= highest) {
                return Some((highest, seen));
            }
            (seen < clue).then_some((Some(digit), seen + 1))
        };
        builder.machine(&label, &cells, (None, 0), next, |&(_, seen)| seen == clue)
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let values = filled.values(&self.cells(filled.shape()));
        let seen = (0..values.len()).filter(|&i| values[..i].iter().all(|v| *v < values[i])).count();
        if seen as i64 == self.clue { Ok(()) } else { Err(RuleBreach::Skyline { seen }) }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        let clue = |place| if place == self.place { self.clue.to_string() } else { ".".to_owned() };
        let clues: Vec<String> = (0..shape.lines(self.side)).map(clue).collect();
        Some(format!("skyscraper {}: {}", self.side.name(), clues.join(" ")))
    }
}

impl FPuzzles for Skyscraper {
    const NAMES: &'static [&'static str] = &["skyscraper"];
    const FIELDS: &'static [&'static str] = &["cell", "value"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let clue = entry.clue()?.into_iter();
        Ok(clue.map(|(side, place, clue)| Skyscraper { side, place, clue }).collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.clue("skyscraper", self.side, self.place, self.clue);
        Ok(())
    }
}
