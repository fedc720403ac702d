//! The names of a file: variables and arrays of variables.

use parallax_instance::InputError;

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum NameMeaning {
    /// A variable, by its index in the document.
    Variable(u32),
    /// An array.
    Array(Xcsp3Array),
}

/// An array of variables with one to many dimensions.
#[derive(Clone, Debug)]
pub(super) struct Xcsp3Array {
    /// The size of each dimension.
    pub(super) sizes: Vec<usize>,
    /// The cells, the last index fastest; [`NO_VARIABLE`] where there is no variable.
    pub(super) cells: Vec<u32>,
}

/// The entry of a cell without a variable.
pub(super) const NO_VARIABLE: u32 = u32::MAX;

/// The indices that a reference allows in one dimension, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IndexRange {
    pub(super) low: usize,
    pub(super) high: usize,
    /// Whether it was written as one index, so that the dimension is fixed.
    pub(super) is_single: bool,
}

impl IndexRange {
    /// Returns the number of indices.
    pub(super) fn len(&self) -> usize {
        self.high - self.low + 1
    }
}

impl Xcsp3Array {
    /// Returns the number of cells that a reference covers.
    pub(super) fn cell_count(&self, indices: &[IndexRange]) -> usize {
        indices.iter().map(IndexRange::len).product()
    }

    /// Calls `visit` with each cell that a reference covers and its index in the array, the last
    /// index fastest.
    pub(super) fn each_cell(
        &self,
        indices: &[IndexRange],
        visit: &mut dyn FnMut(usize, u32) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        let mut at: Vec<usize> = indices.iter().map(|range| range.low).collect();
        loop {
            // The index in row-major order.
            let index = at.iter().zip(&self.sizes).fold(0, |index, (at, size)| index * size + at);
            visit(index, self.cells.get(index).copied().unwrap_or(NO_VARIABLE))?;
            // Advances to the next combination: the last index that can grow does, and those after
            // it restart.
            let Some(moved) = (0..at.len()).rev().find(|&i| at[i] < indices[i].high) else {
                return Ok(());
            };
            at[moved] += 1;
            for i in moved + 1..at.len() {
                at[i] = indices[i].low;
            }
        }
    }
}

/// Returns the name of a cell: `x[0][3]`.
pub(super) fn cell_name(array: &str, sizes: &[usize], place: usize) -> String {
    let mut indices = Vec::with_capacity(sizes.len());
    let mut rest = place;
    // The digits of the index in mixed radix, last dimension first.
    for &size in sizes.iter().rev() {
        indices.push(rest % size);
        rest /= size;
    }
    let mut name = array.to_owned();
    for index in indices.iter().rev() {
        name.push_str(&format!("[{index}]"));
    }
    name
}
