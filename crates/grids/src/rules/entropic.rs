//! Entropic and modular lines: any three cells in a row are of three classes.

use parallax_model::{ModelError, Value};

use super::closed::{distinct_cells, is_closed};
use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{
    GridFormError, GridRuleError, ItemError, LocatedFPuzzlesError, LocatedTextError, RuleBreach,
};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm, cell_names};
use crate::model::GridModelBuilder;
use crate::picture::GridPicture;
use crate::picture::colours::{ENTROPIC_COLOUR, MODULAR_COLOUR};
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// Any three cells in a row on the line have digits of three different classes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entropic {
    /// The cells along the line.
    pub cells: Vec<usize>,
    /// Whether the classes are the residues by 3, as on a modular line. Otherwise they are the low,
    /// the middle and the high third of the digits.
    pub modular: bool,
}

impl PlainRuleForm for Entropic {
    const KEYS: &'static [&'static str] = &["entropic", "modular"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        line.no_arguments()?;
        let modular = line.key == "modular";
        Ok(line.read_tracks(2)?.into_iter().map(|cells| Entropic { cells, modular }).collect())
    }
}

impl IssRuleForm for Entropic {
    const TYPES: &'static [&'static str] = &["Entropic", "Modular"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        if item.item_type() == "Modular" {
            return match item.argument_number(0)? {
                3 => Ok(vec![Entropic { cells: item.read_track(1, 2)?, modular: true }]),
                number => Err(item.item_error(ItemError::Residues { number })),
            };
        }
        match item.digits {
            (1, 9) => Ok(vec![Entropic { cells: item.read_track(0, 2)?, modular: false }]),
            _ => Err(item.absence_error("the digits 1 to 9")),
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
    fn plain_key(&self) -> &'static str {
        if self.modular { "modular" } else { "entropic" }
    }
}

impl GridRule for Entropic {
    fn describe_rule(&self, shape: GridShape) -> String {
        format!("{} {}", self.plain_key(), shape.cell_names(&self.cells))
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let colour = if self.modular { MODULAR_COLOUR } else { ENTROPIC_COLOUR };
        picture.named_track(&self.cells, colour, self.plain_key());
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        let digits = puzzle.digit_count();
        if !self.modular && !digits.is_multiple_of(3) {
            return Err(GridRuleError::EntropicDigits { digits });
        }
        Ok(())
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let label = self.describe_rule(builder.grid_shape());
        let (low, third) = (builder.puzzle.digits.0, builder.puzzle.digit_count() as Value / 3);
        let class = |digit: Value| {
            if self.modular { digit.rem_euclid(3) } else { (digit - low) / third.max(1) }
        };
        // Three cells in a row have three classes exactly if any two of them differ.
        for distance in [1, 2] {
            for (&left, &right) in self.cells.iter().zip(self.cells.iter().skip(distance)) {
                builder.post_table(&label, &[left, right], |tuple: &[Value]| {
                    class(tuple[0]) != class(tuple[1])
                })?;
            }
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let values = filled.cell_values(&self.cells);
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

    fn write_line(&self, shape: GridShape) -> Option<String> {
        Some(format!("{}: {}", self.plain_key(), shape.cell_names(&self.cells)))
    }
}

impl FPuzzlesRuleForm for Entropic {
    const NAMES: &'static [&'static str] = &["entropicline", "modularline"];
    const FIELDS: &'static [&'static str] = &["lines"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let modular = entry.key == "modularline";
        Ok(entry.read_lines()?.into_iter().map(|cells| Entropic { cells, modular }).collect())
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        file.add_line(if self.modular { "modularline" } else { "entropicline" }, &self.cells);
        Ok(())
    }
}
