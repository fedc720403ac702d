//! Anti-knight and anti-king: cells a step of the piece apart differ.

use parallax_model::{ComparisonOperator, ModelError};

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{GridFormError, LocatedFPuzzlesError, LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm};
use crate::model::GridModelBuilder;
use crate::plain::KeyLine;
use crate::shape::GridShape;
use crate::shape::{CORNER_STEPS, KNIGHT_STEPS, Step};

/// Cells a step of a chess piece apart have different digits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chess {
    /// Whether the piece is a king, which steps diagonally here; rows and columns cover its other
    /// steps. Otherwise it is a knight.
    pub king: bool,
}

impl PlainRuleForm for Chess {
    const KEYS: &'static [&'static str] = &["anti-knight", "anti-king"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        line.require_no_arguments()?;
        Ok(vec![Chess { king: line.key == "anti-king" }])
    }
}

impl IssRuleForm for Chess {
    const TYPES: &'static [&'static str] = &["AntiKnight", "AntiKing"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        item.require_no_arguments()?;
        Ok(vec![Chess { king: item.item_type() == "AntiKing" }])
    }

    fn write_iss(&self, _: &GridPuzzle) -> Option<String> {
        Some(if self.king { "AntiKing" } else { "AntiKnight" }.to_owned())
    }
}

impl Chess {
    fn plain_key(&self) -> &'static str {
        if self.king { "anti-king" } else { "anti-knight" }
    }

    fn piece_steps(&self) -> &'static [Step] {
        if self.king { &CORNER_STEPS } else { &KNIGHT_STEPS }
    }
}

impl GridRule for Chess {
    fn describe_rule(&self, _: GridShape) -> String {
        self.plain_key().to_owned()
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        Vec::new()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let puzzle = builder.puzzle;
        for (a, b) in puzzle.shape.step_pairs(self.piece_steps()) {
            if puzzle.has_value(a) && puzzle.has_value(b) {
                let label = format!("{} {}", self.plain_key(), puzzle.shape.cell_names(&[a, b]));
                builder.post_comparison(&label, a, ComparisonOperator::Ne, (b, 0))?;
            }
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let shape = filled.grid_shape();
        let valued: Vec<usize> = filled.puzzle.valued_cells();
        for (i, &a) in valued.iter().enumerate() {
            for &b in &valued[..i] {
                let down = shape.row(a).abs_diff(shape.row(b));
                let right = shape.column(a).abs_diff(shape.column(b));
                // Of all distances, only (1, 2) and (2, 1) have the product 2.
                let apart = if self.king { (down, right) == (1, 1) } else { down * right == 2 };
                if apart && filled.cell_value(a) == filled.cell_value(b) {
                    let (cells, value) = (shape.locate_all(&[b, a]), filled.cell_value(a));
                    return Err(RuleBreach::EqualCells { cells, value });
                }
            }
        }
        Ok(())
    }

    fn write_line(&self, _: GridShape) -> Option<String> {
        Some(self.plain_key().to_owned())
    }
}

impl FPuzzlesRuleForm for Chess {
    const NAMES: &'static [&'static str] = &["antiknight", "antiking"];
    const FIELDS: &'static [&'static str] = &[];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        Ok(vec![Chess { king: entry.key == "antiking" }])
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        file.set_flag(if self.king { "antiking" } else { "antiknight" });
        Ok(())
    }
}
