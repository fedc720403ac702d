//! The rule: the settings with which native search begins, and the engine that continues if a slice
//! does not suffice. It follows `studies/auto/measured.csv`; `studies/figures.md` explains the
//! method and reports the results.

use parallax_encodings::IntEncoding;
use parallax_model::Model;
use parallax_model::engine_api::Task;
use parallax_search::SearchSettings;
use parallax_search::heuristics::ValueHeuristic;
use parallax_solvers::SatKind;
use parallax_solvers::smt::SmtKind;

use super::ModelFeatures;
use crate::Spec;

/// The part of a task on which the choice depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchTask {
    /// One solution, or two, or a proof that none exists.
    One,
    /// A best solution.
    Best,
}

impl SearchTask {
    /// Returns the part of a task that the choice depends on; `None` if native search does it all.
    #[must_use]
    pub fn from_task(task: Task) -> Option<SearchTask> {
        match task {
            Task::First | Task::Limit(0..=2) => Some(SearchTask::One),
            Task::Optimise => Some(SearchTask::Best),
            Task::Limit(_) | Task::All | Task::Count => None,
        }
    }
}

/// A choice and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineChoice {
    /// The engine that continues; `None` is native search itself.
    pub then: Option<Spec>,
    /// Whether a SAT solver tries it shortly before native search continues.
    pub trial: bool,
    /// The reason, as a sentence without its full stop.
    pub why: String,
}

/// Returns the settings of native search for a model: with an objective, the values of the best
/// solution so far are tried first, unless the model has a plan of its search.
#[must_use]
pub fn first_settings(model: &Model) -> SearchSettings {
    let plain = SearchSettings::default();
    match model.objective() {
        Some(_) if model.search_plan().is_none() => {
            SearchSettings { values: ValueHeuristic::Saved, ..plain }
        }
        _ => plain,
    }
}

/// Maximum number of literals of a formula. Building a larger one takes seconds.
const MAX_LITERALS: u64 = 5_000_000;

/// Maximum number of literals of a formula that is made for a trial.
const MAX_TRIAL_LITERALS: u64 = 1_000_000;

/// The decisions of a trial: a second or less.
pub(super) const TRIAL_DECISIONS: u64 = 30_000;

/// Returns the choice for a model with a plan of its search, which native search alone follows.
pub(super) fn choose_plan() -> EngineChoice {
    let why = "native search follows the search plan of the model".into();
    EngineChoice { then: None, trial: false, why }
}

/// Chooses by the features of a model; `studies/figures.md` has the measurements for each line.
#[must_use]
pub fn choose_engine(features: &ModelFeatures, way: SearchTask) -> EngineChoice {
    let native = |why: String| EngineChoice { then: None, trial: false, why };
    let solver = fast_sat();
    if way == SearchTask::Best {
        if orders_tasks(features) {
            return native("native search learns from conflicts of orders".into());
        }
        if features.literals > MAX_LITERALS {
            return native("native search bounds the objective at every node".into());
        }
        let then = Some(Spec::sat(solver, IntEncoding::Order));
        let why = "learned clauses prove that nothing is better".into();
        return EngineChoice { then, trial: false, why };
    }
    let direct = || Some(Spec::sat(solver, IntEncoding::Direct));
    let sat = |why: String| EngineChoice { then: direct(), trial: false, why };
    let ModelFeatures { open, permuted, literals, longest, .. } = *features;
    if literals > MAX_LITERALS {
        return native(format!("a formula would have some {literals} literals"));
    }
    if longest <= 2 && permuted > 0 && 2 * permuted >= open {
        let why = format!("{permuted} of {open} open variables stand in permutations");
        // BatSat is slower than native search that learns.
        return if solver == SatKind::Cadical { sat(why) } else { native(why) };
    }
    if orders_tasks(features) {
        return native("native search learns from conflicts of orders".into());
    }
    // A SAT solver takes clauses as they are, so that an encoding adds little more than the
    // domains.
    if 2 * features.constraint_count("clause") > features.kinds.values().sum::<u64>() {
        return sat(format!("most constraints are clauses, over {open} open variables"));
    }
    let why = "native search propagates these constraints more strongly than clauses do";
    EngineChoice { trial: literals <= MAX_TRIAL_LITERALS, ..native(why.into()) }
}

/// Whether a model is mostly about the order of tasks: resources that they share, or comparisons
/// under conditions.
fn orders_tasks(features: &ModelFeatures) -> bool {
    let all: u64 = features.kinds.values().sum();
    let shared = ["cumulative", "nooverlap"];
    shared.iter().any(|kind| features.constraint_count(kind) > 0)
        || 2 * features.constraint_count("implies") > all
}

/// Returns the engine of a trial, which every build has.
pub(super) fn trial_engine() -> (SatKind, IntEncoding) {
    (SatKind::Batsat, IntEncoding::Direct)
}

/// Returns the engines for models that native search cannot take, best first.
pub(super) fn fallback_engines() -> Vec<Spec> {
    let order = Spec::sat(fast_sat(), IntEncoding::Order);
    let all = [Spec::smt(SmtKind::Z3), Spec::pumpkin(), order];
    all.into_iter().filter(Spec::is_built).collect()
}

/// Returns the fastest SAT solver of this build.
fn fast_sat() -> SatKind {
    if SatKind::Cadical.is_built() { SatKind::Cadical } else { SatKind::Batsat }
}
