//! Two integers compared: `x REL y + offset`.
//!
//! Equality and inequality use the literals of values, orders use the literals of bounds, one
//! clause for each bound (Tamura et al. 2009). No auxiliary literals.

use crate::{
    ArithmeticRelation, ClauseEncoder, EncodeError, IntEncoding, IntId, clause_draft::ClauseDraft,
};

impl ClauseEncoder {
    /// Requires that `x REL y + offset`.
    pub fn require_comparison(
        &mut self,
        x: IntId,
        relation: ArithmeticRelation,
        y: IntId,
        offset: i64,
    ) -> Result<(), EncodeError> {
        let offset = i128::from(offset);
        // `x REL x + offset` does not depend on the value, if there is one.
        if x == y {
            return self
                .require_truth(self.domain_size(x) == 0 || relation.holds_between(0, offset));
        }
        match relation {
            ArithmeticRelation::Eq => self.require_equality(x, y, offset),
            ArithmeticRelation::Ne => self.require_disequality(x, y, offset),
            ArithmeticRelation::Le => self.at_most(x, y, offset),
            ArithmeticRelation::Lt => self.at_most(x, y, offset - 1),
            ArithmeticRelation::Ge => self.at_most(y, x, -offset),
            ArithmeticRelation::Gt => self.at_most(y, x, -offset - 1),
        }
    }

    fn require_equality(&mut self, x: IntId, y: IntId, offset: i128) -> Result<(), EncodeError> {
        // Bounds imply each other in a chain, without the literals of values that an order-encoded
        // integer would have to make.
        let by_bounds = [x, y].map(|x| self.ints.encoding(x) == IntEncoding::Order);
        if by_bounds == [true, true] {
            self.at_most(x, y, offset)?;
            return self.at_most(y, x, -offset);
        }
        self.implies_equal(x, y, -offset)?;
        self.implies_equal(y, x, offset)
    }

    /// Requires, for each value `v` of `x`: `x = v` implies `y = v + offset`.
    fn implies_equal(&mut self, x: IntId, y: IntId, offset: i128) -> Result<(), EncodeError> {
        let mut draft = ClauseDraft::default();
        for index in 0..self.domain_size(x) {
            let wanted = i128::from(self.value_at(x, index)) + offset;
            let y_equal = self.eq_wide(y, wanted)?;
            draft.start_clause().or_ne(&self.ints, x, index).or_literal(y_equal);
            self.formula.add_draft(&draft)?;
        }
        Ok(())
    }

    fn require_disequality(&mut self, x: IntId, y: IntId, offset: i128) -> Result<(), EncodeError> {
        self.formula.spend_work(self.domain_size(x))?;
        let mut draft = ClauseDraft::default();
        for index in 0..self.domain_size(x) {
            // Only a pair of values with this difference is forbidden, e.g. x = 3 and y = 1 for `x
            // != y + 2`.
            let clash = i128::from(self.value_at(x, index)) - offset;
            if let Some(at) = self.ints.index_of(y, clash) {
                draft.start_clause().or_ne(&self.ints, x, index).or_ne(&self.ints, y, at);
                self.formula.add_draft(&draft)?;
            }
        }
        Ok(())
    }

    /// Requires `x <= y + offset`: for each value `v` of `y`, `y <= v` implies `x <= v + offset`.
    fn at_most(&mut self, x: IntId, y: IntId, offset: i128) -> Result<(), EncodeError> {
        // For the last value of `y` the bound on `y` is true, and a unit clause bounds `x`.
        for index in 0..self.domain_size(y) {
            let bound = i128::from(self.value_at(y, index));
            let x_bounded = self.le_wide(x, bound + offset)?;
            // The bounds ascend, so all later ones hold as well.
            if x_bounded == true.into() {
                break;
            }
            let y_bounded = self.le_wide(y, bound)?;
            self.formula.add_bools(&[!y_bounded, x_bounded])?;
        }
        Ok(())
    }
}
