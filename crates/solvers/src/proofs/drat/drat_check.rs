//! Checks a proof by an installed program or here.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use parallax_model::engine_api::Control;
use rustsat::types::Lit;
use tempfile::NamedTempFile;

use super::plain_checker::check_plainly;
use super::sealed_file::SealedFile;
use super::steps::copy_steps;
use crate::process::{CommandTemplate, ProgramRun, RunError, find_program, run_program};
use crate::proofs::{AcceptedProof, InvalidProofError, MissingCheckerError, ProofError};

/// The checkers to try, in this order.
pub const DRAT_CHECKERS: [&str; 3] = ["rate", "drat-trim", "dpr-trim"];

/// Maximum number of bytes that a checker may print; more is not a verdict.
const MAX_OUTPUT: usize = 1 << 24;

/// Writes one step.
///
/// # Errors
/// Returns the errors of `out`.
pub fn write_step(
    out: &mut dyn Write,
    deletes: bool,
    clause: impl Iterator<Item = Lit>,
) -> io::Result<()> {
    if deletes {
        out.write_all(b"d ")?;
    }
    for lit in clause {
        write!(out, "{} ", lit.to_ipasir())?;
    }
    out.write_all(b"0\n")
}

/// Has a DRAT proof that clauses have no model checked by an installed checker, or, without one, by
/// the plain checker. A checker gets files that are made now, from memory and from the steps of the
/// proof: nothing that a solver wrote earlier, or that a process of it still writes, is the formula
/// that is checked.
///
/// # Errors
/// If the proof has no steps, the checker rejects it, none is installed and the proof is too long
/// for the plain one, or `control` stops it.
pub fn check_drat(
    clauses: &[&[Lit]],
    proof: impl Read,
    control: &Control,
) -> Result<AcceptedProof, ProofError> {
    let copy = copy_proof(proof, control)?;
    match DRAT_CHECKERS.into_iter().find(|checker| find_program(checker).is_some()) {
        Some(checker) => check_installed(checker, clauses, copy.path(), control),
        None => check_here(clauses, &copy, control),
    }
}

/// Has the plain checker check a proof.
fn check_here(
    clauses: &[&[Lit]],
    proof: &NamedTempFile,
    control: &Control,
) -> Result<AcceptedProof, ProofError> {
    let numbers = |clause: &&[Lit]| clause.iter().map(|lit| lit.to_ipasir()).collect();
    let proof = BufReader::new(proof.reopen()?);
    match check_plainly(clauses.iter().map(numbers).collect(), proof, control) {
        Ok(derived) => {
            Ok(AcceptedProof { checker: "parallax (DRAT)".into(), derived: Some(derived) })
        }
        Err(ProofError::NoChecker(_)) => Err(ProofError::NoChecker(MissingCheckerError::Drat)),
        Err(other) => Err(other),
    }
}

/// Has an installed checker check a proof.
fn check_installed(
    checker: &'static str,
    clauses: &[&[Lit]],
    proof: &Path,
    control: &Control,
) -> Result<AcceptedProof, ProofError> {
    let formula = SealedFile::new(&|out| write_dimacs(clauses, out))?;
    let arguments = [formula.path().as_os_str(), proof.as_os_str()];
    let program = CommandTemplate::with_arguments(checker, &arguments);
    let asked = ProgramRun::new(&program, Vec::new());
    let ran = run_program(&asked, MAX_OUTPUT, control).map_err(|why| match why {
        RunError::Stopped(stop) => ProofError::Stopped(stop),
        why => InvalidProofError::NoVerdict { checker, why }.into(),
    })?;
    let text = String::from_utf8_lossy(&ran.out);
    let said: Vec<&str> = text.lines().map(str::trim).filter(|l| l.starts_with("s ")).collect();
    match said[..] {
        // Some checkers accept a proof with any exit code.
        ["s VERIFIED"] => Ok(AcceptedProof { checker: checker.into(), derived: None }),
        _ => {
            let said = said.last().map_or_else(|| ran.status.to_string(), |&said| said.to_owned());
            Err(InvalidProofError::Rejection { checker, said }.into())
        }
    }
}

/// Writes clauses in DIMACS.
fn write_dimacs(clauses: &[&[Lit]], out: &mut dyn Write) -> io::Result<()> {
    let last = clauses.iter().copied().flatten().map(|lit| lit.vidx() + 1).max().unwrap_or(0);
    writeln!(out, "p cnf {last} {}", clauses.len())?;
    clauses.iter().try_for_each(|clause| write_step(out, false, clause.iter().copied()))
}

/// Copies the steps of a proof to a new file.
pub(super) fn copy_proof(proof: impl Read, control: &Control) -> Result<NamedTempFile, ProofError> {
    let mut file = NamedTempFile::new()?;
    let mut out = BufWriter::with_capacity(1 << 20, &mut file);
    copy_steps(proof, &mut out, control)?;
    out.flush()?;
    drop(out);
    Ok(file)
}
