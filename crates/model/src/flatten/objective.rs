//! Flattens expressions to sums, for objectives.

use super::{FlattenError, Flattener, Int};
use crate::Term;

impl Flattener<'_> {
    /// Returns the terms of an expression as a sum, and its constant. Hidden variables represent
    /// its nonlinear parts.
    ///
    /// # Errors
    /// Returns the errors of [`assert`](Flattener::assert).
    pub fn sum(&mut self, term: Int) -> Result<(Vec<Term>, i64), FlattenError> {
        let (terms, constant) = self.total(term)?.sides()?;
        // `sides` gives the constant of a comparison with 0: the negated one.
        let constant = constant.checked_neg().ok_or(FlattenError::LargeNumber)?;
        Ok((terms, constant))
    }
}
