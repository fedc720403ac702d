//! Solving through clauses.

use std::sync::Arc;

use parallax_encodings::Options;
use rustsat::types::{Lit, Var};

use crate::ask::{Clock, Control, Counters, Ended, OnCandidate, Outcome, Refusal, Session, Task};
use crate::lower::Cnf;
use crate::model::{Given, Model, Value};
use crate::solvers::{SatAnswer, SatKind, SatSolver};

/// How many clauses go into a solver between two looks at the clock.
const CLAUSES_BETWEEN_LOOKS: usize = 4096;

/// A model's formula inside a solver. Givens become assumptions, so one
/// session answers any number of questions; solutions are enumerated by
/// blocking clauses that a literal of each question switches on.
pub struct SatSession {
    cnf: Cnf,
    solver: Box<dyn SatSolver>,
    /// The next variable that no clause uses.
    next: u32,
    /// What went wrong for good: the solver cannot be asked again.
    broken: Option<String>,
}

impl SatSession {
    /// Encodes `model` and hands the clauses to a new solver.
    ///
    /// # Errors
    /// Those of the encoding, a solver that is not built in, or a stop.
    pub fn new(
        model: &Arc<Model>,
        kind: SatKind,
        options: &Options,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        let cnf = Cnf::of(model, options, control)?;
        SatSession::with(cnf, kind.create(seed).map_err(Refusal::Unsupported)?, control)
    }

    /// Hands a model's clauses to a solver that has none.
    ///
    /// # Errors
    /// What the solver says, or a stop.
    pub fn with(
        cnf: Cnf,
        mut solver: Box<dyn SatSolver>,
        control: &Control,
    ) -> Result<Self, Refusal> {
        let variables = cnf.formula().n_vars() as u32;
        solver.reserve(variables);
        for (i, clause) in cnf.formula().clauses().enumerate() {
            if i.is_multiple_of(CLAUSES_BETWEEN_LOOKS) {
                control.check()?;
            }
            solver.add_clause(clause).map_err(Refusal::Failed)?;
        }
        Ok(SatSession { cnf, solver, next: variables, broken: None })
    }

    /// The model's formula.
    pub fn cnf(&self) -> &Cnf {
        &self.cnf
    }

    /// Has the solver write the rest of its proof.
    ///
    /// # Errors
    /// When it could not be written.
    pub fn end_proof(&mut self) -> Result<(), String> {
        self.solver.end_proof()
    }

    fn run(&mut self, mut question: Question<'_>) -> (u64, Ended) {
        let mut found = 0;
        let mut values: Vec<Value> = Vec::new();
        let ended = loop {
            match self.solver.solve(&question.assumptions, question.control) {
                Err(why) => {
                    self.broken = Some(why.clone());
                    break Ended::GaveUp(why);
                }
                Ok(SatAnswer::Stopped(stop)) => break Ended::Stopped(stop),
                Ok(SatAnswer::Unsatisfiable) => break Ended::Exhausted,
                Ok(SatAnswer::Satisfiable) => {}
            }
            let is_true = |lit: Lit| self.solver.is_true(lit);
            if self.cnf.decode(&is_true, &mut values).is_none() {
                break Ended::GaveUp("the solver's model gives a variable no single value".into());
            }
            found += 1;
            let flow = question.clock.outside(|| (question.on_candidate)(&values));
            if flow.is_break() || question.task.limit().is_some_and(|limit| found >= limit) {
                break Ended::Enough;
            }
            let guard = question.guard(&mut self.next, &mut *self.solver);
            question.clause.clear();
            self.cnf.forbid(&values, Some(guard), &mut question.clause);
            if let Err(why) = self.solver.add_clause(&question.clause) {
                self.broken = Some(why.clone());
                break Ended::GaveUp(why);
            }
        };
        if let Some(guard) = question.guard
            && self.broken.is_none()
            && let Err(why) = self.solver.add_clause(&[!guard])
        {
            self.broken = Some(why);
        }
        (found, ended)
    }
}

/// One question on its way through a solver.
struct Question<'a> {
    assumptions: Vec<Lit>,
    /// Switches this question's blocking clauses on.
    guard: Option<Lit>,
    clause: Vec<Lit>,
    task: Task,
    control: &'a Control,
    on_candidate: OnCandidate<'a>,
    clock: &'a mut Clock,
}

impl Question<'_> {
    fn guard(&mut self, next: &mut u32, solver: &mut dyn SatSolver) -> Lit {
        *self.guard.get_or_insert_with(|| {
            let guard = Var::new(*next).pos_lit();
            *next += 1;
            solver.reserve(*next);
            self.assumptions.push(guard);
            guard
        })
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
        let mut clock = Clock::start();
        let before = self.solver.counters();
        let mut assumptions = Vec::with_capacity(givens.len() + 1);
        let (found, ended) = if let Some(why) = &self.broken {
            (0, Ended::GaveUp(why.clone()))
        } else if let Some(stop) = control.stopped() {
            (0, Ended::Stopped(stop))
        } else if task.limit() == Some(0) {
            (0, Ended::Enough)
        } else if !self.cnf.assume(givens, &mut assumptions) {
            (0, Ended::Exhausted)
        } else {
            self.run(Question {
                assumptions,
                guard: None,
                clause: Vec::new(),
                task,
                control,
                on_candidate,
                clock: &mut clock,
            })
        };
        if matches!(ended, Ended::Stopped(_)) {
            // Some solvers cannot go on after an interrupt; none is asked to.
            self.broken = Some("stopped in an earlier question".into());
        }
        let mut counters = Counters::new();
        counters.add("variables", self.cnf.formula().n_vars() as u64);
        counters.add("clauses", self.cnf.formula().n_clauses() as u64);
        for (name, after) in self.solver.counters().iter() {
            counters.add(name.to_owned(), after.saturating_sub(before.get(name).unwrap_or(0)));
        }
        Outcome::enumerated(found, ended, counters, clock.elapsed())
    }
}
