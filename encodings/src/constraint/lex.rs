//! Lexicographic order of two sequences of integers.

use rustsat::types::Lit;

use crate::{Bool, EncodeError, Encoder, IntId, Relation, draft::Draft};

impl Encoder {
    /// Requires that the values of `left` precede those of `right` in lexicographic order; unless
    /// `strict`, they may also be equal. A proper prefix precedes the longer sequence.
    ///
    /// For each place, a literal represents that all places before it are equal.
    pub fn lex(
        &mut self,
        left: &[IntId],
        right: &[IntId],
        strict: bool,
    ) -> Result<(), EncodeError> {
        let mut equal_so_far = Bool::Const(true);
        for (&x, &y) in left.iter().zip(right) {
            if x == y {
                continue;
            }
            self.guarded(equal_so_far, |encoder| encoder.compare(x, Relation::Le, y, 0))?;
            let next = self.formula.new_auxiliary()?;
            self.extend_equality(equal_so_far, x, y, next)?;
            equal_so_far = Bool::Lit(next);
        }
        let prefix_suffices =
            if strict { left.len() < right.len() } else { left.len() <= right.len() };
        self.guarded(equal_so_far, |encoder| encoder.require(prefix_suffices))
    }

    /// Requires that `before and x = y` implies `next`; with `keep_counts` also the converse.
    fn extend_equality(
        &mut self,
        before: Bool,
        x: IntId,
        y: IntId,
        next: Lit,
    ) -> Result<(), EncodeError> {
        let two_way = self.options.keep_counts;
        self.formula.spend(self.size(x))?;
        let mut draft = Draft::default();
        for index in 0..self.size(x) {
            let Some(at) = self.ints.index_of(y, self.value(x, index).into()) else { continue };
            draft.start().or(!before).or(next);
            draft.or_ne(&self.ints, x, index).or_ne(&self.ints, y, at);
            if two_way {
                self.formula.define_draft(&draft)?;
            } else {
                self.formula.add_draft(&draft)?;
            }
        }
        if !two_way {
            return Ok(());
        }
        self.unguarded(|encoder| {
            encoder.formula.add_bools(&[!Bool::Lit(next), before])?;
            encoder.guarded(next.into(), |encoder| encoder.compare(x, Relation::Eq, y, 0))
        })
    }
}
