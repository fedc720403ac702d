//! Proofs that external SAT solvers write.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

use parallax_model::ask::{Control, Proof};
use parallax_solvers::proofs::{Accepted, ProofError, ProofFormat, detect_form, drat, lrat};
use rustsat::types::Lit;

use super::super::proof::describe;

/// The files of a problem and of the proof that it has no solution.
pub(super) struct Written<'p> {
    /// The formula in DIMACS.
    pub(super) problem: &'p Path,
    /// The proof.
    pub(super) proof: &'p Path,
    /// Its form, if the user names it.
    pub(super) form: Option<ProofFormat>,
}

impl Written<'_> {
    /// Checks the proof; `clauses` are the formula's.
    pub(super) fn check<'f>(
        &self,
        clauses: impl Iterator<Item = &'f [Lit]>,
        control: &Control,
    ) -> Proof {
        let start = Instant::now();
        let (accepted, words) = match self.form() {
            Ok(form) => describe(form, self.accepted(form, clauses, control)),
            Err(fault @ ProofError::Refused(_)) => (Some(false), fault.to_string()),
            Err(fault) => (None, format!("the proof is {fault}")),
        };
        Proof::new(accepted, words, start.elapsed())
    }

    /// Returns the form that the user names, or else detects it from the content.
    fn form(&self) -> Result<ProofFormat, ProofError> {
        // Reading a pipe could block forever.
        let is_file = self.proof.symlink_metadata().is_ok_and(|about| about.is_file());
        if !is_file {
            return Err(ProofError::Refused("the solver wrote no proof".into()));
        }
        match self.form {
            Some(form) => Ok(form),
            None => Ok(detect_form(File::open(self.proof)?)?),
        }
    }

    fn accepted<'f>(
        &self,
        form: ProofFormat,
        clauses: impl Iterator<Item = &'f [Lit]>,
        control: &Control,
    ) -> Result<Accepted, ProofError> {
        match form {
            ProofFormat::Drat => drat::check(self.problem, self.proof, control),
            ProofFormat::Lrat | ProofFormat::BinaryLrat | ProofFormat::Varisat => {
                lrat::check(clauses, BufReader::new(File::open(self.proof)?), control)
            }
        }
    }
}
