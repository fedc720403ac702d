//! Two integers compared: `x REL y + offset`.
//!
//! Equality and inequality use the literals of values, orders use the literals of bounds, one
//! clause for each bound (Tamura et al. 2009). No auxiliary literals.

use crate::{EncodeError, Encoder, IntEncoding, IntId, Relation, draft::Draft};

impl Encoder {
    /// Requires that `x REL y + offset`.
    pub fn compare(
        &mut self,
        x: IntId,
        relation: Relation,
        y: IntId,
        offset: i64,
    ) -> Result<(), EncodeError> {
        let offset = i128::from(offset);
        if x == y {
            return self.require(self.size(x) == 0 || relation.holds(0, offset));
        }
        match relation {
            Relation::Eq => self.equal(x, y, offset),
            Relation::Ne => self.unequal(x, y, offset),
            Relation::Le => self.at_most(x, y, offset),
            Relation::Lt => self.at_most(x, y, offset - 1),
            Relation::Ge => self.at_most(y, x, -offset),
            Relation::Gt => self.at_most(y, x, -offset - 1),
        }
    }

    fn equal(&mut self, x: IntId, y: IntId, offset: i128) -> Result<(), EncodeError> {
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
        let mut draft = Draft::default();
        for index in 0..self.size(x) {
            let wanted = i128::from(self.value(x, index)) + offset;
            let y_equal = self.eq_wide(y, wanted)?;
            draft.start().or_ne(&self.ints, x, index).or(y_equal);
            self.formula.add_draft(&draft)?;
        }
        Ok(())
    }

    fn unequal(&mut self, x: IntId, y: IntId, offset: i128) -> Result<(), EncodeError> {
        self.formula.spend(self.size(x))?;
        let mut draft = Draft::default();
        for index in 0..self.size(x) {
            let clash = i128::from(self.value(x, index)) - offset;
            if let Some(at) = self.ints.index_of(y, clash) {
                draft.start().or_ne(&self.ints, x, index).or_ne(&self.ints, y, at);
                self.formula.add_draft(&draft)?;
            }
        }
        Ok(())
    }

    /// Requires `x <= y + offset`: for each value `v` of `y`, `y <= v` implies `x <= v + offset`.
    fn at_most(&mut self, x: IntId, y: IntId, offset: i128) -> Result<(), EncodeError> {
        for index in 0..self.size(y) {
            let bound = i128::from(self.value(y, index));
            let x_bounded = self.le_wide(x, bound + offset)?;
            if x_bounded == true.into() {
                break;
            }
            let y_bounded = self.le_wide(y, bound)?;
            self.formula.add_bools(&[!y_bounded, x_bounded])?;
        }
        Ok(())
    }
}
