//! Region sum lines: equal sums in each region that the line visits.

use parallax_model::{ModelError, Relation};

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::fault::Fault;
use crate::filled::Filled;
use crate::fpuzzles::{Entry, FPuzzles, File};
use crate::iss::{Iss, Item, cell_names};
use crate::model::Builder;
use crate::picture::colours::REGION_SUM;
use crate::picture::Picture;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// The parts of a line between borders of regions have equal sums. Each visit of a region counts by
/// itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RegionSum {
    /// The cells along the line.
    pub cells: Vec<usize>,
}

impl Kind for RegionSum {
    const KEYS: &'static [&'static str] = &["region sum"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        Ok(line.lists_of(2)?.into_iter().map(|cells| RegionSum { cells }).collect())
    }
}

impl Iss for RegionSum {
    const TYPES: &'static [&'static str] = &["RegionSumLine"];

    fn read_iss(item: &Item<'_>) -> Result<Vec<Self>, Fault> {
        Ok(vec![RegionSum { cells: item.cells(0, 2)? }])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        Some(cell_names("RegionSumLine", puzzle.shape, &self.cells))
    }
}

impl RegionSum {
    /// Returns the parts of the line, one for each visit of a region.
    fn parts(&self, puzzle: &GridPuzzle) -> Vec<Vec<usize>> {
        let region = |cell: &usize| puzzle.regions[*cell];
        self.cells.chunk_by(|a, b| region(a) == region(b)).map(<[usize]>::to_vec).collect()
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

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), String> {
        if self.cells.iter().all(|&cell| puzzle.regions[cell].is_some()) {
            return Ok(());
        }
        Err("a region sum line leaves the regions; expected a puzzle with regions".to_owned())
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

    fn check(&self, filled: &Filled<'_>) -> Result<(), String> {
        let mut sums: Vec<i64> = Vec::new();
        let mut last = None;
        for &cell in &self.cells {
            let region = filled.puzzle.regions[cell];
            match sums.last_mut() {
                Some(sum) if last == Some(region) => *sum += filled.value(cell),
                _ => sums.push(filled.value(cell)),
            }
            last = Some(region);
        }
        if sums.iter().all(|sum| *sum == sums[0]) { Ok(()) } else { Err(format!("the sums are {sums:?}")) }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("region sum: {}", shape.names(&self.cells)))
    }
}

impl FPuzzles for RegionSum {
    const NAMES: &'static [&'static str] = &["regionsumline"];
    const FIELDS: &'static [&'static str] = &["lines"];

    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, String> {
        Ok(entry.lines(2)?.into_iter().map(|cells| RegionSum { cells }).collect())
    }

    fn put(&self, file: &mut File<'_>) -> Result<(), String> {
        file.line("regionsumline", &self.cells);
        Ok(())
    }
}
