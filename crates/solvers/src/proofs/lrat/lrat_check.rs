//! Checks a proof by the clauses that its steps name.

use std::io::BufRead;

use parallax_model::ask::Control;
use rustsat::types::Lit;

use super::check::Checker;
use super::read::{Reader, Step};
use crate::proofs::{Accepted, ProofError, ProofRefusal};

/// Steps checked between two checks of the clock.
const STEPS_BETWEEN_POLLS: u64 = 256;

/// Checks a proof, in text or binary, that the clauses of a formula are unsatisfiable. The
/// proof is streamed and never held in memory; text after the empty clause is not read.
///
/// # Errors
/// At the first wrong step, with its place and the reason; if the proof ends before the empty
/// clause; at a limit of `control`, including its allowance for one formula.
pub fn check<'f>(
    formula: impl IntoIterator<Item = &'f [Lit]>,
    proof: impl BufRead,
    control: &Control,
) -> Result<Accepted, ProofError> {
    let mut checker = Checker::new(control.formula_bytes());
    for clause in formula {
        checker.given(clause)?;
    }
    let mut reader = Reader::new(proof)?;
    let mut derived = 0;
    while !checker.is_refuted() {
        if derived % STEPS_BETWEEN_POLLS == 0 {
            control.check()?;
        }
        let place = reader.place();
        let why = match reader.step()? {
            None => {
                return Err(ProofRefusal::End(place).into());
            }
            Some(Step::Add { id, clause, hints }) => {
                derived += 1;
                checker.add(id, clause, hints)
            }
            Some(Step::Delete { ids }) => ids.iter().try_for_each(|&id| checker.delete(id)),
        };
        why.map_err(|fault| fault.at(place))?;
    }
    Ok(Accepted { checker: "parallax (LRAT)".into(), derived: Some(derived) })
}
