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
    bytes: usize,
    /// The greatest cost.
    bound: Option<i64>,
}

impl MinizincTranslation {
    /// Starts a question: forgets the last one.
    pub fn start_question(&mut self, givens: &[Given]) {
        self.bytes -= self.question.bytes;
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
        let bytes = excluded.to_string().len();
        self.reserve_bytes(bytes)?;
        self.question.bytes += bytes;
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

#[cfg(test)]
mod tests {
    use parallax_model::engine_api::{Control, PreparationError};
    use parallax_model::{Domain, Model};

    use super::super::MinizincTranslation;

    #[test]
    fn a_question_gives_its_bytes_back() -> Result<(), PreparationError> {
        let mut model = Model::new("m");
        model.add_shown("x", Domain::from_range(0, 3)).expect("a new name");
        let control = Control::unlimited().with_formula_bytes(1000);
        let mut written = MinizincTranslation::from_model(&model, &control)?;
        for _ in 0..1000 {
            written.start_question(&[]);
            written.forbid_solution(&[2])?;
        }
        Ok(())
    }
}
