//! The interface of SAT solvers, and their kinds.

use std::io::Write;
use std::ops::ControlFlow;

use parallax_model::engine_api::{Control, EffortCounters, StopReason};
use rustsat::types::Lit;

use crate::batsat;
#[cfg(feature = "cadical")]
use crate::cadical;
use crate::error::SolverError;
#[cfg(any(feature = "minisat", feature = "glucose"))]
use crate::minisat;
use crate::proofs::ProofFormat;
use crate::varisat;

/// The optional solvers, by the Cargo feature of each, and whether this build holds it.
pub const SOLVER_FEATURES: [(&str, bool); 5] = [
    ("z3", cfg!(feature = "z3")),
    ("cadical", cfg!(feature = "cadical")),
    ("minisat", cfg!(feature = "minisat")),
    ("glucose", cfg!(feature = "glucose")),
    ("pumpkin", cfg!(feature = "pumpkin")),
];

/// An incremental SAT solver.
pub trait SatSolver {
    /// Reserves variables with indices below `variables`.
    fn reserve_variables(&mut self, variables: u32);

    /// Adds a clause over reserved variables.
    ///
    /// # Errors
    /// Returns an error if the solver cannot take the clause.
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError>;

    /// Decides the clauses under assumptions.
    ///
    /// # Errors
    /// Returns an error if the solver fails; it must not be used any more.
    fn solve_clauses(
        &mut self,
        assumptions: &[Lit],
        control: &Control,
    ) -> Result<SatAnswer, SolverError>;

    /// Enumerates models under assumptions until none remains, a stop, or a break of `on_model`;
    /// after a break, the answer is satisfiable. Every clause that `on_model` writes must be false
    /// in its model and contain the negation of an assumption; it stays. Solvers that can continue
    /// from a model do so; the others restart after each.
    ///
    /// # Errors
    /// Returns an error if the solver fails; it must not be used any more.
    fn enumerate_models(
        &mut self,
        assumptions: &[Lit],
        control: &Control,
        on_model: ModelCallback<'_>,
    ) -> Result<SatAnswer, SolverError> {
        let mut clause = Vec::new();
        loop {
            match self.solve_clauses(assumptions, control)? {
                SatAnswer::Satisfiable => {}
                other => return Ok(other),
            }
            clause.clear();
            if on_model(&|lit| self.is_true(lit), &mut clause).is_break() {
                return Ok(SatAnswer::Satisfiable);
            }
            // The clause has the negation of an assumption, so it stays without harm when the
            // caller drops that.
            self.add_clause(&clause)?;
        }
    }

    /// Whether a literal is true in the last model found by [`solve`](SatSolver::solve_clauses).
    /// Both literals of a variable that no clause names may read as false.
    fn is_true(&self, lit: Lit) -> bool;

    /// Returns assumptions that cannot all hold, after an unsatisfiable answer.
    fn failed_assumptions(&self) -> Vec<Lit>;

    /// Returns the effort since the solver was made.
    fn effort_counters(&self) -> EffortCounters;

    /// Writes the rest of the proof, after an unsatisfiable answer without assumptions, if the
    /// solver was made by [`SatKind::create_proving`].
    ///
    /// # Errors
    /// If the proof could not be written.
    fn end_proof(&mut self) -> Result<(), SolverError> {
        Err(SolverError::NoProofs)
    }
}

/// Reads a model and writes the clause that forbids it; breaking ends the search with the model
/// found.
pub type ModelCallback<'a> =
    &'a mut dyn FnMut(&dyn Fn(Lit) -> bool, &mut Vec<Lit>) -> ControlFlow<()>;

/// The answer of a SAT solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatAnswer {
    /// The clauses have a model.
    Satisfiable,
    /// The clauses have no model under the assumptions.
    Unsatisfiable,
    /// The solver was stopped; some solvers cannot continue after that.
    Stopped(StopReason),
}

/// The SAT solvers that Parallax knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SatKind {
    /// Varisat, pure Rust.
    Varisat,
    /// BatSat, a port of MiniSat to pure Rust.
    Batsat,
    /// CaDiCaL, C++ (cargo feature `cadical`).
    Cadical,
    /// MiniSat, C++ (cargo feature `minisat`); it takes no seed.
    Minisat,
    /// Glucose, C++ (cargo feature `glucose`); it takes no seed.
    Glucose,
}

impl SatKind {
    /// Whether this build has it.
    #[must_use]
    pub fn is_built(self) -> bool {
        match self {
            SatKind::Varisat | SatKind::Batsat => true,
            SatKind::Cadical => cfg!(feature = "cadical"),
            SatKind::Minisat => cfg!(feature = "minisat"),
            SatKind::Glucose => cfg!(feature = "glucose"),
        }
    }

    /// Returns the solver's own version.
    #[must_use]
    pub fn solver_version(self) -> String {
        match self {
            SatKind::Varisat => option_env!("PARALLAX_VARISAT_VERSION").unwrap_or_default().into(),
            SatKind::Batsat => option_env!("PARALLAX_BATSAT_VERSION").unwrap_or_default().into(),
            #[cfg(feature = "cadical")]
            SatKind::Cadical => cadical::solver_version(),
            SatKind::Minisat if self.is_built() => "2.2.0".into(),
            SatKind::Glucose if self.is_built() => "4.2.1".into(),
            _ => "not built".into(),
        }
    }

    /// Makes a solver without clauses.
    ///
    /// # Errors
    /// If this build does not have it.
    pub fn create_solver(self, seed: u64) -> Result<Box<dyn SatSolver>, SolverError> {
        match self {
            SatKind::Varisat => Ok(Box::new(varisat::VarisatSolver::new())),
            SatKind::Batsat => Ok(Box::new(batsat::BatsatSolver::new(seed))),
            #[cfg(feature = "cadical")]
            SatKind::Cadical => Ok(Box::new(cadical::CadicalSolver::new(seed)?)),
            #[cfg(feature = "minisat")]
            SatKind::Minisat => {
                Ok(Box::new(minisat::MinisatSolver::<rustsat_minisat::core::Minisat>::default()))
            }
            #[cfg(feature = "glucose")]
            SatKind::Glucose => {
                Ok(Box::new(minisat::MinisatSolver::<rustsat_glucose::core::Glucose>::default()))
            }
            #[allow(unreachable_patterns, reason = "with all solvers built in none is left")]
            missing => Err(SolverError::NotBuilt(missing)),
        }
    }
}

/// Returns the version of Pumpkin that the lock file states; empty without a lock file.
#[must_use]
pub fn pumpkin_version() -> &'static str {
    option_env!("PARALLAX_PUMPKIN_VERSION").unwrap_or_default()
}

/// Makes a SAT solver for small questions: each stops after this number of decisions, and its
/// result is always the same.
#[must_use]
pub fn bounded_solver(decisions: u64) -> Box<dyn SatSolver> {
    Box::new(batsat::BatsatSolver::with_decision_limit(0, decisions))
}

impl SatKind {
    /// Returns the format in which the solver itself writes a proof for the requested format;
    /// `None` if it provides none.
    #[must_use]
    pub fn native_format(self, wanted: ProofFormat) -> Option<ProofFormat> {
        match (self, wanted) {
            (SatKind::Cadical, ProofFormat::Varisat) => None,
            (SatKind::Cadical, form) => Some(form),
            // Varisat's proof is converted to LRAT as it is checked.
            (
                SatKind::Varisat,
                ProofFormat::Lrat | ProofFormat::BinaryLrat | ProofFormat::Varisat,
            ) => Some(ProofFormat::Varisat),
            _ => None,
        }
    }

    /// Makes a solver without clauses that writes a proof to `out` as it solves a formula with
    /// this many clauses, which are added before the first question, without assumptions.
    ///
    /// # Errors
    /// If this build does not have the solver, or it does not write proofs in this format.
    pub fn create_proving(
        self,
        seed: u64,
        form: ProofFormat,
        clauses: u64,
        out: Box<dyn Write>,
    ) -> Result<Box<dyn SatSolver>, SolverError> {
        match self {
            SatKind::Varisat if form == ProofFormat::Varisat => {
                Ok(Box::new(varisat::VarisatSolver::with_proof(out)))
            }
            #[cfg(feature = "cadical")]
            SatKind::Cadical => {
                Ok(Box::new(cadical::CadicalSolver::with_proof(seed, form, clauses, out)?))
            }
            missing if !missing.is_built() => missing.create_solver(seed),
            solver => Err(SolverError::ProofForm { solver, form, clauses }),
        }
    }
}
