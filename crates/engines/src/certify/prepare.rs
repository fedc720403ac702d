//! Prepares sessions that certify.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use parallax_certificates::json;
use parallax_json as own_json;
use parallax_model::ask::{Abilities, Control, Engine, Family, Refusal, Session};
use parallax_model::{ConstraintKind, GlobalKind, Model};

use super::engine::{CertificateSource, Certifying};
use super::posed::Posed;
use super::session::{CertifyingSession, Prepared};
use crate::plain::{Uncertified, on_certified_plain};

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

    fn compiler(&self) -> Option<&'static str> {
        self.spec.compiler()
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
        let unknown = unknown_kinds(model);
        let Some(kind) = unknown.first() else {
            // SAT engines encode the plain form of what the checker knows too.
            return match self.way {
                CertificateSource::Lemmas(..) => {
                    on_certified_plain(model, control, |plain| self.session(plain, seed, control))
                }
                _ => self.session(model, seed, control),
            };
        };
        if self.takes_plain() {
            return on_certified_plain(model, control, |plain| self.session(plain, seed, control));
        }
        let why = format!(
            "not certified: the checker does not know the kind '{kind}'; --engine {},plain has its \
             plain form certified",
            self.spec
        );
        let session = self.spec.prepare(model, seed, control)?;
        Ok(Box::new(Uncertified { session, why }))
    }
}

impl Certifying {
    /// Whether the engine works on the plain form of global constraints.
    fn takes_plain(&self) -> bool {
        match &self.way {
            CertificateSource::Search(settings) => settings.plain,
            CertificateSource::Components(_) | CertificateSource::Lemmas(..) => true,
        }
    }

    /// Makes a session for a model that the checker reads.
    fn session(
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

/// Returns the kinds of constraints of the model that the checker does not know, each once.
fn unknown_kinds(model: &Model) -> Vec<ConstraintKind> {
    let mut unknown = Vec::new();
    for posted in model.constraints() {
        let kind = posted.constraint.kind();
        let is_unknown = matches!(kind, ConstraintKind::Global(own) if own != GlobalKind::Regular);
        if is_unknown && !unknown.contains(&kind) {
            unknown.push(kind);
        }
    }
    unknown
}

/// The file of the model next to a certificate.
fn beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".model.json");
    name.into()
}
