//! Numbered rooms: the digit at the place that the first digit of a line names.

use parallax_model::{ModelError, Relation, Value};

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, RuleBreach, RuleError};
use crate::filled::Filled;
use crate::iss::{Iss, Item, line_name};
use crate::fpuzzles::FPuzzles;
use crate::model::Builder;
use crate::picture::{Picture, Sketch};
use crate::plain::KeyLine;
use crate::shape::{Shape, Side};

/// The digit at place x of a line, where x is its first digit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NumberedRoom {
    /// The side from which one reads the line.
    pub side: Side,
    /// The number of the column or row, from 0.
    pub place: usize,
    /// The digit at that place.
    pub clue: i64,
}

impl Kind for NumberedRoom {
    const KEYS: &'static [&'static str] = &["numbered room"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        let (side, clues) = line.outside()?;
        Ok(clues.into_iter().map(|(place, clue)| NumberedRoom { side, place, clue }).collect())
    }
}

impl Iss for NumberedRoom {
    const TYPES: &'static [&'static str] = &["NumberedRoom"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        item.digits_from_one()?;
        let clues = item.outside()?.into_iter();
        Ok(clues.map(|(side, place, clue)| NumberedRoom { side, place, clue }).collect())
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let (line, is_forwards) = line_name(self.side, self.place);
        let backwards = if is_forwards { "" } else { "~" };
        let fits = puzzle.digits.0 == 1 && self.clue > 0;
        fits.then(|| format!("NumberedRoom~{line}{backwards}~{}", self.clue))
    }
}

impl Rule for NumberedRoom {
    fn words(&self, _: Shape) -> String {
        format!("numbered room {} {} = {}", self.side.name(), self.place + 1, self.clue)
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let clue = Some(self.clue.to_string());
        picture.clues("numbered room", (self.side, self.place), clue);
    }

    fn sketch(&self, sketch: &mut Sketch, _: Shape) -> bool {
        sketch.outside("numbered room", (self.side, self.place), Some(self.clue.to_string()))
    }

    fn cells(&self, shape: Shape) -> Vec<usize> {
        shape.line(self.side, self.place)
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        RuleError::check_digit(self.clue, puzzle.digits)
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let (label, cells) = (self.words(builder.shape()), self.cells(builder.shape()));
        for place in builder.digits() {
            let away = (cells[0], Relation::Ne, place);
            let target = usize::try_from(place - 1).ok().and_then(|index| cells.get(index));
            match (target, Value::try_from(self.clue)) {
                (Some(&cell), Ok(clue)) => {
                    builder.clause(&label, &[away, (cell, Relation::Eq, clue)])?;
                }
                _ => builder.clause(&label, &[away])?,
            }
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let values = filled.values(&self.cells(filled.shape()));
        let index = usize::try_from(values[0] - 1).unwrap_or(usize::MAX);
        match values.get(index) {
            Some(&found) if found == self.clue => Ok(()),
            Some(&found) => Err(RuleBreach::Room { place: values[0], found }),
            None => Err(RuleBreach::NoRoom { place: values[0] }),
        }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        let clue = |place| if place == self.place { self.clue.to_string() } else { ".".to_owned() };
        let clues: Vec<String> = (0..shape.lines(self.side)).map(clue).collect();
        Some(format!("numbered room {}: {}", self.side.name(), clues.join(" ")))
    }
}

impl FPuzzles for NumberedRoom {}
