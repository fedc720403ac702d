//! Passes a proof from a solver through checkers into files.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use parallax_model::engine_api::{Control, ProofOutcome};
use parallax_solvers::proofs::{AcceptedProof, ProofError, ProofFormat, drat, lrat, native};
use parallax_translate::{ClauseFormat, ModelClauses};
use tempfile::NamedTempFile;

use super::ProvingEngine;

/// The proof of a session while it is written.
pub(super) struct SessionProof {
    /// The format that the solver writes.
    pub(super) raw: ProofFormat,
    /// The requested format.
    form: ProofFormat,
    /// The solver's output.
    proof: NamedTempFile,
    pub(super) file: Option<PathBuf>,
    /// Whether a proof is still possible: no solution has been found.
    pub(super) open: Rc<Cell<bool>>,
}

/// Writes while a proof is possible.
pub(super) struct ProofWriter {
    out: BufWriter<File>,
    open: Rc<Cell<bool>>,
}

impl Write for ProofWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Bytes after the end are dropped and count as written, because the solver goes on.
        if self.open.get() { self.out.write(bytes) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl SessionProof {
    /// Prepares for a proof that a solver writes in the format `raw`.
    pub(super) fn new(
        raw: ProofFormat,
        form: ProofFormat,
        file: Option<PathBuf>,
    ) -> io::Result<Self> {
        let proof = sibling_file(file.as_deref())?;
        Ok(SessionProof { raw, form, proof, file, open: Rc::new(Cell::new(true)) })
    }

    /// Returns the writer for the solver.
    pub(super) fn open_writer(&self) -> io::Result<ProofWriter> {
        Ok(ProofWriter { out: BufWriter::new(self.proof.reopen()?), open: self.open.clone() })
    }

    /// Checks the proof and moves it to its place.
    pub(super) fn settle_file(self, cnf: &ModelClauses, control: &Control) -> ProofOutcome {
        let start = Instant::now();
        let (accepted, words) = self
            .judge_proof(cnf, control)
            .unwrap_or_else(|error| (None, format!("the proof cannot be kept: {error}")));
        ProofOutcome::new(accepted, words, start.elapsed())
    }

    fn judge_proof(
        mut self,
        cnf: &ModelClauses,
        control: &Control,
    ) -> io::Result<(Option<bool>, String)> {
        let formula = self.write_formula(cnf)?;
        let result = self.check_steps(cnf, control);
        let (accepted, mut words) = describe_check(self.form, result);
        if let Some(file) = &self.file {
            let [_, name] = ProvingEngine::kept_files(file);
            // Temporary files lie in the folder of the requested ones, so that both are renamed
            // into place and never hold half of their content.
            self.proof.persist(file)?;
            if let Some(formula) = formula {
                formula.persist(&name)?;
            }
            words += &format!("; kept in {}, its formula in {}", file.display(), name.display());
        }
        Ok((accepted, words))
    }

    /// Writes the formula to a file, if the proof is kept.
    fn write_formula(&self, cnf: &ModelClauses) -> io::Result<Option<NamedTempFile>> {
        if self.file.is_none() {
            return Ok(None);
        }
        let mut file = sibling_file(self.file.as_deref())?;
        let mut out = BufWriter::new(&mut file);
        cnf.write_formula(ClauseFormat::Dimacs, &[], &mut out)?;
        out.flush()?;
        drop(out);
        Ok(Some(file))
    }

    fn check_steps(
        &mut self,
        cnf: &ModelClauses,
        control: &Control,
    ) -> Result<AcceptedProof, ProofError> {
        let clauses = cnf.formula().clauses();
        match (self.raw, self.form) {
            (ProofFormat::Varisat, ProofFormat::Varisat) => {
                native::check_varisat(clauses, self.proof.reopen()?, None, control)
            }
            (ProofFormat::Varisat, form) => {
                // The proof in Varisat's format becomes one in LRAT, which replaces it, and which a
                // second checker reads again.
                let native = self.proof.reopen()?;
                self.proof = sibling_file(self.file.as_deref())?;
                let mut out = BufWriter::new(&mut self.proof);
                let count = clauses.len() as u64;
                let writer =
                    lrat::LratWriter::new(&mut out as _, form == ProofFormat::BinaryLrat, count);
                let first = native::check_varisat(clauses, native, Some(writer), control)?;
                drop(out);
                let second = self.check_lrat(cnf, control)?;
                let checker = format!("{} and {}", first.checker, second.checker);
                Ok(AcceptedProof { checker, ..second })
            }
            // A formula that has the empty clause needs no step, and solvers write none.
            (_, ProofFormat::Drat) if cnf.formula().clauses().any(<[_]>::is_empty) => {
                Ok(AcceptedProof { checker: "parallax (DRAT)".into(), derived: Some(0) })
            }
            (_, ProofFormat::Drat) => {
                drat::check_drat(&clauses.collect::<Vec<_>>(), self.proof.reopen()?, control)
            }
            _ => self.check_lrat(cnf, control),
        }
    }

    fn check_lrat(
        &self,
        cnf: &ModelClauses,
        control: &Control,
    ) -> Result<AcceptedProof, ProofError> {
        let proof = BufReader::new(self.proof.reopen()?);
        lrat::check_lrat(cnf.formula().clauses(), proof, control)
    }
}

/// Makes a file in the folder of the requested one, or among the temporary files; it is deleted
/// unless it is kept.
fn sibling_file(file: Option<&Path>) -> io::Result<NamedTempFile> {
    let folder = file.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix("parallax-proof-");
    // A kept file gets the permissions of ordinary files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    match (file, folder) {
        (None, _) => builder.tempfile(),
        (Some(_), None) => builder.tempfile_in("."),
        (Some(_), Some(folder)) => builder.tempfile_in(folder),
    }
}

/// Describes the result of a check; the first member is `None` if there was no check.
pub(crate) fn describe_check(
    form: ProofFormat,
    result: Result<AcceptedProof, ProofError>,
) -> (Option<bool>, String) {
    match result {
        Ok(AcceptedProof { checker, derived: Some(1) }) => {
            (Some(true), format!("{form} proof of 1 step accepted by {checker}"))
        }
        Ok(AcceptedProof { checker, derived: Some(number) }) => {
            (Some(true), format!("{form} proof of {number} steps accepted by {checker}"))
        }
        Ok(AcceptedProof { checker, derived: None }) => {
            (Some(true), format!("{form} proof accepted by {checker}"))
        }
        Err(ProofError::Refused(why)) => (Some(false), format!("{form} proof refused: {why}")),
        Err(other) => (None, format!("{form} proof {other}")),
    }
}
