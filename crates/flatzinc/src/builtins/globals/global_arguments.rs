//! The arguments that global constraints share.

use parallax_model::flatten::BoolExpression;
use parallax_model::{ComparisonOperator, Domain, Value};

use crate::builtins::FlatzincModelDraft;
use crate::draft::ModelTerm;
use crate::error::FlatzincPostError;

/// Maximum number of values that a constraint lists one by one.
pub(super) const MAX_LISTED: u64 = 100_000;

impl FlatzincModelDraft<'_> {
    /// Returns the expression that an item has a value.
    pub(super) fn equals_value(&mut self, item: ModelTerm, number: i64) -> BoolExpression {
        let (left, right) = (self.int_of(item), self.int_of(ModelTerm::Number(number)));
        self.terms.add_comparison(left, ComparisonOperator::Eq, right)
    }

    /// Returns the values of any of the items; `None` if there are too many.
    pub(super) fn union_domain(
        &mut self,
        items: &[ModelTerm],
    ) -> Result<Option<Vec<Value>>, FlatzincPostError> {
        let mut intervals = Vec::new();
        for &item in items {
            if let Some(domain) = self.term_domain(item) {
                self.spend_pieces(1)?;
                intervals.extend(domain.intervals());
            }
        }
        let union = Domain::from_intervals(intervals);
        if union.len() > MAX_LISTED {
            return Ok(None);
        }
        self.spend_pieces(union.len() as usize)?;
        Ok(Some(union.to_vec()))
    }
}
