//! Questions whose answers get certificates.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_certificates::{Atom, CertificateStep, CheckerModel as Flat, ClaimKind, DomainBox};
use parallax_encodings::EncodingOptions;
use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, Engine, PreparationError, ProofOutcome, QuestionOutcome,
    Session, SolutionCount, Task,
};
use parallax_model::{Given, Model, Value};
use parallax_search::count::{ComponentCountOptions, CountQuestion, certified_count};
use parallax_search::{SearchSettings, SearchState};
use parallax_solvers::SatKind;

use super::certificate_destination::CertificateDestination;
use super::engine::{CertificateSource, CertifyingEngine};
use super::error::LemmaError;
use super::judgement::{ClaimedAnswer, WrittenCertificate, by_veripb};
use super::lemmas::{MOST_SOLUTIONS, RefutedFormula};
use super::question_model::QuestionModel;
use super::thinning_log::ThinningLog;
use super::write::{CertificateHeader, CertificateStepWriter};
use super::writer::{CertificateLog, CertificateWriter};
use crate::proof::settle_proof;

/// The limit on the nodes of a source that is tried first: a fraction of a second.
const FIRST_NODE_LIMIT: u64 = 50_000;

/// A session whose answers get certificates.
pub(super) struct CertifyingSession {
    pub(super) engine: CertifyingEngine,
    pub(super) model: Arc<Model>,
    pub(super) flat: Arc<Flat>,
    /// The model that certificates are about, and that of a question.
    pub(super) judged: QuestionModel,
    /// The part of it that they are about.
    pub(super) part: Vec<Atom>,
    pub(super) seed: u64,
    /// The certificate of the question.
    pub(super) kept: Rc<RefCell<CertificateWriter>>,
    pub(super) search: ReusableSearch,
}

/// A search that answers one question after the other.
pub(super) enum ReusableSearch {
    /// No search has been made yet.
    Not,
    /// A search that removed nothing at the root, so that its steps hold under any givens.
    Ready(Box<SearchState>),
    /// Each question needs a new search.
    Never,
}

impl Session for CertifyingSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        if !givens.is_empty() && !self.engine.is_warm() {
            let why = "certificates are about models; givens belong into the model";
            return QuestionOutcome::at_once(Answer::Unsupported(why.into()));
        }
        match self.answer_certified(givens, task, control, on_candidate) {
            Ok(outcome) => outcome,
            Err(refusal) => QuestionOutcome::at_once(refusal.into()),
        }
    }
}

impl CertifyingSession {
    /// Answers from the first source that yields an answer.
    fn answer_certified(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> Result<QuestionOutcome, PreparationError> {
        let mut spent = Duration::ZERO;
        for (way, limit) in self.brief_ways(givens, task) {
            // Candidates wait until the attempt has answered: a next attempt may find the same ones
            // again.
            let mut found: Vec<Vec<Value>> = Vec::new();
            let begun = Instant::now();
            let attempt =
                self.attempt_source(&way, limit, givens, task, control, &mut |values| {
                    found.push(values.to_vec());
                    ControlFlow::Continue(())
                })?;
            if let Some(mut outcome) = attempt {
                outcome.solve += spent;
                // Only the candidates of the attempt that answers are passed on.
                let _ = found.iter().try_for_each(|values| on_candidate(values));
                return Ok(outcome);
            }
            spent += begun.elapsed();
        }
        let way = self.engine.certificate_source.clone();
        let attempt = self.attempt_source(&way, None, givens, task, control, on_candidate)?;
        let mut outcome =
            attempt.ok_or_else(|| PreparationError::Failed("no way answers".into()))?;
        outcome.solve += spent;
        Ok(outcome)
    }

    /// Returns the sources that are tried first, each with a limit on its nodes, if native search
    /// with its usual settings looks for one or a few solutions. Counting by components does not
    /// refute a part again that was refuted under other names.
    fn brief_ways(&self, givens: &[Given], task: Task) -> Vec<(CertificateSource, Option<u64>)> {
        let is_usual = matches!(&self.engine.certificate_source, CertificateSource::Search(settings)
            if *settings == SearchSettings::default());
        let is_brief = matches!(task, Task::First | Task::Limit(1..=2));
        if !is_usual || !is_brief || !givens.is_empty() || self.engine.veripb {
            return Vec::new();
        }
        let components = CertificateSource::Components(ComponentCountOptions::default());
        [self.engine.certificate_source.clone(), components]
            .map(|way| (way, Some(FIRST_NODE_LIMIT)))
            .into()
    }

    /// Answers from a source, with a limit on its nodes; returns nothing if it is reached.
    fn attempt_source(
        &mut self,
        way: &CertificateSource,
        limit: Option<u64>,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> Result<Option<QuestionOutcome>, PreparationError> {
        let failed = |error| PreparationError::Failed(format!("a certificate: {error}"));
        let kind = if task == Task::Optimise { ClaimKind::Optimum } else { ClaimKind::Count };
        let judged = self.judged.with_givens(givens);
        let (digest, part) = (judged.digest(), self.part.clone());
        let about =
            CertificateHeader { digest: digest.clone(), kind, form: self.engine.form, part };
        let place =
            CertificateDestination::for_engine(&self.engine, &judged, control).map_err(failed)?;
        let out = place.open_output().map_err(failed)?;
        let writer =
            CertificateStepWriter::new(out, place.is_compressed(), &about, self.engine.limit)
                .map_err(failed)?;
        // Each attempt begins a new certificate; opening the output has truncated a kept file.
        self.kept.replace(CertificateWriter::new(writer, kind == ClaimKind::Optimum));
        let (mut given, mut solutions): (u128, Vec<Vec<Value>>) = (0, Vec::new());
        let listed = self.engine.veripb && kind == ClaimKind::Count;
        let mut each = |values: &[Value]| {
            given += 1;
            // One more than the maximum is kept, which tells the judgement that there are too many.
            if listed && solutions.len() <= MOST_SOLUTIONS {
                solutions.push(values.to_vec());
            }
            on_candidate(values)
        };
        let (mut outcome, proof) =
            self.answer_by_source(way, limit, givens, task, control, &mut each)?;
        if let Some(proof) = proof {
            settle_proof(&mut outcome, proof);
            return Ok(Some(outcome));
        }
        let is_answered =
            outcome.complete || task.solution_limit().is_some_and(|wanted| given >= wanted.into());
        // Only the limit on nodes allows another attempt; after a stop from outside the question is
        // over.
        if limit.is_some() && !is_answered && control.check_stop().is_ok() {
            return Ok(None);
        }
        let number = outcome.counted.clone().unwrap_or(SolutionCount::from(given));
        let fault = self.kept.borrow_mut().finish_certificate(&outcome, &number);
        let begun = Instant::now();
        let written = WrittenCertificate {
            engine: &self.engine,
            model: &self.model,
            judged: &judged,
            part: &self.part,
            place: &place,
        };
        let answered = ClaimedAnswer { outcome: &outcome, number, solutions: &solutions };
        let mut proof = written.judge_certificate(fault, &answered, begun, control);
        // A session does not know the user's file: `ComparisonPlan::checker` compares the
        // digests.
        proof.digest = proof.certified.map(|_| digest);
        settle_proof(&mut outcome, proof);
        Ok(Some(outcome))
    }

    /// Answers from a source; also returns the proof if it is judged already.
    fn answer_by_source(
        &mut self,
        way: &CertificateSource,
        limit: Option<u64>,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> Result<(QuestionOutcome, Option<ProofOutcome>), PreparationError> {
        match way {
            CertificateSource::Search(settings) => {
                let outcome =
                    self.answer_by_search(settings, limit, givens, task, control, on_candidate)?;
                Ok((outcome, None))
            }
            CertificateSource::Components(plan) => {
                let counts = CountQuestion { task, nodes: limit };
                Ok((self.certify_component_count(*plan, counts, control, on_candidate)?, None))
            }
            CertificateSource::Lemmas(solver, options) => {
                self.answer_by_proof(*solver, options, task, control, on_candidate)
            }
        }
    }

    /// Has native search write its steps.
    fn answer_by_search(
        &mut self,
        settings: &SearchSettings,
        limit: Option<u64>,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> Result<QuestionOutcome, PreparationError> {
        let start = Instant::now();
        let made = |model: &Model| {
            let log = Box::new(CertificateLog(self.kept.clone()));
            let search = SearchState::with_log(model, settings, self.seed, control, log);
            #[cfg(test)]
            let search = search.map(|mut search| {
                if self.engine.is_sabotaged {
                    search.sabotage_propagators();
                }
                search
            });
            search.map(Box::new)
        };
        if matches!(self.search, ReusableSearch::Not) {
            let search = made(&self.model)?;
            // The steps of root propagation are in the certificate of the first question only. A
            // search may answer a second one, or one with givens, only if there are none.
            let is_ready = search.has_bare_root();
            if givens.is_empty() || is_ready {
                self.search = ReusableSearch::Ready(search);
            }
        }
        // `Never` stays if the question ends with values removed at the root.
        let (mut search, givens) = match std::mem::replace(&mut self.search, ReusableSearch::Never)
        {
            ReusableSearch::Ready(search) => (search, givens),
            ReusableSearch::Not | ReusableSearch::Never if givens.is_empty() => {
                (made(&self.model)?, givens)
            }
            ReusableSearch::Not | ReusableSearch::Never => {
                (made(&self.model.restrict_givens(givens))?, &[][..])
            }
        };
        let prepared = start.elapsed();
        search.limit_to(limit.or(settings.limit));
        let mut outcome = search.ask(givens, task, control, on_candidate);
        outcome.solve += prepared;
        if search.has_bare_root() && self.engine.is_warm() {
            self.search = ReusableSearch::Ready(search);
        }
        Ok(outcome)
    }

    /// Has component counting write its steps.
    fn certify_component_count(
        &mut self,
        plan: ComponentCountOptions,
        counts: CountQuestion,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> Result<QuestionOutcome, PreparationError> {
        let is_brief = counts.nodes.is_some();
        if let Some(refused) = QuestionOutcome::unless_counting(counts.task).filter(|_| !is_brief) {
            return Ok(refused);
        }
        let log = CertificateLog(self.kept.clone());
        let (judged, form) = (self.judged.with_givens(&[]), self.engine.form);
        let space = DomainBox::of_part(&judged, &self.part)
            .map_err(|fault| PreparationError::Failed(fault.to_string()))?;
        let log = Box::new(ThinningLog::new(log, judged, space, form));
        certified_count(&self.model, plan, self.seed, log, counts, control, on_candidate)
    }

    /// Has a SAT engine find all solutions, then prove that there is no other one. Also returns the
    /// proof if VeriPB judges one that is not a certificate.
    fn answer_by_proof(
        &self,
        solver: SatKind,
        options: &EncodingOptions,
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> Result<(QuestionOutcome, Option<ProofOutcome>), PreparationError> {
        let mut session = self.engine.spec.prepare(&self.model, self.seed, control)?;
        let mut solutions: Vec<Vec<Value>> = Vec::new();
        let mut too_many = task == Task::Optimise;
        let mut outcome = session.ask(&[], task, control, &mut |values| {
            // The solutions beyond the limit are still passed on; only the certificate is given up.
            too_many |= solutions.len() == MOST_SOLUTIONS;
            if !too_many {
                solutions.push(values.to_vec());
            }
            on_candidate(values)
        });
        drop(session);
        if !outcome.complete {
            return Ok((outcome, None));
        }
        let start = Instant::now();
        let mut proof = None;
        let mut out = |step: &CertificateStep<'_>| self.kept.borrow_mut().write_step(step);
        let written = if task == Task::Optimise {
            Err(LemmaError::Optimum)
        } else if too_many {
            Err(LemmaError::Solutions)
        } else {
            let number = solutions.len();
            RefutedFormula::new(&self.model, options, solutions, control).and_then(|formula| {
                match formula.auxiliary_variables() {
                    Some(_) if self.engine.veripb => {
                        let limit = self.engine.limit;
                        let verdict =
                            formula.judge_by_veripb(&self.flat, solver, self.seed, limit, control);
                        proof = Some(by_veripb(verdict, number, start));
                        Ok(())
                    }
                    Some(why) => Err(why.into()),
                    None => formula.write_steps(&self.flat, solver, self.seed, control, &mut out),
                }
            })
        };
        if let Err(why) = written {
            self.kept.borrow_mut().give_up(why.to_string());
        }
        outcome.solve += start.elapsed();
        Ok((outcome, proof))
    }
}
