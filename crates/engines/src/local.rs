//! Local search as an engine.

use std::fmt;
use std::sync::Arc;

use parallax_local::{LocalQuestion, LocalSearchMethod, LocalSettings, run_local_search};
use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, EffortCounters, EngineFamily, EnumerationEnd,
    PreparationError, QuestionClock, QuestionOutcome, Session, SolverLineage, Task,
};
use parallax_model::{Given, Model, Value};

use super::spec::{
    ConfiguredEngine, EngineFacts, EngineKind, EngineUsage, SpecFault, settings_after,
};

/// The first word of its specs.
const ENGINE_NAME: &str = "local";

/// Local search, which finds solutions and never shows that none exists.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalSearch {
    /// The settings of the search.
    pub settings: LocalSettings,
}

impl fmt::Display for LocalSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{ENGINE_NAME}{}", self.settings)
    }
}

impl EngineKind for LocalSearch {
    const NAMES: &'static [&'static str] = &[ENGINE_NAME];

    const USAGE: Option<EngineUsage> = Some(EngineUsage {
        title: "Local search",
        text: "Local search takes local[:tabu|:adaptive][,restart=N][,tenure=N][,steps=N], all N in \
               steps. It finds one solution, or better and better ones, and never answers 'unsat' or \
               'optimal'.",
    });

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        let settings = settings_after(text, ENGINE_NAME)?.parse().map_err(SpecFault::part_fault);
        Some(settings.map(|settings| LocalSearch { settings }))
    }

    fn list_variants() -> Vec<Self> {
        let with = |method| LocalSettings { method, ..LocalSettings::default() };
        LocalSearchMethod::ALL.map(|method| LocalSearch { settings: with(method) }).into()
    }
}

impl ConfiguredEngine for LocalSearch {
    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(SolverLineage::Local)
    }

    fn description(&self) -> String {
        format!("local search on violations, {}", self.settings.method.short_description())
    }

    fn engine_facts(&self) -> EngineFacts {
        EngineFacts { tasks: &["first", "best"], ..EngineFacts::default() }
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        _control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        let (model, settings) = (model.clone(), self.settings.clone());
        Ok(Box::new(LocalSession { model, settings, seed }))
    }
}

/// A model to search. Each question starts in the same state, so that the same seed gives the same
/// counters.
struct LocalSession {
    model: Arc<Model>,
    settings: LocalSettings,
    seed: u64,
}

/// The reason why a task for more than one solution is refused.
const ONE_ONLY: &str = "local search finds one solution or better and better ones; it cannot list or \
                        count all";

impl Session for LocalSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let mut clock = QuestionClock::start_clock();
        let optimise = task == Task::Optimise;
        match task {
            Task::First | Task::Limit(1) => {}
            Task::Limit(0) => {
                let (ended, counters) = (EnumerationEnd::Enough, EffortCounters::new());
                return QuestionOutcome::from_enumeration(0, ended, counters, clock.elapsed_time());
            }
            Task::Optimise if self.model.objective().is_none() => {
                return QuestionOutcome::without_objective();
            }
            Task::Optimise => {}
            Task::All | Task::Count | Task::Limit(_) => {
                return QuestionOutcome::at_once(Answer::Unsupported(ONE_ONLY.into()));
            }
        }
        let mut give = |values: &[Value]| clock.run_outside(|| on_candidate(values));
        let asked = LocalQuestion { model: &self.model, givens, optimise, seed: self.seed };
        let walked = match run_local_search(asked, &self.settings, control, &mut give) {
            Ok(walked) => walked,
            Err(refusal) => return QuestionOutcome::at_once(refusal.into()),
        };
        let elapsed = clock.elapsed_time();
        if optimise {
            QuestionOutcome::from_optimisation(walked.best, walked.ended, walked.counters, elapsed)
        } else {
            QuestionOutcome::from_enumeration(walked.found, walked.ended, walked.counters, elapsed)
        }
    }
}
