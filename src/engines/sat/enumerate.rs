//! From solution to solution, none of them twice.

use std::ops::ControlFlow;

use rustsat::types::Lit;

use super::{Fresh, Question};
use crate::ask::Ended;
use crate::lower::Cnf;
use crate::model::Value;
use crate::solvers::{SatAnswer, SatSolver};

/// How a SAT engine gets from one solution to the next.
///
/// The values of the first few shown variables, the *led* ones, are chosen by
/// assumptions, in a walk through the tree of their values; below, each
/// solution leaves a clause that forbids it, under a literal that is dropped
/// with the part of the tree. The more variables are led, the fewer clauses
/// are alive, and the more questions are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Enumeration {
    /// How many shown variables are led from the start.
    pub(super) led: usize,
    /// After so many solutions in one part of the tree one more variable is
    /// led.
    pub(super) part: u64,
}

impl Enumeration {
    /// By clauses alone.
    #[cfg(test)]
    pub(super) const BLOCKING: Self = Enumeration { led: 0, part: u64::MAX };
    /// By assumptions alone.
    #[cfg(test)]
    pub(super) const GUIDED: Self = Enumeration { led: usize::MAX, part: u64::MAX };
    /// By clauses, as long as they are few. All 161,280 Latin squares of order
    /// 5 take CaDiCaL a fifth of the time that clauses alone take, and a third
    /// of that of assumptions alone; with few solutions nothing is lost.
    pub(super) const MIXED: Self = Enumeration { led: 0, part: 128 };
}

/// A walk through the solutions of a question.
pub(super) struct Walk<'s, 'q> {
    pub(super) cnf: &'s Cnf,
    pub(super) solver: &'s mut dyn SatSolver,
    pub(super) question: &'s mut Question<'q>,
    /// Makes literals that no clause uses.
    pub(super) fresh: &'s mut Fresh,
    pub(super) enumeration: Enumeration,
}

impl Walk<'_, '_> {
    /// Gives out solutions.
    ///
    /// # Errors
    /// When the solver fails; it must not be used any more.
    pub(super) fn run(mut self) -> Result<Ended, String> {
        let mut path = Path::default();
        let ended = self.walk(&mut path)?;
        // What was forbidden is free again for the next question; after a stop
        // there is none.
        if !matches!(ended, Ended::Stopped(_)) {
            let mut guards = path.guards.into_iter();
            guards.try_for_each(|(guard, _)| self.solver.add_clause(&[!guard]))?;
        }
        Ok(ended)
    }

    fn walk(&mut self, path: &mut Path) -> Result<Ended, String> {
        let Enumeration { led, part } = self.enumeration;
        let shown = self.cnf.shown().len();
        let mut led = led.min(shown);
        let mut values = Vec::new();
        let mut on_the_way = led > 0;
        loop {
            let assumptions = path.question(&self.question.assumptions);
            if on_the_way {
                match self.solver.solve(&assumptions, self.question.control)? {
                    SatAnswer::Stopped(stop) => return Ok(Ended::Stopped(stop)),
                    SatAnswer::Unsatisfiable => path.learn(&self.solver.core()),
                    SatAnswer::Satisfiable => {
                        let is_true = |lit: Lit| self.solver.is_true(lit);
                        if self.cnf.decode(&is_true, &mut values).is_none() {
                            return Ok(Ended::GaveUp(super::STRANGE.into()));
                        }
                        path.extend(self.cnf, led, &values);
                        on_the_way = false;
                        if led < shown {
                            continue;
                        }
                        if self.question.take(&values).is_break() {
                            return Ok(Ended::Enough);
                        }
                    }
                }
            } else {
                match self.part(path, assumptions, part, &mut values)? {
                    Part::Ended(ended) => return Ok(ended),
                    Part::Done => {}
                    Part::TooMany => {
                        led += 1;
                        path.extend(self.cnf, led, &values);
                        continue;
                    }
                }
            }
            if !path.turn(self.solver)? {
                return Ok(Ended::Exhausted);
            }
            on_the_way = true;
        }
    }

    /// The solutions below a path, `limit` of them at most.
    fn part(
        &mut self,
        path: &mut Path,
        mut assumptions: Vec<Lit>,
        limit: u64,
        values: &mut Vec<Value>,
    ) -> Result<Part, String> {
        let guard = self.fresh.literal(self.solver);
        path.guards.push((guard, path.steps.len()));
        assumptions.push(guard);
        let (cnf, question) = (self.cnf, &mut *self.question);
        let control = question.control;
        let mut here = 0;
        let mut ended = None;
        let answer = self.solver.enumerate(&assumptions, control, &mut |is_true, clause| {
            if cnf.decode(is_true, values).is_none() {
                ended = Some(Ended::GaveUp(super::STRANGE.into()));
                return ControlFlow::Break(());
            }
            if question.take(values).is_break() {
                ended = Some(Ended::Enough);
                return ControlFlow::Break(());
            }
            here += 1;
            cnf.forbid(values, Some(guard), clause);
            match here < limit {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })?;
        Ok(match (answer, ended) {
            (_, Some(ended)) => Part::Ended(ended),
            (SatAnswer::Stopped(stop), _) => Part::Ended(Ended::Stopped(stop)),
            (SatAnswer::Satisfiable, _) => {
                // The clause of a model that ended the search is not taken.
                let mut clause = Vec::new();
                cnf.forbid(values, Some(guard), &mut clause);
                self.solver.add_clause(&clause)?;
                Part::TooMany
            }
            (SatAnswer::Unsatisfiable, _) => Part::Done,
        })
    }
}

/// How the search for the solutions below a path went.
enum Part {
    Done,
    TooMany,
    Ended(Ended),
}

/// The way to a part of the tree: literals that say what the led variables
/// are. The last one that is not turned yet is negated when everything below
/// has been seen.
#[derive(Default)]
struct Path {
    steps: Vec<Step>,
    /// Literals that switch clauses on, each while so many steps stand.
    guards: Vec<(Lit, usize)>,
    /// Literals that are implied while so many steps stand.
    implied: Vec<(Lit, usize)>,
}

struct Step {
    lit: Lit,
    /// Whether its negation has been seen to already.
    turned: bool,
}

impl Path {
    fn question(&self, base: &[Lit]) -> Vec<Lit> {
        let guards = self.guards.iter().map(|&(guard, _)| guard);
        base.iter().copied().chain(guards).chain(self.steps.iter().map(|step| step.lit)).collect()
    }

    /// Goes on to the values that the led variables have in a solution.
    fn extend(&mut self, cnf: &Cnf, led: usize, values: &[Value]) {
        let mut literals = Vec::new();
        cnf.shown_as(led, values, &mut literals);
        for lit in literals {
            let known = self.steps.iter().any(|step| step.lit == lit)
                || self.implied.iter().any(|&(implied, _)| implied == lit);
            if !known {
                self.steps.push(Step { lit, turned: false });
            }
        }
    }

    /// The last step leads nowhere: its negation follows from the steps that
    /// the core names, and is not tried again while these stand.
    fn learn(&mut self, core: &[Lit]) {
        let Some((last, before)) = self.steps.split_last() else {
            return;
        };
        let steps = before.iter().rposition(|step| core.contains(&step.lit)).map_or(0, |i| i + 1);
        let guards = self.guards.iter().filter(|(guard, _)| core.contains(guard));
        let standing = guards.map(|&(_, depth)| depth).fold(steps, usize::max);
        self.implied.push((!last.lit, standing));
    }

    /// Negates the last step that can be, and drops what was made below;
    /// false when there is none.
    fn turn(&mut self, solver: &mut dyn SatSolver) -> Result<bool, String> {
        while self.steps.last().is_some_and(|step| step.turned) {
            self.steps.pop();
        }
        let Some(last) = self.steps.last_mut() else {
            return Ok(false);
        };
        *last = Step { lit: !last.lit, turned: true };
        let standing = self.steps.len() - 1;
        self.implied.retain(|&(_, depth)| depth <= standing);
        while let Some((guard, _)) = self.guards.pop_if(|(_, depth)| *depth > standing) {
            solver.add_clause(&[!guard])?;
        }
        Ok(true)
    }
}
