//! Descends to a best solution by successively lower bounds.

use parallax_model::engine_api::EnumerationEnd;
use parallax_model::{Objective, Value};
use parallax_solvers::{SatAnswer, SatSolver, SolverError};
use parallax_translate::{ModelClauses, ObjectiveBound};
use rustsat::types::Lit;

use super::{FreshVariables, SatQuestion};

/// The descent of one question. Lowers the bound on the cost of solutions in steps that double
/// while they succeed and halve when they fail. Each bound is a few clauses under an assumed
/// literal, so one session serves the whole descent and can be asked again.
pub(super) struct ObjectiveDescent<'s, 'q> {
    pub(super) cnf: &'s ModelClauses,
    pub(super) ceiling: &'s ObjectiveBound,
    pub(super) objective: &'s Objective,
    pub(super) solver: &'s mut dyn SatSolver,
    pub(super) question: &'s mut SatQuestion<'q>,
    pub(super) fresh: &'s mut FreshVariables,
    /// The literal of the last bound.
    pub(super) guard: Option<Lit>,
}

impl ObjectiveDescent<'_, '_> {
    /// Reports successively better solutions; stores the value of the last in `best`, and returns
    /// how the search ended.
    ///
    /// # Errors
    /// If the solver fails; it must not be used any more.
    pub(super) fn descend_cost(
        mut self,
        best: &mut Option<i64>,
    ) -> Result<EnumerationEnd, SolverError> {
        let mut values = Vec::new();
        // No solution costs less than `least`, which rises with each refuted bound. The best known
        // cost falls with each solution, and the descent ends when the two meet.
        let mut least = self.ceiling.least_cost();
        let mut step = 1;
        loop {
            let best_cost = best.map(|value| self.objective.convert_cost(value));
            let rival = self.question.control.rival_cost();
            // The race already has the solutions of other engines, so only better ones are sought.
            let cost = best_cost.into_iter().chain(rival).min();
            if cost.is_some_and(|cost| cost <= least) {
                return Ok(EnumerationEnd::Exhausted);
            }
            let bound = cost.map(|cost: i64| cost.saturating_sub(step).max(least));
            match (self.solve_below(bound)?, bound) {
                (SatAnswer::Stopped(stop), _) => return Ok(EnumerationEnd::Stopped(stop)),
                (SatAnswer::Unsatisfiable, None) => return Ok(EnumerationEnd::Exhausted),
                (SatAnswer::Unsatisfiable, Some(bound)) => {
                    least = bound + 1;
                    step = (step / 2).max(1);
                }
                (SatAnswer::Satisfiable, bound) => {
                    if !self.decode_solution(&mut values) {
                        return Ok(EnumerationEnd::GaveUp(super::AMBIGUOUS_MODEL.into()));
                    }
                    let value = self.objective.value_under(&values);
                    // A solver that ignores the bound could otherwise keep the descent from ending.
                    if bound.is_some_and(|bound| self.objective.convert_cost(value) > bound) {
                        let why = "the solver's model is above the bound on the objective";
                        return Ok(EnumerationEnd::GaveUp(why.into()));
                    }
                    *best = Some(value);
                    if self.question.report_candidate(&values).is_break() {
                        return Ok(EnumerationEnd::Enough);
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
    fn solve_below(&mut self, bound: Option<i64>) -> Result<SatAnswer, SolverError> {
        let Some(bound) = bound else {
            return self.solver.solve_clauses(&self.question.assumptions, self.question.control);
        };
        let guard = self.fresh.fresh_literal(self.solver);
        // The negated literal satisfies all clauses of the previous bound, so the solver may delete
        // them.
        if let Some(before) = self.guard.replace(guard) {
            self.solver.add_clause(&[!before])?;
        }
        for clause in self.ceiling.bound_clauses(bound, guard) {
            self.solver.add_clause(&clause)?;
        }
        self.question.assumptions.push(guard);
        let answer = self.solver.solve_clauses(&self.question.assumptions, self.question.control);
        self.question.assumptions.pop();
        answer
    }

    fn decode_solution(&self, values: &mut Vec<Value>) -> bool {
        let is_true = |lit: Lit| self.solver.is_true(lit);
        self.cnf.decode_values(&is_true, values).is_some()
    }
}
