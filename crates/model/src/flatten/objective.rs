//! Expressions as sums, for objectives.

use super::{Flat, Flattener, Int};
use crate::Term;

impl Flattener<'_> {
    /// The terms of an expression as a sum, and its constant. Hidden variables stand for what is
    /// not linear.
    ///
    /// # Errors
    /// As [`assert`](Flattener::assert).
    pub fn sum(&mut self, term: Int) -> Flat<(Vec<Term>, i64)> {
        let (terms, constant) = self.total(term)?.sides()?;
        // Both sides belong to a comparison with 0.
        let constant = constant.checked_neg().ok_or("a number is too large")?;
        Ok((terms, constant))
    }
}
