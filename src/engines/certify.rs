//! Native search whose answers come with a certificate that a checker has accepted.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use parallax_certificates::{Claim, Kind, Model as Flat, Step, Writer, check, json};
use tempfile::NamedTempFile;

use super::Spec;
use super::prove::settle;
use crate::ask::{
    Abilities, Answer, Control, Engine, Family, OnCandidate, Outcome, Proof, Refusal, Session, Task,
};
use crate::formats;
use crate::model::{Given, Model};
use crate::search::{Log, Logged, Search, Settings};

/// The most bytes of a certificate by default.
pub const CERTIFICATE_LIMIT: u64 = 4 << 30;

/// Native search that writes certificates and has them checked.
///
/// A certificate is about the flat model that the session receives; the checker reads that model
/// from its JSON, and shares no code with the search.
#[derive(Clone, Debug)]
pub struct Certifying {
    spec: Spec,
    settings: Settings,
    /// Where to keep the certificate, and the model beside it.
    file: Option<PathBuf>,
    /// The most bytes to write, before they are compressed.
    limit: u64,
}

impl Certifying {
    /// Makes the certifying engine of a spec. The certificate is kept in `file`, compressed if its
    /// name ends with `.gz`, and the model that it is about in the file of that name plus
    /// `.model.json`; without a file, both are checked and dropped.
    ///
    /// # Errors
    /// If the engine writes no certificates.
    pub fn new(spec: &Spec, file: Option<PathBuf>, limit: Option<u64>) -> Result<Self, String> {
        let Spec::Native(settings) = spec else {
            return Err(format!("engine '{spec}' writes no certificates; native search does"));
        };
        let (settings, limit) = ((**settings).clone(), limit.unwrap_or(CERTIFICATE_LIMIT));
        Ok(Certifying { spec: spec.clone(), settings, file, limit })
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
        Abilities { asks_once: true, ..self.spec.abilities() }
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, Refusal> {
        let text = formats::json::write(model);
        let flat = json::read(&text)
            .map_err(|why| Refusal::Failed(format!("the checker cannot read the model: {why}")))?;
        control.check()?;
        if let Some(file) = &self.file {
            let beside = beside(file);
            std::fs::write(&beside, &text).map_err(|error| {
                Refusal::Failed(format!("{}: cannot write: {error}", beside.display()))
            })?;
        }
        Ok(Box::new(CertifyingSession { engine: self.clone(), model: model.clone(), flat, seed }))
    }
}

/// The file of the model beside a certificate.
fn beside(file: &std::path::Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".model.json");
    name.into()
}

struct CertifyingSession {
    engine: Certifying,
    model: Arc<Model>,
    flat: Flat,
    seed: u64,
}

impl Session for CertifyingSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        if !givens.is_empty() {
            let why = "certificates are about models; givens belong into the model";
            return Outcome::at_once(Answer::Unsupported(why.into()));
        }
        match self.certified(task, control, on_candidate) {
            Ok(outcome) => outcome,
            Err(refusal) => Outcome::at_once(refusal.into()),
        }
    }
}

impl CertifyingSession {
    fn certified(
        &self,
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Result<Outcome, Refusal> {
        let start = Instant::now();
        let failed = |error: io::Error| Refusal::Failed(format!("a certificate: {error}"));
        let kind = if task == Task::Optimise { Kind::Optimum } else { Kind::Count };
        let place = match &self.engine.file {
            Some(file) => Place::Kept(file.clone()),
            None => Place::Dropped(NamedTempFile::new().map_err(failed)?),
        };
        let out = place.create().map_err(failed)?;
        let compress = self.engine.file.as_ref().is_none_or(|file| {
            file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"))
        });
        let digest = self.flat.digest();
        let writer =
            Writer::new(out, compress, &digest, kind, self.engine.limit).map_err(failed)?;
        let kept = Rc::new(RefCell::new(Kept { writer: Some(writer), fault: None }));
        let log = Box::new(Keeper(kept.clone()));
        let settings = &self.engine.settings;
        let mut search = Search::certified(&self.model, settings, self.seed, control, log)?;
        let prepared = start.elapsed();
        let mut given: u128 = 0;
        let mut outcome = search.ask(&[], task, control, &mut |values| {
            given += 1;
            on_candidate(values)
        });
        drop(search);
        outcome.solve += prepared;
        let fault = kept.borrow_mut().finish();
        let begun = Instant::now();
        let (accepted, words) = match fault {
            _ if !outcome.complete => {
                (None, "no certificate: the search is not complete".to_owned())
            }
            Some(fault) => (None, format!("not certified: {fault}")),
            None => self.check(&place, &outcome, given),
        };
        let proof = Proof { accepted, words, time: begun.elapsed() };
        settle(&mut outcome, proof);
        Ok(outcome)
    }

    /// Has the certificate checked, and compares what it shows with the answer.
    fn check(&self, place: &Place, outcome: &Outcome, given: u128) -> (Option<bool>, String) {
        let file = match File::open(place.path()) {
            Ok(file) => file,
            Err(error) => return (None, format!("not certified: cannot read again: {error}")),
        };
        let claim = match check(&self.flat, file) {
            Ok(claim) => claim,
            Err(refused) => return (Some(false), format!("certificate refused: {refused}")),
        };
        let (same, words) = match (&claim, &outcome.answer) {
            (Claim::Count(count), _) => {
                let same = u128::try_from(count).is_ok_and(|count| count == given);
                (
                    same,
                    match given {
                        0 => "unsatisfiable".to_owned(),
                        1 => "exactly one solution".to_owned(),
                        _ => format!("exactly {count} solutions"),
                    },
                )
            }
            (Claim::Optimum(best), Answer::Optimal(value)) => {
                (*best == Some((*value).into()), format!("{value} is the best value"))
            }
            (Claim::Optimum(best), answer) => {
                (best.is_none() && *answer == Answer::Unsatisfiable, "unsatisfiable".to_owned())
            }
        };
        if !same {
            return (Some(false), format!("the certificate shows something else: {claim:?}"));
        }
        let kept = match place {
            Place::Kept(file) => format!(", kept in {}", file.display()),
            Place::Dropped(_) => String::new(),
        };
        (Some(true), format!("certified (flattened model): {words}{kept}"))
    }
}

/// Where a certificate is written.
enum Place {
    Kept(PathBuf),
    Dropped(NamedTempFile),
}

impl Place {
    fn path(&self) -> &std::path::Path {
        match self {
            Place::Kept(file) => file,
            Place::Dropped(file) => file.path(),
        }
    }

    fn create(&self) -> io::Result<File> {
        File::create(self.path())
    }
}

/// A certificate that is being written.
struct Kept {
    writer: Option<Writer<File>>,
    /// Why it is not whole.
    fault: Option<String>,
}

impl Kept {
    fn write(&mut self, step: &Step) {
        let Some(writer) = &mut self.writer else { return };
        if let Err(error) = writer.step(step) {
            self.fault = Some(words(&error));
            self.writer = None;
        }
    }

    /// Writes what is held back. Returns why the certificate is not whole.
    fn finish(&mut self) -> Option<String> {
        if let Some(writer) = self.writer.take()
            && let Err(error) = writer.finish()
        {
            self.fault = Some(words(&error));
        }
        self.fault.take()
    }
}

fn words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::FileTooLarge => "the certificate is larger than its limit".to_owned(),
        _ => format!("the certificate cannot be written: {error}"),
    }
}

/// Passes the steps of a search on to a certificate.
struct Keeper(Rc<RefCell<Kept>>);

impl Log for Keeper {
    fn take(&mut self, step: &Logged<'_>) {
        let wide = |value: &i32| i64::from(*value);
        let step = match step {
            Logged::Branch(variable, value) => Step::Branch(variable.index(), wide(value)),
            Logged::Remove(constraint, variable, values) => {
                Step::Remove(*constraint, variable.index(), values.iter().map(wide).collect())
            }
            Logged::Keep(constraint, variable, low, high) => {
                Step::Keep(*constraint, variable.index(), wide(low), wide(high))
            }
            Logged::Fail(constraint) => Step::Fail(*constraint),
            Logged::Solution(values) => Step::Solution(values.iter().map(wide).collect()),
            Logged::Up => Step::Up,
            Logged::Restart => Step::Restart,
            Logged::End => Step::End,
        };
        self.0.borrow_mut().write(&step);
    }
}
