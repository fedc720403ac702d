//! Enumerates solutions without repetition.

use std::ops::ControlFlow;

use parallax_model::Value;
use parallax_model::engine_api::EnumerationEnd;
use parallax_solvers::{SatAnswer, SatSolver, SolverError};
use parallax_translate::ModelClauses;
use rustsat::types::Lit;

use super::{FreshVariables, SatQuestion};

/// The method by which a SAT engine gets from one solution to the next.
///
/// Assumptions choose the values of the first few shown variables, the *led* ones, in a walk
/// through the tree of their values. Below, each solution adds a clause that forbids it, under a
/// literal that is dropped with the subtree. The more variables are led, the fewer clauses are
/// alive, and the more calls of the solver are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EnumerationMethod {
    /// The number of shown variables led from the start.
    pub(super) led: usize,
    /// Number of solutions in one subtree after which one more variable is led.
    pub(super) part: u64,
}

impl EnumerationMethod {
    /// Enumerates by clauses alone.
    #[cfg(test)]
    pub(super) const BLOCKING: Self = EnumerationMethod { led: 0, part: u64::MAX };
    /// Enumerates by assumptions alone.
    #[cfg(test)]
    pub(super) const GUIDED: Self = EnumerationMethod { led: usize::MAX, part: u64::MAX };
    /// Enumerates by clauses while they are few. All 161,280 Latin squares of order 5 take CaDiCaL
    /// a fifth of the time of clauses alone, and a third of that of assumptions alone; with few
    /// solutions nothing is lost.
    pub(super) const MIXED: Self = EnumerationMethod { led: 0, part: 128 };
}

/// A walk through the solutions of a question.
pub(super) struct SolutionWalk<'s, 'q> {
    pub(super) cnf: &'s ModelClauses,
    pub(super) solver: &'s mut dyn SatSolver,
    pub(super) question: &'s mut SatQuestion<'q>,
    /// Makes literals that no clause uses.
    pub(super) fresh: &'s mut FreshVariables,
    pub(super) enumeration: EnumerationMethod,
}

impl SolutionWalk<'_, '_> {
    /// Reports solutions.
    ///
    /// # Errors
    /// If the solver fails; it must not be used any more.
    pub(super) fn enumerate_solutions(mut self) -> Result<EnumerationEnd, SolverError> {
        let mut path = SubtreePath::default();
        let ended = self.walk_subtrees(&mut path)?;
        // Frees the forbidden solutions for the next question; after a stop there is none.
        if !matches!(ended, EnumerationEnd::Stopped(_)) {
            let mut guards = path.guards.into_iter();
            guards.try_for_each(|(guard, _)| self.solver.add_clause(&[!guard]))?;
        }
        Ok(ended)
    }

    fn walk_subtrees(&mut self, path: &mut SubtreePath) -> Result<EnumerationEnd, SolverError> {
        let EnumerationMethod { led, part } = self.enumeration;
        let shown = self.cnf.shown_variables().len();
        let mut led = led.min(shown);
        let mut values = Vec::new();
        // `on_the_way` means that the path has been turned and may have no solution below it. One
        // call decides that before the subtree is enumerated.
        let mut on_the_way = led > 0;
        loop {
            let assumptions = path.path_assumptions(&self.question.assumptions);
            if on_the_way {
                match self.solver.solve_clauses(&assumptions, self.question.control)? {
                    SatAnswer::Stopped(stop) => return Ok(EnumerationEnd::Stopped(stop)),
                    SatAnswer::Unsatisfiable => path.learn_core(&self.solver.failed_assumptions()),
                    SatAnswer::Satisfiable => {
                        let is_true = |lit: Lit| self.solver.is_true(lit);
                        if self.cnf.decode_values(&is_true, &mut values).is_none() {
                            return Ok(EnumerationEnd::GaveUp(super::AMBIGUOUS_MODEL.into()));
                        }
                        // The path follows the solution down to the last led variable. If all shown
                        // variables are led, this is its only solution; otherwise the next round
                        // enumerates the subtree.
                        path.extend_path(self.cnf, led, &values);
                        on_the_way = false;
                        if led < shown {
                            continue;
                        }
                        if self.question.report_candidate(&values).is_break() {
                            return Ok(EnumerationEnd::Enough);
                        }
                    }
                }
            } else {
                match self.report_subtree(path, assumptions, part, &mut values)? {
                    SubtreeEnd::Ended(ended) => return Ok(ended),
                    SubtreeEnd::Done => {}
                    SubtreeEnd::TooMany => {
                        // The subtree becomes that of one value of one more variable. The clauses
                        // made so far stay, because their literal remains assumed until a step
                        // above them turns.
                        led += 1;
                        path.extend_path(self.cnf, led, &values);
                        continue;
                    }
                }
            }
            if !path.turn_step(self.solver)? {
                return Ok(EnumerationEnd::Exhausted);
            }
            on_the_way = true;
        }
    }

    /// Reports the solutions below a path, at most `limit`.
    fn report_subtree(
        &mut self,
        path: &mut SubtreePath,
        mut assumptions: Vec<Lit>,
        limit: u64,
        values: &mut Vec<Value>,
    ) -> Result<SubtreeEnd, SolverError> {
        let guard = self.fresh.fresh_literal(self.solver);
        path.guards.push((guard, path.steps.len()));
        assumptions.push(guard);
        let (cnf, question) = (self.cnf, &mut *self.question);
        let control = question.control;
        let mut count = 0;
        let mut ended = None;
        let answer =
            self.solver.enumerate_models(&assumptions, control, &mut |is_true, clause| {
                if cnf.decode_values(is_true, values).is_none() {
                    ended = Some(EnumerationEnd::GaveUp(super::AMBIGUOUS_MODEL.into()));
                    return ControlFlow::Break(());
                }
                if question.report_candidate(values).is_break() {
                    ended = Some(EnumerationEnd::Enough);
                    return ControlFlow::Break(());
                }
                count += 1;
                cnf.forbid_solution(values, Some(guard), clause);
                if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
        Ok(match (answer, ended) {
            (_, Some(ended)) => SubtreeEnd::Ended(ended),
            (SatAnswer::Stopped(stop), _) => SubtreeEnd::Ended(EnumerationEnd::Stopped(stop)),
            (SatAnswer::Satisfiable, _) => {
                // The clause of the last model is not added.
                let mut clause = Vec::new();
                cnf.forbid_solution(values, Some(guard), &mut clause);
                self.solver.add_clause(&clause)?;
                SubtreeEnd::TooMany
            }
            (SatAnswer::Unsatisfiable, _) => SubtreeEnd::Done,
        })
    }
}

/// The result of searching for the solutions below a path.
enum SubtreeEnd {
    Done,
    TooMany,
    Ended(EnumerationEnd),
}

/// The path to a subtree: literals that fix the led variables. The last literal that has not
/// been negated yet is negated when the subtree below it is exhausted.
#[derive(Default)]
struct SubtreePath {
    steps: Vec<SubtreeStep>,
    /// Literals that activate clauses, each with the number of steps it depends on.
    guards: Vec<(Lit, usize)>,
    /// Implied literals, each with the number of steps it depends on.
    implied: Vec<(Lit, usize)>,
}

struct SubtreeStep {
    lit: Lit,
    /// Whether the other side has already been searched.
    turned: bool,
}

impl SubtreePath {
    fn path_assumptions(&self, base: &[Lit]) -> Vec<Lit> {
        let guards = self.guards.iter().map(|&(guard, _)| guard);
        base.iter().copied().chain(guards).chain(self.steps.iter().map(|step| step.lit)).collect()
    }

    /// Extends the path to the values of the led variables in a solution.
    fn extend_path(&mut self, cnf: &ModelClauses, led: usize, values: &[Value]) {
        let mut literals = Vec::new();
        cnf.shown_as(led, values, &mut literals);
        for lit in literals {
            // A literal that is assumed or implied by earlier steps needs no step: its negation has
            // no solution here.
            let known = self.steps.iter().any(|step| step.lit == lit)
                || self.implied.iter().any(|&(implied, _)| implied == lit);
            if !known {
                self.steps.push(SubtreeStep { lit, turned: false });
            }
        }
    }

    /// Learns that the last step has no solutions: its negation follows from the steps in the core,
    /// and it is not tried again while these hold.
    fn learn_core(&mut self, core: &[Lit]) {
        let Some((last, before)) = self.steps.split_last() else {
            return;
        };
        // The negation holds as long as all that the core needs: the steps up to the deepest one in
        // it, and the steps under which its clauses were made.
        let steps = before.iter().rposition(|step| core.contains(&step.lit)).map_or(0, |i| i + 1);
        let guards = self.guards.iter().filter(|(guard, _)| core.contains(guard));
        let standing = guards.map(|&(_, depth)| depth).fold(steps, usize::max);
        self.implied.push((!last.lit, standing));
    }

    /// Negates the last step that can be negated, and drops the clauses made below it; returns
    /// false if none remains.
    fn turn_step(&mut self, solver: &mut dyn SatSolver) -> Result<bool, SolverError> {
        while self.steps.last().is_some_and(|step| step.turned) {
            self.steps.pop();
        }
        let Some(last) = self.steps.last_mut() else {
            return Ok(false);
        };
        *last = SubtreeStep { lit: !last.lit, turned: true };
        // The first `standing` steps are as before; what depends on more of them is void.
        let standing = self.steps.len() - 1;
        self.implied.retain(|&(_, depth)| depth <= standing);
        while let Some((guard, _)) = self.guards.pop_if(|(_, depth)| *depth > standing) {
            solver.add_clause(&[!guard])?;
        }
        Ok(true)
    }
}
