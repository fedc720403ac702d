//! The order in which the heuristic Opre visits the cells of a square grid.

/// Returns the rank of each cell (row by row) in the order of Crawford and Aranda's heuristic Opre:
/// the diagonal from the top left; the upper triangle column by column (`x12; x13, x23; ...`); the
/// lower triangle row by row (`x21; x31, x32; ...`).
pub(super) fn diagonal_ranks(order: usize) -> Vec<u32> {
    let diagonal = (0..order).map(|i| (i, i));
    let upper = (0..order).flat_map(|column| (0..column).map(move |row| (row, column)));
    let lower = (0..order).flat_map(|row| (0..row).map(move |column| (row, column)));
    let mut ranks = vec![0; order * order];
    for (rank, (row, column)) in diagonal.chain(upper).chain(lower).enumerate() {
        ranks[row * order + column] = rank as u32;
    }
    ranks
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_order_is_diagonal_upper_lower() {
        // Row by row: 0 3 4 / 6 1 5 / 7 8 2.
        assert_eq!(super::diagonal_ranks(3), [0, 3, 4, 6, 1, 5, 7, 8, 2]);
    }
}
