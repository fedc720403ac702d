//! The race: its engines, its first steps and what it declares.

use std::num::NonZeroUsize;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::engine_api::{
    Control, Engine, EngineAbilities, EngineFamily, PreparationError, Session,
};
use parallax_search::SearchSettings;

use super::runner::RaceRunner;
use super::session;
use super::spec::Portfolio;
use crate::Spec;
use crate::native::NativeSearch;

/// Number of steps (enumerations) that native search may take alone as the first engine. Their
/// number and not the time ends its run, so that every machine gives the same answer to easy
/// questions.
const FIRST_STEPS: u64 = 5_000;

/// An engine that races others.
#[derive(Clone)]
pub struct RacingEngine {
    pub(super) name: String,
    pub(super) members: Vec<Arc<dyn Engine>>,
    /// The first member with a limit on its steps, if it is native search.
    pub(super) head: Option<Arc<dyn Engine>>,
    pub(super) cores: usize,
    /// The number of families that must agree on a claim.
    pub(super) agree: usize,
    pub(super) abilities: EngineAbilities,
}

impl RacingEngine {
    /// Makes the engine of a portfolio on this number of cores. `place` decides where a member
    /// works: here or in a child process.
    #[must_use]
    pub fn new(
        portfolio: &Portfolio,
        cores: usize,
        place: &dyn Fn(Spec) -> Arc<dyn Engine>,
    ) -> Self {
        let engines = portfolio.engine_specs(cores);
        let abilities = race_abilities(&engines);
        let head = engines.first().and_then(limited_head).map(place);
        let members = engines.into_iter().map(place).collect();
        RacingEngine { name: portfolio.to_string(), members, head, cores, agree: 1, abilities }
    }

    /// Asks members of other families to agree on claims (no solution, no other, or no better one),
    /// until this number of families agree.
    #[must_use]
    pub fn with_agreement(self, families: usize) -> Self {
        RacingEngine { agree: families.max(1), ..self }
    }

    /// Returns the number of sessions that may exist at the same time.
    #[must_use]
    pub fn max_sessions(portfolio: &Portfolio, cores: usize) -> u64 {
        let engines = portfolio.engine_specs(cores);
        // The first engine has a second session if it begins with a limit on its steps.
        engines.len() as u64 + u64::from(engines.first().and_then(limited_head).is_some())
    }
}

/// Returns the number of available cores.
#[must_use]
pub fn at_hand() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Returns the first engine with a limit on its steps, if it is native search without one.
pub(super) fn limited_head(spec: &Spec) -> Option<Spec> {
    let NativeSearch { settings } = spec.as_engine()?;
    let limit = Some(FIRST_STEPS);
    settings
        .limit
        .is_none()
        .then(|| Spec::native_with(SearchSettings { limit, ..settings.clone() }))
}

/// Returns the abilities and needs of a race of these engines.
pub(super) fn race_abilities(engines: &[Spec]) -> EngineAbilities {
    let all: Vec<EngineAbilities> = engines.iter().map(Spec::abilities).collect();
    EngineAbilities {
        chooses: true,
        asks_once: all.iter().any(|engine| engine.asks_once),
        external: all.iter().any(|engine| engine.external),
        foreign: all.iter().any(|engine| engine.foreign),
        stack_bytes: all.iter().map(|engine| engine.stack_bytes).fold(0, u64::saturating_add),
        ..EngineAbilities::default()
    }
}

impl Engine for RacingEngine {
    fn spec(&self) -> String {
        self.name.clone()
    }

    fn family(&self) -> EngineFamily {
        // The outcome names the member that answers, and its family.
        EngineFamily::default()
    }

    fn abilities(&self) -> EngineAbilities {
        self.abilities
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        control.check_stop()?;
        let runner = |engine: &Arc<dyn Engine>, named: &Arc<dyn Engine>| {
            RaceRunner::new(engine.clone(), named.spec(), model, seed)
        };
        let head = self.head.as_ref().zip(self.members.first());
        Ok(Box::new(session::RaceSession {
            model: model.clone(),
            head: head.map(|(head, first)| runner(head, first)),
            members: self.members.iter().map(|member| runner(member, member)).collect(),
            cores: self.cores,
            agree: self.agree,
        }))
    }
}
