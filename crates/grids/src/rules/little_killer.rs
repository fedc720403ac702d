//! Little killers: sums along diagonals, whose digits may repeat.

use parallax_model::{ModelError, Relation};
use serde_json::json;

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonError, JsonFault, LineError, RuleBreach};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_name};
use crate::model::Builder;
use crate::picture::{Picture, Sketch};
use crate::plain::KeyLine;
use crate::shape::{Shape, Step};

/// The digits of a diagonal, from a cell at the border to the other border, have a sum.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LittleKiller {
    /// The cell where the diagonal begins.
    pub start: usize,
    /// Its direction.
    pub direction: Step,
    /// The sum.
    pub sum: i64,
}

/// The directions and their words: down or up, then right or left.
const DIRECTIONS: [(&str, Step); 4] =
    [("dr", (1, 1)), ("dl", (1, -1)), ("ur", (-1, 1)), ("ul", (-1, -1))];

/// Returns the direction of a word.
pub(crate) fn direction(word: &str) -> Option<Step> {
    DIRECTIONS.iter().find(|(name, _)| *name == word).map(|&(_, step)| step)
}

impl LittleKiller {
    /// Whether the diagonal comes from outside of the grid.
    pub(crate) fn starts_at_border(shape: Shape, start: usize, (down, right): Step) -> bool {
        shape.step(start, (-down, -right)).is_none()
    }

    /// Returns the cells of the diagonal.
    pub(crate) fn path(&self, shape: Shape) -> Vec<usize> {
        std::iter::successors(Some(self.start), |&cell| shape.step(cell, self.direction)).collect()
    }

    fn word(&self) -> &'static str {
        DIRECTIONS.iter().find(|(_, step)| *step == self.direction).map_or("", |(name, _)| name)
    }
}

impl Kind for LittleKiller {
    const KEYS: &'static [&'static str] = &["little killer"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        let sum = line.number()?.ok_or_else(|| line.absence("'little killer 22: r1c1 dr'"))?;
        let mut rules = Vec::new();
        for words in line.groups()? {
            let [cell, word] = words[..] else {
                return Err(line.absence("a cell and a direction, as in 'r1c1 dr'"));
            };
            let start = line.cell(cell)?;
            let direction = direction(word.text).ok_or_else(|| {
                let (found, expected) = (word.text.to_owned(), "dr, dl, ur or ul");
                Fault::at(word.column, LineError::Mismatch { found, expected })
            })?;
            if !LittleKiller::starts_at_border(line.shape, start, direction) {
                let error = LineError::InnerStart { found: cell.text.to_owned() };
                return Err(Fault::at(cell.column, error));
            }
            rules.push(LittleKiller { start, direction, sum });
        }
        Ok(rules)
    }
}

impl Iss for LittleKiller {
    const TYPES: &'static [&'static str] = &["LittleKiller"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        let sum = item.number(0)?;
        let [start] = item.path(1, 1)?[..] else {
            return Err(item.absence("a sum and a cell"));
        };
        let direction = inwards(item.shape, start)
            .ok_or_else(|| item.absence("a cell at the border where a diagonal begins"))?;
        Ok(vec![LittleKiller { start, direction, sum }])
    }

    /// Writes the diagonal from the end where such a string begins it.
    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let shape = puzzle.shape;
        let (down, right) = self.direction;
        let ends = [(self.start, self.direction), (*self.path(shape).last()?, (-down, -right))];
        let is_name = |&(end, step): &(usize, Step)| {
            inwards(shape, end) == Some(step) && !has_other_name(shape, end, step)
        };
        let (start, _) = ends.into_iter().find(is_name)?;
        Some(format!("LittleKiller~{}~{}", self.sum, cell_name(shape, start)))
    }
}

/// Returns the direction in which a constraint string reads the diagonal of a cell at the border:
/// down right from the left side, down left from the top, up left from the right, up right from
/// the bottom. `None` for diagonals of one cell, and for the far ends of those between corners.
fn inwards(shape: Shape, cell: usize) -> Option<Step> {
    let (row, column) = (shape.row(cell), shape.column(cell));
    let (last_row, last_column) = (shape.rows - 1, shape.columns - 1);
    let step = match (row, column) {
        (row, 0) if row < last_row => (1, 1),
        (0, column) if column > 0 => (1, -1),
        (row, column) if column == last_column && row < last_row => (-1, -1),
        (row, column) if row == last_row && 0 < column && column < last_column => (-1, 1),
        _ => return None,
    };
    shape.step(cell, step).map(|_| step)
}

/// Whether such a string begins a diagonal at another end as well, from the left side or the top,
/// where the program then has its only name.
fn has_other_name(shape: Shape, cell: usize, step: Step) -> bool {
    let path = std::iter::successors(Some(cell), |&cell| shape.step(cell, step));
    let last = path.last().unwrap_or(cell);
    step.0 < 0 && inwards(shape, last) == Some((-step.0, -step.1))
}

impl Rule for LittleKiller {
    fn words(&self, shape: Shape) -> String {
        format!("little killer {} {} = {}", shape.name(self.start), self.word(), self.sum)
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        picture.diagonal_sum(self.start, self.direction, self.sum);
    }

    fn sketch(&self, sketch: &mut Sketch, _: Shape) -> bool {
        sketch.diagonal(self.start, self.direction, self.sum);
        true
    }

    fn cells(&self, shape: Shape) -> Vec<usize> {
        self.path(shape)
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let shape = builder.shape();
        let terms: Vec<_> = self.path(shape).into_iter().map(|cell| (1, cell)).collect();
        builder.sum(&self.words(shape), &terms, Relation::Eq, self.sum)
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let shape = filled.shape();
        let (down, right) = self.direction;
        let (mut row, mut column) = (shape.row(self.start) as isize, shape.column(self.start) as isize);
        let mut found = 0;
        while (0..shape.rows as isize).contains(&row) && (0..shape.columns as isize).contains(&column) {
            found += filled.value(shape.cell(row as usize, column as usize));
            row += down;
            column += right;
        }
        if found == self.sum { Ok(()) } else { Err(RuleBreach::ClueSum { found }) }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("little killer {}: {} {}", self.sum, shape.name(self.start), self.word()))
    }
}

impl FPuzzles for LittleKiller {
    const NAMES: &'static [&'static str] = &["littlekillersum"];
    const FIELDS: &'static [&'static str] = &["cell", "cells", "direction", "value"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        let (row, column) = entry.outside()?;
        let at =
            entry.get("direction").ok_or_else(|| entry.fault_in("direction", JsonError::NoDirection))?;
        let words = ["DR", "DL", "UR", "UL"];
        let word = words.iter().find(|word| at.value.as_str() == Some(**word));
        let word = word.ok_or_else(|| at.expected("DR, DL, UR or UL"))?;
        let direction = direction(&word.to_lowercase()).unwrap_or((1, 1));
        let shape = entry.shape;
        let inside = |place: usize, step: isize, side: usize| {
            place.checked_add_signed(step)?.checked_sub(1).filter(|place| *place < side)
        };
        let start =
            inside(row, direction.0, shape.rows).zip(inside(column, direction.1, shape.columns));
        let Some((row, column)) = start else {
            return Err(at.expected("a direction into the grid"));
        };
        let rule = LittleKiller { start: shape.cell(row, column), direction, sum: 0 };
        let cells = entry.cells("cells")?;
        if !cells.is_empty() && cells != rule.path(shape) {
            let expected = "the diagonal of the direction";
            return Err(entry.fault_in("cells", JsonError::Absence { expected }));
        }
        Ok(entry.number("value")?.map(|sum| LittleKiller { sum, ..rule }).into_iter().collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        let shape = file.puzzle.shape;
        let outside = |place: usize, step: isize| (place + 1).saturating_add_signed(-step);
        let (down, right) = self.direction;
        let row = outside(shape.row(self.start), down);
        let cell = File::place(row, outside(shape.column(self.start), right));
        let entry = json!({
            "cell": cell,
            "cells": file.names(&self.path(shape)),
            "direction": self.word().to_uppercase(),
            "value": self.sum.to_string(),
        });
        file.add("littlekillersum", entry);
        Ok(())
    }
}
