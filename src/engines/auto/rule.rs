//! The rule: which engine goes on where a slice of native search does not decide.

use super::Features;
use crate::ask::Task;
use crate::engines::Spec;
use crate::model::Model;
use crate::search::Settings;
use crate::search::heuristics::ValueHeuristic;
use crate::solvers::SatKind;
use crate::solvers::smt::SmtKind;
use parallax_encodings::IntEncoding;

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

/// Chooses by the features of a model; `docs/auto.md` has the measurements behind each line.
#[must_use]
pub fn choose(features: &Features, way: Way) -> Choice {
    let sat = Spec::sat(fast_sat(), IntEncoding::Direct);
    if features.literals > LARGE {
        let why = format!("its formula would have some {} literals", features.literals);
        return Choice { then: None, why };
    }
    if way == Way::Best {
        return Choice { then: None, why: "it improves bounds quickly".into() };
    }
    let why = format!("{} variables are open with {} values", features.open, features.values);
    Choice { then: Some(sat), why }
}

/// The most literals of a formula.
const LARGE: u64 = 20_000_000;

/// The settings of native search for a model.
pub(super) fn settings(model: &Model) -> Settings {
    let plain = Settings::default();
    match model.objective() {
        Some(_) => Settings { values: ValueHeuristic::Saved, ..plain },
        None => plain,
    }
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
