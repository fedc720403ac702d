//! A sum of cells, whose digits may repeat.

use parallax_model::{ModelError, Relation};

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, RuleBreach};
use crate::filled::Filled;
use crate::iss::{Iss, Item, cell_names};
use crate::fpuzzles::FPuzzles;
use crate::model::Builder;
use crate::picture::colours::TOTAL;
use crate::picture::{Border, Picture};
use crate::plain::KeyLine;
use crate::shape::Shape;

/// The digits of the cells have this sum.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Total {
    /// The cells.
    pub cells: Vec<usize>,
    /// The sum.
    pub sum: i64,
}

impl Kind for Total {
    const KEYS: &'static [&'static str] = &["sum"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        let sum = line.number()?.ok_or_else(|| line.absence("a sum, as in 'sum 15:'"))?;
        Ok(vec![Total { cells: line.cells()?, sum }])
    }
}

impl Iss for Total {
    const TYPES: &'static [&'static str] = &["Sum"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        Ok(vec![Total { sum: item.number(0)?, cells: item.cells(1, 1)? }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        Some(cell_names(&format!("Sum~{}", self.sum), puzzle.shape, &self.cells))
    }
}

impl Rule for Total {
    fn words(&self, shape: Shape) -> String {
        format!("sum {} = {}", shape.names(&self.cells), self.sum)
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let border = Border { inset: 6.0, colour: TOTAL, width: 1.2, dashes: "1 2.5" };
        picture.outline(&self.cells, border);
        picture.label(&self.cells, 1.5, TOTAL, &self.sum.to_string());
        picture.legend(Some(TOTAL), "sum of digits that may repeat");
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let terms: Vec<_> = self.cells.iter().map(|&cell| (1, cell)).collect();
        builder.sum(&self.words(builder.shape()), &terms, Relation::Eq, self.sum)
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let found = filled.sum(&self.cells);
        if found != self.sum {
            return Err(RuleBreach::Sum { found, expected: self.sum });
        }
        Ok(())
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("sum {}: {}", self.sum, shape.names(&self.cells)))
    }
}

impl FPuzzles for Total {}
