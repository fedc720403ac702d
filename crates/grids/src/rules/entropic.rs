//! Entropic and modular lines: any three cells in a row are of three classes.

use parallax_model::{ModelError, Value};

use super::closed::{distinct_cells, is_closed};
use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, ItemError, JsonFault, RuleBreach, RuleError};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_names};
use crate::model::Builder;
use crate::picture::colours::{ENTROPIC, MODULAR};
use crate::picture::Picture;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// Any three cells in a row on the line have digits of three different classes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entropic {
    /// The cells along the line.
    pub cells: Vec<usize>,
    /// Whether the classes are the residues by 3, as on a modular line. Otherwise they are the low,
    /// the middle and the high third of the digits.
    pub modular: bool,
}

impl Kind for Entropic {
    const KEYS: &'static [&'static str] = &["entropic", "modular"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        let modular = line.key == "modular";
        Ok(line.tracks(2)?.into_iter().map(|cells| Entropic { cells, modular }).collect())
    }
}

impl Iss for Entropic {
    const TYPES: &'static [&'static str] = &["Entropic", "Modular"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        if item.kind() == "Modular" {
            return match item.number(0)? {
                3 => Ok(vec![Entropic { cells: item.track(1, 2)?, modular: true }]),
                number => Err(item.fault(ItemError::Residues { number })),
            };
        }
        match item.digits {
            (1, 9) => Ok(vec![Entropic { cells: item.track(0, 2)?, modular: false }]),
            _ => Err(item.absence("the digits 1 to 9")),
        }
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let head = if self.modular { "Modular~3" } else { "Entropic" };
        // Classes repeat after three cells, and so does the first cell at the end of a closed line.
        let cells = distinct_cells(&self.cells);
        let has_end = !is_closed(&self.cells) || cells.len().is_multiple_of(3);
        let fits = (self.modular || puzzle.digits == (1, 9)) && has_end;
        fits.then(|| cell_names(head, puzzle.shape, cells))
    }
}

impl Entropic {
    fn key(&self) -> &'static str {
        if self.modular { "modular" } else { "entropic" }
    }
}

impl Rule for Entropic {
    fn words(&self, shape: Shape) -> String {
        format!("{} {}", self.key(), shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let colour = if self.modular { MODULAR } else { ENTROPIC };
        picture.named_track(&self.cells, colour, self.key());
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        let digits = puzzle.digit_count();
        if !self.modular && !digits.is_multiple_of(3) {
            return Err(RuleError::EntropicDigits { digits });
        }
        Ok(())
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        let (low, third) = (builder.puzzle.digits.0, builder.puzzle.digit_count() as Value / 3);
        let class = |digit: Value| {
            if self.modular { digit.rem_euclid(3) } else { (digit - low) / third.max(1) }
        };
        for distance in [1, 2] {
            for (&left, &right) in self.cells.iter().zip(self.cells.iter().skip(distance)) {
                builder.table(&label, &[left, right], |tuple: &[Value]| {
                    class(tuple[0]) != class(tuple[1])
                })?;
            }
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let values = filled.values(&self.cells);
        let third = filled.puzzle.digit_count() as i64 / 3;
        let low = i64::from(filled.puzzle.digits.0);
        let classes: Vec<i64> = values
            .iter()
            .map(|v| match (self.modular, v - low) {
                (true, _) => v.rem_euclid(3),
                (false, above) if above < third => 0,
                (false, above) if above < 2 * third => 1,
                (false, _) => 2,
            })
            .collect();
        let clash = classes.windows(2).any(|two| two[0] == two[1])
            || classes.windows(3).any(|three| three[0] == three[2]);
        if clash { Err(RuleBreach::Digits { digits: values }) } else { Ok(()) }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("{}: {}", self.key(), shape.names(&self.cells)))
    }
}

impl FPuzzles for Entropic {
    const NAMES: &'static [&'static str] = &["entropicline", "modularline"];
    const FIELDS: &'static [&'static str] = &["lines"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let modular = entry.key == "modularline";
        Ok(entry.lines()?.into_iter().map(|cells| Entropic { cells, modular }).collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.line(if self.modular { "modularline" } else { "entropicline" }, &self.cells);
        Ok(())
    }
}
