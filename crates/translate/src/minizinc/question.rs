//! The constraints of a question: givens, a bound on the cost, excluded solutions.

use parallax_model::engine_api::PreparationError;
use parallax_model::{AtomicConstraint, ComparisonOperator, Given, Value, VarId};

use super::MinizincTranslation;
use super::formula::MinizincFormula;

/// The constraints of a question.
#[derive(Default)]
pub(super) struct MinizincQuestion {
    givens: Vec<Given>,
    /// The constraints that exclude solutions, and the bytes of all.
    excluded: Vec<MinizincFormula>,
    /// The greatest cost.
    bound: Option<i64>,
}

impl MinizincTranslation {
    /// Starts a question: forgets the last one.
    pub fn start_question(&mut self, givens: &[Given]) {
        self.question = MinizincQuestion { givens: givens.to_vec(), ..MinizincQuestion::default() };
    }

    /// Forbids the shown part of a solution.
    ///
    /// # Errors
    /// If the allowance of bytes is spent.
    pub fn forbid_solution(&mut self, values: &[Value]) -> Result<(), PreparationError> {
        let own = self.variables.iter().zip(values).enumerate();
        let shown = own.filter(|(_, (variable, _))| variable.shown);
        let differs = shown.map(|(place, (_, &value))| AtomicConstraint {
            variable: VarId::new(place),
            relation: ComparisonOperator::Ne,
            value,
        });
        let excluded = MinizincFormula::disjoin_all(differs.map(|atom| self.atom_formula(&atom)));
        self.reserve_bytes(excluded.to_string().len())?;
        self.question.excluded.push(excluded);
        Ok(())
    }

    /// Requires a cost, the value of the objective or its negation if that is maximised, of at most
    /// `bound`.
    pub fn demand_cost(&mut self, bound: i64) {
        self.question.bound = Some(bound);
    }

    /// Returns the constraints of the question.
    ///
    /// # Errors
    /// Returns unsupported if a coefficient is too large.
    pub(super) fn of_question(&self) -> Result<Vec<MinizincFormula>, PreparationError> {
        let givens = self
            .question
            .givens
            .iter()
            .map(|given| self.equals_formula(given.variable, given.value));
        let mut all: Vec<MinizincFormula> = givens.collect();
        all.extend(self.question.excluded.iter().cloned());
        if let (Some(bound), Some(objective)) = (self.question.bound, &self.objective) {
            all.push(MinizincFormula::from_atom(format!(
                "{} <= {bound}",
                self.sum_text(&objective.cost_terms())?
            )));
        }
        Ok(all)
    }
}
