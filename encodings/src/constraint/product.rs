//! Product: `x * y = z`.

use std::collections::BTreeSet;

use crate::{ClauseEncoder, EncodeError, IntId, clause_draft::ClauseDraft};

impl ClauseEncoder {
    /// Requires that `x * y = z`.
    ///
    /// Each pair of values of `x` and `y` implies the value of `z`; and each value of `z` needs
    /// a divisor in `x` and one in `y`.
    ///
    /// # Errors
    /// [`EncodeError::TooLarge`] if the number of pairs exceeds
    /// [`EncodingOptions::product_pairs`](crate::EncodingOptions::product_pairs).
    pub fn require_product(&mut self, x: IntId, y: IntId, z: IntId) -> Result<(), EncodeError> {
        let pairs = if x == y {
            self.domain_size(x)
        } else {
            self.domain_size(x).saturating_mul(self.domain_size(y))
        };
        if pairs > self.options.product_pairs {
            return Err(EncodeError::TooLarge {
                what: "pairs of a product",
                size: pairs as u64,
                limit: self.options.product_pairs as u64,
            });
        }
        let mut draft = ClauseDraft::default();
        let mut factors: Vec<[BTreeSet<usize>; 2]> = vec![Default::default(); self.domain_size(z)];
        for i in 0..self.domain_size(x) {
            // For a square, the factors are at the same place; other pairs cannot occur.
            let partners = if x == y { i..i + 1 } else { 0..self.domain_size(y) };
            for j in partners {
                let product = i128::from(self.value_at(x, i)) * i128::from(self.value_at(y, j));
                let place = self.ints.index_of(z, product);
                if let Some(place) = place {
                    factors[place][0].insert(i);
                    factors[place][1].insert(j);
                }
                draft.start_clause().or_ne(&self.ints, x, i).or_ne(&self.ints, y, j);
                self.implies_place(&mut draft, z, place)?;
            }
        }
        // Implied by the clauses above, but removes a value of `z` whose divisors are gone. A value
        // without any gets a unit clause.
        for (place, sides) in factors.iter().enumerate() {
            for (factor, side) in [x, y].into_iter().zip(sides) {
                draft.start_clause().or_ne(&self.ints, z, place);
                for &index in side {
                    draft.or_literal(self.eq_at(factor, index)?);
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
        draft: &mut ClauseDraft,
        z: IntId,
        place: Option<usize>,
    ) -> Result<(), EncodeError> {
        let Some(place) = place else { return self.formula.add_draft(draft) };
        let mut cube = Vec::new();
        self.ints.push_eq_at(z, place, &mut cube);
        let length = draft.len();
        for lit in cube {
            draft.back_to(length).or_literal(lit);
            self.formula.add_draft(draft)?;
        }
        Ok(())
    }
}
