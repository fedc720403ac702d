//! Element: `array[index] = result`.

use crate::{
    ArithmeticRelation, ClauseEncoder, EncodeError, EncodedBool, IntId, clause_draft::ClauseDraft,
};

impl ClauseEncoder {
    /// Requires that `array[index - first_index] = result`; forbids an index outside the array.
    ///
    /// Under each value of the index the selected integer equals the result; and each value of
    /// the result needs an index at which it occurs.
    pub fn require_element(
        &mut self,
        index: IntId,
        array: &[IntId],
        result: IntId,
        first_index: i32,
    ) -> Result<(), EncodeError> {
        let mut chosen: Vec<(EncodedBool, IntId)> = Vec::new();
        for place in 0..self.domain_size(index) {
            let at = i64::from(self.value_at(index, place)) - i64::from(first_index);
            match usize::try_from(at).ok().and_then(|at| array.get(at)) {
                Some(&item) => chosen.push((self.eq_at(index, place)?, item)),
                None => self.remove_value(index, place)?,
            }
        }
        for &(here, item) in &chosen {
            self.with_guard(here, |encoder| {
                encoder.require_comparison(item, ArithmeticRelation::Eq, result, 0)
            })?;
        }
        // Implied by the clauses above, but unit propagation then removes a result that no index
        // supports any more.
        let mut draft = ClauseDraft::default();
        for place in 0..self.domain_size(result) {
            let value = self.value_at(result, place).into();
            self.formula.spend_work(chosen.len())?;
            draft.start_clause().or_ne(&self.ints, result, place);
            for &(here, item) in &chosen {
                if self.ints.index_of(item, value).is_some() {
                    draft.or_literal(here);
                }
            }
            self.formula.add_draft(&draft)?;
        }
        Ok(())
    }
}
