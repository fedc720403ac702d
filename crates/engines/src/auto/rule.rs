//! The rule: with which settings native search begins, and which engine goes on where a slice does
//! not suffice. It follows `studies/auto/measured.csv`; `docs/auto.md` says how, and how well it does.

use parallax_encodings::IntEncoding;
use parallax_model::Model;
use parallax_model::ask::Task;
use parallax_search::Settings;
use parallax_search::heuristics::ValueHeuristic;
use parallax_solvers::SatKind;
use parallax_solvers::smt::SmtKind;

use super::Features;
use crate::Spec;

/// What a question wants, as far as the choice depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// One solution, or two, or that there is none.
    One,
    /// A best solution.
    Best,
}

impl Way {
    /// The way of a task; `None` where native search does it all.
    #[must_use]
    pub fn of(task: Task) -> Option<Way> {
        match task {
            Task::First | Task::Limit(0..=2) => Some(Way::One),
            Task::Optimise => Some(Way::Best),
            Task::Limit(_) | Task::All | Task::Count => None,
        }
    }
}

/// A choice and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The engine that goes on; `None` is native search itself.
    pub then: Option<Spec>,
    /// Why, in a sentence without its end.
    pub why: String,
}

/// The settings of native search for a model: where a best solution is wanted, the values of the
/// best one so far are tried first.
#[must_use]
pub fn settings(model: &Model) -> Settings {
    let plain = Settings::default();
    match model.objective() {
        Some(_) => Settings { values: ValueHeuristic::Saved, ..plain },
        None => plain,
    }
}

/// The most literals of a formula. Building a larger one takes seconds.
const LARGE: u64 = 5_000_000;

/// Chooses by the features of a model; `docs/auto.md` has the measurements behind each line.
#[must_use]
pub fn choose(features: &Features, way: Way) -> Choice {
    let native = |why: String| Choice { then: None, why };
    if way == Way::Best {
        return native("native search bounds the objective at every node".into());
    }
    let solver = fast_sat();
    let sat = |why: String| Choice { then: Some(Spec::sat(solver, IntEncoding::Direct)), why };
    let Features { open, permuted, literals, longest, .. } = *features;
    if literals > LARGE {
        return native(format!("a formula would have some {literals} literals"));
    }
    if longest <= 2 && permuted > 0 && 2 * permuted >= open {
        return sat(format!("{permuted} of {open} open variables stand in permutations"));
    }
    if 2 * features.number("clause") > features.kinds.values().sum::<u64>() {
        return sat(format!("most constraints are clauses, over {open} open variables"));
    }
    native("native search propagates these constraints more strongly than clauses do".into())
}

/// The engines for models that native search cannot take, best first.
pub(super) fn instead_of_native() -> Vec<Spec> {
    let order = Spec::sat(fast_sat(), IntEncoding::Order);
    let all = [Spec::smt(SmtKind::Z3), Spec::Pumpkin, order];
    all.into_iter().filter(Spec::is_built).collect()
}

/// The fastest SAT solver of this build.
fn fast_sat() -> SatKind {
    if SatKind::Cadical.is_built() { SatKind::Cadical } else { SatKind::Batsat }
}
