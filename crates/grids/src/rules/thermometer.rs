//! Thermometers: digits rise from the bulb.

use parallax_model::{ModelError, Relation};

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_names};
use crate::model::Builder;
use crate::picture::colours::{SLOW_THERMOMETER, THERMOMETER};
use crate::picture::{Layer, Picture};
use crate::plain::KeyLine;
use crate::shape::Shape;

/// The digits rise from the first cell to the last.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Thermometer {
    /// The cells from the bulb.
    pub cells: Vec<usize>,
    /// Whether digits may stay equal, as on a slow thermometer.
    pub slow: bool,
}

const SLOW: &str = "slow thermo";

impl Kind for Thermometer {
    const KEYS: &'static [&'static str] = &["thermo", SLOW];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        let lines = line.tracks(2)?.into_iter();
        Ok(lines.map(|cells| Thermometer { cells, slow: line.key == SLOW }).collect())
    }
}

impl Iss for Thermometer {
    const TYPES: &'static [&'static str] = &["Thermo"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        Ok(vec![Thermometer { cells: item.track(0, 2)?, slow: false }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        (!self.slow).then(|| cell_names("Thermo", puzzle.shape, &self.cells))
    }
}

impl Thermometer {
    fn key(&self) -> &'static str {
        if self.slow { SLOW } else { "thermo" }
    }
}

impl Rule for Thermometer {
    fn words(&self, shape: Shape) -> String {
        format!("{} {}", self.key(), shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let colour = if self.slow { SLOW_THERMOMETER } else { THERMOMETER };
        picture.track(&self.cells, colour, 12.0);
        if let Some(&bulb) = self.cells.first() {
            let style = format!("fill=\"{colour}\"");
            picture.circle(Layer::Lines, picture.centre(bulb), 15.0, &style);
        }
        if self.slow {
            picture.legend(Some(colour), "slow thermometer");
        }
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let relation = if self.slow { Relation::Le } else { Relation::Lt };
        let label = self.words(builder.shape());
        for pair in self.cells.windows(2) {
            builder.compare(&label, pair[0], relation, (pair[1], 0))?;
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let values = filled.values(&self.cells);
        let rises = |pair: &[i64]| pair[0] < pair[1] || (self.slow && pair[0] == pair[1]);
        if values.windows(2).all(rises) { Ok(()) } else { Err(RuleBreach::Digits { digits: values }) }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("{}: {}", self.key(), shape.names(&self.cells)))
    }
}

impl FPuzzles for Thermometer {
    const NAMES: &'static [&'static str] = &["thermometer", "slowthermometer"];
    const FIELDS: &'static [&'static str] = &["lines"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let slow = entry.key == "slowthermometer";
        Ok(entry.lines()?.into_iter().map(|cells| Thermometer { cells, slow }).collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.line(if self.slow { "slowthermometer" } else { "thermometer" }, &self.cells);
        Ok(())
    }
}
