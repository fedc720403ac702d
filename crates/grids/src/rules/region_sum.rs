//! Region sum lines: equal sums in each region that the line visits.

use parallax_model::{ModelError, Relation};

use super::closed::{distinct_cells, is_closed};
use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, FormError, JsonFault, RuleBreach, RuleError};
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_names};
use crate::model::Builder;
use crate::picture::colours::REGION_SUM;
use crate::picture::Picture;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// The parts of a line between borders of regions have equal sums. Each visit of a region counts by
/// itself. A closed line has each cell once, and is one visit where it closes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RegionSum {
    /// The cells along the line.
    pub cells: Vec<usize>,
}

impl Kind for RegionSum {
    const KEYS: &'static [&'static str] = &["region sum"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        Ok(line.tracks(2)?.into_iter().map(|cells| RegionSum { cells }).collect())
    }
}

impl Iss for RegionSum {
    const TYPES: &'static [&'static str] = &["RegionSumLine"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        Ok(vec![RegionSum { cells: item.track(0, 2)? }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        // A closed line is written from a border on.
        let cells = self.parts(puzzle).concat();
        Some(cell_names("RegionSumLine", puzzle.shape, &cells))
    }
}

impl RegionSum {
    /// Returns the parts of the line, one for each visit of a region.
    fn parts(&self, puzzle: &GridPuzzle) -> Vec<Vec<usize>> {
        let region = |cell: &usize| puzzle.regions[*cell];
        let cells = distinct_cells(&self.cells);
        let parts = cells.chunk_by(|a, b| region(a) == region(b)).map(<[usize]>::to_vec);
        let mut parts: Vec<Vec<usize>> = parts.collect();
        let joins = cells.first().map(region) == cells.last().map(region);
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

impl Rule for RegionSum {
    fn words(&self, shape: Shape) -> String {
        format!("region sum {}", shape.names(&self.cells))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        picture.named_track(&self.cells, REGION_SUM, "region sum");
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        if self.cells.iter().all(|&cell| puzzle.regions[cell].is_some()) {
            return Ok(());
        }
        Err(RuleError::NoRegion)
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        let parts = self.parts(builder.puzzle);
        for pair in parts.windows(2) {
            let left = pair[0].iter().map(|&cell| (1, cell));
            let right = pair[1].iter().map(|&cell| (-1, cell));
            let terms: Vec<_> = left.chain(right).collect();
            builder.sum(&label, &terms, Relation::Eq, 0)?;
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let mut sums: Vec<i64> = Vec::new();
        let mut last = None;
        let closed = self.cells.len() > 2 && self.cells.first() == self.cells.last();
        let count = self.cells.len() - usize::from(closed);
        for &cell in &self.cells[..count] {
            let region = filled.puzzle.regions[cell];
            match sums.last_mut() {
                Some(sum) if last == Some(region) => *sum += filled.value(cell),
                _ => sums.push(filled.value(cell)),
            }
            last = Some(region);
        }
        // The line goes on in the region where it began.
        if closed && sums.len() > 1 && last == Some(filled.puzzle.regions[self.cells[0]]) {
            sums[0] += sums.pop().unwrap_or_default();
        }
        if sums.iter().all(|sum| *sum == sums[0]) { Ok(()) } else { Err(RuleBreach::Sums { sums }) }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("region sum: {}", shape.names(&self.cells)))
    }
}

impl FPuzzles for RegionSum {
    const NAMES: &'static [&'static str] = &["regionsumline"];
    const FIELDS: &'static [&'static str] = &["lines"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        Ok(entry.lines()?.into_iter().map(|cells| RegionSum { cells }).collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), FormError> {
        file.line("regionsumline", &self.cells);
        Ok(())
    }
}
