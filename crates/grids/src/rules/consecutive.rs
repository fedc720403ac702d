//! Non-consecutive: cells side by side do not differ by 1.

use parallax_model::{ModelError, Value};

use super::{Kind, Rule};
use crate::shape::SIDES;
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File, has_dots};
use crate::iss::{Iss, Item};
use crate::model::Builder;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// Cells side by side do not differ by 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NonConsecutive;

impl Kind for NonConsecutive {
    const KEYS: &'static [&'static str] = &["non-consecutive"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.bare()?;
        Ok(vec![NonConsecutive])
    }
}

impl Iss for NonConsecutive {
    const TYPES: &'static [&'static str] = &["AntiConsecutive"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        item.bare()?;
        Ok(vec![NonConsecutive])
    }

    fn write_iss(&self, _: &GridPuzzle) -> Option<String> {
        Some("AntiConsecutive".to_owned())
    }
}

impl Rule for NonConsecutive {
    fn words(&self, _: Shape) -> String {
        "non-consecutive".to_owned()
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        Vec::new()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let puzzle = builder.puzzle;
        for (a, b) in puzzle.shape.pairs(&SIDES) {
            if puzzle.has_value(a) && puzzle.has_value(b) {
                let label = format!("non-consecutive {}", puzzle.shape.names(&[a, b]));
                builder.table(&label, &[a, b], |tuple: &[Value]| tuple[0].abs_diff(tuple[1]) != 1)?;
            }
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let shape = filled.shape();
        for cell in 0..shape.cells() {
            for other in [shape.step(cell, (0, 1)), shape.step(cell, (1, 0))].into_iter().flatten() {
                if let (Some(a), Some(b)) = (filled.get(cell), filled.get(other))
                    && (a == b + 1 || b == a + 1)
                {
                    let cells = shape.locate_all(&[cell, other]);
                    return Err(RuleBreach::Neighbours { cells, left: a, right: b });
                }
            }
        }
        Ok(())
    }

    fn write(&self, _: Shape) -> Option<String> {
        Some("non-consecutive".to_owned())
    }
}

impl FPuzzles for NonConsecutive {
    const NAMES: &'static [&'static str] = &["nonconsecutive"];
    const FIELDS: &'static [&'static str] = &[];

    fn take(_: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        Ok(vec![NonConsecutive])
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        if has_dots(file.puzzle) {
            return Err(FormError::DotsSpare);
        }
        file.flag("nonconsecutive");
        Ok(())
    }
}
