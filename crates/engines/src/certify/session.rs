//! Questions whose answers get certificates.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_certificates::{Atom, Kind, Model as Flat, Space, Step};
use parallax_encodings::Options;
use parallax_model::ask::{
    Answer, Control, Count, Engine, OnCandidate, Outcome, Proof, Refusal, Session, Task,
};
use parallax_model::{Given, Model, Value};
use parallax_search::count::{Counts, Plan, certified_count};
use parallax_search::{Search, Settings};
use parallax_solvers::SatKind;

use super::engine::{CertificateSource, Certifying};
use super::error::LemmaError;
use super::judgement::{Answered, Written, by_veripb};
use super::lemmas::{MOST_SOLUTIONS, Refutation};
use super::place::Place;
use super::posed::Posed;
use super::thin::ThinningLog;
use super::write::{About, Writer};
use super::writer::{CertificateLog, CertificateWriter};
use crate::proof::settle;

/// The limit on the nodes of a way that is tried first: a fraction of a second.
const BRIEF: u64 = 50_000;

/// A session whose answers get certificates.
pub(super) struct CertifyingSession {
    pub(super) engine: Certifying,
    pub(super) model: Arc<Model>,
    pub(super) flat: Arc<Flat>,
    /// The model that certificates are about, and that of a question.
    pub(super) judged: Posed,
    /// The part of it that they are about.
    pub(super) part: Vec<Atom>,
    pub(super) seed: u64,
    /// The certificate of the question.
    pub(super) kept: Rc<RefCell<CertificateWriter>>,
    pub(super) search: Prepared,
}

/// A search that answers one question after the other.
pub(super) enum Prepared {
    /// There is none yet.
    Not,
    /// It has shown nothing at the root, so that its steps are about any givens.
    Ready(Box<Search>),
    /// Each question needs a search of its own.
    Never,
}

impl Session for CertifyingSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        if !givens.is_empty() && !self.engine.is_warm() {
            let why = "certificates are about models; givens belong into the model";
            return Outcome::at_once(Answer::Unsupported(why.into()));
        }
        match self.certified(givens, task, control, on_candidate) {
            Ok(outcome) => outcome,
            Err(refusal) => Outcome::at_once(refusal.into()),
        }
    }
}

impl CertifyingSession {
    /// Answers in the first way that answers.
    fn certified(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Result<Outcome, Refusal> {
        let mut spent = Duration::ZERO;
        for (way, limit) in self.brief_ways(givens, task) {
            let mut found: Vec<Vec<Value>> = Vec::new();
            let begun = Instant::now();
            let own = self.attempt(&way, limit, givens, task, control, &mut |values| {
                found.push(values.to_vec());
                ControlFlow::Continue(())
            })?;
            if let Some(mut outcome) = own {
                outcome.solve += spent;
                // The candidates of a way without an answer are not passed on.
                let _ = found.iter().try_for_each(|values| on_candidate(values));
                return Ok(outcome);
            }
            spent += begun.elapsed();
        }
        let way = self.engine.way.clone();
        let own = self.attempt(&way, None, givens, task, control, on_candidate)?;
        let mut outcome = own.ok_or_else(|| Refusal::Failed("no way answers".into()))?;
        outcome.solve += spent;
        Ok(outcome)
    }

    /// Returns the ways that are tried first, each with a limit on its nodes, where native search
    /// with its usual settings looks for one or a few solutions. Counting by components does not
    /// refute a part again that was refuted under other names.
    fn brief_ways(&self, givens: &[Given], task: Task) -> Vec<(CertificateSource, Option<u64>)> {
        let is_usual = matches!(&self.engine.way, CertificateSource::Search(own)
            if *own == Settings::default());
        let is_brief = matches!(task, Task::First | Task::Limit(1..=2));
        if !is_usual || !is_brief || !givens.is_empty() || self.engine.veripb {
            return Vec::new();
        }
        let components = CertificateSource::Components(Plan::default());
        [self.engine.way.clone(), components].map(|way| (way, Some(BRIEF))).into()
    }

    /// Answers in a way, with a limit on its nodes; returns nothing if it is reached.
    fn attempt(
        &mut self,
        way: &CertificateSource,
        limit: Option<u64>,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Result<Option<Outcome>, Refusal> {
        let failed = |error| Refusal::Failed(format!("a certificate: {error}"));
        let kind = if task == Task::Optimise { Kind::Optimum } else { Kind::Count };
        let judged = self.judged.with(givens);
        let (digest, part) = (judged.digest(), self.part.clone());
        let about = About { digest: digest.clone(), kind, form: self.engine.form, part };
        let place = Place::of(&self.engine, &judged, control).map_err(failed)?;
        let out = place.output().map_err(failed)?;
        let writer =
            Writer::new(out, place.is_compressed(), &about, self.engine.limit).map_err(failed)?;
        self.kept.replace(CertificateWriter::new(writer, kind == Kind::Optimum));
        let (mut given, mut solutions): (u128, Vec<Vec<Value>>) = (0, Vec::new());
        let listed = self.engine.veripb && kind == Kind::Count;
        let mut each = |values: &[Value]| {
            given += 1;
            if listed && solutions.len() <= MOST_SOLUTIONS {
                solutions.push(values.to_vec());
            }
            on_candidate(values)
        };
        let (mut outcome, proof) = self.by(way, limit, givens, task, control, &mut each)?;
        if let Some(proof) = proof {
            settle(&mut outcome, proof);
            return Ok(Some(outcome));
        }
        let is_answered = outcome.complete || task.limit().is_some_and(|own| given >= own.into());
        if limit.is_some() && !is_answered && control.check().is_ok() {
            return Ok(None);
        }
        let number = outcome.counted.clone().unwrap_or(Count::from(given));
        let fault = self.kept.borrow_mut().finish(&outcome, &number);
        let begun = Instant::now();
        let written = Written {
            engine: &self.engine,
            model: &self.model,
            judged: &judged,
            part: &self.part,
            place: &place,
        };
        let answered = Answered { outcome: &outcome, number, solutions: &solutions };
        let mut proof = written.judge(fault, &answered, begun, control);
        // A session does not know the user's file: `Plan::checker` compares the digests.
        proof.digest = proof.certified.map(|_| digest);
        settle(&mut outcome, proof);
        Ok(Some(outcome))
    }

    /// Answers in a way; the proof is there if it is judged already.
    fn by(
        &mut self,
        way: &CertificateSource,
        limit: Option<u64>,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Result<(Outcome, Option<Proof>), Refusal> {
        match way {
            CertificateSource::Search(settings) => {
                let outcome =
                    self.searched(settings, limit, givens, task, control, on_candidate)?;
                Ok((outcome, None))
            }
            CertificateSource::Components(plan) => {
                let counts = Counts { task, nodes: limit };
                Ok((self.counted(*plan, counts, control, on_candidate)?, None))
            }
            CertificateSource::Lemmas(solver, options) => {
                self.proved(*solver, options, task, control, on_candidate)
            }
        }
    }

    /// Has native search write its steps.
    fn searched(
        &mut self,
        settings: &Settings,
        limit: Option<u64>,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Result<Outcome, Refusal> {
        let start = Instant::now();
        let made = |model: &Model| {
            let log = Box::new(CertificateLog(self.kept.clone()));
            let search = Search::certified(model, settings, self.seed, control, log);
            #[cfg(test)]
            let search = search.map(|mut search| {
                if self.engine.is_sabotaged {
                    search.sabotage();
                }
                search
            });
            search.map(Box::new)
        };
        if matches!(self.search, Prepared::Not) {
            let search = made(&self.model)?;
            let is_ready = search.has_bare_root();
            if givens.is_empty() || is_ready {
                self.search = Prepared::Ready(search);
            }
        }
        let (mut search, givens) = match std::mem::replace(&mut self.search, Prepared::Never) {
            Prepared::Ready(search) => (search, givens),
            Prepared::Not | Prepared::Never if givens.is_empty() => (made(&self.model)?, givens),
            Prepared::Not | Prepared::Never => (made(&self.model.restricted(givens))?, &[][..]),
        };
        let prepared = start.elapsed();
        search.limit_to(limit.or(settings.limit));
        let mut outcome = search.ask(givens, task, control, on_candidate);
        outcome.solve += prepared;
        if search.has_bare_root() && self.engine.is_warm() {
            self.search = Prepared::Ready(search);
        }
        Ok(outcome)
    }

    /// Has component counting write its steps.
    fn counted(
        &mut self,
        plan: Plan,
        counts: Counts,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Result<Outcome, Refusal> {
        let is_brief = counts.nodes.is_some();
        if let Some(refused) = Outcome::unless_counting(counts.task).filter(|_| !is_brief) {
            return Ok(refused);
        }
        let log = CertificateLog(self.kept.clone());
        let (judged, form) = (self.judged.with(&[]), self.engine.form);
        let space = Space::of_part(&judged, &self.part)
            .map_err(|fault| Refusal::Failed(fault.to_string()))?;
        let log = Box::new(ThinningLog::new(log, judged, space, form));
        certified_count(&self.model, plan, self.seed, log, counts, control, on_candidate)
    }

    /// Has a SAT engine find all solutions, then prove that there is no other one. Returns a proof
    /// where VeriPB judges one that is no certificate.
    fn proved(
        &self,
        solver: SatKind,
        options: &Options,
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Result<(Outcome, Option<Proof>), Refusal> {
        let mut session = self.engine.spec.prepare(&self.model, self.seed, control)?;
        let mut solutions: Vec<Vec<Value>> = Vec::new();
        let mut too_many = task == Task::Optimise;
        let mut outcome = session.ask(&[], task, control, &mut |values| {
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
        let mut out = |step: &Step<'_>| self.kept.borrow_mut().write(step);
        let written = if task == Task::Optimise {
            Err(LemmaError::Optimum)
        } else if too_many {
            Err(LemmaError::Solutions)
        } else {
            let number = solutions.len();
            Refutation::new(&self.model, options, solutions, control).and_then(|own| {
                match own.auxiliary() {
                    Some(_) if self.engine.veripb => {
                        let limit = self.engine.limit;
                        let verdict = own.judged(&self.flat, solver, self.seed, limit, control);
                        proof = Some(by_veripb(verdict, number, start));
                        Ok(())
                    }
                    Some(why) => Err(why.into()),
                    None => own.write(&self.flat, solver, self.seed, control, &mut out),
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
