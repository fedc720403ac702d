//! Region sum lines: equal sums in each region that the line visits.

use parallax_model::{ComparisonOperator, ModelError};

use super::closed::{distinct_cells, is_closed};
use super::line_rule::LineRule;
use crate::GridPuzzle;
use crate::errors::{GridRuleError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::model::GridModelBuilder;
use crate::picture::colours::REGION_SUM;

/// The parts of a line between borders of regions have equal sums. Each visit of a region counts by
/// itself. A closed line has each cell once, and is one visit where it closes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RegionSum {
    /// The cells along the line.
    pub cells: Vec<usize>,
}

impl LineRule for RegionSum {
    const PLAIN_KEY: &'static str = "region sum";
    const LINE_COLOUR: &'static str = REGION_SUM;
    const FPUZZLES_KEYS: &'static [&'static str] = &["regionsumline"];
    const ISS_TYPES: &'static [&'static str] = &["RegionSumLine"];

    fn new(cells: Vec<usize>) -> Self {
        RegionSum { cells }
    }

    fn line_cells(&self) -> &[usize] {
        &self.cells
    }

    fn iss_cells(&self, puzzle: &GridPuzzle) -> Option<Vec<usize>> {
        // A closed line is written from a border on.
        Some(self.split_line_by_region(puzzle).concat())
    }

    fn validate_line(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        let has_region = |&cell: &usize| puzzle.regions[cell].is_some();
        if self.cells.iter().all(has_region) { Ok(()) } else { Err(GridRuleError::NoRegion) }
    }

    fn post_line(&self, builder: &mut GridModelBuilder<'_>, label: &str) -> Result<(), ModelError> {
        let parts = self.split_line_by_region(builder.puzzle);
        // Equal neighbours in the list make all sums equal.
        for pair in parts.windows(2) {
            let left = pair[0].iter().map(|&cell| (1, cell));
            let right = pair[1].iter().map(|&cell| (-1, cell));
            let terms: Vec<_> = left.chain(right).collect();
            builder.post_sum(label, &terms, ComparisonOperator::Eq, 0)?;
        }
        Ok(())
    }

    fn check_line(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let mut sums: Vec<i64> = Vec::new();
        let mut last = None;
        let closed = self.cells.len() > 2 && self.cells.first() == self.cells.last();
        let count = self.cells.len() - usize::from(closed);
        for &cell in &self.cells[..count] {
            let region = filled.puzzle.regions[cell];
            match sums.last_mut() {
                Some(sum) if last == Some(region) => *sum += filled.cell_value(cell),
                _ => sums.push(filled.cell_value(cell)),
            }
            last = Some(region);
        }
        // The line goes on in the region where it began.
        if closed && sums.len() > 1 && last == Some(filled.puzzle.regions[self.cells[0]]) {
            sums[0] += sums.pop().unwrap_or_default();
        }
        if sums.iter().all(|sum| *sum == sums[0]) { Ok(()) } else { Err(RuleBreach::Sums { sums }) }
    }
}

impl RegionSum {
    /// Returns the parts of the line, one for each visit of a region.
    fn split_line_by_region(&self, puzzle: &GridPuzzle) -> Vec<Vec<usize>> {
        let region = |cell: &usize| puzzle.regions[*cell];
        let cells = distinct_cells(&self.cells);
        let parts = cells.chunk_by(|a, b| region(a) == region(b)).map(<[usize]>::to_vec);
        let mut parts: Vec<Vec<usize>> = parts.collect();
        let joins = cells.first().map(region) == cells.last().map(region);
        // A closed line may begin in the middle of a visit: then its last part precedes the first.
        if parts.len() > 1
            && is_closed(&self.cells)
            && joins
            && let Some(last) = parts.pop()
        {
            parts[0].splice(0..0, last);
        }
        parts
    }
}
