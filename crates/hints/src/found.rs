//! A hint: a fault in the entries, or the next step with the steps to a placement.

use std::time::Duration;

use parallax_model::ModelError;
use parallax_model::ask::{Answer, Control, Family, Solver};
use parallax_model::instance::{Instance, Viewpoint};

use super::confirmed::confirm;
use super::entries::{Entries, HintFault, Solved, unique};
use super::guide::{Allowed, Guide};
use super::path::{End, Path, Until};
use super::reason::smallest_step;
use super::state::State;
use super::step::Step;
use super::technique::Technique;
use parallax_why::{Confirmed, Confirmer, Engines};

/// A hint, and the model that it is about.
pub struct Hint {
    /// The model, and the names of its parts.
    pub guide: Guide,
    /// The content of the hint.
    pub next: Next,
}

/// The content of a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The entries cannot be right.
    Fault(HintFault),
    /// Every variable has its value, and all are right.
    Done(State),
    /// The steps to the next placement; the hint is the first. If no placement is near, the first
    /// step alone.
    Steps {
        /// The steps, without those that no later one needs if the options ask for it.
        path: Path,
        /// Whether engines of other families confirm each of them.
        confirmed: Vec<Confirmed>,
        /// If the smallest reason was requested: whether it is proved that none is smaller.
        smallest: Option<bool>,
    },
    /// Nothing is implied.
    Nothing(State),
    /// No hint is known, for this reason.
    Unknown(String),
}

impl Next {
    /// The name in JSON: `fault`, `done`, `step`, `nothing` or `unknown`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Next::Fault(_) => "fault",
            Next::Done(_) => "done",
            Next::Steps { .. } => "step",
            Next::Nothing(_) => "nothing",
            Next::Unknown(_) => "unknown",
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
    pub until: Until,
    /// Maximum number of steps of a path to the solution.
    pub most: usize,
    /// Whether to leave out steps that no later one needs.
    pub trim: bool,
    /// Whether to have each step confirmed.
    pub confirm: bool,
}

/// Finds a hint, or with [`Until::Solution`] a whole path, for an instance with a person's entries.
/// Calls `on_step` with each step of the path when it is found.
///
/// # Errors
/// Returns an error if the instance has no such model, or the model is too large.
pub fn hint(
    instance: &dyn Instance,
    viewpoint: &Viewpoint,
    entries: &Entries,
    wish: HintOptions,
    engines: &Engines,
    control: &Control,
    on_step: &mut dyn FnMut(&Step),
) -> Result<Hint, ModelError> {
    let allowed = Allowed { named_only: wish.named_only, ..Allowed::default() };
    let mut guide = Guide::of(instance, viewpoint, allowed, engines.clone(), control)?;
    let givens = instance.givens(viewpoint);
    let decider = engines.deciders.first().map(|engine| (engine.spec(), engine.family()));
    let (name, family) = decider.unwrap_or_default();
    let mut confirmer = Confirmer::new(&engines.confirmers, name, family, 0);
    let next = match entries.check(&guide, &givens, &mut confirmer, control) {
        Err(Ok(fault)) => Next::Fault(fault),
        Err(Err(answer)) => Next::Unknown(words(&answer)),
        Ok((state, solved)) => {
            if let (true, Solved::Unique(values)) = (wish.uniqueness, &solved) {
                let agreed = unique(&guide, &givens, values, &mut confirmer, control);
                guide.allowed.uniqueness = matches!(agreed, Confirmed::By(_));
            }
            steps(&mut guide, &state, wish, control, on_step)
        }
    };
    Ok(Hint { guide, next })
}

fn steps(
    guide: &mut Guide,
    state: &State,
    wish: HintOptions,
    control: &Control,
    on_step: &mut dyn FnMut(&Step),
) -> Next {
    if state.is_complete(&guide.rules) {
        return Next::Done(state.clone());
    }
    let (path, smallest) = match wish.smallest {
        Some(limit) if guide.groups.is_empty() => match smallest(guide, state, limit, control) {
            Ok(Some((path, proved))) => (path, Some(proved)),
            Ok(None) => return Next::Nothing(state.clone()),
            Err(answer) => return Next::Unknown(words(&answer)),
        },
        _ => {
            let path = match wish.until {
                Until::Placement => Path::to_placement(guide, state, control),
                Until::Solution => {
                    Path::follow(guide, state, wish.until, wish.most, control, on_step)
                }
            };
            (if wish.trim { path.trimmed(guide) } else { path }, None)
        }
    };
    match (&path.end, path.steps.is_empty()) {
        (End::Unknown(why), true) => return Next::Unknown(why.clone()),
        (_, true) => return Next::Nothing(state.clone()),
        _ => {}
    }
    let confirmed = if wish.confirm { confirm_all(guide, &path, control) } else { Vec::new() };
    Next::Steps { path, confirmed, smallest }
}

/// Returns the step with the smallest reason, as a path of its own.
fn smallest(
    guide: &Guide,
    state: &State,
    limit: Duration,
    control: &Control,
) -> Result<Option<(Path, bool)>, Answer> {
    let control = control.within(Some(limit));
    let found = smallest_step(&guide.rules, state, ROUNDS, &control)?;
    Ok(found.map(|(step, proved)| {
        let end = if step.places.is_empty() { End::Stuck } else { End::Placement };
        (Path { start: state.clone(), steps: vec![step], end }, proved)
    }))
}

/// Maximum number of correction sets of a proof that a reason is smallest.
const ROUNDS: usize = 2_000;

/// Lets an engine that did not find a step confirm it, for all steps.
fn confirm_all(guide: &Guide, path: &Path, control: &Control) -> Vec<Confirmed> {
    let engines = &guide.engines;
    let new = |family| Confirmer::new(&engines.confirmers, "the finder".into(), family, 0);
    let mut of_units = new(Family::of(Solver::MiniSat));
    let mut of_rules = new(Family::of(Solver::Native));
    let decider = engines.deciders.first().map(|engine| engine.family()).unwrap_or_default();
    let mut of_several = new(decider);
    let walk = path.walk(&guide.rules);
    walk.map(|(state, step)| {
        let confirmer = match step.technique {
            Technique::SeveralRules => &mut of_several,
            _ if step.has_parts_only() => &mut of_units,
            _ => &mut of_rules,
        };
        confirm(guide, &state, step, confirmer, control)
    })
    .collect()
}

fn words(answer: &Answer) -> String {
    answer.reason().map_or_else(|| answer.name().to_owned(), str::to_owned)
}
