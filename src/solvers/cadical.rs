//! CaDiCaL, through RustSAT's binding.

use std::cell::RefCell;
use std::rc::Rc;

use rustsat::solvers::{ControlSignal, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Lit, TernaryVal, Var};
use rustsat_cadical::{CaDiCaL, Statistic};

use super::{SatAnswer, SatSolver};
use crate::ask::{Control, Counters};

/// The solver's own version.
pub(super) fn version() -> String {
    CaDiCaL::default().signature().trim_start_matches("cadical-").to_owned()
}

/// A CaDiCaL solver.
pub(super) struct Cadical {
    solver: CaDiCaL<'static, 'static>,
    control: Rc<RefCell<Control>>,
    core: Vec<Lit>,
}

impl Cadical {
    /// A new solver with this seed (CaDiCaL takes its lower 31 bits).
    pub(super) fn new(seed: u64) -> Result<Self, String> {
        let control = Rc::new(RefCell::new(Control::unlimited()));
        let mut solver = CaDiCaL::default();
        let seed = (seed & 0x7fff_ffff) as std::ffi::c_int;
        solver.set_option("seed", seed).map_err(|error| error.to_string())?;
        // Tries a few simple assignments before every search, which pays for
        // hard questions that come once: with them 1,000 easy questions in a
        // row take ten times as long.
        solver.set_option("lucky", 0).map_err(|error| error.to_string())?;
        let watched = control.clone();
        solver.attach_terminator(move || match watched.borrow().stopped() {
            Some(_) => ControlSignal::Terminate,
            None => ControlSignal::Continue,
        });
        Ok(Cadical { solver, control, core: Vec::new() })
    }
}

impl SatSolver for Cadical {
    fn reserve(&mut self, variables: u32) {
        if let Some(last) = variables.checked_sub(1) {
            // Only a hint: CaDiCaL makes variables as clauses name them.
            let _ = self.solver.reserve(Var::new(last));
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), String> {
        self.solver.add_clause_ref(clause).map_err(|error| error.to_string())
    }

    fn solve(&mut self, assumptions: &[Lit], control: &Control) -> Result<SatAnswer, String> {
        if let Some(stop) = control.stopped() {
            return Ok(SatAnswer::Stopped(stop));
        }
        *self.control.borrow_mut() = control.clone();
        self.core.clear();
        let answer = match assumptions {
            [] => self.solver.solve(),
            some => self.solver.solve_assumps(some),
        };
        match answer.map_err(|error| error.to_string())? {
            SolverResult::Sat => Ok(SatAnswer::Satisfiable),
            SolverResult::Unsat => {
                if !assumptions.is_empty() {
                    let clause = self.solver.core().map_err(|error| error.to_string())?;
                    // RustSAT gives the core as a clause of negated assumptions.
                    self.core.extend(clause.into_iter().map(|lit| !lit));
                }
                Ok(SatAnswer::Unsatisfiable)
            }
            SolverResult::Interrupted => match control.stopped() {
                Some(stop) => Ok(SatAnswer::Stopped(stop)),
                None => Err("CaDiCaL stopped by itself".into()),
            },
        }
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.solver.lit_val(lit).is_ok_and(|value| value == TernaryVal::True)
    }

    fn core(&self) -> Vec<Lit> {
        self.core.clone()
    }

    fn counters(&self) -> Counters {
        let mut counters = Counters::new();
        for (name, statistic) in [
            ("conflicts", Statistic::Conflicts),
            ("decisions", Statistic::Decisions),
            ("propagations", Statistic::Propagations),
        ] {
            counters.add(name, self.solver.get_statistic(statistic));
        }
        counters
    }
}
