//! Passes a proof from a solver through checkers into files.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use parallax_model::ask::{Control, Proof};
use parallax_solvers::proofs::{Accepted, ProofError, ProofFormat, drat, lrat, native};
use parallax_translate::{ClauseFormat, Cnf};
use tempfile::NamedTempFile;

/// The proof of a session while it is written.
pub(super) struct Written {
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
pub(super) struct Tap {
    out: BufWriter<File>,
    open: Rc<Cell<bool>>,
}

impl Write for Tap {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.open.get() { self.out.write(bytes) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Written {
    /// Prepares for a proof that a solver writes in the format `raw`.
    pub(super) fn new(
        raw: ProofFormat,
        form: ProofFormat,
        file: Option<PathBuf>,
    ) -> io::Result<Self> {
        let proof = sibling(file.as_deref())?;
        Ok(Written { raw, form, proof, file, open: Rc::new(Cell::new(true)) })
    }

    /// Returns the writer for the solver.
    pub(super) fn writer(&self) -> io::Result<Tap> {
        Ok(Tap { out: BufWriter::new(self.proof.reopen()?), open: self.open.clone() })
    }

    /// Checks the proof and moves it to its place.
    pub(super) fn settle(self, cnf: &Cnf, control: &Control) -> Proof {
        let start = Instant::now();
        let (accepted, words) = self
            .judge(cnf, control)
            .unwrap_or_else(|error| (None, format!("the proof cannot be kept: {error}")));
        Proof::new(accepted, words, start.elapsed())
    }

    fn judge(mut self, cnf: &Cnf, control: &Control) -> io::Result<(Option<bool>, String)> {
        let formula = self.formula(cnf)?;
        let result = self.check(cnf, control);
        let (accepted, mut words) = describe(self.form, result);
        if let Some(file) = &self.file {
            let name = formula_name(file);
            self.proof.persist(file)?;
            if let Some(formula) = formula {
                formula.persist(&name)?;
            }
            words += &format!("; kept in {}, its formula in {}", file.display(), name.display());
        }
        Ok((accepted, words))
    }

    /// Writes the formula to a file, if the proof is kept.
    fn formula(&self, cnf: &Cnf) -> io::Result<Option<NamedTempFile>> {
        if self.file.is_none() {
            return Ok(None);
        }
        let mut file = sibling(self.file.as_deref())?;
        let mut out = BufWriter::new(&mut file);
        cnf.write(ClauseFormat::Dimacs, &[], &mut out)?;
        out.flush()?;
        drop(out);
        Ok(Some(file))
    }

    fn check(&mut self, cnf: &Cnf, control: &Control) -> Result<Accepted, ProofError> {
        let clauses = cnf.formula().clauses();
        match (self.raw, self.form) {
            (ProofFormat::Varisat, ProofFormat::Varisat) => {
                native::check(clauses, self.proof.reopen()?, None, control)
            }
            (ProofFormat::Varisat, form) => {
                let native = self.proof.reopen()?;
                self.proof = sibling(self.file.as_deref())?;
                let mut out = BufWriter::new(&mut self.proof);
                let count = clauses.len() as u64;
                let writer =
                    lrat::Writer::new(&mut out as _, form == ProofFormat::BinaryLrat, count);
                let first = native::check(clauses, native, Some(writer), control)?;
                drop(out);
                let second = self.check_lrat(cnf, control)?;
                let checker = format!("{} and {}", first.checker, second.checker);
                Ok(Accepted { checker, ..second })
            }
            // A formula that has the empty clause needs no step, and solvers write none.
            (_, ProofFormat::Drat) if cnf.formula().clauses().any(<[_]>::is_empty) => {
                Ok(Accepted { checker: "parallax (DRAT)".into(), derived: Some(0) })
            }
            (_, ProofFormat::Drat) => {
                drat::check(&clauses.collect::<Vec<_>>(), self.proof.reopen()?, control)
            }
            _ => self.check_lrat(cnf, control),
        }
    }

    fn check_lrat(&self, cnf: &Cnf, control: &Control) -> Result<Accepted, ProofError> {
        let proof = BufReader::new(self.proof.reopen()?);
        lrat::check(cnf.formula().clauses(), proof, control)
    }
}

/// Makes a file in the folder of the requested one, or among the temporary files; it is deleted
/// unless it is kept.
fn sibling(file: Option<&Path>) -> io::Result<NamedTempFile> {
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

/// Returns `FILE.cnf` for `FILE`.
fn formula_name(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".cnf");
    name.into()
}

/// Describes the result of a check; the first member is `None` if there was no check.
pub(crate) fn describe(
    form: ProofFormat,
    result: Result<Accepted, ProofError>,
) -> (Option<bool>, String) {
    match result {
        Ok(Accepted { checker, derived: Some(1) }) => {
            (Some(true), format!("{form} proof of 1 step accepted by {checker}"))
        }
        Ok(Accepted { checker, derived: Some(number) }) => {
            (Some(true), format!("{form} proof of {number} steps accepted by {checker}"))
        }
        Ok(Accepted { checker, derived: None }) => {
            (Some(true), format!("{form} proof accepted by {checker}"))
        }
        Err(ProofError::Refused(why)) => (Some(false), format!("{form} proof refused: {why}")),
        Err(other) => (None, format!("{form} proof {other}")),
    }
}
