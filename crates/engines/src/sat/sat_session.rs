//! The session of a SAT solver: a formula, its solver and the questions put to it.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_encodings::EncodingOptions;
use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, EffortCounters, EnumerationEnd, PreparationError,
    QuestionClock, QuestionOutcome, Session, StopReason, Task, UnsatCore, no_cores,
};
use parallax_model::{Given, Model, Value};
use parallax_solvers::{SatAnswer, SatKind, SatSolver, SolverError};
use parallax_translate::ModelClauses;
use rustsat::types::{Lit, Var};

use super::descend::ObjectiveDescent;
use super::enumerate::{EnumerationMethod, SolutionWalk};
use super::guarded_formula::GuardedFormula;

/// Clauses added to a solver between two checks of the clock.
const CLAUSES_BETWEEN_POLLS: usize = 4096;

/// The message for an assignment that cannot be a model.
pub(super) const AMBIGUOUS_MODEL: &str = "the solver's model gives a variable no single value";

/// A model's formula inside a solver. Givens become assumptions, so one session answers any
/// number of questions.
pub(crate) struct SatSession {
    pub(super) model: Arc<Model>,
    /// The recipe for another solver, if that is allowed.
    pub(super) recipe: Option<SatRecipe>,
    pub(super) cnf: ModelClauses,
    pub(super) solver: Box<dyn SatSolver>,
    pub(super) enumeration: EnumerationMethod,
    pub(super) fresh: FreshVariables,
    /// The reason of a permanent failure: the solver cannot be asked again.
    pub(super) broken: Option<String>,
    /// The formula for cores, made when the first one is requested.
    pub(super) guarded: Option<GuardedFormula>,
}

/// The definition of a SAT engine, apart from the model.
pub(super) struct SatRecipe {
    pub(super) kind: SatKind,
    pub(super) options: EncodingOptions,
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
        options: &EncodingOptions,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let cnf = ModelClauses::with_ceiling(&model.narrow_domains(), options, control)?;
        let solver = kind
            .create_solver(seed)
            .map_err(|why| PreparationError::Unsupported(why.to_string()))?;
        let recipe = SatRecipe { kind, options: options.clone(), seed };
        Ok(SatSession {
            recipe: Some(recipe),
            ..SatSession::with_solver(model, cnf, solver, control)?
        })
    }

    /// Adds a model's clauses to an empty solver.
    ///
    /// # Errors
    /// Returns the solver's message, or a stop.
    pub(crate) fn with_solver(
        model: &Arc<Model>,
        cnf: ModelClauses,
        mut solver: Box<dyn SatSolver>,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let fresh = FreshVariables { next: add_formula(&mut *solver, &cnf, control)? };
        let enumeration = EnumerationMethod::MIXED;
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
    pub(super) fn descend_objective(
        &mut self,
        mut question: SatQuestion<'_>,
        best: &mut Option<i64>,
    ) -> EnumerationEnd {
        let (Some(objective), Some(ceiling)) = (self.model.objective(), self.cnf.cost_bound())
        else {
            return EnumerationEnd::GaveUp("the model has no objective".into());
        };
        let descent = ObjectiveDescent {
            cnf: &self.cnf,
            ceiling,
            objective,
            solver: &mut *self.solver,
            question: &mut question,
            fresh: &mut self.fresh,
            guard: None,
        };
        descent.descend_cost(best).unwrap_or_else(|why| {
            EnumerationEnd::GaveUp(self.broken.insert(why.to_string()).clone())
        })
    }

    /// Returns the model's formula.
    pub(crate) fn model_formula(&self) -> &ModelClauses {
        &self.cnf
    }

    /// Decides whether the formula alone has a model, and makes the solver write the rest of its
    /// proof if not. Returns the reason if it writes no proof, and the effort.
    pub(crate) fn refute_formula(
        &mut self,
        control: &Control,
    ) -> (Result<(), NoRefutation>, EffortCounters) {
        // The counters of a solver are totals; an outcome reports the difference.
        let before = self.solver.effort_counters();
        let refuted = match self.solver.solve_clauses(&[], control) {
            Ok(SatAnswer::Unsatisfiable) => self.solver.end_proof().map_err(NoRefutation::Solver),
            Ok(SatAnswer::Satisfiable) => Err(NoRefutation::Satisfiable),
            Ok(SatAnswer::Stopped(stop)) => Err(NoRefutation::Stopped(stop)),
            Err(why) => {
                self.broken = Some(why.to_string());
                Err(NoRefutation::Solver(why))
            }
        };
        (refuted, self.solver.effort_counters().since_counters(&before))
    }

    pub(super) fn answer_question(&mut self, mut question: SatQuestion<'_>) -> EnumerationEnd {
        let walk = SolutionWalk {
            cnf: &self.cnf,
            solver: &mut *self.solver,
            question: &mut question,
            fresh: &mut self.fresh,
            enumeration: self.enumeration,
        };
        walk.enumerate_solutions().unwrap_or_else(|why| {
            EnumerationEnd::GaveUp(self.broken.insert(why.to_string()).clone())
        })
    }
}

/// The reason why a solver writes no proof that a formula has no model.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoRefutation {
    /// The solver finds a model.
    #[error("the formula has a model")]
    Satisfiable,
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
    /// The solver fails.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// Makes variables that the formula does not use.
pub(super) struct FreshVariables {
    pub(super) next: u32,
}

impl FreshVariables {
    pub(super) fn fresh_literal(&mut self, solver: &mut dyn SatSolver) -> Lit {
        let lit = Var::new(self.next).pos_lit();
        self.next += 1;
        solver.reserve_variables(self.next);
        lit
    }
}

/// Adds a formula to a solver; returns the first variable that it does not use.
pub(super) fn add_formula(
    solver: &mut dyn SatSolver,
    cnf: &ModelClauses,
    control: &Control,
) -> Result<u32, PreparationError> {
    let variables = cnf.formula().n_vars() as u32;
    solver.reserve_variables(variables);
    for (i, clause) in cnf.formula().clauses().enumerate() {
        if i.is_multiple_of(CLAUSES_BETWEEN_POLLS) {
            control.check_stop()?;
        }
        solver.add_clause(clause).map_err(|why| PreparationError::Failed(why.to_string()))?;
    }
    Ok(variables)
}

/// One question while a solver answers it.
pub(super) struct SatQuestion<'a> {
    pub(super) assumptions: Vec<Lit>,
    task: Task,
    pub(super) control: &'a Control,
    on_candidate: CandidateCallback<'a>,
    clock: &'a mut QuestionClock,
    /// The number of candidates reported so far.
    pub(super) found: &'a mut u64,
}

impl SatQuestion<'_> {
    /// Reports a candidate while the clock is paused; breaks if no more are requested.
    pub(super) fn report_candidate(&mut self, values: &[Value]) -> ControlFlow<()> {
        *self.found += 1;
        self.clock.run_outside(|| (self.on_candidate)(values))?;
        if self.task.solution_limit().is_some_and(|limit| *self.found >= limit) {
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
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        match self.model.objective() {
            None if task == Task::Optimise => return QuestionOutcome::without_objective(),
            Some(_) if task == Task::Optimise && self.cnf.cost_bound().is_none() => {
                return QuestionOutcome::without_best();
            }
            _ => {}
        }
        let mut clock = QuestionClock::start_clock();
        let mut best = None;
        let before = self.solver.effort_counters();
        let mut assumptions = Vec::with_capacity(givens.len() + 1);
        let mut found = 0;
        let ended = if let Some(why) = &self.broken {
            EnumerationEnd::GaveUp(why.clone())
        } else if let Some(stop) = control.stop_reason() {
            EnumerationEnd::Stopped(stop)
        } else if task.solution_limit() == Some(0) {
            EnumerationEnd::Enough
        } else if !self.cnf.assume_givens(givens, &mut assumptions) {
            EnumerationEnd::Exhausted
        } else {
            let (clock, found) = (&mut clock, &mut found);
            let question = SatQuestion { assumptions, task, control, on_candidate, clock, found };
            match task {
                Task::Optimise => self.descend_objective(question, &mut best),
                _ => self.answer_question(question),
            }
        };
        if matches!(ended, EnumerationEnd::Stopped(_)) {
            // Some solvers cannot continue after an interrupt, so the session ends for all of them.
            self.broken = Some("stopped in an earlier question".into());
        }
        let mut counters = EffortCounters::new();
        counters.add_amount("variables", self.cnf.formula().n_vars() as u64);
        counters.add_amount("clauses", self.cnf.formula().n_clauses() as u64);
        counters.add_all(&self.solver.effort_counters().since_counters(&before));
        match task {
            Task::Optimise => {
                QuestionOutcome::from_optimisation(best, ended, counters, clock.elapsed_time())
            }
            _ => QuestionOutcome::from_enumeration(found, ended, counters, clock.elapsed_time()),
        }
    }

    fn core(
        &mut self,
        givens: &[Given],
        constraints: &[usize],
        control: &Control,
    ) -> Result<Option<UnsatCore>, Answer> {
        // The formula is taken out while it works: after a failure it is made again.
        let mut guarded = match self.guarded.take() {
            Some(guarded) => guarded,
            None => {
                let recipe = self.recipe.as_ref().ok_or_else(no_cores)?;
                GuardedFormula::new(&self.model, recipe, control)?
            }
        };
        let core = guarded.find_core(givens, constraints, control)?;
        self.guarded = Some(guarded);
        Ok(core)
    }
}
