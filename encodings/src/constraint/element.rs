//! Element: `array[index] = result`.

use crate::{Bool, EncodeError, Encoder, IntId, Relation, draft::Draft};

impl Encoder {
    /// Requires that `array[index - first_index] = result`; forbids an index outside the array.
    ///
    /// Under each value of the index the selected integer equals the result; and each value of
    /// the result needs an index at which it occurs.
    pub fn element(
        &mut self,
        index: IntId,
        array: &[IntId],
        result: IntId,
        first_index: i32,
    ) -> Result<(), EncodeError> {
        let mut chosen: Vec<(Bool, IntId)> = Vec::new();
        for place in 0..self.size(index) {
            let at = i64::from(self.value(index, place)) - i64::from(first_index);
            match usize::try_from(at).ok().and_then(|at| array.get(at)) {
                Some(&item) => chosen.push((self.eq_at(index, place)?, item)),
                None => self.remove(index, place)?,
            }
        }
        for &(here, item) in &chosen {
            self.guarded(here, |encoder| encoder.compare(item, Relation::Eq, result, 0))?;
        }
        let mut draft = Draft::default();
        for place in 0..self.size(result) {
            let value = self.value(result, place).into();
            self.formula.spend(chosen.len())?;
            draft.start().or_ne(&self.ints, result, place);
            for &(here, item) in &chosen {
                if self.ints.index_of(item, value).is_some() {
                    draft.or(here);
                }
            }
            self.formula.add_draft(&draft)?;
        }
        Ok(())
    }
}
