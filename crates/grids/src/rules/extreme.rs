//! Minimum and maximum cells: less or greater than all neighbours.

use parallax_model::{ModelError, Relation};
use serde_json::json;

use super::{Kind, Rule};
use super::AnyRule;
use crate::GridPuzzle;
use crate::shape::SIDES;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::Iss;
use crate::model::Builder;
use crate::picture::colours::{CELL_GREY, OUTLINE_GREY};
use crate::picture::{Layer, Picture};
use crate::plain::KeyLine;
use crate::shape::Shape;

/// Each of the cells is less (greater) than all cells beside it that have not the same mark.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Extreme {
    /// The cells.
    pub cells: Vec<usize>,
    /// Whether they are greater.
    pub most: bool,
}

impl Kind for Extreme {
    const KEYS: &'static [&'static str] = &["minimum", "maximum"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        Ok(vec![Extreme { cells: line.cells()?, most: line.key == "maximum" }])
    }
}

impl Extreme {
    fn key(&self) -> &'static str {
        if self.most { "maximum" } else { "minimum" }
    }

    /// Returns the cells that have this mark from any rule of the puzzle.
    fn marked<'m>(&self, marks: &'m ExtremeMarks) -> &'m [bool] {
        if self.most { &marks.most } else { &marks.least }
    }
}

/// The cells with a mark from any rule of a puzzle.
#[derive(Debug)]
pub(crate) struct ExtremeMarks {
    least: Vec<bool>,
    most: Vec<bool>,
}

impl ExtremeMarks {
    /// Collects the marks of a puzzle.
    pub(crate) fn of(puzzle: &GridPuzzle) -> Self {
        let none = vec![false; puzzle.shape.cells()];
        let mut marks = ExtremeMarks { least: none.clone(), most: none };
        for rule in &puzzle.rules {
            let AnyRule::Extreme(rule) = rule else { continue };
            let own = if rule.most { &mut marks.most } else { &mut marks.least };
            for &cell in &rule.cells {
                if let Some(mark) = own.get_mut(cell) {
                    *mark = true;
                }
            }
        }
        marks
    }
}

impl Iss for Extreme {}

impl Rule for Extreme {
    fn words(&self, shape: Shape) -> String {
        format!("{} {}", self.key(), shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        for &cell in &self.cells {
            picture.shade(&[cell], CELL_GREY);
            let (x, y) = picture.centre(cell);
            for (down, right) in SIDES.map(|(down, right)| (down as f64, right as f64)) {
                let at = |length: f64| (x + right * length, y + down * length);
                let (from, tip) = if self.most { (13.0, 18.0) } else { (18.0, 13.0) };
                let style = format!("stroke=\"{OUTLINE_GREY}\" stroke-width=\"1.2\"");
                picture.chevron(Layer::Above, at(from), at(tip), &style);
            }
        }
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let puzzle = builder.puzzle;
        let marks = builder.extremes();
        let marked = self.marked(&marks);
        let relation = if self.most { Relation::Gt } else { Relation::Lt };
        for &cell in &self.cells {
            let label = format!("{} {}", self.key(), puzzle.shape.name(cell));
            for beside in puzzle.shape.reached(cell, &SIDES) {
                if puzzle.has_value(beside) && !marked[beside] {
                    builder.compare(&label, cell, relation, (beside, 0))?;
                }
            }
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let shape = filled.shape();
        let marked = self.marked(filled.extremes());
        for &cell in &self.cells {
            for step in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let Some(beside) = shape.step(cell, step) else { continue };
                let Some(other) = filled.get(beside) else { continue };
                let own = filled.value(cell);
                let holds = if self.most { own > other.into() } else { own < other.into() };
                if !holds && !marked[beside] {
                    let [cell, beside] = [cell, beside].map(|cell| shape.locate(cell));
                    return Err(RuleBreach::Extreme { cell, value: own, beside, other });
                }
            }
        }
        Ok(())
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("{}: {}", self.key(), shape.names(&self.cells)))
    }
}

impl FPuzzles for Extreme {
    const NAMES: &'static [&'static str] = &["minimum", "maximum"];
    const FIELDS: &'static [&'static str] = &["cell"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let most = entry.key == "maximum";
        Ok(vec![Extreme { cells: vec![entry.cell("cell")?], most }])
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        for &cell in &self.cells {
            let entry = json!({ "cell": file.name(cell) });
            file.add(self.key(), entry);
        }
        Ok(())
    }
}
