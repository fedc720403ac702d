//! Channelling between two arrays that are each other's inverse.

use crate::{ClauseEncoder, EncodeError, EncodedBool, IntId};

impl ClauseEncoder {
    /// Requires that `x[i] = first_y + j` exactly when `y[j] = first_x + i`, for all places `i` of
    /// `x` and `j` of `y`. Forbids values that are not a place of the other array. No auxiliary
    /// literals.
    pub fn require_inverse(
        &mut self,
        x: &[IntId],
        y: &[IntId],
        first_x: i32,
        first_y: i32,
    ) -> Result<(), EncodeError> {
        self.point_into(x, y.len(), first_y)?;
        self.point_into(y, x.len(), first_x)?;
        for (i, &from) in x.iter().enumerate() {
            for (j, &to) in y.iter().enumerate() {
                let forth = self.at_place(from, first_y, j)?;
                let back = self.at_place(to, first_x, i)?;
                self.formula.add_bools(&[!forth, back])?;
                self.formula.add_bools(&[forth, !back])?;
            }
        }
        Ok(())
    }

    /// Returns the truth value of `x = first + place`.
    fn at_place(&mut self, x: IntId, first: i32, place: usize) -> Result<EncodedBool, EncodeError> {
        self.eq_wide(x, i128::from(first) + place as i128)
    }

    /// Requires that each of these takes one of the places `first .. first + length`.
    fn point_into(
        &mut self,
        scope: &[IntId],
        length: usize,
        first: i32,
    ) -> Result<(), EncodeError> {
        let places = i128::from(first)..i128::from(first) + length as i128;
        scope
            .iter()
            .try_for_each(|&x| self.restrict_domain(x, |value| places.contains(&value.into())))
    }
}
