//! An entry of a list of rules.

use super::json::At;
use crate::errors::{JsonError, JsonFault};
use crate::shape::{Shape, Side};

/// An entry of the list of a rule, or the value of a rule that is there or not.
pub(crate) struct Entry<'a> {
    /// The key of the list, such as `killercage`.
    pub key: &'static str,
    /// The shape of the grid.
    pub shape: Shape,
    at: At<'a>,
}

/// A row and a column, both from 0 to one more than the side.
type Place = (usize, usize);

impl<'a> Entry<'a> {
    /// Creates the entry of a key.
    pub(super) fn new(key: &'static str, shape: Shape, at: At<'a>) -> Self {
        Entry { key, shape, at }
    }

    /// Creates a fault of the entry.
    pub(crate) fn fault(&self, error: impl Into<JsonError>) -> JsonFault {
        self.at.fault(error)
    }

    /// Creates a fault of a field.
    pub(crate) fn fault_in(&self, field: &str, error: impl Into<JsonError>) -> JsonFault {
        JsonFault { path: format!("{}.{field}", self.at.path), error: error.into() }
    }

    /// Returns a field, unless it is null or missing.
    pub(crate) fn get(&self, field: &str) -> Option<At<'a>> {
        self.at.get(field)
    }

    /// Returns the number of a field, if there is one.
    pub(crate) fn number(&self, field: &str) -> Result<Option<i64>, JsonFault> {
        self.get(field).map_or(Ok(None), |at| at.number())
    }

    /// Returns the values of a list in a field. A missing list is empty.
    pub(crate) fn list(&self, field: &str) -> Result<Vec<At<'a>>, JsonFault> {
        self.get(field).map_or_else(|| Ok(Vec::new()), |at| at.list())
    }

    /// Returns the only cell of a field.
    pub(crate) fn cell(&self, field: &str) -> Result<usize, JsonFault> {
        let at = self.get(field).ok_or_else(|| self.fault_in(field, JsonError::NoCell))?;
        at.cell(self.shape)
    }

    /// Returns the cells of a field, none of them twice. A missing list is empty.
    pub(crate) fn cells(&self, field: &str) -> Result<Vec<usize>, JsonFault> {
        self.once(&self.list(field)?)
    }

    /// Returns two cells, which need not share a side. `None` without cells.
    pub(crate) fn pair(&self, field: &'static str) -> Result<Option<[usize; 2]>, JsonFault> {
        match self.cells(field)?[..] {
            [a, b] => Ok(Some([a, b])),
            [] => self.leftover(field).map(|()| None),
            ref cells => Err(self.fault_in(field, JsonError::PairLength { cells: cells.len() })),
        }
    }

    /// Returns the lines, no cell twice in one but the first at the end of a closed line. Lines of
    /// one cell say nothing.
    pub(crate) fn lines(&self) -> Result<Vec<Vec<usize>>, JsonFault> {
        self.each_line(|list| match list {
            [first, .., last] if list.len() > 2 && first.value == last.value => {
                let mut cells = self.once(&list[..list.len() - 1])?;
                cells.push(cells[0]);
                Ok(cells)
            }
            _ => self.once(list),
        })
    }

    /// Returns the lines. They may return to a cell.
    pub(crate) fn paths(&self) -> Result<Vec<Vec<usize>>, JsonFault> {
        self.each_line(|list| list.iter().map(|at| at.cell(self.shape)).collect())
    }

    fn each_line(
        &self,
        read: impl Fn(&[At<'a>]) -> Result<Vec<usize>, JsonFault>,
    ) -> Result<Vec<Vec<usize>>, JsonFault> {
        let mut lines = Vec::new();
        for line in self.list("lines")? {
            let cells = read(&line.list()?)?;
            if cells.len() > 1 {
                lines.push(cells);
            }
        }
        if lines.is_empty() {
            self.leftover("lines")?;
        }
        Ok(lines)
    }

    /// Requires of an entry without cells in a field that it has no number and no text either.
    ///
    /// # Errors
    /// Returns a fault with the value, which would say nothing.
    pub(crate) fn leftover(&self, field: &'static str) -> Result<(), JsonFault> {
        for name in ["value", "values"] {
            if let Some(at) = self.get(name).filter(|at| !at.is_empty()) {
                return Err(at.fault(JsonError::Leftover { found: at.quote(), name, field }));
            }
        }
        Ok(())
    }

    fn once(&self, list: &[At<'a>]) -> Result<Vec<usize>, JsonFault> {
        let mut seen = std::collections::HashSet::new();
        let mut cells = Vec::with_capacity(list.len());
        for at in list {
            let cell = at.cell(self.shape)?;
            if !seen.insert(cell) {
                return Err(at.expected("each cell once"));
            }
            cells.push(cell);
        }
        Ok(cells)
    }

    /// Returns the place outside of the grid where a clue stands.
    pub(crate) fn outside(&self) -> Result<Place, JsonFault> {
        let at = self.get("cell").ok_or_else(|| self.fault_in("cell", JsonError::NoCell))?;
        let (row, column) = at.place(self.shape)?;
        if (1..=self.shape.rows).contains(&row) && (1..=self.shape.columns).contains(&column) {
            return Err(at.expected("a place outside of the grid"));
        }
        Ok((row, column))
    }

    /// Returns the clue of a line: its side, the number of the line from 0, and the clue. `None` if
    /// there is no clue.
    pub(crate) fn clue(&self) -> Result<Option<(Side, usize, i64)>, JsonFault> {
        let (row, column) = self.outside()?;
        let Shape { rows, columns } = self.shape;
        let (in_row, in_column) = ((1..=rows).contains(&row), (1..=columns).contains(&column));
        let (side, place) = match (in_row, in_column) {
            (true, _) if column == 0 => (Side::Left, row - 1),
            (true, _) => (Side::Right, row - 1),
            (_, true) if row == 0 => (Side::Top, column - 1),
            (_, true) => (Side::Bottom, column - 1),
            _ => return Err(self.fault_in("cell", JsonError::Corner)),
        };
        Ok(self.number("value")?.map(|clue| (side, place, clue)))
    }
}
