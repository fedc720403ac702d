//! The additions of a question to a problem: givens, a bound on the cost, excluded solutions.

use parallax_encodings::Relation;
use parallax_model::ask::Refusal;
use parallax_model::{Given, Sense};

use super::sums::Sum;
use super::{Flatzinc, Lit};

/// A mark to return to: the numbers of truth values and constraints.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize, usize);

impl Flatzinc {
    /// Returns the current end of the problem.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark(self.bools, self.constraints.len())
    }

    /// Removes everything added after a mark.
    pub fn return_to(&mut self, mark: Mark) {
        self.bools = mark.0;
        self.constraints.truncate(mark.1);
        let new = |lit: &Lit| matches!(lit, Lit::Var(variable, _) if *variable >= mark.0);
        self.known.retain(|_, lit| !new(lit));
    }

    /// Adds a given.
    ///
    /// # Errors
    /// If the allowance is spent.
    pub fn fix(&mut self, given: &Given) -> Result<(), Refusal> {
        let sum = Sum::of([(1, given.variable.index())], -i64::from(given.value))?;
        self.relate(Relation::Eq, &sum)
    }

    /// Requires a cost, the value of the objective or its negation if that is maximised, of at
    /// most `bound`. Returns whether there is an objective.
    ///
    /// # Errors
    /// If the bound is too large for FlatZinc solvers.
    pub fn demand(&mut self, bound: i64) -> Result<bool, Refusal> {
        let Some((sense, sum)) = self.objective.clone() else { return Ok(false) };
        let cost = match sense {
            Sense::Minimize => sum,
            Sense::Maximize => sum.scaled(-1)?,
        };
        self.relate(Relation::Le, &cost.shifted(bound.checked_neg())?)?;
        Ok(true)
    }

    /// Requires that one of these variables has another value.
    ///
    /// # Errors
    /// If the allowance is spent.
    pub fn forbid(&mut self, values: impl Iterator<Item = (usize, i32)>) -> Result<(), Refusal> {
        let mut clause = Vec::new();
        for (variable, value) in values {
            let sum = Sum::of([(1, variable)], -i64::from(value))?;
            clause.push(self.related(Relation::Eq, &sum)?.negate());
        }
        self.clause(&clause)
    }
}
