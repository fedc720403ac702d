//! The session of a SAT solver: a formula, its solver and the questions put to it.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_encodings::Options;
use rustsat::types::{Lit, Var};
use parallax_model::ask::{
    Answer, Clock, Control, Core, Counters, Ended, OnCandidate, Outcome, Refusal, Session, Stop,
    Task, no_cores,
};
use parallax_model::{Given, Model, Value};
use parallax_solvers::{SatAnswer, SatKind, SatSolver, SolverError};
use parallax_translate::Cnf;

use super::descend::Descent;
use super::enumerate::{Enumeration, Walk};
use super::guarded_formula::GuardedFormula;

/// Clauses added to a solver between two checks of the clock.
const CLAUSES_BETWEEN_POLLS: usize = 4096;

/// The message for an assignment that cannot be a model.
pub(super) const STRANGE: &str = "the solver's model gives a variable no single value";

/// A model's formula inside a solver. Givens become assumptions, so one session answers any
/// number of questions.
pub(crate) struct SatSession {
    pub(super) model: Arc<Model>,
    /// The recipe for another solver, if that is allowed.
    pub(super) recipe: Option<Recipe>,
    pub(super) cnf: Cnf,
    pub(super) solver: Box<dyn SatSolver>,
    pub(super) enumeration: Enumeration,
    pub(super) fresh: Fresh,
    /// The reason of a permanent failure: the solver cannot be asked again.
    pub(super) broken: Option<String>,
    /// The formula for cores, made when the first one is requested.
    pub(super) guarded: Option<GuardedFormula>,
}

/// The definition of a SAT engine, apart from the model.
pub(super) struct Recipe {
    pub(super) kind: SatKind,
    pub(super) options: Options,
    pub(super) seed: u64,
}

impl SatSession {
    /// Encodes `model` and adds the clauses to a new solver.
    ///
    /// # Errors
    /// If the encoding fails, the solver is not built in, or `control` stops it.
    pub(crate) fn new(
        model: &Arc<Model>,
        kind: SatKind,
        options: &Options,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        let cnf = Cnf::with_ceiling(&model.narrowed(), options, control)?;
        let solver = kind.create(seed).map_err(|why| Refusal::Unsupported(why.to_string()))?;
        let recipe = Recipe { kind, options: options.clone(), seed };
        Ok(SatSession { recipe: Some(recipe), ..SatSession::with(model, cnf, solver, control)? })
    }

    /// Adds a model's clauses to an empty solver.
    ///
    /// # Errors
    /// Returns the solver's message, or a stop.
    pub(crate) fn with(
        model: &Arc<Model>,
        cnf: Cnf,
        mut solver: Box<dyn SatSolver>,
        control: &Control,
    ) -> Result<Self, Refusal> {
        let fresh = Fresh { next: fill(&mut *solver, &cnf, control)? };
        let enumeration = Enumeration::MIXED;
        Ok(SatSession {
            model: model.clone(),
            recipe: None,
            cnf,
            solver,
            enumeration,
            fresh,
            broken: None,
            guarded: None,
        })
    }

    /// Descends to the best solution; stores its value in `best`.
    pub(super) fn descend(&mut self, mut question: Question<'_>, best: &mut Option<i64>) -> Ended {
        let (Some(objective), Some(ceiling)) = (self.model.objective(), self.cnf.ceiling()) else {
            return Ended::GaveUp("the model has no objective".into());
        };
        let descent = Descent {
            cnf: &self.cnf,
            ceiling,
            objective,
            solver: &mut *self.solver,
            question: &mut question,
            fresh: &mut self.fresh,
            guard: None,
        };
        descent
            .run(best)
            .unwrap_or_else(|why| Ended::GaveUp(self.broken.insert(why.to_string()).clone()))
    }

    /// Returns the model's formula.
    pub(crate) fn cnf(&self) -> &Cnf {
        &self.cnf
    }

    /// Decides whether the formula alone has a model, and makes the solver write the rest of its
    /// proof if not. Returns the reason if it writes no proof, and the effort.
    pub(crate) fn refute(&mut self, control: &Control) -> (Result<(), NoRefutation>, Counters) {
        let before = self.solver.counters();
        let refuted = match self.solver.solve(&[], control) {
            Ok(SatAnswer::Unsatisfiable) => self.solver.end_proof().map_err(NoRefutation::Solver),
            Ok(SatAnswer::Satisfiable) => Err(NoRefutation::Satisfiable),
            Ok(SatAnswer::Stopped(stop)) => Err(NoRefutation::Stopped(stop)),
            Err(why) => {
                self.broken = Some(why.to_string());
                Err(NoRefutation::Solver(why))
            }
        };
        (refuted, self.solver.counters().since(&before))
    }

    pub(super) fn run(&mut self, mut question: Question<'_>) -> Ended {
        let walk = Walk {
            cnf: &self.cnf,
            solver: &mut *self.solver,
            question: &mut question,
            fresh: &mut self.fresh,
            enumeration: self.enumeration,
        };
        walk.run().unwrap_or_else(|why| Ended::GaveUp(self.broken.insert(why.to_string()).clone()))
    }
}

/// Why a solver writes no proof that a formula has no model.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoRefutation {
    /// The solver finds a model.
    #[error("the formula has a model")]
    Satisfiable,
    /// A limit was reached.
    #[error("{0}")]
    Stopped(Stop),
    /// The solver fails.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// Makes variables that the formula does not use.
pub(super) struct Fresh {
    pub(super) next: u32,
}

impl Fresh {
    pub(super) fn literal(&mut self, solver: &mut dyn SatSolver) -> Lit {
        let lit = Var::new(self.next).pos_lit();
        self.next += 1;
        solver.reserve(self.next);
        lit
    }
}

/// Adds a formula to a solver; returns the first variable that it does not use.
pub(super) fn fill(solver: &mut dyn SatSolver, cnf: &Cnf, control: &Control) -> Result<u32, Refusal> {
    let variables = cnf.formula().n_vars() as u32;
    solver.reserve(variables);
    for (i, clause) in cnf.formula().clauses().enumerate() {
        if i.is_multiple_of(CLAUSES_BETWEEN_POLLS) {
            control.check()?;
        }
        solver.add_clause(clause).map_err(|why| Refusal::Failed(why.to_string()))?;
    }
    Ok(variables)
}

/// One question while a solver answers it.
pub(super) struct Question<'a> {
    pub(super) assumptions: Vec<Lit>,
    task: Task,
    pub(super) control: &'a Control,
    on_candidate: OnCandidate<'a>,
    clock: &'a mut Clock,
    /// The number of candidates reported so far.
    pub(super) found: &'a mut u64,
}

impl Question<'_> {
    /// Reports a candidate while the clock is paused; breaks if no more are requested.
    pub(super) fn take(&mut self, values: &[Value]) -> ControlFlow<()> {
        *self.found += 1;
        self.clock.outside(|| (self.on_candidate)(values))?;
        if self.task.limit().is_some_and(|limit| *self.found >= limit) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Session for SatSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        match self.model.objective() {
            None if task == Task::Optimise => return Outcome::without_objective(),
            Some(_) if task == Task::Optimise && self.cnf.ceiling().is_none() => {
                return Outcome::without_best();
            }
            _ => {}
        }
        let mut clock = Clock::start();
        let mut best = None;
        let before = self.solver.counters();
        let mut assumptions = Vec::with_capacity(givens.len() + 1);
        let mut found = 0;
        let ended = if let Some(why) = &self.broken {
            Ended::GaveUp(why.clone())
        } else if let Some(stop) = control.stopped() {
            Ended::Stopped(stop)
        } else if task.limit() == Some(0) {
            Ended::Enough
        } else if !self.cnf.assume(givens, &mut assumptions) {
            Ended::Exhausted
        } else {
            let (clock, found) = (&mut clock, &mut found);
            let question = Question { assumptions, task, control, on_candidate, clock, found };
            match task {
                Task::Optimise => self.descend(question, &mut best),
                _ => self.run(question),
            }
        };
        if matches!(ended, Ended::Stopped(_)) {
            // Some solvers cannot continue after an interrupt, so the session ends for all of them.
            self.broken = Some("stopped in an earlier question".into());
        }
        let mut counters = Counters::new();
        counters.add("variables", self.cnf.formula().n_vars() as u64);
        counters.add("clauses", self.cnf.formula().n_clauses() as u64);
        counters.add_all(&self.solver.counters().since(&before));
        match task {
            Task::Optimise => Outcome::optimised(best, ended, counters, clock.elapsed()),
            _ => Outcome::enumerated(found, ended, counters, clock.elapsed()),
        }
    }

    fn core(
        &mut self,
        givens: &[Given],
        constraints: &[usize],
        control: &Control,
    ) -> Result<Option<Core>, Answer> {
        // The formula is taken out while it works: after a failure it is made again.
        let mut guarded = match self.guarded.take() {
            Some(guarded) => guarded,
            None => {
                let recipe = self.recipe.as_ref().ok_or_else(no_cores)?;
                GuardedFormula::new(&self.model, recipe, control)?
            }
        };
        let core = guarded.core(givens, constraints, control)?;
        self.guarded = Some(guarded);
        Ok(core)
    }
}
