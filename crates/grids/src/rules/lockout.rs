//! Lockout lines: digits outside of the range of those at the ends.

use parallax_model::{ModelError, Value};

use super::closed::is_closed;
use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::FPuzzlesRuleForm;
use crate::iss::{IssItem, IssRuleForm, cell_names};
use crate::model::GridModelBuilder;
use crate::picture::GridPicture;
use crate::picture::colours::LOCKOUT_COLOUR;
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// The digits at the ends differ by at least a number, and no digit of the line equals one of them
/// or lies between them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lockout {
    /// The cells along the line, three or more.
    pub cells: Vec<usize>,
    /// Minimum difference of the ends. `None`: half of the number of digits, rounded down.
    pub difference: Option<i64>,
}

impl PlainRuleForm for Lockout {
    const KEYS: &'static [&'static str] = &["lockout"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let difference = line.read_number()?;
        let lines = line.read_tracks(3)?.into_iter();
        Ok(lines.map(|cells| Lockout { cells, difference }).collect())
    }
}

impl IssRuleForm for Lockout {
    const TYPES: &'static [&'static str] = &["Lockout"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let difference = Some(item.argument_number(0)?);
        Ok(vec![Lockout { cells: item.read_track(1, 3)?, difference }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let head = format!("Lockout~{}", self.min_difference(puzzle));
        (!is_closed(&self.cells)).then(|| cell_names(&head, puzzle.shape, &self.cells))
    }
}

impl Lockout {
    fn plain_key(&self) -> String {
        match self.difference {
            Some(difference) => format!("lockout {difference}"),
            None => "lockout".to_owned(),
        }
    }

    fn min_difference(&self, puzzle: &GridPuzzle) -> i64 {
        self.difference.unwrap_or(puzzle.digit_count() as i64 / 2)
    }
}

impl GridRule for Lockout {
    fn describe_rule(&self, shape: GridShape) -> String {
        format!("{} {}", self.plain_key(), shape.cell_names(&self.cells))
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        picture.named_track(&self.cells, LOCKOUT_COLOUR, &self.plain_key());
        for end in [self.cells.first(), self.cells.last()].into_iter().flatten() {
            picture.draw_ring(*end, LOCKOUT_COLOUR);
        }
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let label = self.describe_rule(builder.grid_shape());
        let [first, inner @ .., last] = &self.cells[..] else { return Ok(()) };
        let difference = self.min_difference(builder.puzzle);
        // Each table includes the distance of the ends, as a line has at least one inner cell.
        for &cell in inner {
            builder.post_table(&label, &[*first, cell, *last], |tuple: &[Value]| {
                let (low, high) = (tuple[0].min(tuple[2]), tuple[0].max(tuple[2]));
                i64::from(high - low) >= difference && (tuple[1] < low || tuple[1] > high)
            })?;
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let values = filled.cell_values(&self.cells);
        let [first, inner @ .., last] = &values[..] else { return Ok(()) };
        let difference = self.min_difference(filled.puzzle);
        let (first, last) = (*first, *last);
        if first - last < difference && last - first < difference {
            return Err(RuleBreach::CloseEnds { first, last });
        }
        let range = first.min(last)..=first.max(last);
        match inner.iter().find(|value| range.contains(value)) {
            Some(&value) => Err(RuleBreach::Inside { value, first, last }),
            None => Ok(()),
        }
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        Some(format!("{}: {}", self.plain_key(), shape.cell_names(&self.cells)))
    }
}

impl FPuzzlesRuleForm for Lockout {}
