//! Varisat's own proof format, checked by `varisat-checker`.
//!
//! Such a proof names clauses by hashes of their literals and may add clauses to the formula,
//! as an incremental solver does. Here it must not: the checker gets the formula's clauses, and
//! a proof that adds one is refused. So an accepted proof is about exactly this formula.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::rc::Rc;

use parallax_model::ask::{Control, Stop};
use rustsat::types::Lit;
use varisat_checker::{CheckedProofStep, Checker, CheckerData, CheckerError, ProofProcessor};

use super::{Accepted, ProofError, ProofRefusal, lrat};

/// Checks a proof that the clauses of a formula are unsatisfiable; with `lrat`, also writes it
/// as LRAT.
///
/// # Errors
/// If the proof is refused, with the reason of `varisat-checker`, or at a limit of `control`.
pub fn check<'f>(
    formula: impl ExactSizeIterator<Item = &'f [Lit]>,
    proof: impl Read,
    lrat: Option<lrat::Writer<&mut dyn Write>>,
    control: &Control,
) -> Result<Accepted, ProofError> {
    let phase = Rc::new(Cell::new(Phase::Loading));
    let mut witness = Witness {
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
    let checked = run(&mut checker, formula, proof, &phase, control);
    drop(checker);
    if let Some(error) = witness.failed.take() {
        return Err(error.into());
    }
    if let Some(writer) = &mut witness.lrat {
        writer.flush()?;
    }
    checked?;
    if witness.refuted {
        Ok(Accepted { checker: "varisat-checker".into(), derived: Some(witness.derived) })
    } else {
        Err(ProofRefusal::Unfinished.into())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The formula's clauses are being loaded.
    Loading,
    /// The proof is being read.
    Reading,
}

fn run<'f>(
    checker: &mut Checker<'_>,
    formula: impl IntoIterator<Item = &'f [Lit]>,
    proof: impl Read,
    phase: &Cell<Phase>,
    control: &Control,
) -> Result<(), ProofError> {
    let fault = |error| match control.stopped() {
        Some(stop) => ProofError::Stopped(stop),
        None => refused(error),
    };
    let mut clause = Vec::new();
    for lits in formula {
        clause.clear();
        clause.extend(lits.iter().map(|lit| varisat::Lit::from_index(lit.vidx(), lit.is_pos())));
        checker.add_clause(&clause).map_err(&fault)?;
    }
    phase.set(Phase::Reading);
    checker.check_proof(Watched { proof, control }).map_err(fault)
}

fn refused(error: CheckerError) -> ProofError {
    let why = match error {
        CheckerError::ProofProcessorError { cause } => cause.into(),
        other => other.into(),
    };
    ProofRefusal::Library(why).into()
}

/// Why the check ends at a step that `varisat-checker` takes.
#[derive(Clone, Copy, Debug, thiserror::Error)]
enum WitnessError {
    #[error("the proof adds a clause that the formula does not have")]
    Addition,
    /// The reason is in [`Witness::failed`].
    #[error("the proof cannot be written as LRAT")]
    Output,
}

/// Stops the checker with an error when a limit is reached.
struct Watched<'c, R> {
    proof: R,
    control: &'c Control,
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.control.check().map_err(|stop: Stop| io::Error::other(stop.to_string()))?;
        self.proof.read(buffer)
    }
}

/// Receives every checked step.
struct Witness<'w> {
    phase: Rc<Cell<Phase>>,
    /// The number of clauses of the formula.
    total: u64,
    /// The number of clauses that the checker took: it takes none after two contradictory units.
    given: u64,
    derived: u64,
    refuted: bool,
    lrat: Option<lrat::Writer<&'w mut dyn Write>>,
    failed: Option<io::Error>,
}

impl Witness<'_> {
    /// Handles a clause that is added from outside.
    fn added(&mut self, clause: &[varisat::Lit]) -> Result<(), WitnessError> {
        if self.phase.get() == Phase::Reading {
            return Err(WitnessError::Addition);
        }
        self.given += 1;
        if clause.is_empty() {
            self.refuted = true;
            return self.derive(self.given, &[], &[self.given - 1]);
        }
        Ok(())
    }

    fn derive(
        &mut self,
        id: u64,
        clause: &[varisat::Lit],
        from: &[u64],
    ) -> Result<(), WitnessError> {
        self.derived += 1;
        self.refuted |= clause.is_empty();
        let place = self.places();
        let Some(lrat) = &mut self.lrat else { return Ok(()) };
        let clause = clause.iter().map(|lit| Lit::new(lit.index() as u32, lit.is_negative()));
        let written = lrat.add(place(id), clause, from.iter().map(|&id| place(id) as i64));
        self.write(written)
    }

    fn delete(&mut self, id: u64) -> Result<(), WitnessError> {
        let place = self.places();
        let Some(lrat) = &mut self.lrat else { return Ok(()) };
        let written = lrat.delete(&[place(id)]);
        self.write(written)
    }

    /// Returns the map from ids to LRAT ids: Varisat counts from 0, and numbers derived clauses
    /// right after the clauses that it took.
    fn places(&self) -> impl Fn(u64) -> u64 + use<> {
        let (given, total) = (self.given, self.total);
        move |id| if id < given { id + 1 } else { id + 1 + (total - given) }
    }

    fn write(&mut self, written: io::Result<()>) -> Result<(), WitnessError> {
        written.map_err(|error| {
            self.failed = Some(error);
            WitnessError::Output
        })
    }

    fn step(&mut self, step: &CheckedProofStep<'_>) -> Result<(), WitnessError> {
        use CheckedProofStep as S;
        match *step {
            S::AddClause { clause, .. }
            | S::DuplicatedClause { clause, .. }
            | S::TautologicalClause { clause, .. } => self.added(clause),
            S::AtClause { id, clause, propagations, .. } => self.derive(id, clause, propagations),
            S::DeleteClause { id, .. }
            | S::DeleteAtClause { id, keep_as_redundant: false, .. }
            | S::DeleteRatClause { id, keep_as_redundant: false, .. } => self.delete(id),
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

impl ProofProcessor for Witness<'_> {
    fn process_step(
        &mut self,
        step: &CheckedProofStep<'_>,
        _data: CheckerData<'_, '_>,
    ) -> Result<(), anyhow::Error> {
        // Steps after the empty clause do not matter.
        if self.refuted { Ok(()) } else { self.step(step).map_err(anyhow::Error::new) }
    }
}
