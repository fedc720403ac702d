//! Checks a proof by the clauses that its steps name.

use std::io::BufRead;

use parallax_model::engine_api::Control;
use rustsat::types::Lit;

use super::check::LratChecker;
use super::read::{LratReader, LratStep};
use crate::proofs::{AcceptedProof, InvalidProofError, ProofError};

/// Steps checked between two checks of the clock.
const STEPS_BETWEEN_POLLS: u64 = 256;

/// Checks a proof, in text or binary, that the clauses of a formula are unsatisfiable. The
/// proof is streamed and never held in memory; text after the empty clause is not read.
///
/// # Errors
/// At the first wrong step, with its place and the reason; if the proof ends before the empty
/// clause; at a limit of `control`, including its allowance for one formula.
pub fn check_lrat<'f>(
    formula: impl IntoIterator<Item = &'f [Lit]>,
    proof: impl BufRead,
    control: &Control,
) -> Result<AcceptedProof, ProofError> {
    let mut checker = LratChecker::new(control.formula_bytes());
    for clause in formula {
        checker.add_given_clause(clause)?;
    }
    let mut reader = LratReader::new(proof)?;
    let mut derived = 0;
    while !checker.is_refuted() {
        if derived % STEPS_BETWEEN_POLLS == 0 {
            control.check_stop()?;
        }
        // Taken before the step is read, because the reader then stands at the next one.
        let position = reader.step_position();
        let why = match reader.next_step()? {
            None => {
                return Err(InvalidProofError::End(position).into());
            }
            Some(LratStep::Add { id, clause, hints }) => {
                derived += 1;
                checker.add_clause(id, clause, hints)
            }
            Some(LratStep::Delete { ids }) => {
                ids.iter().try_for_each(|&id| checker.delete_clause(id))
            }
        };
        why.map_err(|fault| fault.with_position(position))?;
    }
    Ok(AcceptedProof { checker: "parallax (LRAT)".into(), derived: Some(derived) })
}
