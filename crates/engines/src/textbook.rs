//! Textbook search as an engine.

use std::fmt;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::engine_api::{Control, EngineFamily, PreparationError, Session, SolverLineage};
use parallax_search::textbook::{TextbookPropagation, TextbookSession, TextbookSettings};

use super::spec::{ConfiguredEngine, EngineKind, EngineUsage, SpecFault, settings_after};

/// The first word of its specs.
const ENGINE_NAME: &str = "textbook";

/// Forward checking or generalised arc consistency, searched and counted as in textbooks.
#[derive(Clone, Debug, PartialEq)]
pub struct TextbookSearch {
    /// The settings of the search.
    pub settings: TextbookSettings,
}

impl fmt::Display for TextbookSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{ENGINE_NAME}{}", self.settings)
    }
}

impl EngineKind for TextbookSearch {
    const NAMES: &'static [&'static str] = &[ENGINE_NAME];

    const USAGE: Option<EngineUsage> = Some(EngineUsage {
        title: "Textbook search",
        text: "Textbook search takes textbook[:VARIABLES[+VALUES]][,fc|,gac][,limit=N], for example \
               textbook:mid+gval,fc. VARIABLES is first, mid (fewest values) or mid-list (the same, \
               and variables that failed last), VALUES is sval or gval, N is a number of assignments.",
    });

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        let settings = settings_after(text, ENGINE_NAME)?.parse().map_err(SpecFault::part_fault);
        Some(settings.map(|settings| TextbookSearch { settings }))
    }

    fn list_variants() -> Vec<Self> {
        let with = |strength| TextbookSettings { strength, ..TextbookSettings::default() };
        TextbookPropagation::ALL.map(|strength| TextbookSearch { settings: with(strength) }).into()
    }
}

impl ConfiguredEngine for TextbookSearch {
    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(SolverLineage::Native)
    }

    fn description(&self) -> String {
        let strength = self.settings.strength.short_description();
        format!("{strength} of every variable in turn, counted as in textbooks")
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        Ok(Box::new(TextbookSession::new(model, &self.settings, seed, control)?))
    }
}
