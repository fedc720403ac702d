//! At most one by the product encoding in any number of dimensions (Chen 2010, "A New SAT Encoding
//! of the At-Most-One Constraint", section 4).
//!
//! Each literal gets a cell of a grid and implies the coordinates of its cell; on each axis at
//! most one coordinate is true, by the same encoding applied recursively. If exactly one
//! literal is true, all auxiliary literals are determined.
//!
//! For `d` dimensions and axes of lengths `p(1), ..., p(d)`, `n` literals take `d n` clauses and
//! the sum of `p(i)` auxiliary literals, plus those of the at-most-ones on the axes.

use rustsat::types::Lit;

use crate::{EncodeError, PropositionalFormula};

/// Requires that at most one of these literals of different variables is true, with a grid of
/// `dimensions` dimensions.
///
/// Up to `2^dimensions` literals it excludes every pair: there no axis has more than two
/// coordinates, and a grid would save nothing.
pub(crate) fn at_most_one(
    formula: &mut PropositionalFormula,
    literals: &[Lit],
    dimensions: u32,
) -> Result<(), EncodeError> {
    if literals.len() <= 1 << dimensions {
        return exclude_pairs(formula, literals);
    }
    // The place of a literal, written in a mixed radix of the lengths of the axes, gives its
    // coordinates: with axes of 3 and 2, place 5 has the coordinates 2 and 1.
    let mut stride = 1;
    for length in axis_lengths(literals.len(), dimensions) {
        let axis = (0..length).map(|_| formula.new_auxiliary());
        let axis = axis.collect::<Result<Vec<Lit>, _>>()?;
        for (place, &lit) in literals.iter().enumerate() {
            formula.add_clause(&[!lit, axis[place / stride % length]])?;
        }
        at_most_one(formula, &axis, dimensions)?;
        stride *= length;
    }
    Ok(())
}

fn exclude_pairs(formula: &mut PropositionalFormula, literals: &[Lit]) -> Result<(), EncodeError> {
    for (place, &first) in literals.iter().enumerate() {
        for &second in &literals[place + 1..] {
            formula.add_clause(&[!first, !second])?;
        }
    }
    Ok(())
}

/// Returns the lengths of the axes of a grid of `places` cells or slightly more: each is the root,
/// rounded up, of the cells that the axes before it leave.
fn axis_lengths(places: usize, dimensions: u32) -> Vec<usize> {
    let mut left = places;
    let mut lengths = Vec::new();
    for dimension in (1..=dimensions).rev() {
        let length = (1..=left).find(|length| length.saturating_pow(dimension) >= left);
        let length = length.unwrap_or(1);
        lengths.push(length);
        left = left.div_ceil(length);
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::axis_lengths;

    #[test]
    fn grids_are_near_cubes() {
        assert_eq!(axis_lengths(27, 3), [3, 3, 3]);
        assert_eq!(axis_lengths(28, 3), [4, 3, 3]);
        assert_eq!(axis_lengths(9, 3), [3, 2, 2]);
        for places in 9..2000 {
            let lengths = axis_lengths(places, 3);
            assert!(lengths.iter().product::<usize>() >= places);
            // No axis lacks its last coordinate.
            assert!(lengths[0] * lengths[1] <= places);
        }
    }
}
