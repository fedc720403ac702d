//! Varisat's own proof format, checked by `varisat-checker`.
//!
//! Such a proof names clauses by hashes of their literals and may add clauses to the formula,
//! as an incremental solver does. Here it must not: the checker gets the formula's clauses, and
//! a proof that adds one is refused. So an accepted proof is about exactly this formula.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::rc::Rc;

use parallax_model::engine_api::{Control, StopReason};
use rustsat::types::Lit;
use varisat_checker::{CheckedProofStep, Checker, CheckerData, CheckerError, ProofProcessor};

use super::{AcceptedProof, InvalidProofError, ProofError, lrat};

/// Checks a proof that the clauses of a formula are unsatisfiable; with `lrat`, also writes it
/// as LRAT.
///
/// # Errors
/// If the proof is refused, with the reason of `varisat-checker`, or at a limit of `control`.
pub fn check_varisat<'f>(
    formula: impl ExactSizeIterator<Item = &'f [Lit]>,
    proof: impl Read,
    lrat: Option<lrat::LratWriter<&mut dyn Write>>,
    control: &Control,
) -> Result<AcceptedProof, ProofError> {
    let phase = Rc::new(Cell::new(VarisatCheckPhase::Loading));
    let mut witness = VarisatStepWitness {
        phase: phase.clone(),
        total: formula.len() as u64,
        given: 0,
        derived: 0,
        refuted: false,
        lrat,
        failed: None,
    };
    let mut checker = Checker::new();
    checker.add_processor(&mut witness);
    let checked = run_checker(&mut checker, formula, proof, &phase, control);
    // The checker borrows the witness until it is dropped.
    drop(checker);
    if let Some(error) = witness.failed.take() {
        return Err(error.into());
    }
    if let Some(writer) = &mut witness.lrat {
        writer.flush_output()?;
    }
    checked?;
    if witness.refuted {
        Ok(AcceptedProof { checker: "varisat-checker".into(), derived: Some(witness.derived) })
    } else {
        Err(InvalidProofError::Unfinished.into())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum VarisatCheckPhase {
    /// The formula's clauses are being loaded.
    Loading,
    /// The proof is being read.
    Reading,
}

fn run_checker<'f>(
    checker: &mut Checker<'_>,
    formula: impl IntoIterator<Item = &'f [Lit]>,
    proof: impl Read,
    phase: &Cell<VarisatCheckPhase>,
    control: &Control,
) -> Result<(), ProofError> {
    let fault = |error| match control.stop_reason() {
        Some(stop) => ProofError::Stopped(stop),
        None => describe_refusal(error),
    };
    let mut clause = Vec::new();
    for lits in formula {
        clause.clear();
        clause.extend(lits.iter().map(|lit| varisat::Lit::from_index(lit.vidx(), lit.is_pos())));
        checker.add_clause(&clause).map_err(&fault)?;
    }
    phase.set(VarisatCheckPhase::Reading);
    checker.check_proof(LimitedProofReader { proof, control }).map_err(fault)
}

fn describe_refusal(error: CheckerError) -> ProofError {
    let why = match error {
        CheckerError::ProofProcessorError { cause } => cause.into(),
        other => other.into(),
    };
    InvalidProofError::Library(why).into()
}

/// The reason why the check ends at a step that `varisat-checker` accepts.
#[derive(Clone, Copy, Debug, thiserror::Error)]
enum WitnessError {
    #[error("the proof adds a clause that the formula does not have")]
    Addition,
    /// The reason is in [`VarisatStepWitness::failed`].
    #[error("the proof cannot be written as LRAT")]
    Output,
}

/// Stops the checker with an error when a limit is reached.
struct LimitedProofReader<'c, R> {
    proof: R,
    control: &'c Control,
}

impl<R: Read> Read for LimitedProofReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.control.check_stop().map_err(|stop: StopReason| io::Error::other(stop.to_string()))?;
        self.proof.read(buffer)
    }
}

/// Receives every checked step.
struct VarisatStepWitness<'w> {
    phase: Rc<Cell<VarisatCheckPhase>>,
    /// The number of clauses of the formula.
    total: u64,
    /// The number of clauses that the checker took: it takes none after two contradictory units.
    given: u64,
    derived: u64,
    refuted: bool,
    lrat: Option<lrat::LratWriter<&'w mut dyn Write>>,
    failed: Option<io::Error>,
}

impl VarisatStepWitness<'_> {
    /// Handles a clause that is added from outside.
    fn handle_added_clause(&mut self, clause: &[varisat::Lit]) -> Result<(), WitnessError> {
        if self.phase.get() == VarisatCheckPhase::Reading {
            return Err(WitnessError::Addition);
        }
        self.given += 1;
        if clause.is_empty() {
            self.refuted = true;
            // A proof in LRAT must derive the empty clause, so a given one is derived from itself.
            // Ids count from 0 here, so `given - 1` is that of this clause and `given` the next.
            return self.derive_clause(self.given, &[], &[self.given - 1]);
        }
        Ok(())
    }

    fn derive_clause(
        &mut self,
        id: u64,
        clause: &[varisat::Lit],
        from: &[u64],
    ) -> Result<(), WitnessError> {
        self.derived += 1;
        self.refuted |= clause.is_empty();
        let lrat_id = self.lrat_id_map();
        let Some(lrat) = &mut self.lrat else { return Ok(()) };
        let clause = clause.iter().map(|lit| Lit::new(lit.index() as u32, lit.is_negative()));
        let hints = from.iter().map(|&id| lrat_id(id) as i64);
        let written = lrat.add_clause(lrat_id(id), clause, hints);
        self.note_write(written)
    }

    fn delete_clause(&mut self, id: u64) -> Result<(), WitnessError> {
        let lrat_id = self.lrat_id_map();
        let Some(lrat) = &mut self.lrat else { return Ok(()) };
        let written = lrat.delete_clauses(&[lrat_id(id)]);
        self.note_write(written)
    }

    /// Returns the map from ids to LRAT ids: Varisat counts from 0, and numbers derived clauses
    /// right after the clauses that it took.
    fn lrat_id_map(&self) -> impl Fn(u64) -> u64 + use<> {
        let (given, total) = (self.given, self.total);
        move |id| if id < given { id + 1 } else { id + 1 + (total - given) }
    }

    fn note_write(&mut self, written: io::Result<()>) -> Result<(), WitnessError> {
        written.map_err(|error| {
            self.failed = Some(error);
            WitnessError::Output
        })
    }

    fn handle_step(&mut self, step: &CheckedProofStep<'_>) -> Result<(), WitnessError> {
        use CheckedProofStep as S;
        match *step {
            S::AddClause { clause, .. }
            | S::DuplicatedClause { clause, .. }
            | S::TautologicalClause { clause, .. } => self.handle_added_clause(clause),
            S::AtClause { id, clause, propagations, .. } => {
                self.derive_clause(id, clause, propagations)
            }
            S::DeleteClause { id, .. }
            | S::DeleteAtClause { id, keep_as_redundant: false, .. }
            | S::DeleteRatClause { id, keep_as_redundant: false, .. } => self.delete_clause(id),
            // Clauses that stay, and steps of incremental runs, which prove nothing about the
            // formula alone.
            S::DeleteAtClause { .. }
            | S::DeleteRatClause { .. }
            | S::MakeIrredundant { .. }
            | S::UserVar { .. }
            | S::Model { .. }
            | S::Assumptions { .. }
            | S::FailedAssumptions { .. } => Ok(()),
        }
    }
}

impl ProofProcessor for VarisatStepWitness<'_> {
    fn process_step(
        &mut self,
        step: &CheckedProofStep<'_>,
        _data: CheckerData<'_, '_>,
    ) -> Result<(), anyhow::Error> {
        // Steps after the empty clause do not matter.
        if self.refuted { Ok(()) } else { self.handle_step(step).map_err(anyhow::Error::new) }
    }
}
