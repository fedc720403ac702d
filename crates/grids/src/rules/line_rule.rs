//! The form of rules about the cells along a line: their texts, their picture, and their places in
//! f-puzzles and in constraint strings.

use parallax_model::ModelError;

use super::closed::is_closed;
use super::{AnyRule, GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{
    GridFormError, GridRuleError, LocatedFPuzzlesError, LocatedTextError, RuleBreach,
};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesEntry, FPuzzlesRuleForm, FPuzzlesWriter};
use crate::iss::{IssItem, IssRuleForm, cell_names};
use crate::model::GridModelBuilder;
use crate::picture::GridPicture;
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// A rule about the cells along a line, without other parameters. All traits of rules follow from
/// it.
pub(crate) trait LineRule: Into<AnyRule> {
    /// The key of the plain form, which also labels constraints and pictures.
    const PLAIN_KEY: &'static str;
    /// The smallest number of cells.
    const MIN_CELLS: usize = 2;
    /// The colour of the line in pictures.
    const LINE_COLOUR: &'static str;
    /// The key of f-puzzles.
    const FPUZZLES_KEYS: &'static [&'static str];
    /// The type of constraint strings, if one means the same.
    const ISS_TYPES: &'static [&'static str] = &[];

    /// Creates the rule of cells along a line.
    fn new(cells: Vec<usize>) -> Self;

    /// Returns the cells along the line.
    fn line_cells(&self) -> &[usize];

    /// Returns the cells that have a ring in pictures.
    fn ringed_cells(&self) -> Vec<usize> {
        Vec::new()
    }

    /// Returns the cells of the line in a constraint string. `None` if it has no such line: by
    /// default, a closed one.
    fn iss_cells(&self, _: &GridPuzzle) -> Option<Vec<usize>> {
        (!is_closed(self.line_cells())).then(|| self.line_cells().to_vec())
    }

    /// Returns the lines of an entry of f-puzzles that restrict cells.
    ///
    /// # Errors
    /// Returns the fault of the first value that is not as expected.
    fn entry_lines(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Vec<usize>>, LocatedFPuzzlesError> {
        entry.read_lines()
    }

    /// Requires that the line fits the board, as
    /// [`GridRule::validate_rule`](super::GridRule::validate_rule) does.
    ///
    /// # Errors
    /// Returns what is wrong and what was expected.
    fn validate_line(&self, _: &GridPuzzle) -> Result<(), GridRuleError> {
        Ok(())
    }

    /// Adds the constraints with a label.
    ///
    /// # Errors
    /// Returns an error if numbers do not fit a model.
    fn post_line(&self, builder: &mut GridModelBuilder<'_>, label: &str) -> Result<(), ModelError>;

    /// Checks a filled grid.
    ///
    /// # Errors
    /// Returns how the rule is broken.
    fn check_line(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach>;
}

/// Returns the cells at the ends of a line.
pub(super) fn end_cells(cells: &[usize]) -> Vec<usize> {
    [cells.first(), cells.last()].into_iter().flatten().copied().collect()
}

impl<L: LineRule> PlainRuleForm for L {
    const KEYS: &'static [&'static str] = &[L::PLAIN_KEY];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        line.no_arguments()?;
        Ok(line.read_tracks(L::MIN_CELLS)?.into_iter().map(L::new).collect())
    }
}

impl<L: LineRule> IssRuleForm for L {
    const TYPES: &'static [&'static str] = L::ISS_TYPES;

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        Ok(vec![L::new(item.read_track(0, L::MIN_CELLS)?)])
    }

    fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
        Some(cell_names(L::ISS_TYPES.first()?, puzzle.shape, &self.iss_cells(puzzle)?))
    }
}

impl<L: LineRule> GridRule for L {
    fn describe_rule(&self, shape: GridShape) -> String {
        format!("{} {}", L::PLAIN_KEY, shape.cell_names(self.line_cells()))
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        picture.named_track(self.line_cells(), L::LINE_COLOUR, L::PLAIN_KEY);
        for cell in self.ringed_cells() {
            picture.draw_ring(cell, L::LINE_COLOUR);
        }
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.line_cells().to_vec()
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        self.validate_line(puzzle)
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let label = self.describe_rule(builder.grid_shape());
        self.post_line(builder, &label)
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        self.check_line(filled)
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        Some(format!("{}: {}", L::PLAIN_KEY, shape.cell_names(self.line_cells())))
    }
}

impl<L: LineRule> FPuzzlesRuleForm for L {
    const NAMES: &'static [&'static str] = L::FPUZZLES_KEYS;
    const FIELDS: &'static [&'static str] = &["lines"];

    fn read_entry(entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        Ok(L::entry_lines(entry)?.into_iter().map(L::new).collect())
    }

    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        L::FPUZZLES_KEYS.iter().for_each(|key| file.add_line(key, self.line_cells()));
        Ok(())
    }
}
