//! The spec `auto`.

use std::fmt;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::engine_api::{
    Control, Engine, EngineAbilities, EngineFamily, PreparationError, Session,
};

use super::EngineChooser;
use crate::spec::{ConfiguredEngine, EngineKind, Spec, SpecFault, SpecParts};

/// The engine that suits the model: a slice of native search, then an engine chosen by features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutoEngine;

/// Its spec.
const ENGINE_NAME: &str = "auto";

impl Spec {
    /// Returns the engine that chooses one for each model.
    #[must_use]
    pub fn auto() -> Self {
        Spec::new(AutoEngine)
    }
}

impl fmt::Display for AutoEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ENGINE_NAME)
    }
}

impl EngineKind for AutoEngine {
    const NAMES: &'static [&'static str] = &[ENGINE_NAME];

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        SpecParts::read_plain(text, ENGINE_NAME, AutoEngine)
    }

    fn list_variants() -> Vec<Self> {
        vec![AutoEngine]
    }
}

impl ConfiguredEngine for AutoEngine {
    fn family(&self) -> EngineFamily {
        // The outcome has the family of the engine that answers.
        EngineFamily::default()
    }

    fn abilities(&self) -> EngineAbilities {
        // It uses Z3, which reserves stacks, only if native search cannot take a model.
        EngineAbilities { chooses: true, ..EngineAbilities::default() }
    }

    fn description(&self) -> String {
        "the engine that suits the model; a slice of native search comes first".into()
    }

    fn takes_globals(&self) -> bool {
        true
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        EngineChooser::default().prepare(model, seed, control)
    }
}
