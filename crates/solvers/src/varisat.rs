//! Varisat: CDCL in pure Rust.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use parallax_model::engine_api::{Control, EffortCounters, StopReason};
use rustsat::types::Lit;
use varisat::solver::SolverError as VarisatError;
use varisat::{ExtendFormula, ProofFormat};

use super::{SatAnswer, SatSolver, SolverError};

/// Varisat cannot be interrupted, but it writes a proof as it learns, and an error of the proof's
/// writer ends the search. So the proof is written here, and discarded unless it is requested,
/// until a limit is reached. Varisat writes 8 KiB at a time, so the stop comes some hundred
/// conflicts late.
struct VarisatProofSink {
    control: Rc<RefCell<Control>>,
    bytes: Rc<RefCell<u64>>,
    out: Box<dyn io::Write>,
}

impl io::Write for VarisatProofSink {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        *self.bytes.borrow_mut() += proof.len() as u64;
        match self.control.borrow().stop_reason() {
            None => self.out.write_all(proof).map(|()| proof.len()),
            Some(stop) => Err(io::Error::other(stop.to_string())),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A Varisat solver.
pub(super) struct VarisatSolver {
    solver: varisat::Solver<'static>,
    control: Rc<RefCell<Control>>,
    /// Truth values of the last model by variable.
    model: Vec<Option<bool>>,
    core: Vec<Lit>,
    proof_bytes: Rc<RefCell<u64>>,
    solves: u64,
    /// The stop after which no further question is possible.
    over: Option<StopReason>,
    variables: usize,
}

impl VarisatSolver {
    /// Makes a solver; Varisat has no randomness.
    pub(super) fn new() -> Self {
        VarisatSolver::with_proof(Box::new(io::sink()))
    }

    /// Makes a solver that writes its proof in Varisat's own format.
    pub(super) fn with_proof(out: Box<dyn io::Write>) -> Self {
        let control = Rc::new(RefCell::new(Control::unlimited()));
        let proof_bytes = Rc::new(RefCell::new(0));
        let mut solver = varisat::Solver::new();
        let sink = VarisatProofSink { control: control.clone(), bytes: proof_bytes.clone(), out };
        solver.write_proof(sink, ProofFormat::Varisat);
        VarisatSolver {
            solver,
            control,
            model: Vec::new(),
            core: Vec::new(),
            proof_bytes,
            solves: 0,
            over: None,
            variables: 0,
        }
    }

    fn decide_clauses(
        &mut self,
        assumptions: &[Lit],
        control: &Control,
    ) -> Result<SatAnswer, SolverError> {
        let assumed: Vec<varisat::Lit> = assumptions.iter().map(|&l| varisat_literal(l)).collect();
        self.solver.assume(&assumed);
        self.core.clear();
        self.solves += 1;
        match self.solver.solve() {
            Ok(true) => {
                self.model.clear();
                self.model.resize(self.variables, None);
                for l in self.solver.model().ok_or(SolverError::NoModel("Varisat"))? {
                    self.model[l.index()] = Some(l.is_positive());
                }
                Ok(SatAnswer::Satisfiable)
            }
            Ok(false) => {
                // Without assumptions there is no core.
                let failed = self.solver.failed_core().unwrap_or(&[]);
                let in_core = |l: &Lit| failed.contains(&varisat_literal(*l));
                self.core.extend(assumptions.iter().copied().filter(in_core));
                Ok(SatAnswer::Unsatisfiable)
            }
            Err(VarisatError::ProofIoError { cause }) => match control.stop_reason() {
                Some(stop) => {
                    // A search that was broken off by an error cannot be continued, so no question
                    // follows.
                    self.over = Some(stop);
                    Ok(SatAnswer::Stopped(stop))
                }
                None => Err(cause.into()),
            },
            Err(error) => Err(SolverError::from_foreign(error)),
        }
    }
}

fn varisat_literal(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_index(lit.vidx(), lit.is_pos())
}

impl SatSolver for VarisatSolver {
    fn reserve_variables(&mut self, variables: u32) {
        while self.variables < variables as usize {
            self.solver.new_var();
            self.variables += 1;
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        if self.over.is_some() {
            // The stop answers every later question.
            return Ok(());
        }
        let clause: Vec<varisat::Lit> = clause.iter().map(|&l| varisat_literal(l)).collect();
        self.solver.add_clause(&clause);
        Ok(())
    }

    fn solve_clauses(
        &mut self,
        assumptions: &[Lit],
        control: &Control,
    ) -> Result<SatAnswer, SolverError> {
        if let Some(stop) = self.over.or_else(|| control.stop_reason()) {
            return Ok(SatAnswer::Stopped(stop));
        }
        *self.control.borrow_mut() = control.clone();
        let answer = self.decide_clauses(assumptions, control);
        // Later clauses write to the proof too, and expired limits must not stop them.
        *self.control.borrow_mut() = Control::unlimited();
        answer
    }

    fn end_proof(&mut self) -> Result<(), SolverError> {
        self.solver.close_proof().map_err(SolverError::from_foreign)
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.model.get(lit.vidx()).copied().flatten() == Some(lit.is_pos())
    }

    fn failed_assumptions(&self) -> Vec<Lit> {
        self.core.clone()
    }

    /// Varisat reports no statistics; the length of its proof serves instead.
    fn effort_counters(&self) -> EffortCounters {
        let mut counters = EffortCounters::new();
        counters.add_amount("solves", self.solves);
        counters.add_amount("proof_bytes", *self.proof_bytes.borrow());
        counters
    }
}
