//! Cells with a choice of digits.

use parallax_model::{ModelError, Value};

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, RuleBreach, RuleError};
use crate::filled::Filled;
use crate::iss::{Iss, Item, cell_name};
use crate::fpuzzles::{FPuzzles, File};
use crate::model::Builder;
use crate::picture::colours::OUTLINE_GREY;
use crate::picture::{Layer, Picture};
use crate::plain::KeyLine;
use crate::shape::Shape;

/// Each of the cells has one of the digits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Candidates {
    /// The cells.
    pub cells: Vec<usize>,
    /// The digits.
    pub digits: Vec<Value>,
}

/// The largest number of letters of a list that fits into a cell of a picture.
const MOST_LETTERS: usize = 20;

impl Kind for Candidates {
    const KEYS: &'static [&'static str] = &["any"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        let digits = line.digits()?;
        if digits.is_empty() {
            return Err(line.absence("digits, as in 'any 1 2:'"));
        }
        Ok(vec![Candidates { cells: line.cells()?, digits }])
    }
}

impl Iss for Candidates {
    const TYPES: &'static [&'static str] = &[];

    /// Reads none; givens with several digits are candidates.
    fn read_iss(_: &Item<'_>) -> Result<Vec<Self>, Fault> {
        Ok(Vec::new())
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let digits: String = self.digits.iter().map(|digit| format!("_{digit}")).collect();
        let cell = |&cell: &usize| format!("~{}{digits}", cell_name(puzzle.shape, cell));
        Some(self.cells.iter().map(cell).collect())
    }
}

impl Rule for Candidates {
    fn words(&self, shape: Shape) -> String {
        let digits: Vec<String> = self.digits.iter().map(Value::to_string).collect();
        format!("any {} {}", digits.join(" "), shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, shape: Shape) {
        let digits: Vec<String> = self.digits.iter().map(Value::to_string).collect();
        let text = digits.join(" ");
        let letters = text.chars().count();
        if letters > MOST_LETTERS {
            return picture.words(self.words(shape));
        }
        let size = 9.0_f64.min(66.0 / letters as f64);
        for &cell in &self.cells {
            let (x, y) = picture.centre(cell);
            let style = format!("fill=\"{OUTLINE_GREY}\"");
            picture.text(Layer::Above, (x, y + 15.0), size, &style, &text);
        }
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        let check = |&digit: &Value| RuleError::check_digit(digit.into(), puzzle.digits);
        self.digits.iter().try_for_each(check)
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        for &cell in &self.cells {
            builder.only(&label, cell, |digit| self.digits.contains(&digit))?;
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let is_listed = |cell: usize| self.digits.iter().any(|&d| i64::from(d) == filled.value(cell));
        match self.cells.iter().find(|&&cell| !is_listed(cell)) {
            Some(&cell) => {
                let value = filled.value(cell);
                Err(RuleBreach::Candidate { cell: filled.shape().locate(cell), value })
            }
            None => Ok(()),
        }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        let digits: Vec<String> = self.digits.iter().map(Value::to_string).collect();
        Some(format!("any {}: {}", digits.join(" "), shape.names(&self.cells)))
    }
}

impl FPuzzles for Candidates {
    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        self.cells.iter().for_each(|&cell| file.restrict(cell, &self.digits));
        Ok(())
    }
}
