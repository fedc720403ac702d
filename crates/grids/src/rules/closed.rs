//! Closed lines, whose last cell is their first.

/// Whether a line returns to its first cell at its end.
pub(super) fn is_closed(cells: &[usize]) -> bool {
    matches!(cells, [first, _, .., last] if first == last)
}

/// Returns the cells of a line, each once: a closed line without its end.
pub(super) fn distinct_cells(cells: &[usize]) -> &[usize] {
    if is_closed(cells) { &cells[..cells.len() - 1] } else { cells }
}
