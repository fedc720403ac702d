//! Anti-knight and anti-king: cells a step of the piece apart differ.

use parallax_model::{ModelError, Relation};

use super::{Kind, Rule};
use crate::shape::{CORNERS, KNIGHT, Step};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item};
use crate::model::Builder;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// Cells a step of a chess piece apart have different digits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chess {
    /// Whether the piece is a king, which steps diagonally here; rows and columns cover its other
    /// steps. Otherwise it is a knight.
    pub king: bool,
}

impl Kind for Chess {
    const KEYS: &'static [&'static str] = &["anti-knight", "anti-king"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.bare()?;
        Ok(vec![Chess { king: line.key == "anti-king" }])
    }
}

impl Iss for Chess {
    const TYPES: &'static [&'static str] = &["AntiKnight", "AntiKing"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        item.bare()?;
        Ok(vec![Chess { king: item.kind() == "AntiKing" }])
    }

    fn write_iss(&self, _: &GridPuzzle) -> Option<String> {
        Some(if self.king { "AntiKing" } else { "AntiKnight" }.to_owned())
    }
}

impl Chess {
    fn key(&self) -> &'static str {
        if self.king { "anti-king" } else { "anti-knight" }
    }

    fn steps(&self) -> &'static [Step] {
        if self.king { &CORNERS } else { &KNIGHT }
    }
}

impl Rule for Chess {
    fn words(&self, _: Shape) -> String {
        self.key().to_owned()
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        Vec::new()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let puzzle = builder.puzzle;
        for (a, b) in puzzle.shape.pairs(self.steps()) {
            if puzzle.has_value(a) && puzzle.has_value(b) {
                let label = format!("{} {}", self.key(), puzzle.shape.names(&[a, b]));
                builder.compare(&label, a, Relation::Ne, (b, 0))?;
            }
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let shape = filled.shape();
        let valued: Vec<usize> = filled.puzzle.valued();
        for (i, &a) in valued.iter().enumerate() {
            for &b in &valued[..i] {
                let down = shape.row(a).abs_diff(shape.row(b));
                let right = shape.column(a).abs_diff(shape.column(b));
                let apart = if self.king { (down, right) == (1, 1) } else { down * right == 2 };
                if apart && filled.value(a) == filled.value(b) {
                    let (cells, value) = (shape.locate_all(&[b, a]), filled.value(a));
                    return Err(RuleBreach::EqualCells { cells, value });
                }
            }
        }
        Ok(())
    }

    fn write(&self, _: Shape) -> Option<String> {
        Some(self.key().to_owned())
    }
}

impl FPuzzles for Chess {
    const NAMES: &'static [&'static str] = &["antiknight", "antiking"];
    const FIELDS: &'static [&'static str] = &[];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        Ok(vec![Chess { king: entry.key == "antiking" }])
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.flag(if self.king { "antiking" } else { "antiknight" });
        Ok(())
    }
}
