//! Proofs that external SAT solvers write.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::Path;
use std::time::Instant;

use parallax_model::engine_api::{Control, ProofOutcome};
use parallax_solvers::proofs::{AcceptedProof, ProofError, ProofFormat, detect_form, drat, lrat};
use rustsat::types::Lit;

use super::super::proof::describe_check;

/// The proof that a program wrote, which has ended.
pub(super) struct ProgramProof<'p> {
    pub(super) proof: &'p Path,
    /// Its form, if the user names it.
    pub(super) form: Option<ProofFormat>,
}

/// The reason why a program left no proof.
#[derive(Debug, thiserror::Error)]
enum NoProof {
    #[error("the solver wrote no proof")]
    Missing,
    #[error("the solver wrote an empty proof")]
    Empty,
    #[error("the solver's proof cannot be read: {0}")]
    Input(#[from] io::Error),
}

impl ProgramProof<'_> {
    /// Checks the proof; `clauses` are the formula's.
    pub(super) fn check_proof<'f>(
        &self,
        clauses: impl Iterator<Item = &'f [Lit]>,
        control: &Control,
    ) -> ProofOutcome {
        let start = Instant::now();
        let (accepted, words) = match self.open_proof() {
            Ok((form, proof)) => describe_check(form, accept_proof(form, proof, clauses, control)),
            Err(why) => (Some(false), why.to_string()),
        };
        ProofOutcome::new(accepted, words, start.elapsed())
    }

    /// Opens the proof, and returns the form that the user names, or else detects it from the
    /// content.
    ///
    /// # Errors
    /// Returns the reason why there is no proof. The program is to blame for it, so that its answer
    /// is refused.
    fn open_proof(&self) -> Result<(ProofFormat, File), NoProof> {
        // A name that the program does not know keeps it from replacing the file between the check
        // and the opening. Reading a pipe could block forever.
        let folder = tempfile::tempdir()?;
        let proof_file = folder.path().join("proof");
        let is_file = || proof_file.symlink_metadata().is_ok_and(|about| about.is_file());
        if fs::rename(self.proof, &proof_file).is_err() || !is_file() {
            return Err(NoProof::Missing);
        }
        let open = || File::open(&proof_file);
        let form = match self.form {
            Some(form) => form,
            None => detect_form(open()?)?,
        };
        let proof = open()?;
        if proof.metadata()?.len() == 0 {
            return Err(NoProof::Empty);
        }
        Ok((form, proof))
    }
}

fn accept_proof<'f>(
    form: ProofFormat,
    proof: File,
    clauses: impl Iterator<Item = &'f [Lit]>,
    control: &Control,
) -> Result<AcceptedProof, ProofError> {
    match form {
        ProofFormat::Drat => drat::check_drat(&clauses.collect::<Vec<_>>(), proof, control),
        ProofFormat::Lrat | ProofFormat::BinaryLrat | ProofFormat::Varisat => {
            lrat::check_lrat(clauses, BufReader::new(proof), control)
        }
    }
}
