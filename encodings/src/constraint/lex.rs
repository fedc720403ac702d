//! Lexicographic order of two sequences of integers.

use rustsat::types::Lit;

use crate::{
    ArithmeticRelation, ClauseEncoder, EncodeError, EncodedBool, IntId, clause_draft::ClauseDraft,
};

impl ClauseEncoder {
    /// Requires that the values of `left` precede those of `right` in lexicographic order; unless
    /// `strict`, they may also be equal. A proper prefix precedes the longer sequence.
    ///
    /// For each place, a literal represents that all places before it are equal.
    pub fn require_lexicographic(
        &mut self,
        left: &[IntId],
        right: &[IntId],
        strict: bool,
    ) -> Result<(), EncodeError> {
        let mut equal_so_far = EncodedBool::Const(true);
        for (&x, &y) in left.iter().zip(right) {
            // An integer on both sides equals itself, so this place decides nothing.
            if x == y {
                continue;
            }
            self.with_guard(equal_so_far, |encoder| {
                encoder.require_comparison(x, ArithmeticRelation::Le, y, 0)
            })?;
            // `next` must be true if all places up to this one are equal. The other direction is
            // needed only for model counts: a `next` that is true without need adds constraints but
            // is never forced.
            let next = self.formula.new_auxiliary()?;
            self.extend_equal_prefix(equal_so_far, x, y, next)?;
            equal_so_far = EncodedBool::Lit(next);
        }
        let prefix_suffices =
            if strict { left.len() < right.len() } else { left.len() <= right.len() };
        self.with_guard(equal_so_far, |encoder| encoder.require_truth(prefix_suffices))
    }

    /// Requires that `before and x = y` implies `next`; with `keep_counts` also the converse.
    fn extend_equal_prefix(
        &mut self,
        before: EncodedBool,
        x: IntId,
        y: IntId,
        next: Lit,
    ) -> Result<(), EncodeError> {
        let two_way = self.options.keep_counts;
        self.formula.spend_work(self.domain_size(x))?;
        let mut draft = ClauseDraft::default();
        for index in 0..self.domain_size(x) {
            // A value that `y` lacks cannot be equal.
            let Some(at) = self.ints.index_of(y, self.value_at(x, index).into()) else { continue };
            draft.start_clause().or_literal(!before).or_literal(next);
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
        self.without_guards(|encoder| {
            encoder.formula.add_bools(&[!EncodedBool::Lit(next), before])?;
            encoder.with_guard(next.into(), |encoder| {
                encoder.require_comparison(x, ArithmeticRelation::Eq, y, 0)
            })
        })
    }
}
