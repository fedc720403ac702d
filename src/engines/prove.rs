//! Engines whose answers "unsatisfiable" come with a checked proof.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_encodings::Options;
use tempfile::NamedTempFile;

use super::Spec;
use super::sat::SatSession;
use crate::ask::{Answer, Control, Engine, OnCandidate, Outcome, Proof, Refusal, Session, Task};
use crate::lower::{ClauseFormat, Cnf};
use crate::model::{Given, Model};
use crate::proofs::{Accepted, Fault, Form, drat, lrat, native};
use crate::solvers::SatKind;

/// An engine that writes proofs and has them checked.
///
/// A proof is about the formula without givens: a session proves the answer to
/// its first question only, and only if nothing is given on top of its model.
#[derive(Clone, Debug)]
pub struct Proving {
    spec: Spec,
    solver: SatKind,
    options: Options,
    form: Form,
    /// Where the proof is kept.
    file: Option<PathBuf>,
}

impl Proving {
    /// The engine of a spec, with proofs in a form (by default one that is
    /// checked here) that are kept in `file`, and the formula in the file of
    /// that name with `.cnf` behind it.
    ///
    /// # Errors
    /// When the engine writes no proofs of this form.
    pub fn new(spec: &Spec, form: Option<Form>, file: Option<PathBuf>) -> Result<Self, String> {
        let solver = match spec {
            Spec::Sat { solver, .. } => Some(*solver),
            _ => None,
        };
        let default = if file.is_some() { Form::Lrat } else { Form::BinaryLrat };
        let form = form.unwrap_or(default);
        match (spec, solver.filter(|solver| solver.writes(form).is_some())) {
            (Spec::Sat { options, .. }, Some(solver)) => {
                let (spec, options) = (spec.clone(), options.clone());
                Ok(Proving { spec, solver, options, form, file })
            }
            _ => {
                let able = SatKind::ALL.into_iter().filter(|solver| solver.writes(form).is_some());
                let able: Vec<String> = able.map(|solver| format!("sat:{solver}")).collect();
                let able = able.join(", ");
                Err(format!("engine '{spec}' writes no proofs of the form '{form}'; known: {able}"))
            }
        }
    }
}

impl Engine for Proving {
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    fn asks_once(&self) -> bool {
        true
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, Refusal> {
        let failed = |error: io::Error| Refusal::Failed(format!("a proof cannot be kept: {error}"));
        let cnf = Cnf::of(model, &self.options, control)?;
        let written = Written::new(self).map_err(failed)?;
        let out = written.writer().map_err(failed)?;
        let clauses = cnf.formula().n_clauses() as u64;
        let solver = self.solver.create_proving(seed, written.raw, clauses, Box::new(out));
        let solver = solver.map_err(Refusal::Unsupported)?;
        let session = SatSession::with(model, cnf, solver, control)?;
        Ok(Box::new(ProvingSession { session, written: Some(written) }))
    }
}

/// The proof of a session, on its way into files.
struct Written {
    /// What the solver writes.
    raw: Form,
    /// What is wanted.
    form: Form,
    /// What the solver wrote.
    proof: NamedTempFile,
    file: Option<PathBuf>,
    /// Whether there is something to be proved, as long as no solution is
    /// found.
    open: Rc<Cell<bool>>,
}

/// Writes while there is something to be proved.
struct Tap {
    out: BufWriter<File>,
    open: Rc<Cell<bool>>,
}

impl Write for Tap {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.open.get() {
            true => self.out.write(bytes),
            false => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Written {
    fn new(engine: &Proving) -> io::Result<Self> {
        let proof = beside(engine.file.as_deref())?;
        let raw = engine.solver.writes(engine.form).unwrap_or(engine.form);
        let (form, file) = (engine.form, engine.file.clone());
        Ok(Written { raw, form, proof, file, open: Rc::new(Cell::new(true)) })
    }

    fn writer(&self) -> io::Result<Tap> {
        Ok(Tap { out: BufWriter::new(self.proof.reopen()?), open: self.open.clone() })
    }

    /// Checks the proof and puts it in its place.
    fn settle(self, cnf: &Cnf, control: &Control) -> Proof {
        let start = Instant::now();
        let (accepted, words) = self
            .judge(cnf, control)
            .unwrap_or_else(|error| (None, format!("the proof cannot be kept: {error}")));
        Proof { accepted, words, time: start.elapsed() }
    }

    fn judge(mut self, cnf: &Cnf, control: &Control) -> io::Result<(Option<bool>, String)> {
        let formula = self.formula(cnf)?;
        let result = self.check(cnf, formula.as_ref().map(NamedTempFile::path), control);
        let (accepted, mut words) = told(self.form, result);
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

    /// The formula as a file, where one is wanted or a checker reads it.
    fn formula(&self, cnf: &Cnf) -> io::Result<Option<NamedTempFile>> {
        if self.file.is_none() && self.form != Form::Drat {
            return Ok(None);
        }
        let mut file = beside(self.file.as_deref())?;
        let mut out = BufWriter::new(&mut file);
        cnf.write(ClauseFormat::Dimacs, &[], &mut out)?;
        out.flush()?;
        drop(out);
        Ok(Some(file))
    }

    fn check(
        &mut self,
        cnf: &Cnf,
        formula: Option<&Path>,
        control: &Control,
    ) -> Result<Accepted, Fault> {
        let clauses = cnf.formula().clauses();
        match (self.raw, self.form) {
            (Form::Varisat, Form::Varisat) => {
                native::check(clauses, self.proof.reopen()?, None, control)
            }
            (Form::Varisat, form) => {
                let native = self.proof.reopen()?;
                self.proof = beside(self.file.as_deref())?;
                let mut out = BufWriter::new(&mut self.proof);
                let count = clauses.len() as u64;
                let writer = lrat::Writer::new(&mut out as _, form == Form::BinaryLrat, count);
                let first = native::check(clauses, native, Some(writer), control)?;
                drop(out);
                let second = self.check_lrat(cnf, control)?;
                let checker = format!("{} and {}", first.checker, second.checker);
                Ok(Accepted { checker, ..second })
            }
            (_, Form::Drat) => match formula {
                Some(formula) => drat::check(formula, self.proof.path(), control),
                None => Err(Fault::NoChecker("no formula was written".into())),
            },
            _ => self.check_lrat(cnf, control),
        }
    }

    fn check_lrat(&self, cnf: &Cnf, control: &Control) -> Result<Accepted, Fault> {
        let proof = BufReader::new(self.proof.reopen()?);
        lrat::check(cnf.formula().clauses(), proof, control)
    }
}

/// A file beside the one that is wanted, or among the temporary ones; it goes
/// unless it is kept.
fn beside(file: Option<&Path>) -> io::Result<NamedTempFile> {
    let folder = file.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix("parallax-proof-");
    // What is kept is as readable as other files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    match (file, folder) {
        (None, _) => builder.tempfile(),
        (Some(_), None) => builder.tempfile_in("."),
        (Some(_), Some(folder)) => builder.tempfile_in(folder),
    }
}

/// `FILE.cnf` of `FILE`.
fn formula_name(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".cnf");
    name.into()
}

/// What a check came to, in words; nothing where there was no check.
fn told(form: Form, result: Result<Accepted, Fault>) -> (Option<bool>, String) {
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
        Err(Fault::Refused(why)) => (Some(false), format!("{form} proof refused: {why}")),
        Err(other) => (None, format!("{form} proof {other}")),
    }
}

/// A session whose solver writes its proof.
struct ProvingSession {
    session: SatSession,
    written: Option<Written>,
}

impl Session for ProvingSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        let written = self.written.take().filter(|_| givens.is_empty());
        let open = written.as_ref().map(|written| written.open.clone()).unwrap_or_default();
        let mut outcome = self.session.ask(givens, task, control, &mut |values| {
            open.set(false);
            on_candidate(values)
        });
        let Some(written) = written else { return outcome };
        if outcome.answer == Answer::Unsatisfiable {
            let proof = match self.session.end_proof() {
                Ok(()) => written.settle(self.session.cnf(), control),
                Err(why) => Proof { accepted: None, words: why, time: Duration::ZERO },
            };
            if proof.accepted == Some(false) {
                // Nothing supports the answer any more.
                outcome.answer = Answer::Unknown(proof.words.clone());
                outcome.stopped = Some(proof.words.clone());
                outcome.complete = false;
            }
            outcome.proof = Some(proof);
        } else if written.file.is_some() {
            let why = match outcome.answer {
                Answer::Satisfiable => "there is a solution",
                _ => "there is no answer",
            };
            let words = format!("no proof is written: {why}");
            outcome.proof = Some(Proof { accepted: None, words, time: Duration::ZERO });
        }
        outcome
    }
}
