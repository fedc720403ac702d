//! Prepares sessions that certify.

use std::rc::Rc;
use std::sync::Arc;

use parallax_certificates::json;
use parallax_json as own_json;
use parallax_model::engine_api::{
    Control, Engine, EngineAbilities, EngineFamily, PreparationError, Session,
};
use parallax_model::{ConstraintKind, GlobalKind, Model};

use super::engine::{CertificateSource, CertifyingEngine};
use super::question_model::QuestionModel;
use super::session::{CertifyingSession, ReusableSearch};
use crate::plain::{UncertifiedSession, on_certified_plain};

impl Engine for CertifyingEngine {
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    fn name(&self) -> String {
        self.spec.name()
    }

    fn family(&self) -> EngineFamily {
        self.spec.family()
    }

    fn compiler_name(&self) -> Option<&'static str> {
        self.spec.compiler_name()
    }

    fn abilities(&self) -> EngineAbilities {
        EngineAbilities { asks_once: !self.is_warm(), ..self.spec.abilities() }
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        let unknown = unknown_kinds(model);
        let Some(kind) = unknown.first() else {
            // The checker knows `regular`, but SAT engines encode only its plain form.
            return match self.certificate_source {
                CertificateSource::Lemmas(..) => on_certified_plain(model, control, |plain| {
                    self.certified_session(plain, seed, control)
                }),
                _ => self.certified_session(model, seed, control),
            };
        };
        if self.takes_plain() {
            return on_certified_plain(model, control, |plain| {
                self.certified_session(plain, seed, control)
            });
        }
        let why = format!(
            "not certified: the checker does not know the kind '{kind}'; --engine {},plain has its \
             plain form certified",
            self.spec
        );
        let session = self.spec.prepare(model, seed, control)?;
        Ok(Box::new(UncertifiedSession { session, why }))
    }
}

impl CertifyingEngine {
    /// Whether the engine works on the plain form of global constraints.
    fn takes_plain(&self) -> bool {
        match &self.certificate_source {
            CertificateSource::Search(settings) => settings.plain,
            CertificateSource::Components(_) | CertificateSource::Lemmas(..) => true,
        }
    }

    /// Makes a session for a model that the checker reads.
    fn certified_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        // The checker reads the model from text with its own code, as it would for a user's file.
        let text = own_json::write_model(model);
        let flat = json::read_model(&text).map_err(|why| {
            PreparationError::Failed(format!("the checker cannot read the model: {why}"))
        })?;
        control.check_stop()?;
        let flat = Arc::new(flat);
        let (judged, part) = match &self.whole {
            None => (flat.clone(), Vec::new()),
            Some(whole) => {
                let why = || {
                    PreparationError::Unsupported(
                        "this is not a part of the whole model, or an empty one".into(),
                    )
                };
                (whole.flat.clone(), whole.part_atoms(model).ok_or_else(why)?)
            }
        };
        if let Some(file) = self.file.as_ref().filter(|_| self.whole.is_none()) {
            let [_, beside] = CertifyingEngine::kept_files(file);
            std::fs::write(&beside, &text).map_err(|error| {
                PreparationError::Failed(format!("{}: cannot write: {error}", beside.display()))
            })?;
        }
        let (engine, model) = (self.clone(), model.clone());
        let (judged, kept, search) =
            (QuestionModel::new(judged), Rc::default(), ReusableSearch::Not);
        Ok(Box::new(CertifyingSession { engine, model, flat, judged, part, seed, kept, search }))
    }
}

/// Returns the kinds of constraints of the model that the checker does not know, each once.
fn unknown_kinds(model: &Model) -> Vec<ConstraintKind> {
    let mut unknown = Vec::new();
    for posted in model.constraints() {
        let kind = posted.constraint.kind();
        let is_unknown =
            matches!(kind, ConstraintKind::Global(global) if global != GlobalKind::Regular);
        if is_unknown && !unknown.contains(&kind) {
            unknown.push(kind);
        }
    }
    unknown
}
