//! Blocks of values, and the pairs of blocks that a constraint forbids.

use std::ops::RangeInclusive;

use rand::Rng;
use rand::seq::SliceRandom;

/// Number of random matrices that are drawn before one is built.
const MAX_MATRIX_DRAWS: usize = 32;

/// Number of moves for each forbidden cell that turn a built matrix into a random one.
const MOVES_PER_FORBIDDEN_CELL: usize = 8;

/// Draws the block of each value; the sizes of blocks differ by at most one.
pub(super) fn partition_values(values: usize, blocks: usize, rng: &mut impl Rng) -> Vec<usize> {
    // E.g. 8 values in 3 blocks: 0 0 0 1 1 1 2 2.
    let mut block: Vec<usize> = (0..values).map(|value| value * blocks / values).collect();
    block.shuffle(rng);
    block
}

/// Returns the possible numbers of forbidden cells of a matrix without equal rows or equal columns:
/// one row and one column may be empty, or full.
pub(super) fn possible_counts(side: usize) -> RangeInclusive<usize> {
    side - 1..=side * side + 1 - side
}

/// The forbidden pairs of blocks: a square matrix, at most 128 wide. No two rows are
/// equal, and no two columns.
#[derive(Clone, Debug)]
pub(super) struct ForbiddenBlockMatrix {
    rows: Vec<u128>,
    columns: Vec<u128>,
}

impl ForbiddenBlockMatrix {
    /// Returns a random matrix with this number of forbidden cells, which must be [`possible`]. If
    /// few such matrices have different rows and columns, it is built and then changed at random,
    /// cell by cell.
    pub(super) fn draw_matrix(side: usize, forbidden: usize, rng: &mut impl Rng) -> Self {
        let mut cells: Vec<usize> = (0..side * side).collect();
        for _ in 0..MAX_MATRIX_DRAWS {
            // The cells stay shuffled from the draws before, which changes no probability.
            let (drawn, _) = cells.partial_shuffle(rng, forbidden);
            let matrix = ForbiddenBlockMatrix::from_cells(
                side,
                drawn.iter().map(|&cell| (cell / side, cell % side)),
            );
            // Row and column `at` are tested together, which covers all rows and columns.
            if (0..side).all(|at| matrix.is_distinct(at, at)) {
                return matrix;
            }
        }
        let mut matrix = ForbiddenBlockMatrix::build_matrix(side, forbidden, rng);
        matrix.stir_pairs(rng);
        matrix
    }

    /// Whether this pair of blocks is forbidden.
    pub(super) fn forbids_pair(&self, row: usize, column: usize) -> bool {
        self.rows[row] >> column & 1 == 1
    }

    fn from_cells(side: usize, cells: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut matrix = ForbiddenBlockMatrix { rows: vec![0; side], columns: vec![0; side] };
        cells.for_each(|cell| matrix.flip_pair(cell));
        matrix
    }

    fn flip_pair(&mut self, (row, column): (usize, usize)) {
        // Rows and columns hold the same cells, so that either kind of line is compared as one
        // number.
        self.rows[row] ^= 1 << column;
        self.columns[column] ^= 1 << row;
    }

    /// Whether this row equals no other row, and this column no other column.
    fn is_distinct(&self, row: usize, column: usize) -> bool {
        let alone = |lines: &[u128], at: usize| {
            lines.iter().enumerate().all(|(other, line)| other == at || *line != lines[at])
        };
        alone(&self.rows, row) && alone(&self.columns, column)
    }

    /// Builds a triangle with a full diagonal. It is invertible whatever lies below the diagonal,
    /// so its rows and columns differ. With few cells the last row and column stay empty; with
    /// many, the allowed cells are such a matrix. Rows and columns are then permuted.
    fn build_matrix(side: usize, forbidden: usize, rng: &mut impl Rng) -> Self {
        let (small, large) = (side * (side - 1) / 2, side * (side + 1) / 2);
        let (triangle, cells, allowed) = match forbidden {
            few if few <= small => (side - 1, few, false),
            middle if middle <= large => (side, middle, false),
            many => (side - 1, side * side - many, true),
        };
        let mut below: Vec<(usize, usize)> =
            (0..triangle).flat_map(|row| (0..row).map(move |column| (row, column))).collect();
        // The limits of `possible_counts` leave at least the diagonal in each case.
        let (below, _) = below.partial_shuffle(rng, cells - triangle);
        let filled = (0..triangle).map(|at| (at, at)).chain(below.iter().copied());
        let mut order = || {
            let mut order: Vec<usize> = (0..side).collect();
            order.shuffle(rng);
            order
        };
        // A permutation of rows and of columns keeps them different, and hides the triangle.
        let (down, across) = (order(), order());
        let mut matrix =
            ForbiddenBlockMatrix::from_cells(side, filled.map(|(r, c)| (down[r], across[c])));
        if allowed {
            (0..side * side).for_each(|cell| matrix.flip_pair((cell / side, cell % side)));
        }
        matrix
    }

    /// Moves random forbidden cells, one at a time, as long as rows and columns stay different.
    fn stir_pairs(&mut self, rng: &mut impl Rng) {
        let side = self.rows.len();
        let all = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
        let (mut forbidden, mut allowed): (Vec<_>, Vec<_>) =
            all.partition(|&(row, column)| self.forbids_pair(row, column));
        // Also the number of cells that differ from a full or an empty matrix: if it is 0, nothing
        // can move.
        let fewer = forbidden.len().min(allowed.len());
        for _ in 0..MOVES_PER_FORBIDDEN_CELL * fewer {
            let from = rng.random_range(0..forbidden.len());
            let to = rng.random_range(0..allowed.len());
            let cells = [forbidden[from], allowed[to]];
            cells.into_iter().for_each(|cell| self.flip_pair(cell));
            // Only lines through these two cells have changed.
            if cells.into_iter().all(|(row, column)| self.is_distinct(row, column)) {
                (forbidden[from], allowed[to]) = (cells[1], cells[0]);
            } else {
                cells.into_iter().for_each(|cell| self.flip_pair(cell));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn check(matrix: &ForbiddenBlockMatrix, side: usize, forbidden: usize) {
        let cells = |lines: &[u128]| lines.iter().map(|line| line.count_ones()).sum::<u32>();
        assert_eq!(cells(&matrix.rows) as usize, forbidden, "{side}");
        assert_eq!(cells(&matrix.columns) as usize, forbidden, "{side}");
        for lines in [&matrix.rows, &matrix.columns] {
            let mut different = lines.clone();
            different.sort_unstable();
            different.dedup();
            assert_eq!(different.len(), side, "{side}, {forbidden} forbidden");
            assert!(lines.iter().all(|line| side == 128 || *line >> side == 0));
        }
    }

    #[test]
    fn every_possible_number_of_cells_has_a_matrix() {
        let rng = &mut ChaCha8Rng::seed_from_u64(1);
        for side in 1..=9 {
            for forbidden in possible_counts(side) {
                check(&ForbiddenBlockMatrix::draw_matrix(side, forbidden, rng), side, forbidden);
                let mut built = ForbiddenBlockMatrix::build_matrix(side, forbidden, rng);
                check(&built, side, forbidden);
                built.stir_pairs(rng);
                check(&built, side, forbidden);
            }
        }
        for forbidden in [99, 100, 130, 4950, 4951, 5049, 5050, 5051, 9800, 9901] {
            check(&ForbiddenBlockMatrix::draw_matrix(100, forbidden, rng), 100, forbidden);
        }
    }

    /// All matrices of a side, by their number of forbidden cells.
    #[test]
    fn no_other_number_is_possible() {
        for side in 1..=4usize {
            let mut seen = vec![false; side * side + 1];
            for bits in 0..1u32 << (side * side) {
                let cells = (0..side * side).filter(|cell| bits >> cell & 1 == 1);
                let matrix = ForbiddenBlockMatrix::from_cells(
                    side,
                    cells.map(|cell| (cell / side, cell % side)),
                );
                seen[bits.count_ones() as usize] |= (0..side).all(|at| matrix.is_distinct(at, at));
            }
            let found = (0..seen.len()).filter(|&forbidden| seen[forbidden]);
            assert!(found.eq(possible_counts(side)), "{side}");
        }
    }

    #[test]
    fn blocks_have_nearly_equal_sizes() {
        let rng = &mut ChaCha8Rng::seed_from_u64(1);
        for (values, blocks) in [(1, 1), (8, 2), (8, 3), (8, 8), (100, 7)] {
            let block = partition_values(values, blocks, rng);
            let size = |b: usize| block.iter().filter(|&&other| other == b).count();
            let sizes: Vec<usize> = (0..blocks).map(size).collect();
            assert_eq!(sizes.iter().sum::<usize>(), values);
            let ends = (values / blocks, values.div_ceil(blocks));
            assert!(sizes.iter().all(|size| (ends.0..=ends.1).contains(size)), "{sizes:?}");
        }
    }
}
