//! BatSat: MiniSat's successor in pure Rust.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use batsat::theory::{EmptyTheory, Theory, TheoryArg};
use batsat::{Callbacks, SolverInterface, SolverOpts, lbool};
use parallax_model::engine_api::{Control, EffortCounters, StopReason};
use rustsat::types::Lit;

use super::{ModelCallback, SatAnswer, SatSolver, SolverError};

/// The number of the solver's polls between two checks of the clock.
const ASKS_BETWEEN_POLLS: u32 = 64;

/// Makes the solver stop.
struct BatsatWatch {
    control: Rc<RefCell<Control>>,
    asks: Cell<u32>,
    stopped: Cell<Option<StopReason>>,
    /// Maximum number of polls of one question; the solver stops there.
    max_polls: u64,
    /// Number of polls of the current question.
    polls: Cell<u64>,
}

impl Callbacks for BatsatWatch {
    fn stop(&self) -> bool {
        let asks = self.asks.get().wrapping_add(1);
        self.asks.set(asks);
        self.polls.set(self.polls.get() + 1);
        if self.polls.get() > self.max_polls && self.stopped.get().is_none() {
            self.stopped.set(Some(StopReason::Timeout));
        }
        if asks.is_multiple_of(ASKS_BETWEEN_POLLS) && self.stopped.get().is_none() {
            self.stopped.set(self.control.borrow().stop_reason());
        }
        self.stopped.get().is_some()
    }
}

/// A BatSat solver.
pub(super) struct BatsatSolver {
    solver: batsat::Solver<BatsatWatch>,
    control: Rc<RefCell<Control>>,
    core: Vec<Lit>,
    clause: Vec<batsat::Lit>,
}

impl BatsatSolver {
    /// Makes a solver. `seed` 0 keeps BatSat's own seed.
    pub(super) fn new(seed: u64) -> Self {
        BatsatSolver::with_decision_limit(seed, u64::MAX)
    }

    /// Makes a solver that also stops each question after this many decisions; it polls at each.
    pub(super) fn with_decision_limit(seed: u64, decisions: u64) -> Self {
        let control = Rc::new(RefCell::new(Control::unlimited()));
        let watch = BatsatWatch {
            control: control.clone(),
            asks: Cell::new(0),
            stopped: Cell::new(None),
            max_polls: decisions,
            polls: Cell::new(0),
        };
        let mut options = SolverOpts::default();
        if seed != 0 {
            // MiniSat's generator takes positive numbers below 2^31 - 1; the seed matters once
            // activities start from random values.
            options.random_seed = 1.0 + (seed % 0x7fff_fffe) as f64;
            options.rnd_init_act = true;
        }
        let mut solver = batsat::Solver::new_with(options, watch);
        // Variable 0 is false in every model: `ModelEnumerator` adds its literal to clauses.
        // Variables of formulas are shifted by one.
        let never = batsat::Lit::new(solver.var_of_int(0), true);
        solver.add_clause_reuse(&mut vec![!never]);
        BatsatSolver { solver, control, core: Vec::new(), clause: Vec::new() }
    }

    /// Translates a literal, and makes its variable if it is new.
    fn make_literal(&mut self, lit: Lit) -> batsat::Lit {
        self.solver.var_of_int(lit.vidx32() + 1);
        known_literal(lit)
    }

    fn decide_clauses(
        &mut self,
        assumptions: &[Lit],
        control: &Control,
        theory: &mut impl Theory,
    ) -> Result<SatAnswer, SolverError> {
        *self.control.borrow_mut() = control.clone();
        // A stop from an earlier question must not end this one.
        self.solver.cb_mut().stopped.set(control.stop_reason());
        self.solver.cb_mut().polls.set(0);
        let assumed: Vec<batsat::Lit> =
            assumptions.iter().map(|&lit| self.make_literal(lit)).collect();
        self.core.clear();
        let answer = self.solver.solve_limited_th(theory, &assumed);
        if answer == lbool::TRUE {
            return Ok(SatAnswer::Satisfiable);
        }
        if answer == lbool::FALSE {
            // BatSat returns its core as a clause of negated assumptions.
            let failed = |lit: batsat::Lit| self.solver.unsat_core_contains_lit(!lit);
            let pairs = assumptions.iter().zip(assumed);
            self.core.extend(pairs.filter(|&(_, lit)| failed(lit)).map(|(&lit, _)| lit));
            return Ok(SatAnswer::Unsatisfiable);
        }
        match self.solver.cb().stopped.get() {
            Some(stop) => Ok(SatAnswer::Stopped(stop)),
            None => Err(SolverError::NoAnswer("BatSat")),
        }
    }
}

/// Returns a literal of an existing variable. BatSat's variable 0 is reserved: it is false, see
/// [`ModelEnumerator`].
fn known_literal(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.vidx32() + 1), lit.is_pos())
}

/// A theory for which every model already seen is a conflict, so that the search continues
/// where it found one, with most of its trail, instead of from the root.
struct ModelEnumerator<'m> {
    on_model: ModelCallback<'m>,
    levels: usize,
    clause: Vec<Lit>,
    conflict: Vec<batsat::Lit>,
}

impl Theory for ModelEnumerator<'_> {
    fn final_check(&mut self, solver: &mut TheoryArg<'_>) {
        let is_true = |lit: Lit| {
            let wanted = if lit.is_pos() { lbool::TRUE } else { lbool::FALSE };
            solver.value(known_literal(lit).var()) == wanted
        };
        self.clause.clear();
        if (self.on_model)(&is_true, &mut self.clause).is_break() {
            return;
        }
        // The clause must be kept permanently, or the model would be found again. BatSat keeps
        // it unless it equals the clause that BatSat learns from the conflict, which may be
        // forgotten; an added false literal makes the two different.
        self.conflict.clear();
        self.conflict.push(batsat::Lit::new(batsat::Var::unsafe_from_idx(0), true));
        self.conflict.extend(self.clause.iter().map(|&lit| known_literal(lit)));
        solver.raise_conflict(&self.conflict, true);
    }

    fn create_level(&mut self) {
        self.levels += 1;
    }

    fn pop_levels(&mut self, n: usize) {
        self.levels -= n;
    }

    fn n_levels(&self) -> usize {
        self.levels
    }

    fn explain_propagation(&mut self, _: batsat::Lit) -> &[batsat::Lit] {
        // The theory propagates nothing.
        &[]
    }
}

impl SatSolver for BatsatSolver {
    fn reserve_variables(&mut self, variables: u32) {
        if let Some(last) = variables.checked_sub(1) {
            self.solver.var_of_int(last + 1);
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        let mut translated = std::mem::take(&mut self.clause);
        translated.clear();
        for &lit in clause {
            let lit = self.make_literal(lit);
            translated.push(lit);
        }
        self.solver.add_clause_reuse(&mut translated);
        self.clause = translated;
        Ok(())
    }

    fn solve_clauses(
        &mut self,
        assumptions: &[Lit],
        control: &Control,
    ) -> Result<SatAnswer, SolverError> {
        self.decide_clauses(assumptions, control, &mut EmptyTheory::new())
    }

    fn enumerate_models(
        &mut self,
        assumptions: &[Lit],
        control: &Control,
        on_model: ModelCallback<'_>,
    ) -> Result<SatAnswer, SolverError> {
        let clause = Vec::new();
        let mut seen = ModelEnumerator { on_model, levels: 0, clause, conflict: Vec::new() };
        self.decide_clauses(assumptions, control, &mut seen)
    }

    fn is_true(&self, lit: Lit) -> bool {
        // The model is indexed by variable; a variable made after it has no value.
        let value = self.solver.get_model().get(lit.vidx() + 1).copied().unwrap_or(lbool::UNDEF);
        value == if lit.is_pos() { lbool::TRUE } else { lbool::FALSE }
    }

    fn failed_assumptions(&self) -> Vec<Lit> {
        self.core.clone()
    }

    fn effort_counters(&self) -> EffortCounters {
        let mut counters = EffortCounters::new();
        counters.add_amount("conflicts", self.solver.num_conflicts());
        counters.add_amount("decisions", self.solver.num_decisions());
        counters.add_amount("propagations", self.solver.num_propagations());
        counters.add_amount("restarts", self.solver.num_restarts());
        counters
    }
}
