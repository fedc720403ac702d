//! MiniSat and its descendant Glucose, through RustSAT's bindings.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use parallax_model::engine_api::{Control, EffortCounters, StopReason};
use rustsat::solvers::{
    GetInternalStats, Interrupt, InterruptSolver, Solve, SolveIncremental, SolverResult,
};
use rustsat::types::{Lit, TernaryVal, Var};

use super::{SatAnswer, SatSolver, SolverError};

/// A question with at most this many conflicts needs no thread that watches the clock: most
/// questions take no more, and starting a thread takes longer.
const UNWATCHED_CONFLICTS: i64 = 100;

/// The time between two checks of the clock by the watching thread.
const POLL_EVERY: Duration = Duration::from_millis(2);

/// A binding to MiniSat or Glucose.
pub(super) trait MinisatBinding:
    Solve + SolveIncremental + Interrupt<Interrupter: Sync> + GetInternalStats + Default
{
    /// Ends the next question after this many conflicts, or never.
    fn limit_conflicts(&mut self, conflicts: Option<i64>);
}

#[cfg(feature = "minisat")]
impl MinisatBinding for rustsat_minisat::core::Minisat {
    fn limit_conflicts(&mut self, conflicts: Option<i64>) {
        use rustsat_minisat::Limit;
        self.set_limit(conflicts.map_or(Limit::None, Limit::Conflicts));
    }
}

#[cfg(feature = "glucose")]
impl MinisatBinding for rustsat_glucose::core::Glucose {
    fn limit_conflicts(&mut self, conflicts: Option<i64>) {
        use rustsat_glucose::Limit;
        self.set_limit(conflicts.map_or(Limit::None, Limit::Conflicts));
    }
}

/// MiniSat or Glucose.
#[derive(Default)]
pub(super) struct MinisatSolver<S> {
    solver: S,
    variables: u32,
    /// The number of variables in the last model.
    modelled: u32,
    core: Vec<Lit>,
    /// Set after an interrupt, which cannot be undone.
    over: Option<StopReason>,
}

/// The channel between the watching and the working thread.
#[derive(Default)]
struct CompletionBell {
    done: Mutex<bool>,
    rung: Condvar,
}

impl CompletionBell {
    fn ring_bell(&self) {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.rung.notify_all();
    }

    /// Waits until the work is done, or until a limit is reached.
    fn watch_limits(&self, control: &Control) -> Option<StopReason> {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        while !*done {
            if let Some(stop) = control.stop_reason() {
                return Some(stop);
            }
            let waited = self.rung.wait_timeout(done, POLL_EVERY);
            done = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }
}

impl<S: MinisatBinding> MinisatSolver<S> {
    fn decide_clauses(&mut self, assumptions: &[Lit]) -> Result<SolverResult, SolverError> {
        let answer = match assumptions {
            [] => self.solver.solve(),
            some => self.solver.solve_assumps(some),
        };
        answer.map_err(SolverError::from_foreign)
    }

    /// Solves while another thread watches the clock.
    fn solve_watched(
        &mut self,
        assumptions: &[Lit],
        control: &Control,
    ) -> Result<SolverResult, SolverError> {
        self.solver.limit_conflicts(None);
        let interrupter = self.solver.interrupter();
        let bell = CompletionBell::default();
        // The watching thread may interrupt just after the answer. That cannot be undone, so `over`
        // is set even if the answer is complete, and stops all later questions.
        let (answer, stop) = std::thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                let stop = bell.watch_limits(control);
                if stop.is_some() {
                    interrupter.interrupt();
                }
                stop
            });
            let answer = self.decide_clauses(assumptions);
            bell.ring_bell();
            (answer, watcher.join().unwrap_or_default())
        });
        self.over = stop;
        answer
    }
}

impl<S: MinisatBinding> SatSolver for MinisatSolver<S> {
    fn reserve_variables(&mut self, variables: u32) {
        if let Some(last) = variables.checked_sub(1).filter(|_| variables > self.variables) {
            // Adding clauses reserves memory too; a failure shows there.
            let _ = self.solver.reserve(Var::new(last));
            self.variables = variables;
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        self.solver.add_clause_ref(clause).map_err(SolverError::from_foreign)
    }

    fn solve_clauses(
        &mut self,
        assumptions: &[Lit],
        control: &Control,
    ) -> Result<SatAnswer, SolverError> {
        if let Some(stop) = self.over.or_else(|| control.stop_reason()) {
            return Ok(SatAnswer::Stopped(stop));
        }
        self.core.clear();
        self.solver.limit_conflicts(Some(UNWATCHED_CONFLICTS));
        let mut answer = self.decide_clauses(assumptions)?;
        // The limit on conflicts was reached. What was learned remains, so that the second call
        // continues rather than repeats.
        if answer == SolverResult::Interrupted {
            answer = self.solve_watched(assumptions, control)?;
        }
        match answer {
            SolverResult::Sat => {
                self.modelled = self.variables;
                Ok(SatAnswer::Satisfiable)
            }
            SolverResult::Unsat => {
                if !assumptions.is_empty() {
                    let clause = self.solver.core().map_err(SolverError::from_foreign)?;
                    // The core is returned as a clause of negated assumptions.
                    self.core.extend(clause.into_iter().map(|lit| !lit));
                }
                Ok(SatAnswer::Unsatisfiable)
            }
            SolverResult::Interrupted => match self.over {
                Some(stop) => Ok(SatAnswer::Stopped(stop)),
                None => Err(SolverError::Stopped("the solver")),
            },
        }
    }

    fn is_true(&self, lit: Lit) -> bool {
        // A variable made after the model has no value in it; and the bindings return the value
        // of the variable, ignoring the literal's sign.
        let truth = if lit.is_pos() { TernaryVal::True } else { TernaryVal::False };
        lit.vidx32() < self.modelled
            && self.solver.lit_val(lit.var().pos_lit()).is_ok_and(|value| value == truth)
    }

    fn failed_assumptions(&self) -> Vec<Lit> {
        self.core.clone()
    }

    fn effort_counters(&self) -> EffortCounters {
        let mut counters = EffortCounters::new();
        counters.add_amount("conflicts", self.solver.conflicts() as u64);
        counters.add_amount("decisions", self.solver.decisions() as u64);
        counters.add_amount("propagations", self.solver.propagations() as u64);
        counters
    }
}
