//! The fastest engine and its factors.

use std::cmp::Ordering;

use serde::Serialize;

/// The fastest engine, and the factors by which it was faster than the others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct FastestEngine {
    #[serde(flatten)]
    pub(crate) racer: RaceEntrant,
    /// The number of instances without a disagreement.
    pub(crate) instances: u64,
    /// The number of runs of each engine on each instance.
    pub(crate) rounds: usize,
    /// The other engines with a time to compare, the least factor first, those that were faster
    /// on what they finished last.
    pub(crate) others: Vec<SpeedupFactor>,
    /// The engines that finished no instance but tried.
    pub(crate) without: Vec<String>,
}

/// An engine in the race.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct RaceEntrant {
    /// Its name, with the model if there are several.
    pub(crate) engine: String,
    /// The number of instances that it finished.
    pub(crate) answered: u64,
}

/// The factor by which the fastest engine was faster than another one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SpeedupFactor {
    #[serde(flatten)]
    pub(crate) racer: RaceEntrant,
    /// The number of instances that both finished.
    pub(crate) both: u64,
    /// The geometric mean of the ratios of times; below 1 the other was faster on these.
    pub(crate) ratio: f64,
    /// The variation of the ratio; none for one run on one instance.
    #[serde(flatten)]
    pub(crate) spread: RatioSpread,
}

impl FastestEngine {
    /// Returns an engine's time as a multiple of that of the fastest one, on the instances that
    /// both finish; `None` if there is none. Below 1 the engine was faster there.
    pub(crate) fn factor_of(&self, engine: &str, model: &str) -> Option<f64> {
        let with_model = format!("{engine} ({model})");
        let is_named = |racer: &RaceEntrant| racer.engine == engine || racer.engine == with_model;
        if is_named(&self.racer) {
            return Some(1.0);
        }
        self.others.iter().find(|other| is_named(&other.racer)).map(|other| other.ratio)
    }
}

impl SpeedupFactor {
    pub(crate) fn compare_factors(&self, other: &Self) -> Ordering {
        let is_faster = |factor: &Self| factor.ratio < 1.0;
        // `false` comes first: engines that are slower than the best, then those that are faster on
        // what both finished.
        is_faster(self).cmp(&is_faster(other)).then(self.ratio.total_cmp(&other.ratio))
    }
}

/// The variation of a ratio.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum RatioSpread {
    /// There is one ratio.
    None {},
    /// The standard deviation over repetitions, on the assumption that the two engines' times are
    /// independent.
    Deviation {
        /// In units of the ratio.
        deviation: f64,
    },
    /// Minimum and maximum ratio over the instances.
    Range {
        /// The least.
        least: f64,
        /// The greatest.
        greatest: f64,
    },
}
