//! An engine that hands each proof to its checker.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_encodings::EncodingOptions;
use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, Engine, EngineAbilities, PreparationError, ProofOutcome,
    QuestionOutcome, Session, Task,
};
use parallax_model::{Given, Model};
use parallax_solvers::SatKind;
use parallax_solvers::proofs::ProofFormat;
use parallax_translate::ModelClauses;

use super::session_proof::SessionProof;
use crate::Spec;
use crate::plain::on_plain;
use crate::sat::{SatEngine, SatSession};

/// An engine that writes proofs and has them checked.
///
/// A proof is about the formula without givens: a session proves only the answer to its first
/// question, and only without givens.
#[derive(Clone, Debug)]
pub struct ProvingEngine {
    spec: Spec,
    pub(super) solver: SatKind,
    options: EncodingOptions,
    pub(super) form: ProofFormat,
    /// The file in which the proof is kept, if any.
    pub(super) file: Option<PathBuf>,
}

impl ProvingEngine {
    /// Makes the proving engine of a spec. Proofs are in the given format (by default one that is
    /// checked here) and are kept in `file`, with the formula next to it in `file` plus `.cnf`.
    ///
    /// # Errors
    /// If the engine writes no proofs in this format.
    pub fn new(
        spec: &Spec,
        form: Option<ProofFormat>,
        file: Option<PathBuf>,
    ) -> Result<Self, ProofFormatError> {
        let default = if file.is_some() { ProofFormat::Lrat } else { ProofFormat::BinaryLrat };
        let form = form.unwrap_or(default);
        match spec.as_engine() {
            Some(SatEngine { solver, options }) if solver.native_format(form).is_some() => {
                let (spec, solver, options) = (spec.clone(), *solver, options.clone());
                Ok(ProvingEngine { spec, solver, options, form, file })
            }
            _ => Err(ProofFormatError { engine: spec.to_string(), form }),
        }
    }

    /// Returns the files that are written if proofs are kept in `file`: the proof and its formula.
    #[must_use]
    pub fn kept_files(file: &Path) -> [PathBuf; 2] {
        let mut formula = file.as_os_str().to_owned();
        formula.push(".cnf");
        [file.to_owned(), formula.into()]
    }
}

/// An engine that does not write proofs in a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofFormatError {
    /// The engine.
    pub engine: String,
    /// The form.
    pub form: ProofFormat,
}

impl fmt::Display for ProofFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProofFormatError { engine, form } = self;
        let able = SatKind::ALL.into_iter().filter(|solver| solver.native_format(*form).is_some());
        let able: Vec<String> = able.map(|solver| format!("sat:{solver}")).collect();
        let able = able.join(", ");
        write!(f, "engine '{engine}' writes no proofs of the form '{form}'; known: {able}")
    }
}

impl Error for ProofFormatError {}

impl Engine for ProvingEngine {
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    fn inner_engine(&self) -> Option<&dyn Engine> {
        Some(&self.spec)
    }

    fn abilities(&self) -> EngineAbilities {
        EngineAbilities { asks_once: true, ..self.spec.abilities() }
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        on_plain(model, control, |model| self.proving_session(model, seed, control))
    }
}

impl ProvingEngine {
    pub(super) fn proving_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        let failed =
            |error: io::Error| PreparationError::Failed(format!("a proof cannot be kept: {error}"));
        let cnf = ModelClauses::from_model(model, &self.options, control)?;
        let raw = self.solver.native_format(self.form).unwrap_or(self.form);
        let written = SessionProof::new(raw, self.form, self.file.clone()).map_err(failed)?;
        let out = written.open_writer().map_err(failed)?;
        let clauses = cnf.formula().n_clauses() as u64;
        let solver = self.solver.create_proving(seed, written.raw, clauses, Box::new(out));
        let solver = solver.map_err(|why| PreparationError::Unsupported(why.to_string()))?;
        let session = SatSession::with_solver(model, cnf, solver, control)?;
        Ok(Box::new(ProvingSession { session, written: Some(written) }))
    }
}

/// Adds the result of the check to an answer with a proof or a certificate.
pub(crate) fn settle_proof(outcome: &mut QuestionOutcome, proof: ProofOutcome) {
    if proof.accepted == Some(false) {
        // Nothing supports the answer, nor a number without a list of the solutions.
        outcome.counted = None;
        outcome.answer = Answer::Unknown(proof.words.as_str().into());
        outcome.stopped = Some(proof.words.as_str().into());
        outcome.complete = false;
    }
    outcome.proof = Some(proof);
}

/// A session whose solver writes its proof.
pub(super) struct ProvingSession {
    pub(super) session: SatSession,
    pub(super) written: Option<SessionProof>,
}

impl Session for ProvingSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let Some(written) = self.written.take().filter(|_| givens.is_empty()) else {
            return self.session.ask(givens, task, control, on_candidate);
        };
        // Questions have assumptions, which a proof does not allow, so the formula is first refuted
        // without any. If that succeeds, the question below only repeats the answer.
        let start = Instant::now();
        let (refuted, effort) = self.session.refute_formula(control);
        // The file must end with the refutation: later steps of the solver are not part of the
        // proof.
        written.open.set(false);
        let refuting = start.elapsed();
        let mut outcome = self.session.ask(givens, task, control, on_candidate);
        outcome.solve += refuting;
        outcome.counters.add_all(&effort);
        if outcome.answer == Answer::Unsatisfiable {
            let proof = match refuted {
                Ok(()) => written.settle_file(self.session.model_formula(), control),
                Err(why) => ProofOutcome::new(None, why.to_string(), Duration::ZERO),
            };
            settle_proof(&mut outcome, proof);
        } else if written.file.is_some() {
            let why = match outcome.answer {
                Answer::Satisfiable => "there is a solution",
                _ => "there is no answer",
            };
            let words = format!("no proof is written: {why}");
            outcome.proof = Some(ProofOutcome::new(None, words, Duration::ZERO));
        }
        outcome
    }
}
