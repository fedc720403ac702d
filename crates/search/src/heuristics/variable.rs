//! Variable heuristics: the variable to branch on next.

use std::cmp::Reverse;

use parallax_model::{Model, VarId, named};
use parallax_propagation::propagators::ConstraintPropagator;
use parallax_propagation::store::DomainStore;
use rand::Rng;

use super::activity::VariableActivity;
use super::diagonal;
use super::weights::{FailureWeights, WeightRule};
use crate::unsupported::UnsupportedModel;

/// The choice of the unfixed variable to branch on; ties go to the first in the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VariableHeuristic {
    /// MiD: the smallest domain.
    SmallestDomain,
    /// MaD: the largest domain.
    LargestDomain,
    /// Opre: the diagonal of a square grid, its upper triangle column by
    /// column, its lower triangle row by row.
    Diagonal,
    /// The first in the model.
    First,
    /// The smallest quotient of domain size and number of constraints.
    Degree,
    /// The smallest quotient of domain size and weight, where weights grow with the failures of
    /// the constraints (Boussemart, Hemery, Lecoutre and Saïs 2004).
    #[default]
    WeightedDegree,
    /// The largest quotient of activity and domain size (Michel and Van
    /// Hentenryck 2012).
    Activity,
    /// The largest quotient of conflict history and domain size (Habet and
    /// Terrioux 2021).
    History,
    /// A random variable.
    Random,
    /// The smallest domain, on a tie the most constraints (Brélaz 1979).
    MostConstrained,
    /// The largest number of constraints.
    Occurrence,
    /// The largest difference between the two smallest values.
    MaxRegret,
    /// The smallest value of all domains.
    Smallest,
    /// The greatest value of all domains.
    Largest,
}

named!(VariableHeuristic, "variable heuristic", {
    SmallestDomain => "mid",
    LargestDomain => "mad",
    Diagonal => "opre",
    First => "first",
    Degree => "domdeg",
    WeightedDegree => "domwdeg",
    Activity => "activity",
    History => "chs",
    Random => "random",
    MostConstrained => "most_constrained",
    Occurrence => "occurrence",
    MaxRegret => "max_regret",
    Smallest => "smallest",
    Largest => "largest",
});

use VariableHeuristic as V;

impl VariableHeuristic {
    /// The heuristics that learn from the search.
    pub const LEARNING_HEURISTICS: [V; 3] = [V::WeightedDegree, V::Activity, V::History];

    /// Returns a description of the picked variable, in a few words.
    #[must_use]
    pub fn short_description(self) -> &'static str {
        match self {
            V::SmallestDomain => "the smallest domain",
            V::LargestDomain => "the largest domain",
            V::Diagonal => "diagonal, upper triangle, lower triangle of a square grid",
            V::First => "the first unfixed variable of the model",
            V::Degree => "domain size by number of constraints",
            V::WeightedDegree => "domain size by weight of failed constraints",
            V::Activity => "how often propagation touched the variable, by domain size",
            V::History => "how recently its constraints failed, by domain size",
            V::Random => "a random variable, by the seed",
            V::MostConstrained => "the smallest domain, on a tie the most constraints",
            V::Occurrence => "the most constraints",
            V::MaxRegret => "the largest difference between the two smallest values",
            V::Smallest => "the smallest value in the domain",
            V::Largest => "the greatest value in the domain",
        }
    }

    /// Whether it learns from the search.
    #[must_use]
    pub fn learns(self) -> bool {
        V::LEARNING_HEURISTICS.contains(&self)
    }

    /// Whether a second run of the search could take different choices.
    #[must_use]
    pub fn changes_choices(self) -> bool {
        self.learns() || self == V::Random
    }

    /// Checks that it applies to a model.
    ///
    /// # Errors
    /// Returns the reason why it does not.
    pub fn check_model(self, model: &Model) -> Result<(), UnsupportedModel> {
        match (self, model.grid_order()) {
            (V::Diagonal, None) => Err(UnsupportedModel::NoGrid),
            _ => Ok(()),
        }
    }
}

/// A variable heuristic with its state.
#[derive(Clone)]
pub(super) enum VariableChooser {
    SmallestDomain,
    LargestDomain,
    /// By rank; variables without a rank come last.
    Ranked(Vec<u32>),
    Degree(Vec<u32>),
    Weighted(FailureWeights),
    Activity(VariableActivity),
    Random,
    MostConstrained(Vec<u32>),
    MaxRegret,
    Smallest,
    Largest,
}

impl VariableChooser {
    pub(super) fn new(
        heuristic: VariableHeuristic,
        model: &Model,
        propagators: &[Box<dyn ConstraintPropagator>],
    ) -> Self {
        match heuristic {
            V::SmallestDomain => VariableChooser::SmallestDomain,
            V::LargestDomain => VariableChooser::LargestDomain,
            V::Diagonal => {
                VariableChooser::Ranked(diagonal::diagonal_ranks(model.grid_order().unwrap_or(0)))
            }
            // Without ranks all variables are equal, and the index decides.
            V::First => VariableChooser::Ranked(Vec::new()),
            V::Degree => VariableChooser::Degree(variable_degrees(model)),
            V::WeightedDegree => VariableChooser::Weighted(FailureWeights::new(
                WeightRule::Failures,
                variable_degrees(model),
                propagators,
            )),
            V::Activity => {
                VariableChooser::Activity(VariableActivity::new(model.variables().len()))
            }
            V::History => VariableChooser::Weighted(FailureWeights::new(
                WeightRule::History,
                variable_degrees(model),
                propagators,
            )),
            V::Random => VariableChooser::Random,
            V::MostConstrained => VariableChooser::MostConstrained(variable_degrees(model)),
            // The smallest rank wins, so the degree counts downwards.
            V::Occurrence => VariableChooser::Ranked(
                variable_degrees(model).into_iter().map(|degree| u32::MAX - degree).collect(),
            ),
            V::MaxRegret => VariableChooser::MaxRegret,
            V::Smallest => VariableChooser::Smallest,
            V::Largest => VariableChooser::Largest,
        }
    }

    /// Picks a variable from `open` (all unfixed, in no particular order).
    #[inline]
    pub(super) fn choose_variable(
        &self,
        open: &[VarId],
        store: &DomainStore,
        rng: &mut impl Rng,
    ) -> Option<VarId> {
        let candidates = open.iter().copied();
        match self {
            VariableChooser::SmallestDomain => {
                candidates.min_by_key(|&v| (store.domain_size(v), v))
            }
            VariableChooser::LargestDomain => {
                // The minimum of the complement instead of a maximum: `max_by_key` would give ties
                // to the last variable.
                candidates.min_by_key(|&v| (u32::MAX - store.domain_size(v), v))
            }
            VariableChooser::Ranked(ranks) => {
                candidates.min_by_key(|v| (ranks.get(v.index()).copied().unwrap_or(u32::MAX), *v))
            }
            // The quotients are inverted and maximised: a variable without constraints or weight
            // then scores 0 instead of dividing by zero.
            VariableChooser::Degree(degrees) => best_variable(candidates, |v| {
                f64::from(degrees[v.index()]) / f64::from(store.domain_size(v))
            }),
            VariableChooser::Weighted(weights) => best_variable(candidates, |v| {
                weights.variable_weight(v) / f64::from(store.domain_size(v))
            }),
            VariableChooser::Activity(activity) => best_variable(candidates, |v| {
                activity.variable_activity(v) / f64::from(store.domain_size(v))
            }),
            VariableChooser::MostConstrained(degrees) => {
                candidates.min_by_key(|&v| (store.domain_size(v), Reverse(degrees[v.index()]), v))
            }
            VariableChooser::MaxRegret => {
                candidates.min_by_key(|&v| (Reverse(value_regret(v, store)), v))
            }
            VariableChooser::Smallest => candidates.min_by_key(|&v| (store.min(v), v)),
            VariableChooser::Largest => candidates.min_by_key(|&v| (Reverse(store.max(v)), v)),
            VariableChooser::Random => match open.len() {
                0 => None,
                n => Some(open[rng.random_range(0..n)]),
            },
        }
    }

    /// Whether [`variable_score`](VariableChooser::variable_score) returns scores.
    pub(super) fn has_scores(&self) -> bool {
        matches!(self, VariableChooser::Degree(_) | VariableChooser::Weighted(_))
    }

    /// Returns the score of an unfixed variable, for heuristics that pick the variable with the
    /// largest score, the first one on a tie, and whose scores change only with failures and with
    /// the variable's domain.
    #[inline]
    pub(super) fn variable_score(&self, v: VarId, store: &DomainStore) -> Option<f64> {
        let weight = match self {
            VariableChooser::Degree(degrees) => f64::from(degrees[v.index()]),
            VariableChooser::Weighted(weights) => weights.variable_weight(v),
            _ => return None,
        };
        Some(weight / f64::from(store.domain_size(v)))
    }

    pub(super) fn reset(&mut self) {
        match self {
            VariableChooser::Weighted(weights) => weights.reset(),
            VariableChooser::Activity(activity) => activity.reset(),
            _ => {}
        }
    }

    #[inline]
    pub(super) fn note_commit(&mut self, store: &DomainStore) {
        if let VariableChooser::Activity(activity) = self {
            activity.note_commit(store);
        }
    }

    #[inline]
    pub(super) fn note_propagation(&mut self, store: &DomainStore) {
        if let VariableChooser::Activity(activity) = self {
            activity.note_propagation(store);
        }
    }

    /// Learns from the conflict of a propagator; returns the variables whose scores changed.
    #[inline]
    pub(super) fn note_conflict(&mut self, propagator: usize) -> &[VarId] {
        match self {
            VariableChooser::Weighted(weights) => weights.note_conflict(propagator),
            _ => &[],
        }
    }

    /// Returns the weights learned from failures, if weights add up.
    pub(super) fn learned_weights(&self) -> Option<&[f64]> {
        match self {
            VariableChooser::Weighted(weights) => weights.learned_weights(),
            _ => None,
        }
    }

    /// Adds the change of another search's weights from `before` to `after`.
    pub(super) fn add_weights(&mut self, before: &[f64], after: &[f64]) {
        if let VariableChooser::Weighted(weights) = self {
            weights.add_weights(before, after);
        }
    }

    pub(super) fn note_restart(&mut self) {
        if let VariableChooser::Weighted(weights) = self {
            weights.note_restart();
        }
    }
}

/// Returns the candidate with the largest score, the first one on a tie. If all scores are 0,
/// quotients fall back on the order of the model.
fn best_variable(
    candidates: impl Iterator<Item = VarId>,
    score: impl Fn(VarId) -> f64,
) -> Option<VarId> {
    let mut best: Option<(f64, VarId)> = None;
    for v in candidates {
        let own = score(v);
        if best.is_none_or(|(other, first)| own > other || own == other && v < first) {
            best = Some((own, v));
        }
    }
    best.map(|(_, v)| v)
}

/// Returns the difference of the two smallest values of an unfixed variable.
pub(super) fn value_regret(v: VarId, store: &DomainStore) -> i64 {
    let least = store.min(v);
    let second = store.at_least(v, least + 1).unwrap_or(least);
    i64::from(second) - i64::from(least)
}

/// Returns the number of constraints on each variable.
pub(super) fn variable_degrees(model: &Model) -> Vec<u32> {
    let mut degrees = vec![0; model.variables().len()];
    for posted in model.constraints() {
        for v in posted.constraint.scope() {
            degrees[v.index()] += 1;
        }
    }
    degrees
}
