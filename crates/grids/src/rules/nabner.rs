//! Nabner lines: no two digits are equal or consecutive.

use parallax_model::{ModelError, Value};

use super::closed::distinct_cells;
use super::{Kind, Rule};
use crate::errors::{Fault, FormError, JsonFault, RuleBreach, RuleError};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::Iss;
use crate::model::Builder;
use crate::picture::Picture;
use crate::picture::colours::NABNER;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// Any two digits on the line, wherever they are, differ by two or more. A closed line has each
/// cell once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Nabner {
    /// The cells.
    pub cells: Vec<usize>,
}

impl Kind for Nabner {
    const KEYS: &'static [&'static str] = &["nabner"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        Ok(line.tracks(2)?.into_iter().map(|cells| Nabner { cells }).collect())
    }
}

impl Iss for Nabner {}

impl Rule for Nabner {
    fn words(&self, shape: Shape) -> String {
        format!("nabner {}", shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        picture.named_track(&self.cells, NABNER, "nabner");
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate(&self, puzzle: &crate::GridPuzzle) -> Result<(), RuleError> {
        let (cells, digits) = (distinct_cells(&self.cells).len(), puzzle.digit_count());
        let most = digits.div_ceil(2);
        if cells <= most {
            return Ok(());
        }
        Err(RuleError::NabnerLength { cells, digits, most })
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        let cells = distinct_cells(&self.cells);
        builder.different(&label, cells)?;
        for (place, &left) in cells.iter().enumerate() {
            for &right in &cells[..place] {
                builder.table(&label, &[left, right], |tuple: &[Value]| {
                    tuple[0].abs_diff(tuple[1]) > 1
                })?;
            }
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let mut values = filled.values(distinct_cells(&self.cells));
        values.sort_unstable();
        match values.windows(2).find(|pair| pair[1] - pair[0] < 2) {
            Some(pair) => Err(RuleBreach::CloseDigits { left: pair[0], right: pair[1] }),
            None => Ok(()),
        }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("nabner: {}", shape.names(&self.cells)))
    }
}

impl FPuzzles for Nabner {
    const NAMES: &'static [&'static str] = &["nabner"];
    const FIELDS: &'static [&'static str] = &["lines"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        Ok(entry.lines()?.into_iter().map(|cells| Nabner { cells }).collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.line("nabner", &self.cells);
        Ok(())
    }
}
