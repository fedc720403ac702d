//! CaDiCaL as a [`SatSolver`].

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;

use parallax_model::engine_api::{Control, EffortCounters};
use rustsat::solvers::{ControlSignal, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Lit, TernaryVal, Var};
use rustsat_cadical::{CaDiCaL, ProofTracerHandle, Statistic};

use super::trace::{CadicalProofLog, CadicalTracer};
use crate::proofs::ProofFormat;
use crate::{SatAnswer, SatSolver, SolverError};

/// Returns the solver's own version.
pub(crate) fn solver_version() -> String {
    CaDiCaL::default().signature().trim_start_matches("cadical-").to_owned()
}

/// A CaDiCaL solver.
pub(crate) struct CadicalSolver {
    pub(super) solver: CaDiCaL<'static, 'static>,
    control: Rc<RefCell<Control>>,
    core: Vec<Lit>,
    pub(super) log: Option<Rc<RefCell<CadicalProofLog>>>,
    /// The solver writes to it until the solver is dropped, so this field comes after it.
    _tracer: Option<ProofTracerHandle<CadicalTracer>>,
}

impl CadicalSolver {
    /// Makes a solver with this seed (CaDiCaL uses its lower 31 bits).
    pub(crate) fn new(seed: u64) -> Result<Self, SolverError> {
        let control = Rc::new(RefCell::new(Control::unlimited()));
        let mut solver = CaDiCaL::default();
        let seed = (seed & 0x7fff_ffff) as std::ffi::c_int;
        solver.set_option("seed", seed).map_err(SolverError::from_foreign)?;
        // `lucky` tries a few simple assignments before every search, which pays off for hard
        // one-time questions; with it, 1,000 easy questions in a row take ten times as long.
        solver.set_option("lucky", 0).map_err(SolverError::from_foreign)?;
        // `preprocesslight` runs a round of every simplification before the first search, which
        // costs 30 ms on formulas that are solved in 10 ms.
        solver.set_option("preprocesslight", 0).map_err(SolverError::from_foreign)?;
        let watched = control.clone();
        solver.attach_terminator(move || match watched.borrow().stop_reason() {
            Some(_) => ControlSignal::Terminate,
            None => ControlSignal::Continue,
        });
        Ok(CadicalSolver { solver, control, core: Vec::new(), log: None, _tracer: None })
    }

    /// Makes a solver that writes a proof about a formula with this many clauses.
    pub(crate) fn with_proof(
        seed: u64,
        form: ProofFormat,
        clauses: u64,
        out: Box<dyn Write>,
    ) -> Result<Self, SolverError> {
        let log = CadicalProofLog::new(form, clauses, out).ok_or(SolverError::UnknownForm(form))?;
        let log = Rc::new(RefCell::new(log));
        let mut cadical = CadicalSolver::new(seed)?;
        let (control, watched) = (cadical.control.clone(), log.clone());
        // Without a writable proof there is no point in continuing.
        cadical.solver.attach_terminator(move || {
            // The tracer holds the log while it writes a step; then the next call notices the
            // failure.
            let failed = watched.try_borrow().is_ok_and(|log| log.failure_reason().is_some());
            if failed || control.borrow().stop_reason().is_some() {
                ControlSignal::Terminate
            } else {
                ControlSignal::Continue
            }
        });
        // Only LRAT names the clauses that a step follows from, which CaDiCaL must track for it.
        let antecedents = form != ProofFormat::Drat;
        let tracer = cadical.solver.connect_proof_tracer(CadicalTracer(log.clone()), antecedents);
        Ok(CadicalSolver { log: Some(log), _tracer: Some(tracer), ..cadical })
    }

    /// Returns the reason why the proof can no longer be written.
    fn log_failed(&self) -> Option<Arc<io::Error>> {
        self.log.as_ref().and_then(|log| log.borrow().failure_reason().cloned())
    }
}

impl SatSolver for CadicalSolver {
    fn reserve_variables(&mut self, variables: u32) {
        if let Some(last) = variables.checked_sub(1) {
            // Only a hint: CaDiCaL makes variables when clauses name them.
            let _ = self.solver.reserve(Var::new(last));
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
        if let Some(stop) = control.stop_reason() {
            return Ok(SatAnswer::Stopped(stop));
        }
        *self.control.borrow_mut() = control.clone();
        self.core.clear();
        let answer = match assumptions {
            [] => self.solver.solve(),
            some => self.solver.solve_assumps(some),
        };
        match answer.map_err(SolverError::from_foreign)? {
            SolverResult::Sat => Ok(SatAnswer::Satisfiable),
            SolverResult::Unsat => {
                if !assumptions.is_empty() {
                    let clause = self.solver.core().map_err(SolverError::from_foreign)?;
                    // RustSAT returns the core as a clause of negated assumptions.
                    self.core.extend(clause.into_iter().map(|lit| !lit));
                }
                Ok(SatAnswer::Unsatisfiable)
            }
            SolverResult::Interrupted => match (control.stop_reason(), self.log_failed()) {
                (Some(stop), _) => Ok(SatAnswer::Stopped(stop)),
                (None, Some(why)) => Err(SolverError::StoppedOutput(why)),
                (None, None) => Err(SolverError::Stopped("CaDiCaL")),
            },
        }
    }

    fn end_proof(&mut self) -> Result<(), SolverError> {
        match &self.log {
            Some(log) => log.borrow_mut().flush_proof(),
            None => Err(SolverError::NoProof),
        }
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.solver.lit_val(lit).is_ok_and(|value| value == TernaryVal::True)
    }

    fn failed_assumptions(&self) -> Vec<Lit> {
        self.core.clone()
    }

    fn effort_counters(&self) -> EffortCounters {
        let mut counters = EffortCounters::new();
        for (name, statistic) in [
            ("conflicts", Statistic::Conflicts),
            ("decisions", Statistic::Decisions),
            ("propagations", Statistic::Propagations),
        ] {
            counters.add_amount(name, self.solver.get_statistic(statistic));
        }
        counters
    }
}
