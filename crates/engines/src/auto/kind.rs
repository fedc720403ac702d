//! The spec `auto`.

use std::fmt;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::ask::{Abilities, Control, Engine, Family, Refusal, Session};

use super::Auto;
use crate::spec::{ConfiguredEngine, EngineKind, Spec, SpecFault, SpecParts};

/// The engine that suits the model: a slice of native search, then an engine chosen by features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutoEngine;

/// Its spec.
const NAME: &str = "auto";

impl Spec {
    /// Returns the engine that chooses one for each model.
    #[must_use]
    pub fn auto() -> Self {
        Spec::new(AutoEngine)
    }
}

impl fmt::Display for AutoEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAME)
    }
}

impl EngineKind for AutoEngine {
    const NAMES: &'static [&'static str] = &[NAME];

    fn read(text: &str) -> Option<Result<Self, SpecFault>> {
        SpecParts::read_plain(text, NAME, AutoEngine)
    }

    fn variants() -> Vec<Self> {
        vec![AutoEngine]
    }
}

impl ConfiguredEngine for AutoEngine {
    fn family(&self) -> Family {
        // The outcome has the family of the engine that answers.
        Family::default()
    }

    fn abilities(&self) -> Abilities {
        // It uses Z3, which reserves stacks, only if native search cannot take a model.
        Abilities { chooses: true, ..Abilities::default() }
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
    ) -> Result<Box<dyn Session>, Refusal> {
        Auto::default().prepare(model, seed, control)
    }
}
