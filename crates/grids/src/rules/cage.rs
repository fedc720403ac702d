//! Cages: different digits, and their sum if the cage has one.

use parallax_model::{ComparisonOperator, ModelError, Value};
use serde_json::json;

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{GridFormError, LocatedFPuzzlesError, LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm, cell_names};
use crate::model::{GridModelBuilder, MAX_TUPLES};
use crate::picture::colours::INK;
use crate::picture::{GridPicture, OutlineStyle, TextBoardSketch};
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// The cells have different digits with this sum.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cage {
    /// The cells.
    pub cells: Vec<usize>,
    /// The sum, if the cage has one.
    pub sum: Option<i64>,
}

impl PlainRuleForm for Cage {
    const KEYS: &'static [&'static str] = &["cage"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let sum = line.read_number()?;
        Ok(vec![Cage { cells: line.read_cells()?, sum }])
    }
}

impl IssRuleForm for Cage {
    const TYPES: &'static [&'static str] = &["Cage"];

    /// Reads a cage; the sum 0 is none.
    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let sum = Some(item.argument_number(0)?).filter(|sum| *sum > 0);
        Ok(vec![Cage { cells: item.read_cells(1, 1)?, sum }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        let sum = match self.sum {
            Some(0) => return None,
            sum => sum.unwrap_or(0),
        };
        Some(cell_names(&format!("Cage~{sum}"), puzzle.shape, &self.cells))
    }
}

impl GridRule for Cage {
    fn describe_rule(&self, shape: GridShape) -> String {
        let cells = shape.cell_names(&self.cells);
        match self.sum {
            Some(sum) => format!("cage {cells} = {sum}"),
            None => format!("cage {cells}"),
        }
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let border = OutlineStyle { inset: 4.0, colour: INK, width: 1.0, dashes: "3 2" };
        picture.draw_outline(&self.cells, border);
        if let Some(sum) = self.sum {
            picture.draw_label(&self.cells, 1.5, INK, &sum.to_string());
        }
    }

    fn sketch_signs(&self, sketch: &mut TextBoardSketch, _: GridShape) -> bool {
        sketch.draw_cage(&self.cells);
        false
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.clone()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        post_different_sum(
            builder,
            &self.describe_rule(builder.grid_shape()),
            &self.cells,
            self.sum,
        )
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        check_different_sum(filled, &self.cells, self.sum)
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        let sum = self.sum.map_or_else(String::new, |sum| format!(" {sum}"));
        Some(format!("cage{sum}: {}", shape.cell_names(&self.cells)))
    }
}

/// Checks that cells have different digits with a sum.
pub(super) fn check_different_sum(
    filled: &FilledGrid<'_>,
    cells: &[usize],
    sum: Option<i64>,
) -> Result<(), RuleBreach> {
    filled.check_different(cells)?;
    let found = filled.cell_sum(cells);
    match sum {
        Some(expected) if expected != found => Err(RuleBreach::Sum { found, expected }),
        _ => Ok(()),
    }
}

/// Posts that cells have different digits with a sum: as a table if it has at most [`MAX_TUPLES`]
/// tuples, otherwise as a difference and a sum.
pub(super) fn post_different_sum(
    builder: &mut GridModelBuilder<'_>,
    label: &str,
    cells: &[usize],
    sum: Option<i64>,
) -> Result<(), ModelError> {
    let Some(sum) = sum else { return builder.post_different(label, cells) };
    if !builder.sums {
        let digits: Vec<Value> = builder.digit_values().collect();
        if let Some(tuples) = cage_tuples(&digits, cells.len(), sum) {
            return builder.post_tuples(label, cells, tuples);
        }
    }
    builder.post_different(label, cells)?;
    let terms: Vec<_> = cells.iter().map(|&cell| (1, cell)).collect();
    builder.post_sum(label, &terms, ComparisonOperator::Eq, sum)
}

/// Returns all sequences of different digits with this sum, or `None` if they are too many.
fn cage_tuples(digits: &[Value], count: usize, sum: i64) -> Option<Vec<Vec<Value>>> {
    let mut found = Vec::new();
    let mut chosen = Vec::with_capacity(count);
    extend_sequence(digits, count, sum, &mut chosen, &mut found).then_some(found)
}

/// Adds the sequences that begin with `chosen`. Its depth is the number of cells of a cage, at
/// most that of digits. Returns `false` when they become too many.
fn extend_sequence(
    digits: &[Value],
    count: usize,
    sum: i64,
    chosen: &mut Vec<Value>,
    found: &mut Vec<Vec<Value>>,
) -> bool {
    if chosen.len() == count {
        if sum == 0 {
            found.push(chosen.clone());
        }
        return found.len() <= MAX_TUPLES;
    }
    let left = count - chosen.len();
    // The digits ascend, so the first free ones have the least sum, and the last ones the greatest.
    let free = || digits.iter().filter(|digit| !chosen.contains(digit)).map(|&d| i64::from(d));
    let (min_sum, max_sum): (i64, i64) = (free().take(left).sum(), free().rev().take(left).sum());
    if free().count() < left || sum < min_sum || sum > max_sum {
        return true;
    }
    for &digit in digits {
        if !chosen.contains(&digit) {
            chosen.push(digit);
            let has_room = extend_sequence(digits, count, sum - i64::from(digit), chosen, found);
            chosen.pop();
            if !has_room {
                return false;
            }
        }
    }
    true
}

impl FPuzzlesRuleForm for Cage {
    const NAMES: &'static [&'static str] = &["killercage"];
    const FIELDS: &'static [&'static str] = &["cells", "value"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        let cells = entry.field_cells("cells")?;
        if cells.is_empty() {
            entry.require_leftover("cells")?;
        }
        // The site takes the sum 0 for none.
        let sum = entry.field_number("value")?.filter(|sum| *sum > 0);
        Ok(if cells.is_empty() { Vec::new() } else { vec![Cage { cells, sum }] })
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        if self.sum == Some(0) {
            return Err(GridFormError::ZeroSum);
        }
        let cells = file.cell_names(&self.cells);
        file.add_entry(
            "killercage",
            match self.sum {
                Some(sum) => json!({ "cells": cells, "value": sum.to_string() }),
                None => json!({ "cells": cells }),
            },
        );
        Ok(())
    }
}
