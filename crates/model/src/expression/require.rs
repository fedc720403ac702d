//! Posts expressions, and sets objectives that are expressions.

use super::lower::{self, Term};
use super::{Expr, Operation};
use crate::flatten::{Flattener, Terms};
use crate::{Model, ModelError, Objective, Sense};

impl Expr {
    /// Returns whether it is a truth value by itself.
    pub(super) fn is_truth(&self) -> bool {
        matches!(
            self.0.operation,
            Operation::Truth(_)
                | Operation::Compare(_)
                | Operation::And
                | Operation::Or
                | Operation::Not
                | Operation::Odd
                | Operation::Alike
                | Operation::AllDifferent
                | Operation::AllEqual
                | Operation::Member(_)
        )
    }
}

impl Model {
    /// Adds constraints that hold exactly when an expression is true and no part of it divides by 0
    /// or has a negative exponent, not even a part that is not needed. Hidden variables, which
    /// the shown ones determine, represent its parts; each call has its own, so parts that many
    /// constraints share are best required together, by [`all`](super::all). `label` identifies the
    /// constraints for people.
    ///
    /// # Errors
    /// Returns an error for numbers beyond the limits of models, for powers of too many values, and
    /// for variables that do not exist. The model may then have a part of the constraints.
    pub fn require(&mut self, label: &str, expr: &Expr) -> Result<(), ModelError> {
        let (mut terms, term) = self.written(expr)?;
        let truth = lower::bool(&mut terms, term);
        let mut flattener = Flattener::new(self, &terms).numbered();
        Ok(flattener.assert_whole(label, truth)?)
    }

    /// Sets the objective to the least value of an expression. Adds constraints that no part of it
    /// divides by 0 or has a negative exponent.
    ///
    /// # Errors
    /// Returns the errors of [`require`](Model::require), and of a sum that could be too large.
    pub fn minimize(&mut self, expr: &Expr) -> Result<(), ModelError> {
        self.optimize(Sense::Minimize, expr)
    }

    /// Sets the objective to the greatest value of an expression, as [`minimize`](Model::minimize)
    /// does to the least.
    ///
    /// # Errors
    /// Returns the errors of [`minimize`](Model::minimize).
    pub fn maximize(&mut self, expr: &Expr) -> Result<(), ModelError> {
        self.optimize(Sense::Maximize, expr)
    }

    fn optimize(&mut self, sense: Sense, expr: &Expr) -> Result<(), ModelError> {
        let (mut terms, term) = self.written(expr)?;
        let number = lower::int(&mut terms, term);
        let mut flattener = Flattener::new(self, &terms).numbered();
        let sum = flattener.whole_objective("objective", number)?;
        self.set_objective(Objective::new(sense, sum))
    }

    fn written(&self, expr: &Expr) -> Result<(Terms, Term), ModelError> {
        let mut terms = Terms::default();
        let term = lower::write(expr, &mut terms, self.variables().len())?;
        Ok((terms, term))
    }
}
