//! The additions of a question to a problem: givens, a bound on the cost, excluded solutions.

use parallax_encodings::ArithmeticRelation;
use parallax_model::engine_api::PreparationError;
use parallax_model::{Given, ObjectiveSense};

use super::sums::FlatzincSum;
use super::{FlatzincLiteral, FlatzincTranslation};

/// A mark to return to: the numbers of truth values and constraints, and the bytes of these.
#[derive(Clone, Copy, Debug)]
pub struct FlatzincMark {
    bools: usize,
    constraints: usize,
    bytes: usize,
}

impl FlatzincTranslation {
    /// Returns the current end of the problem.
    #[must_use]
    pub fn current_mark(&self) -> FlatzincMark {
        FlatzincMark { bools: self.bools, constraints: self.constraints.len(), bytes: self.bytes }
    }

    /// Removes everything added after a mark.
    pub fn return_to(&mut self, mark: FlatzincMark) {
        self.bools = mark.bools;
        self.constraints.truncate(mark.constraints);
        self.bytes = mark.bytes;
        let new = |lit: &FlatzincLiteral| matches!(lit, FlatzincLiteral::Var(variable, _) if *variable >= mark.bools);
        // A truth value that is removed must not be used again for its relation.
        self.known.retain(|_, lit| !new(lit));
    }

    /// Adds a given.
    ///
    /// # Errors
    /// If the allowance is spent.
    pub fn fix_given(&mut self, given: &Given) -> Result<(), PreparationError> {
        let sum = FlatzincSum::from_terms([(1, given.variable.index())], -i64::from(given.value))?;
        self.post_relation(ArithmeticRelation::Eq, &sum)
    }

    /// Requires a cost, the value of the objective or its negation if that is maximised, of at
    /// most `bound`. Returns whether there is an objective.
    ///
    /// # Errors
    /// If the bound is too large for FlatZinc solvers.
    pub fn demand_cost(&mut self, bound: i64) -> Result<bool, PreparationError> {
        let Some((sense, sum)) = self.objective.clone() else { return Ok(false) };
        let cost = match sense {
            ObjectiveSense::Minimize => sum,
            ObjectiveSense::Maximize => sum.scale_sum(-1)?,
        };
        self.post_relation(ArithmeticRelation::Le, &cost.shift_sum(bound.checked_neg())?)?;
        Ok(true)
    }

    /// Requires that one of these variables has another value.
    ///
    /// # Errors
    /// If the allowance is spent.
    pub fn forbid_values(
        &mut self,
        values: impl Iterator<Item = (usize, i32)>,
    ) -> Result<(), PreparationError> {
        let mut clause = Vec::new();
        for (variable, value) in values {
            let sum = FlatzincSum::from_terms([(1, variable)], -i64::from(value))?;
            clause.push(self.relation_literal(ArithmeticRelation::Eq, &sum)?.negate_literal());
        }
        self.post_clause(&clause)
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::engine_api::{Control, PreparationError};
    use parallax_model::{Domain, Given, Model};

    use super::super::{FlatzincGlobals, FlatzincTranslation};

    #[test]
    fn a_question_gives_its_bytes_back() -> Result<(), PreparationError> {
        let mut model = Model::new("m");
        let variable = model.add_shown("x", Domain::from_range(0, 3)).expect("a new name");
        let control = Control::unlimited().with_formula_bytes(1000);
        let mut flat = FlatzincTranslation::from_model(&model, FlatzincGlobals::Std, &control)?;
        let base = flat.current_mark();
        for _ in 0..1000 {
            flat.return_to(base);
            flat.fix_given(&Given { variable, value: 1 })?;
            flat.forbid_values([(0, 2)].into_iter())?;
        }
        Ok(())
    }
}
