//! Between lines: digits strictly between those at the ends.

use parallax_model::{ModelError, Value};

use super::line_rule::{LineRule, end_cells};
use crate::errors::{LocatedFPuzzlesError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::FPuzzlesEntry;
use crate::model::GridModelBuilder;
use crate::picture::colours::BETWEEN_LINE_COLOUR;

/// The digits inside of the line are strictly between those at its ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Between {
    /// The cells along the line, three or more.
    pub cells: Vec<usize>,
}

impl LineRule for Between {
    const PLAIN_KEY: &'static str = "between";
    const MIN_CELLS: usize = 3;
    const LINE_COLOUR: &'static str = BETWEEN_LINE_COLOUR;
    const FPUZZLES_KEYS: &'static [&'static str] = &["betweenline"];
    const ISS_TYPES: &'static [&'static str] = &["Between"];

    fn new(cells: Vec<usize>) -> Self {
        Between { cells }
    }

    fn line_cells(&self) -> &[usize] {
        &self.cells
    }

    fn ringed_cells(&self) -> Vec<usize> {
        end_cells(&self.cells)
    }

    fn entry_lines(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Vec<usize>>, LocatedFPuzzlesError> {
        // Two ends have nothing between them.
        Ok(entry.read_lines()?.into_iter().filter(|cells| cells.len() > 2).collect())
    }

    fn post_line(&self, builder: &mut GridModelBuilder<'_>, label: &str) -> Result<(), ModelError> {
        let [first, inner @ .., last] = &self.cells[..] else { return Ok(()) };
        for &cell in inner {
            builder.post_table(label, &[*first, cell, *last], |tuple: &[Value]| {
                let (low, high) = (tuple[0].min(tuple[2]), tuple[0].max(tuple[2]));
                low < tuple[1] && tuple[1] < high
            })?;
        }
        Ok(())
    }

    fn check_line(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let values = filled.cell_values(&self.cells);
        let [first, inner @ .., last] = &values[..] else { return Ok(()) };
        let inside =
            |value: &i64| (first < value && value < last) || (last < value && value < first);
        if inner.iter().all(inside) { Ok(()) } else { Err(RuleBreach::Digits { digits: values }) }
    }
}
