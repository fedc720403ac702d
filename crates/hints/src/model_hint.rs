//! A hint: a fault in the entries, or the next step with the steps to a placement.

use std::time::Duration;

use parallax_instance::{Instance, Viewpoint};
use parallax_model::ModelError;
use parallax_model::engine_api::{Answer, Control, EngineFamily, SolverLineage};

use super::confirmed::confirm_step;
use super::entries::{HintFault, PersonEntries, SolutionStatus, confirm_unique};
use super::path::{PathEnd, PathGoal, StepPath};
use super::reason::smallest_step;
use super::state::CandidateState;
use super::step::DeductionStep;
use super::step_finder::{AllowedReasoning, StepFinder};
use super::technique::Technique;
use parallax_explain::{ClaimConfirmation, ClaimConfirmer, ExplanationEngines};

/// A hint, and the model that it is about.
pub struct ModelHint {
    /// The model, and the names of its parts.
    pub guide: StepFinder,
    /// The content of the hint.
    pub next: HintContent,
}

/// The content of a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintContent {
    /// The entries cannot be right.
    Fault(HintFault),
    /// Every variable has its value, and all are right.
    Done(CandidateState),
    /// The steps to the next placement; the hint is the first. If no placement is near, the first
    /// step alone.
    Steps {
        /// The steps, without those that no later one needs if the options ask for it.
        path: StepPath,
        /// Whether engines of other families confirm each of them.
        confirmed: Vec<ClaimConfirmation>,
        /// If the smallest reason was requested: whether it is proved that none is smaller.
        smallest: Option<bool>,
    },
    /// Nothing is implied.
    Nothing(CandidateState),
    /// No hint is known, for this reason.
    Unknown(String),
}

impl HintContent {
    /// The name in JSON: `fault`, `done`, `step`, `nothing` or `unknown`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            HintContent::Fault(_) => "fault",
            HintContent::Done(_) => "done",
            HintContent::Steps { .. } => "step",
            HintContent::Nothing(_) => "nothing",
            HintContent::Unknown(_) => "unknown",
        }
    }
}

/// Options of a hint or path.
#[derive(Clone, Copy, Debug)]
pub struct HintOptions {
    /// Whether techniques may assume that there is exactly one solution, if that is established.
    pub uniqueness: bool,
    /// Whether only named techniques count.
    pub named_only: bool,
    /// Whether to find the step with the smallest reason of all, named or not, in this many
    /// seconds.
    pub smallest: Option<Duration>,
    /// The end of the path.
    pub until: PathGoal,
    /// Maximum number of steps of a path to the solution.
    pub max_steps: usize,
    /// Whether to leave out steps that no later one needs.
    pub trim: bool,
    /// Whether to have each step confirmed.
    pub confirm: bool,
}

/// Finds a hint, or with [`PathGoal::Solution`] a whole path, for an instance with a person's
/// entries. Calls `on_step` with each step of the path when it is found.
///
/// # Errors
/// Returns an error if the instance has no such model, or the model is too large.
pub fn find_hint(
    instance: &dyn Instance,
    viewpoint: &Viewpoint,
    entries: &PersonEntries,
    wish: HintOptions,
    engines: &ExplanationEngines,
    control: &Control,
    on_step: &mut dyn FnMut(&DeductionStep),
) -> Result<ModelHint, ModelError> {
    let allowed = AllowedReasoning { named_only: wish.named_only, ..AllowedReasoning::default() };
    let mut guide =
        StepFinder::for_instance(instance, viewpoint, allowed, engines.clone(), control)?;
    let givens = instance.givens(viewpoint);
    let decider = engines.deciders.first().map(|engine| (engine.spec(), engine.family()));
    let (name, family) = decider.unwrap_or_default();
    let mut confirmer = ClaimConfirmer::new(&engines.confirmers, name, family, 0);
    let next = match entries.check_entries(&guide, &givens, &mut confirmer, control) {
        Err(Ok(fault)) => HintContent::Fault(fault),
        Err(Err(answer)) => HintContent::Unknown(describe_answer(&answer)),
        Ok((state, solved)) => {
            // Techniques of uniqueness are right only if other engines confirm the unique solution.
            if let (true, SolutionStatus::Unique(values)) = (wish.uniqueness, &solved) {
                let agreed = confirm_unique(&guide, &givens, values, &mut confirmer, control);
                guide.allowed.uniqueness = matches!(agreed, ClaimConfirmation::By(_));
            }
            find_steps(&mut guide, &state, wish, control, on_step)
        }
    };
    Ok(ModelHint { guide, next })
}

fn find_steps(
    guide: &mut StepFinder,
    state: &CandidateState,
    wish: HintOptions,
    control: &Control,
    on_step: &mut dyn FnMut(&DeductionStep),
) -> HintContent {
    if state.is_complete(&guide.rules) {
        return HintContent::Done(state.clone());
    }
    let (path, smallest) = match wish.smallest {
        // The search for smallest reasons knows units only.
        Some(limit) if guide.groups.is_empty() => {
            match smallest_reason_path(guide, state, limit, control) {
                Ok(Some((path, proved))) => (path, Some(proved)),
                Ok(None) => return HintContent::Nothing(state.clone()),
                Err(answer) => return HintContent::Unknown(describe_answer(&answer)),
            }
        }
        _ => {
            let path = match wish.until {
                PathGoal::Placement => StepPath::to_placement(guide, state, control),
                PathGoal::Solution => StepPath::follow_steps(
                    guide,
                    state,
                    wish.until,
                    wish.max_steps,
                    control,
                    on_step,
                ),
            };
            (if wish.trim { path.without_unneeded(guide) } else { path }, None)
        }
    };
    match (&path.end, path.steps.is_empty()) {
        (PathEnd::Unknown(why), true) => return HintContent::Unknown(why.clone()),
        (_, true) => return HintContent::Nothing(state.clone()),
        _ => {}
    }
    let confirmed = if wish.confirm { confirm_all(guide, &path, control) } else { Vec::new() };
    HintContent::Steps { path, confirmed, smallest }
}

/// Returns the step with the smallest reason, as a path of one step.
fn smallest_reason_path(
    guide: &StepFinder,
    state: &CandidateState,
    limit: Duration,
    control: &Control,
) -> Result<Option<(StepPath, bool)>, Answer> {
    let control = control.with_timeout(Some(limit));
    let found = smallest_step(&guide.rules, state, MAX_CORRECTION_SETS, &control)?;
    Ok(found.map(|(step, proved)| {
        let end = if step.places.is_empty() { PathEnd::Stuck } else { PathEnd::Placement };
        (StepPath { start: state.clone(), steps: vec![step], end }, proved)
    }))
}

/// Maximum number of correction sets of a proof that a reason is smallest.
const MAX_CORRECTION_SETS: usize = 2_000;

/// Lets an engine that did not find a step confirm it, for all steps.
fn confirm_all(guide: &StepFinder, path: &StepPath, control: &Control) -> Vec<ClaimConfirmation> {
    let engines = &guide.engines;
    // Each kind of step is found by engines of one family, which must not confirm its own steps.
    let new = |family| ClaimConfirmer::new(&engines.confirmers, "the finder".into(), family, 0);
    let mut of_units = new(EngineFamily::from_solver(SolverLineage::MiniSat));
    let mut of_rules = new(EngineFamily::from_solver(SolverLineage::Native));
    let decider = engines.deciders.first().map(|engine| engine.family()).unwrap_or_default();
    let mut of_several = new(decider);
    let walk = path.walk_states(&guide.rules);
    walk.map(|(state, step)| {
        let confirmer = match step.technique {
            Technique::SeveralRules => &mut of_several,
            _ if step.has_parts_only() => &mut of_units,
            _ => &mut of_rules,
        };
        confirm_step(guide, &state, step, confirmer, control)
    })
    .collect()
}

fn describe_answer(answer: &Answer) -> String {
    answer.unknown_reason().map_or_else(|| answer.name().to_owned(), str::to_owned)
}
