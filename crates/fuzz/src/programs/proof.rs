//! The DRAT proofs of targets, checked by the plain checker of short ones.

use parallax_model::engine_api::Control;
use parallax_solvers::proofs::ProofError;
use parallax_solvers::proofs::drat::{check_plainly, parse_clause};

/// Checks a text proof that a formula in DIMACS has no solution. One that is too long for the plain
/// checker is not judged, and passes.
///
/// # Errors
/// Returns the reason if the text does not prove that.
pub fn check_proof(formula: &str, proof: &str) -> Result<(), ProofError> {
    let lines = formula.lines().filter(|line| !line.starts_with(['p', 'c']));
    let clauses = lines.map(parse_clause).collect::<Result<Vec<_>, _>>();
    let checked =
        clauses.and_then(|clauses| check_plainly(clauses, proof.as_bytes(), &Control::unlimited()));
    match checked {
        // `NoChecker` means that the proof is too long, which is not the fault of the target.
        Ok(_) | Err(ProofError::NoChecker(_)) => Ok(()),
        Err(fault) => Err(fault),
    }
}
