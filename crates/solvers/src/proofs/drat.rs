//! DRAT: proofs that only list clauses, for external checkers.
//!
//! A step is a line, `LITERAL... 0` to add a clause and `d LITERAL... 0` to delete one. The checker
//! has to find out by itself why a clause may be added (Wetzler, Heule, Hunt, *DRAT-trim*, SAT
//! 2014). No checker is built in: `rate`, `drat-trim` and `dpr-trim` are used if they are installed.

use std::io::{self, Write};
use std::path::Path;

use parallax_model::ask::{Control, Ended};
use rustsat::types::Lit;

use super::{Accepted, ProofError};
use crate::process::{Program, Run, find, run};

/// The checkers to try, in this order.
pub const CHECKERS: [&str; 3] = ["rate", "drat-trim", "dpr-trim"];

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

/// Runs an installed checker on a DRAT proof of a formula in DIMACS.
///
/// # Errors
/// If the checker rejects the proof, none is installed, or `control` stops it.
pub fn check(formula: &Path, proof: &Path, control: &Control) -> Result<Accepted, ProofError> {
    let Some(checker) = CHECKERS.into_iter().find(|checker| find(checker).is_some()) else {
        let names = CHECKERS.join(" or ");
        return Err(ProofError::NoChecker(format!("no checker of DRAT is installed ({names})")));
    };
    let program = Program::with(checker, &[formula.as_os_str(), proof.as_os_str()]);
    let asked = Run::of(&program, Vec::new());
    let ran = run(&asked, MAX_OUTPUT, control).map_err(|ended| match ended {
        Ended::Stopped(stop) => ProofError::Stopped(stop),
        Ended::GaveUp(why) => ProofError::Refused(format!("{checker} gave no verdict: {why}")),
        _ => ProofError::Refused(format!("{checker} gave no verdict")),
    })?;
    let text = String::from_utf8_lossy(&ran.out);
    if text.lines().any(|line| line.trim() == "s VERIFIED") {
        return Ok(Accepted { checker: checker.into(), derived: None });
    }
    let said = text.lines().rev().map(str::trim).find(|line| line.starts_with("s "));
    let said = said.map_or_else(|| ran.status.to_string(), str::to_owned);
    Err(ProofError::Refused(format!("{checker} does not accept it: {said}")))
}
