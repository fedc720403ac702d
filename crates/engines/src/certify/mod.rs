//! Engines whose answers come with a certificate that a checker has accepted: native search by its
//! steps, SAT engines by their proofs.
//!
//! A certificate of a part (`certify/part.rs`) is about the whole model, with atoms for the
//! smaller domains. The one that joins them has a branch for each single value of a split, and
//! the values that propagation has removed last.

mod lemmas;
mod outlet;
mod part;
mod posed;
#[cfg(test)]
mod tests;
mod write;
mod writer;

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use parallax_certificates::{
    Accepted, Atom, Claim, Form, Kind, Model as Flat, Refused, Step, json,
};
use parallax_encodings::Options;
use parallax_model::ask::{
    Abilities, Answer, Certified, Control, Engine, Family, OnCandidate, Outcome, Proof, Refusal,
    Session, Task,
};
use parallax_model::decimal::Decimal;
use parallax_model::json as own_json;
use parallax_model::{Given, Model, Value};
use parallax_search::{Search, Settings};
use parallax_solvers::proofs::veripb::{self, Claimed, Verdict};
use parallax_solvers::{SatKind, proofs};
use tempfile::NamedTempFile;

use self::lemmas::{MOST_SOLUTIONS, Refutation, without_auxiliaries};
use self::outlet::{Outlet, Watched, checked};
use self::part::Whole;
pub use self::part::{JoinedPart, join_certificates};
use self::posed::Posed;
use self::write::{About, Writer, opened};
use self::writer::{CertificateError, CertificateLog, CertificateWriter};
use super::Spec;
use super::proof::settle;
pub use parallax_certificates::Form as CertificateForm;

/// Default size limit of a certificate, in bytes.
pub const CERTIFICATE_LIMIT: u64 = 4 << 30;

/// An engine that writes certificates and has them checked.
///
/// A certificate is about the flat model that the session receives; the checker reads that model
/// from its JSON, and shares no code with the search.
#[derive(Clone, Debug)]
pub struct Certifying {
    spec: Spec,
    way: CertificateSource,
    /// Where to keep the certificate, and the model next to it.
    file: Option<PathBuf>,
    /// How to write it.
    form: Form,
    /// Maximum number of bytes to write, before compression.
    limit: u64,
    /// Whether VeriPB also checks the certificate.
    veripb: bool,
    /// The model that the session's is a part of.
    whole: Option<Whole>,
}

/// Where the steps come from.
#[derive(Clone, Debug)]
enum CertificateSource {
    /// The steps of native search.
    Search(Settings),
    /// The proof of a SAT solver that there is no other solution.
    Lemmas(SatKind, Options),
}

impl Certifying {
    /// Makes the certifying engine of a spec. Certificates are checked through a pipe and dropped,
    /// unless they are [kept](Certifying::kept_in).
    ///
    /// # Errors
    /// If the engine writes no certificates.
    pub fn new(spec: &Spec) -> Result<Self, String> {
        let (spec, way) = match spec {
            Spec::Native(settings) => {
                (spec.clone(), CertificateSource::Search((**settings).clone()))
            }
            Spec::Sat { solver, options }
                if solver.writes(proofs::ProofFormat::BinaryLrat).is_some() =>
            {
                let (solver, options) = (*solver, without_auxiliaries(options));
                let spec = Spec::Sat { solver, options: options.clone() };
                (spec, CertificateSource::Lemmas(solver, options))
            }
            _ => {
                let able = "native search, sat:varisat and sat:cadical do";
                return Err(format!("engine '{spec}' writes no certificates; {able}"));
            }
        };
        Ok(Certifying {
            spec,
            way,
            file: None,
            form: Form::Binary,
            limit: CERTIFICATE_LIMIT,
            veripb: false,
            whole: None,
        })
    }

    /// Writes certificates of parts of a model, which is given as JSON. Sessions take only models
    /// that are this one with smaller domains.
    ///
    /// # Errors
    /// If the model cannot be read.
    pub fn of_parts(self, whole: &str) -> Result<Self, String> {
        Ok(Certifying { whole: Some(Whole::read(whole)?), ..self })
    }

    /// Keeps the certificate in a file, compressed if its name ends with `.gz`, and the model that
    /// it is about in the file of that name plus `.model.json`.
    #[must_use]
    pub fn kept_in(self, file: PathBuf, form: Form) -> Self {
        Certifying { file: Some(file), form, ..self }
    }

    /// Bounds the bytes of a certificate, before they are compressed.
    #[must_use]
    pub fn limited_to(self, limit: u64) -> Self {
        Certifying { limit, ..self }
    }

    /// Has VeriPB judge what the checker accepts.
    #[must_use]
    pub fn judged_by_veripb(self) -> Self {
        Certifying { veripb: true, ..self }
    }

    /// Whether a session answers questions with givens: those of a search whose certificates are
    /// dropped.
    fn is_warm(&self) -> bool {
        let searches = matches!(self.way, CertificateSource::Search(_));
        searches && self.file.is_none() && !self.veripb && self.whole.is_none()
    }
}

impl Engine for Certifying {
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    fn name(&self) -> String {
        self.spec.name()
    }

    fn family(&self) -> Family {
        self.spec.family()
    }

    fn abilities(&self) -> Abilities {
        Abilities { asks_once: !self.is_warm(), ..self.spec.abilities() }
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, Refusal> {
        let text = own_json::write(model);
        let flat = json::read(&text)
            .map_err(|why| Refusal::Failed(format!("the checker cannot read the model: {why}")))?;
        control.check()?;
        let flat = Arc::new(flat);
        let (judged, part) = match &self.whole {
            None => (flat.clone(), Vec::new()),
            Some(whole) => {
                let why = || {
                    Refusal::Unsupported(
                        "this is no part of the whole model, or an empty one".into(),
                    )
                };
                (whole.flat.clone(), whole.atoms(model).ok_or_else(why)?)
            }
        };
        if let Some(file) = self.file.as_ref().filter(|_| self.whole.is_none()) {
            let beside = beside(file);
            std::fs::write(&beside, &text).map_err(|error| {
                Refusal::Failed(format!("{}: cannot write: {error}", beside.display()))
            })?;
        }
        let (engine, model) = (self.clone(), model.clone());
        let (judged, kept, search) = (Posed::new(judged), Rc::default(), Prepared::Not);
        Ok(Box::new(CertifyingSession { engine, model, flat, judged, part, seed, kept, search }))
    }
}

/// The file of the model next to a certificate.
fn beside(file: &std::path::Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".model.json");
    name.into()
}

struct CertifyingSession {
    engine: Certifying,
    model: Arc<Model>,
    flat: Arc<Flat>,
    /// The model that certificates are about, and that of a question.
    judged: Posed,
    /// The part of it that they are about.
    part: Vec<Atom>,
    seed: u64,
    /// The certificate of the question.
    kept: Rc<RefCell<CertificateWriter>>,
    search: Prepared,
}

/// A search that answers one question after the other.
enum Prepared {
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
    fn certified(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Result<Outcome, Refusal> {
        let failed = |error: io::Error| Refusal::Failed(format!("a certificate: {error}"));
        let kind = if task == Task::Optimise { Kind::Optimum } else { Kind::Count };
        let judged = self.judged.with(givens);
        let (digest, part) = (judged.digest(), self.part.clone());
        let about = About { digest: digest.clone(), kind, form: self.engine.form, part };
        let place = Place::of(&self.engine, &judged, control).map_err(failed)?;
        let compress = place.file().is_some_and(|file| {
            file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"))
        });
        let out = place.output().map_err(failed)?;
        let writer = Writer::new(out, compress, &about, self.engine.limit).map_err(failed)?;
        self.kept.replace(CertificateWriter::new(writer, kind == Kind::Optimum));
        let mut given: u128 = 0;
        let mut solutions: Vec<Vec<Value>> = Vec::new();
        let listed = self.engine.veripb && kind == Kind::Count;
        let mut counted = |values: &[Value]| {
            given += 1;
            if listed && solutions.len() <= MOST_SOLUTIONS {
                solutions.push(values.to_vec());
            }
            on_candidate(values)
        };
        let mut outcome = match &self.engine.way {
            CertificateSource::Search(settings) => {
                let settings = settings.clone();
                self.searched(&settings, givens, task, control, &mut counted)?
            }
            CertificateSource::Lemmas(solver, options) => {
                let (mut outcome, proof) =
                    self.proved(*solver, options, task, control, &mut counted)?;
                if let Some(proof) = proof {
                    settle(&mut outcome, proof);
                    return Ok(outcome);
                }
                outcome
            }
        };
        let fault = self.kept.borrow_mut().finish(&outcome, given);
        let begun = Instant::now();
        let best = match outcome.answer {
            Answer::Optimal(value) => Some(value),
            _ => None,
        };
        let (shown, verdict) = match self.shown(&judged, &place, &solutions, best, control) {
            Ok((shown, verdict)) => (Ok(shown), verdict),
            Err(refused) => (Err(refused), None),
        };
        let (accepted, words) = match (shown, fault) {
            _ if !outcome.complete => {
                (None, "no certificate: the search is not complete".to_owned())
            }
            // A refusal comes before a pipe that is closed because of it.
            (Err(refused), None | Some(CertificateError::Closed)) => match control.check() {
                Ok(()) => (Some(false), format!("certificate refused: {refused}")),
                Err(stop) => (None, format!("not certified: {stop}")),
            },
            (_, Some(fault)) => (None, format!("not certified: {}", fault.description())),
            (Ok(accepted), None) => self.compare(&accepted, &outcome, given),
        };
        let (accepted, twice, words) = twice(accepted, verdict, words);
        // A session does not know the user's file: `Plan::checker` compares the digests.
        let how = if twice { Certified::FlattenedTwice } else { Certified::Flattened };
        let certified = (accepted == Some(true)).then_some(how);
        let digest = certified.map(|_| digest);
        let proof = Proof { accepted, certified, digest, words, time: begun.elapsed() };
        settle(&mut outcome, proof);
        Ok(outcome)
    }

    /// Has native search write its steps.
    fn searched(
        &mut self,
        settings: &Settings,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Result<Outcome, Refusal> {
        let start = Instant::now();
        let made = |model: &Model| {
            let log = Box::new(CertificateLog(self.kept.clone()));
            Search::certified(model, settings, self.seed, control, log).map(Box::new)
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
        let mut outcome = search.ask(givens, task, control, on_candidate);
        outcome.solve += prepared;
        if search.has_bare_root() && self.engine.is_warm() {
            self.search = Prepared::Ready(search);
        }
        Ok(outcome)
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
            Err("native search certifies optima".to_owned())
        } else if too_many {
            Err(format!("native search certifies counts beyond {MOST_SOLUTIONS}"))
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
                    Some(why) => Err(why.to_owned()),
                    None => own.write(&self.flat, solver, self.seed, control, &mut out),
                }
            })
        };
        if let Err(why) = written {
            self.kept.borrow_mut().give_up(why);
        }
        outcome.solve += start.elapsed();
        Ok((outcome, proof))
    }

    /// Returns the claim that the certificate shows, and VeriPB's verdict if it is requested.
    fn shown(
        &self,
        judged: &Flat,
        place: &Place,
        solutions: &[Vec<Value>],
        best: Option<i64>,
        control: &Control,
    ) -> Result<(Accepted, Option<Verdict>), Refused> {
        let refused = |why: String| Refused { line: 0, step: String::new(), why };
        let file = match place {
            Place::Checker(outlet) => return outlet.shown().map(|shown| (shown, None)),
            Place::Dropped(file) => file.path(),
            Place::Kept(file) => file,
        };
        let reader = opened(file);
        let reader = reader.map_err(|error| refused(format!("cannot read again: {error}")))?;
        if !self.engine.veripb || solutions.len() > MOST_SOLUTIONS {
            let shown = checked(judged, reader, control)?;
            let why = format!("more than {MOST_SOLUTIONS} solutions");
            return Ok((shown, self.engine.veripb.then_some(Verdict::None(why))));
        }
        let reader = Watched { reader, control: control.clone() };
        let limit = self.engine.limit;
        let claimed = best.map_or(Claimed::Solutions(solutions), Claimed::Best);
        veripb::judge(judged, reader, claimed, limit, control)
            .map(|(shown, verdict)| (shown, Some(verdict)))
    }

    /// Compares what the certificate shows with the answer.
    fn compare(
        &self,
        accepted: &Accepted,
        outcome: &Outcome,
        given: u128,
    ) -> (Option<bool>, String) {
        let claim = &accepted.claim;
        let (same, words) = match (claim, &outcome.answer) {
            (Claim::Count(count), _) => {
                let same = count.to_string() == given.to_string();
                let words = match given {
                    0 => "unsatisfiable".to_owned(),
                    1 => "exactly one solution".to_owned(),
                    _ => format!("exactly {count} solutions"),
                };
                (same, words)
            }
            (Claim::Optimum(best), Answer::Optimal(value)) => {
                let objective = self.model.objective();
                let read = objective.map_or(Decimal::integer(*value), |own| own.decimal(*value));
                (*best == Some((*value).into()), format!("{read} is the best value"))
            }
            (Claim::Optimum(best), answer) => {
                (best.is_none() && *answer == Answer::Unsatisfiable, "unsatisfiable".to_owned())
            }
        };
        if !same || accepted.part != self.part {
            return (Some(false), format!("the certificate shows something else: {claim}"));
        }
        let kept = self.engine.file.as_ref();
        let kept = kept.map(|file| format!(", kept in {}", file.display())).unwrap_or_default();
        (Some(true), words + &kept)
    }
}

/// Where a certificate is while it is needed.
enum Place {
    /// On the way to the checker.
    Checker(Outlet),
    /// In a file that is dropped.
    Dropped(NamedTempFile),
    /// In the user's file.
    Kept(PathBuf),
}

impl Place {
    /// The place of a certificate about a model.
    fn of(engine: &Certifying, judged: &Arc<Flat>, control: &Control) -> io::Result<Self> {
        Ok(match &engine.file {
            Some(file) => Place::Kept(file.clone()),
            None if engine.veripb => Place::Dropped(NamedTempFile::new()?),
            None => Place::Checker(Outlet::new(judged.clone(), control.clone())),
        })
    }

    fn file(&self) -> Option<&Path> {
        match self {
            Place::Checker(_) => None,
            Place::Dropped(file) => Some(file.path()),
            Place::Kept(file) => Some(file),
        }
    }

    /// Where to write it.
    fn output(&self) -> io::Result<Box<dyn Write>> {
        Ok(match self {
            Place::Checker(outlet) => Box::new(outlet.clone()),
            Place::Dropped(file) => Box::new(File::create(file.path())?),
            Place::Kept(file) => Box::new(File::create(file)?),
        })
    }
}

/// The fate of a proof that VeriPB alone has judged, that there are no solutions but this number.
fn by_veripb(verdict: Verdict, number: usize, begun: Instant) -> Proof {
    let claim = match number {
        0 => "unsatisfiable".to_owned(),
        1 => "exactly one solution".to_owned(),
        _ => format!("exactly {number} solutions"),
    };
    let (accepted, certified, words) = match verdict {
        Verdict::Accepted => (Some(true), Some(Certified::Veripb), claim),
        Verdict::Refused(why) => (Some(false), None, format!("VeriPB refuses the proof: {why}")),
        Verdict::None(why) => (None, None, format!("not judged by VeriPB: {why}")),
    };
    Proof { accepted, certified, digest: None, words, time: begun.elapsed() }
}

/// The fate of a certificate with what VeriPB says: whether it is accepted, whether VeriPB accepts it,
/// too, and why.
fn twice(
    accepted: Option<bool>,
    verdict: Option<Verdict>,
    words: String,
) -> (Option<bool>, bool, String) {
    match (accepted, verdict) {
        (Some(true), Some(Verdict::Accepted)) => (accepted, true, words),
        (Some(true), Some(Verdict::Refused(why))) => {
            (Some(false), false, format!("VeriPB refuses what the checker accepts: {why}"))
        }
        (Some(true), Some(Verdict::None(why))) => {
            (accepted, false, format!("{words}; not judged by VeriPB: {why}"))
        }
        _ => (accepted, false, words),
    }
}

/// One certificate is one file here.
fn no_files(_: &str) -> io::Result<Box<dyn Read>> {
    Err(io::ErrorKind::NotFound.into())
}

/// Why a check has to stop, if it has to.
fn stopped(control: &Control) -> Result<(), String> {
    control.check().map_err(|stop| stop.to_string())
}
