//! An entry of a list of rules.

use super::json::LocatedJsonValue;
use crate::errors::{FPuzzlesJsonError, LocatedFPuzzlesError};
use crate::shape::{GridShape, GridSide};

/// An entry of the list of a rule, or the value of a rule that is there or not.
pub(crate) struct FPuzzlesEntry<'a> {
    /// The key of the list, such as `killercage`.
    pub key: &'static str,
    /// The shape of the grid.
    pub shape: GridShape,
    at: LocatedJsonValue<'a>,
}

/// A row and a column, both from 0 to one more than the side.
type Place = (usize, usize);

impl<'a> FPuzzlesEntry<'a> {
    /// Creates the entry of a key.
    pub(super) fn new(key: &'static str, shape: GridShape, at: LocatedJsonValue<'a>) -> Self {
        FPuzzlesEntry { key, shape, at }
    }

    /// Creates a fault of the entry.
    pub(crate) fn entry_error(&self, error: impl Into<FPuzzlesJsonError>) -> LocatedFPuzzlesError {
        self.at.value_error(error)
    }

    /// Creates a fault of a field.
    pub(crate) fn fault_in(
        &self,
        field: &str,
        error: impl Into<FPuzzlesJsonError>,
    ) -> LocatedFPuzzlesError {
        LocatedFPuzzlesError { path: format!("{}.{field}", self.at.path), error: error.into() }
    }

    /// Returns a field, unless it is null or missing.
    pub(crate) fn get(&self, field: &str) -> Option<LocatedJsonValue<'a>> {
        self.at.get(field)
    }

    /// Returns the number of a field, if there is one.
    pub(crate) fn field_number(&self, field: &str) -> Result<Option<i64>, LocatedFPuzzlesError> {
        self.get(field).map_or(Ok(None), |at| at.read_number())
    }

    /// Returns the values of a list in a field. A missing list is empty.
    pub(crate) fn field_list(
        &self,
        field: &str,
    ) -> Result<Vec<LocatedJsonValue<'a>>, LocatedFPuzzlesError> {
        self.get(field).map_or_else(|| Ok(Vec::new()), |at| at.read_list())
    }

    /// Returns the only cell of a field.
    pub(crate) fn field_cell(&self, field: &str) -> Result<usize, LocatedFPuzzlesError> {
        let at = self.get(field).ok_or_else(|| self.fault_in(field, FPuzzlesJsonError::NoCell))?;
        at.read_cell(self.shape)
    }

    /// Returns the cells of a field, none of them twice. A missing list is empty.
    pub(crate) fn field_cells(&self, field: &str) -> Result<Vec<usize>, LocatedFPuzzlesError> {
        self.read_distinct_cells(&self.field_list(field)?)
    }

    /// Returns two cells, which need not share a side. `None` without cells.
    pub(crate) fn field_pair(
        &self,
        field: &'static str,
    ) -> Result<Option<[usize; 2]>, LocatedFPuzzlesError> {
        match self.field_cells(field)?[..] {
            [a, b] => Ok(Some([a, b])),
            [] => self.require_leftover(field).map(|()| None),
            ref cells => {
                Err(self.fault_in(field, FPuzzlesJsonError::PairLength { cells: cells.len() }))
            }
        }
    }

    /// Returns the lines, no cell twice in one but the first at the end of a closed line. Lines of
    /// one cell say nothing.
    pub(crate) fn read_lines(&self) -> Result<Vec<Vec<usize>>, LocatedFPuzzlesError> {
        self.each_line(|list| match list {
            // A closed line names its first cell again at the end.
            [first, .., last] if list.len() > 2 && first.value == last.value => {
                let mut cells = self.read_distinct_cells(&list[..list.len() - 1])?;
                cells.push(cells[0]);
                Ok(cells)
            }
            _ => self.read_distinct_cells(list),
        })
    }

    /// Returns the lines. They may return to a cell.
    pub(crate) fn read_paths(&self) -> Result<Vec<Vec<usize>>, LocatedFPuzzlesError> {
        self.each_line(|list| list.iter().map(|at| at.read_cell(self.shape)).collect())
    }

    fn each_line(
        &self,
        read: impl Fn(&[LocatedJsonValue<'a>]) -> Result<Vec<usize>, LocatedFPuzzlesError>,
    ) -> Result<Vec<Vec<usize>>, LocatedFPuzzlesError> {
        let mut lines = Vec::new();
        for line in self.field_list("lines")? {
            let cells = read(&line.read_list()?)?;
            if cells.len() > 1 {
                lines.push(cells);
            }
        }
        if lines.is_empty() {
            self.require_leftover("lines")?;
        }
        Ok(lines)
    }

    /// Requires of an entry without cells in a field that it has no number and no text either.
    ///
    /// # Errors
    /// Returns a fault with the value, which would say nothing.
    pub(crate) fn require_leftover(&self, field: &'static str) -> Result<(), LocatedFPuzzlesError> {
        for name in ["value", "values"] {
            if let Some(at) = self.get(name).filter(|at| !at.is_empty()) {
                return Err(at.value_error(FPuzzlesJsonError::Leftover {
                    found: at.quote_value(),
                    name,
                    field,
                }));
            }
        }
        Ok(())
    }

    fn read_distinct_cells(
        &self,
        list: &[LocatedJsonValue<'a>],
    ) -> Result<Vec<usize>, LocatedFPuzzlesError> {
        let mut seen = std::collections::HashSet::new();
        let mut cells = Vec::with_capacity(list.len());
        for at in list {
            let cell = at.read_cell(self.shape)?;
            if !seen.insert(cell) {
                return Err(at.unexpected_value("each cell once"));
            }
            cells.push(cell);
        }
        Ok(cells)
    }

    /// Returns the place outside of the grid where a clue stands.
    pub(crate) fn outside_place(&self) -> Result<Place, LocatedFPuzzlesError> {
        let at =
            self.get("cell").ok_or_else(|| self.fault_in("cell", FPuzzlesJsonError::NoCell))?;
        let (row, column) = at.cell_position(self.shape)?;
        if (1..=self.shape.rows).contains(&row) && (1..=self.shape.columns).contains(&column) {
            return Err(at.unexpected_value("a place outside of the grid"));
        }
        Ok((row, column))
    }

    /// Returns the clue of a line: its side, the number of the line from 0, and the clue. `None` if
    /// there is no clue.
    pub(crate) fn read_clue(&self) -> Result<Option<(GridSide, usize, i64)>, LocatedFPuzzlesError> {
        let (row, column) = self.outside_place()?;
        let GridShape { rows, columns } = self.shape;
        let (in_row, in_column) = ((1..=rows).contains(&row), (1..=columns).contains(&column));
        // The place is outside of the grid: in one of the rows, its column is 0 or one more than
        // the side.
        let (side, place) = match (in_row, in_column) {
            (true, _) if column == 0 => (GridSide::Left, row - 1),
            (true, _) => (GridSide::Right, row - 1),
            (_, true) if row == 0 => (GridSide::Top, column - 1),
            (_, true) => (GridSide::Bottom, column - 1),
            _ => return Err(self.fault_in("cell", FPuzzlesJsonError::Corner)),
        };
        Ok(self.field_number("value")?.map(|clue| (side, place, clue)))
    }
}
