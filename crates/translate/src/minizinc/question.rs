//! The constraints of a question: givens, a bound on the cost, excluded solutions.

use parallax_model::ask::Refusal;
use parallax_model::{Atom, Given, Relation, Value, VarId};

use super::Minizinc;
use super::formula::Formula;

/// The constraints of a question.
#[derive(Default)]
pub(super) struct Question {
    givens: Vec<Given>,
    /// The constraints that exclude solutions, and the bytes of all.
    excluded: Vec<Formula>,
    /// The greatest cost.
    bound: Option<i64>,
}

impl Minizinc {
    /// Starts a question: forgets the last one.
    pub fn pose(&mut self, givens: &[Given]) {
        self.question = Question { givens: givens.to_vec(), ..Question::default() };
    }

    /// Forbids the shown part of a solution.
    ///
    /// # Errors
    /// If the allowance of bytes is spent.
    pub fn forbid(&mut self, values: &[Value]) -> Result<(), Refusal> {
        let own = self.variables.iter().zip(values).enumerate();
        let shown = own.filter(|(_, (variable, _))| variable.shown);
        let differs = shown.map(|(place, (_, &value))| Atom {
            variable: VarId::new(place),
            relation: Relation::Ne,
            value,
        });
        let excluded = Formula::any(differs.map(|atom| self.atom(&atom)));
        self.room(excluded.to_string().len())?;
        self.question.excluded.push(excluded);
        Ok(())
    }

    /// Requires a cost, the value of the objective or its negation if that is maximised, of at most
    /// `bound`.
    pub fn demand(&mut self, bound: i64) {
        self.question.bound = Some(bound);
    }

    /// Returns the constraints of the question.
    ///
    /// # Errors
    /// Returns unsupported if a coefficient is too large.
    pub(super) fn of_question(&self) -> Result<Vec<Formula>, Refusal> {
        let givens =
            self.question.givens.iter().map(|given| self.equals(given.variable, given.value));
        let mut all: Vec<Formula> = givens.collect();
        all.extend(self.question.excluded.iter().cloned());
        if let (Some(bound), Some(objective)) = (self.question.bound, &self.objective) {
            all.push(Formula::atom(format!("{} <= {bound}", self.sum(&objective.cost())?)));
        }
        Ok(all)
    }
}
