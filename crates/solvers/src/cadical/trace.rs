//! Records CaDiCaL's proof as it is found.

use std::cell::RefCell;
use std::io;
use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;

use rustsat_cadical::{CaDiCaLClause, ClauseId, TraceProof};

use crate::SolverError;
use crate::proofs::{ProofFormat, drat, lrat};

/// The destination of the steps.
enum ProofOutput {
    Lrat(lrat::LratWriter<Box<dyn Write>>),
    Drat(Box<dyn Write>),
}

/// A proof in progress.
///
/// CaDiCaL numbers all clauses in order of arrival, clauses of the formula and clauses that it
/// derives while the formula is still being added. LRAT numbers the formula's clauses from 1,
/// so that a checker can number them itself, and derived clauses after them: with `n` clauses,
/// CaDiCaL's derived clause `i` is `n + i` here.
pub(super) struct CadicalProofLog {
    out: ProofOutput,
    /// CaDiCaL's ids of the formula's clauses, in ascending order.
    given: Vec<i64>,
    clauses: i64,
    failed: Option<Arc<io::Error>>,
}

impl CadicalProofLog {
    /// Starts a proof about this many clauses; `None` for a format that CaDiCaL does not write.
    pub(super) fn new(form: ProofFormat, clauses: u64, out: Box<dyn Write>) -> Option<Self> {
        let out = match form {
            ProofFormat::Lrat => ProofOutput::Lrat(lrat::LratWriter::new(out, false, clauses)),
            ProofFormat::BinaryLrat => ProofOutput::Lrat(lrat::LratWriter::new(out, true, clauses)),
            ProofFormat::Drat => ProofOutput::Drat(out),
            ProofFormat::Varisat => return None,
        };
        Some(CadicalProofLog { out, given: Vec::new(), clauses: clauses as i64, failed: None })
    }

    /// Returns the reason why the proof is incomplete.
    pub(super) fn failure_reason(&self) -> Option<&Arc<io::Error>> {
        self.failed.as_ref()
    }

    pub(super) fn flush_proof(&mut self) -> Result<(), SolverError> {
        let flushed = match &mut self.out {
            ProofOutput::Lrat(out) => out.flush_output(),
            ProofOutput::Drat(out) => out.flush(),
        };
        self.note_result(flushed);
        self.failed.clone().map_or(Ok(()), |error| Err(SolverError::Output(error)))
    }

    fn note_result(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.failed.get_or_insert_with(|| Arc::new(error));
        }
    }

    /// Returns the id in the proof, negative if it begins a resolvent.
    fn proof_id(given: &[i64], clauses: i64, id: i64) -> i64 {
        // E.g. three clauses of a formula with CaDiCaL's ids 1, 2 and 4 are 1, 2 and 3 here, and
        // the derived clause 3 is 6.
        let number = match given.binary_search(&id.abs()) {
            Ok(index) => index as i64 + 1,
            Err(_) => clauses + id.abs(),
        };
        number * id.signum()
    }
}

/// The tracer connected to the solver.
pub(super) struct CadicalTracer(pub(super) Rc<RefCell<CadicalProofLog>>);

impl TraceProof for CadicalTracer {
    fn add_original_clause(
        &mut self,
        id: ClauseId,
        _redundant: bool,
        _clause: &CaDiCaLClause<'_>,
        restored: bool,
    ) {
        let log = &mut *self.0.borrow_mut();
        // A clause restored from elimination in a later question already has its id.
        if !restored {
            log.given.push(id.0);
        }
    }

    fn add_derived_clause(
        &mut self,
        id: ClauseId,
        _redundant: bool,
        clause: &CaDiCaLClause<'_>,
        antecedents: &[ClauseId],
    ) {
        let log = &mut *self.0.borrow_mut();
        if log.failed.is_some() {
            return;
        }
        let proof_id = |id: i64| CadicalProofLog::proof_id(&log.given, log.clauses, id);
        let written = match &mut log.out {
            ProofOutput::Drat(out) => drat::write_step(out, false, clause.iter()),
            ProofOutput::Lrat(out) => {
                let hints = antecedents.iter().map(|hint| proof_id(hint.0));
                out.add_clause(proof_id(id.0).unsigned_abs(), clause.iter(), hints)
            }
        };
        log.note_result(written);
    }

    fn delete_clause(&mut self, id: ClauseId, _redundant: bool, clause: &CaDiCaLClause<'_>) {
        let log = &mut *self.0.borrow_mut();
        if log.failed.is_some() {
            return;
        }
        let proof_id = CadicalProofLog::proof_id(&log.given, log.clauses, id.0).unsigned_abs();
        let written = match &mut log.out {
            ProofOutput::Drat(out) => drat::write_step(out, true, clause.iter()),
            ProofOutput::Lrat(out) => out.delete_clauses(&[proof_id]),
        };
        log.note_result(written);
    }
}
