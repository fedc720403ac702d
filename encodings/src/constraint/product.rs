//! Product: `x * y = z`.

use std::collections::BTreeSet;

use crate::{EncodeError, Encoder, IntId, draft::Draft};

impl Encoder {
    /// Requires that `x * y = z`.
    ///
    /// Each pair of values of `x` and `y` implies the value of `z`; and each value of `z` needs
    /// a divisor in `x` and one in `y`.
    ///
    /// # Errors
    /// [`EncodeError::TooLarge`] if the number of pairs exceeds
    /// [`Options::product_pairs`](crate::Options::product_pairs).
    pub fn product(&mut self, x: IntId, y: IntId, z: IntId) -> Result<(), EncodeError> {
        let pairs = if x == y { self.size(x) } else { self.size(x).saturating_mul(self.size(y)) };
        if pairs > self.options.product_pairs {
            return Err(EncodeError::TooLarge {
                what: "pairs of a product",
                size: pairs as u64,
                limit: self.options.product_pairs as u64,
            });
        }
        let mut draft = Draft::default();
        let mut factors: Vec<[BTreeSet<usize>; 2]> = vec![Default::default(); self.size(z)];
        for i in 0..self.size(x) {
            let partners = if x == y { i..i + 1 } else { 0..self.size(y) };
            for j in partners {
                let product = i128::from(self.value(x, i)) * i128::from(self.value(y, j));
                let place = self.ints.index_of(z, product);
                if let Some(place) = place {
                    factors[place][0].insert(i);
                    factors[place][1].insert(j);
                }
                draft.start().or_ne(&self.ints, x, i).or_ne(&self.ints, y, j);
                self.implies_place(&mut draft, z, place)?;
            }
        }
        for (place, sides) in factors.iter().enumerate() {
            for (factor, side) in [x, y].into_iter().zip(sides) {
                draft.start().or_ne(&self.ints, z, place);
                for &index in side {
                    draft.or(self.eq_at(factor, index)?);
                }
                self.formula.add_draft(&draft)?;
            }
        }
        Ok(())
    }

    /// Adds the clause "the literals negated in the draft imply that `z` takes the value at
    /// `place`", or that they are contradictory if the place does not exist. Makes no literals.
    fn implies_place(
        &mut self,
        draft: &mut Draft,
        z: IntId,
        place: Option<usize>,
    ) -> Result<(), EncodeError> {
        let Some(place) = place else { return self.formula.add_draft(draft) };
        let mut cube = Vec::new();
        self.ints.push_eq_at(z, place, &mut cube);
        let length = draft.len();
        for lit in cube {
            draft.back_to(length).or(lit);
            self.formula.add_draft(draft)?;
        }
        Ok(())
    }
}
