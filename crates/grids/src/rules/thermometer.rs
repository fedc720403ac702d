//! Thermometers: digits rise from the bulb.

use parallax_model::{ComparisonOperator, ModelError};

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{GridFormError, LocatedFPuzzlesError, LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm, cell_names};
use crate::model::GridModelBuilder;
use crate::picture::colours::{SLOW_THERMOMETER, THERMOMETER_COLOUR};
use crate::picture::{GridPicture, PictureLayer};
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// The digits rise from the first cell to the last.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Thermometer {
    /// The cells from the bulb.
    pub cells: Vec<usize>,
    /// Whether digits may stay equal, as on a slow thermometer.
    pub slow: bool,
}

const SLOW_THERMO_KEY: &str = "slow thermo";

impl PlainRuleForm for Thermometer {
    const KEYS: &'static [&'static str] = &["thermo", SLOW_THERMO_KEY];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        line.no_arguments()?;
        let lines = line.read_tracks(2)?.into_iter();
        Ok(lines.map(|cells| Thermometer { cells, slow: line.key == SLOW_THERMO_KEY }).collect())
    }
}

impl IssRuleForm for Thermometer {
    const TYPES: &'static [&'static str] = &["Thermo"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        Ok(vec![Thermometer { cells: item.read_track(0, 2)?, slow: false }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        (!self.slow).then(|| cell_names("Thermo", puzzle.shape, &self.cells))
    }
}

impl Thermometer {
    fn plain_key(&self) -> &'static str {
        if self.slow { SLOW_THERMO_KEY } else { "thermo" }
    }
}

impl GridRule for Thermometer {
    fn describe_rule(&self, shape: GridShape) -> String {
        format!("{} {}", self.plain_key(), shape.cell_names(&self.cells))
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let colour = if self.slow { SLOW_THERMOMETER } else { THERMOMETER_COLOUR };
        picture.draw_track(&self.cells, colour, 12.0);
        if let Some(&bulb) = self.cells.first() {
            let style = format!("fill=\"{colour}\"");
            picture.add_circle(PictureLayer::Lines, picture.cell_centre(bulb), 15.0, &style);
        }
        if self.slow {
            picture.add_legend(Some(colour), "slow thermometer");
        }
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let relation = if self.slow { ComparisonOperator::Le } else { ComparisonOperator::Lt };
        let label = self.describe_rule(builder.grid_shape());
        for pair in self.cells.windows(2) {
            builder.post_comparison(&label, pair[0], relation, (pair[1], 0))?;
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let values = filled.cell_values(&self.cells);
        let rises = |pair: &[i64]| pair[0] < pair[1] || (self.slow && pair[0] == pair[1]);
        if values.windows(2).all(rises) {
            Ok(())
        } else {
            Err(RuleBreach::Digits { digits: values })
        }
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        Some(format!("{}: {}", self.plain_key(), shape.cell_names(&self.cells)))
    }
}

impl FPuzzlesRuleForm for Thermometer {
    const NAMES: &'static [&'static str] = &["thermometer", "slowthermometer"];
    const FIELDS: &'static [&'static str] = &["lines"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let slow = entry.key == "slowthermometer";
        Ok(entry.read_lines()?.into_iter().map(|cells| Thermometer { cells, slow }).collect())
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        file.add_line(if self.slow { "slowthermometer" } else { "thermometer" }, &self.cells);
        Ok(())
    }
}
