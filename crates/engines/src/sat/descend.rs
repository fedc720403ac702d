//! Descends to a best solution by successively lower bounds.

use parallax_model::ask::Ended;
use parallax_model::{Objective, Value};
use parallax_solvers::{SatAnswer, SatSolver, SolverError};
use parallax_translate::{Ceiling, Cnf};
use rustsat::types::Lit;

use super::{Fresh, Question};

/// The descent of one question. Lowers the bound on the cost of solutions in steps that double
/// while they succeed and halve when they fail. Each bound is a few clauses under an assumed
/// literal, so one session serves the whole descent and can be asked again.
pub(super) struct Descent<'s, 'q> {
    pub(super) cnf: &'s Cnf,
    pub(super) ceiling: &'s Ceiling,
    pub(super) objective: &'s Objective,
    pub(super) solver: &'s mut dyn SatSolver,
    pub(super) question: &'s mut Question<'q>,
    pub(super) fresh: &'s mut Fresh,
    /// The literal of the last bound.
    pub(super) guard: Option<Lit>,
}

impl Descent<'_, '_> {
    /// Reports successively better solutions; stores the value of the last in `best`, and returns
    /// how the search ended.
    ///
    /// # Errors
    /// If the solver fails; it must not be used any more.
    pub(super) fn run(mut self, best: &mut Option<i64>) -> Result<Ended, SolverError> {
        let mut values = Vec::new();
        let mut least = self.ceiling.least();
        let mut step = 1;
        loop {
            let own = best.map(|value| self.objective.signed(value));
            let rival = self.question.control.rival();
            let cost = own.into_iter().chain(rival).min();
            if cost.is_some_and(|cost| cost <= least) {
                return Ok(Ended::Exhausted);
            }
            let bound = cost.map(|cost: i64| cost.saturating_sub(step).max(least));
            match (self.below(bound)?, bound) {
                (SatAnswer::Stopped(stop), _) => return Ok(Ended::Stopped(stop)),
                (SatAnswer::Unsatisfiable, None) => return Ok(Ended::Exhausted),
                (SatAnswer::Unsatisfiable, Some(bound)) => {
                    least = bound + 1;
                    step = (step / 2).max(1);
                }
                (SatAnswer::Satisfiable, bound) => {
                    if !self.decode(&mut values) {
                        return Ok(Ended::GaveUp(super::STRANGE.into()));
                    }
                    let value = self.objective.value(&values);
                    if bound.is_some_and(|bound| self.objective.signed(value) > bound) {
                        let why = "the solver's model is above the bound on the objective";
                        return Ok(Ended::GaveUp(why.into()));
                    }
                    *best = Some(value);
                    if self.question.take(&values).is_break() {
                        return Ok(Ended::Enough);
                    }
                    if bound.is_some() {
                        step = step.saturating_mul(2);
                    }
                }
            }
        }
    }

    /// Searches for a solution with a cost of at most `bound`. Permanently drops the previous
    /// bound.
    fn below(&mut self, bound: Option<i64>) -> Result<SatAnswer, SolverError> {
        let Some(bound) = bound else {
            return self.solver.solve(&self.question.assumptions, self.question.control);
        };
        let guard = self.fresh.literal(self.solver);
        if let Some(before) = self.guard.replace(guard) {
            self.solver.add_clause(&[!before])?;
        }
        for clause in self.ceiling.clauses(bound, guard) {
            self.solver.add_clause(&clause)?;
        }
        self.question.assumptions.push(guard);
        let answer = self.solver.solve(&self.question.assumptions, self.question.control);
        self.question.assumptions.pop();
        answer
    }

    fn decode(&self, values: &mut Vec<Value>) -> bool {
        let is_true = |lit: Lit| self.solver.is_true(lit);
        self.cnf.decode(&is_true, values).is_some()
    }
}
