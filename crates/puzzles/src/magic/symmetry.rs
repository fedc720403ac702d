//! Breaks the symmetries of magic squares.

use std::collections::HashSet;

use parallax_instance::SolutionWeight;
use parallax_model::{Model, ModelError, VarId};

use super::super::grid_model::post_less;
use super::super::symmetry::SYMMETRY_LABEL;
use super::MagicPuzzle;

/// Maximum order for which the option breaks the whole group. Beyond it, the option breaks only the
/// rotations and reflections of the square: the group of order 9 has 1,536 elements, that of order
/// 16 more than forty million.
const MAX_WHOLE: usize = 9;

/// A permutation of the cells: the image of each cell.
type Permutation = Vec<usize>;

/// The permutations of the cells that keep rows, columns and diagonals.
pub(super) struct MagicSymmetryBreaker {
    group: Vec<Permutation>,
}

impl MagicSymmetryBreaker {
    /// Returns the symmetries of a square.
    ///
    /// # Errors
    /// Returns an error if the square has clues, which the symmetries would move.
    pub(super) fn from_square(magic: &MagicPuzzle) -> Result<Self, ModelError> {
        if !magic.clues().is_empty() {
            return Err(ModelError::new("no symmetry to break: the square has clues"));
        }
        Ok(MagicSymmetryBreaker {
            group: group_closure(magic.order().pow(2), &group_generators(magic.order())),
        })
    }

    /// Posts the constraints that break the symmetries. All cells differ, so the first cell that a
    /// permutation moves decides the lexicographic order: x_i < x_j for every j that is the image
    /// of i under a permutation that fixes all cells before i (Puget, "Breaking symmetries in all
    /// different problems", 2005).
    pub(super) fn post_symmetry(
        &self,
        model: &mut Model,
        cells: &[VarId],
    ) -> Result<(), ModelError> {
        let mut fixing: Vec<&Permutation> = self.group.iter().collect();
        for (i, &cell) in cells.iter().enumerate() {
            let mut orbit: Vec<usize> = fixing.iter().map(|permutation| permutation[i]).collect();
            orbit.sort_unstable();
            orbit.dedup();
            for &j in orbit.iter().filter(|&&j| j != i) {
                post_less(model, SYMMETRY_LABEL, cell, cells[j])?;
            }
            // The permutations that are left fix all cells up to this one.
            fixing.retain(|permutation| permutation[i] == i);
        }
        Ok(())
    }

    /// Returns the number of squares that a solution represents: the size of the group. All cells
    /// differ, so only the identity maps a square to itself.
    pub(super) fn solution_weight(&self) -> SolutionWeight {
        SolutionWeight::from_factor(self.group.len().into())
    }
}

/// Returns generators of the group: reversal of the columns, transposition, and the permutations of
/// lines that commute with reversal, applied to rows and columns alike. Beyond [`MAX_WHOLE`] only
/// the first two, which generate the rotations and reflections of the square.
fn group_generators(order: usize) -> Vec<Permutation> {
    let lines = |row: &dyn Fn(usize) -> usize, column: &dyn Fn(usize) -> usize| -> Permutation {
        (0..order * order).map(|cell| row(cell / order) * order + column(cell % order)).collect()
    };
    let last = order - 1;
    let mut all = vec![
        lines(&|row| row, &|column| last - column),
        (0..order * order).map(|cell| cell % order * order + cell / order).collect(),
    ];
    let half = if order <= MAX_WHOLE { order / 2 } else { 0 };
    for i in 0..half {
        // Exchanges the line i and its mirror image.
        let swapped = swap_lines(i, last - i);
        all.push(lines(&swapped, &swapped));
        if i + 1 < half {
            // Exchanges the pair i of mirror images and the next pair.
            let (near, far) = (swap_lines(i, i + 1), swap_lines(last - i, last - i - 1));
            let both = |line: usize| far(near(line));
            all.push(lines(&both, &both));
        }
    }
    all
}

/// Exchanges two lines.
fn swap_lines(a: usize, b: usize) -> impl Fn(usize) -> usize {
    move |line| match line {
        _ if line == a => b,
        _ if line == b => a,
        _ => line,
    }
}

/// Returns all products of the generators: the group that they generate.
fn group_closure(cells: usize, generators: &[Permutation]) -> Vec<Permutation> {
    let identity: Permutation = (0..cells).collect();
    let mut known = HashSet::from([identity.clone()]);
    let mut all = vec![identity];
    let mut next = 0;
    // The list is also the queue: each element is multiplied by every generator once.
    while let Some(permutation) = all.get(next).cloned() {
        next += 1;
        for generator in generators {
            let product: Permutation = permutation.iter().map(|&cell| generator[cell]).collect();
            if known.insert(product.clone()) {
                all.push(product);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use parallax_model::engine_api::SolutionCount;

    use super::*;

    #[test]
    fn groups_have_the_known_sizes() {
        let size = |order| {
            MagicSymmetryBreaker::from_square(&MagicPuzzle::without_clues(order).unwrap())
                .unwrap()
                .solution_weight()
                .times
        };
        let sizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100].map(size);
        assert_eq!(
            sizes,
            [1u64, 8, 8, 32, 32, 192, 192, 1536, 1536, 8, 8].map(SolutionCount::from)
        );
    }
}
