//! The arguments that global constraints share.

use parallax_model::flatten::Bool;
use parallax_model::{Domain, Relation, Value};

use crate::builtins::Draft;
use crate::draft::Item;
use crate::error::PostError;

/// Maximum number of values that a constraint lists one by one.
pub(super) const MAX_LISTED: u64 = 100_000;

impl Draft<'_> {
    /// Returns the expression that an item has a value.
    pub(super) fn equals(&mut self, item: Item, number: i64) -> Bool {
        let (left, right) = (self.int_of(item), self.int_of(Item::Number(number)));
        self.terms.compare(left, Relation::Eq, right)
    }

    /// Returns the values of any of the items; `None` if there are too many.
    pub(super) fn union(&mut self, items: &[Item]) -> Result<Option<Vec<Value>>, PostError> {
        let mut intervals = Vec::new();
        for &item in items {
            if let Some(domain) = self.domain(item) {
                self.spend(1)?;
                intervals.extend(domain.intervals());
            }
        }
        let union = Domain::from_intervals(intervals);
        if union.len() > MAX_LISTED {
            return Ok(None);
        }
        self.spend(union.len() as usize)?;
        Ok(Some(union.to_vec()))
    }
}
