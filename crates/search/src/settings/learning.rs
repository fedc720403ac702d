//! When native search learns from conflicts.

use std::fmt;
use std::str::FromStr;

use parallax_model::Model;

use super::{BranchingScheme, SearchSettingError, SearchSettings};

/// When a search learns nogoods from conflicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LearningMode {
    /// For one solution, or the best, once a slice of plain search has failed, if nothing
    /// else describes one tree ([`SearchSettings::learns_after`]).
    #[default]
    ByTask,
    /// For one solution, a few, or the best, after this number of failures of plain search, in any
    /// case.
    After(u64),
    /// Never.
    Never,
    /// From the beginning, with this memory for nogoods in MB.
    Always(u32),
}

/// The failures of plain search before learning begins by itself.
const FIRST_SLICE: u64 = 10_000;

/// Megabytes of nogoods, if learning is requested without a number.
const LEARNING_MB: u32 = 256;

/// Megabytes of nogoods of a search that learns by its task.
const LEARNING_MB_BY_TASK: u32 = 64;

impl LearningMode {
    /// Returns learning from the beginning with the usual memory.
    pub(super) fn with_default_memory() -> Self {
        LearningMode::Always(LEARNING_MB)
    }
}

impl fmt::Display for LearningMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LearningMode::ByTask => Ok(()),
            LearningMode::After(failures) => write!(f, ",learn=after:{failures}"),
            LearningMode::Never => f.write_str(",learn=never"),
            LearningMode::Always(LEARNING_MB) => f.write_str(",learn"),
            LearningMode::Always(memory) => write!(f, ",learn={memory}"),
        }
    }
}

impl FromStr for LearningMode {
    type Err = SearchSettingError;

    /// Reads the text after `learn=`.
    fn from_str(when: &str) -> Result<Self, SearchSettingError> {
        if when == "never" {
            return Ok(LearningMode::Never);
        }
        if let Some(failures) = when.strip_prefix("after:") {
            let wrong = |_| SearchSettingError::Failures { when: when.to_owned() };
            return failures.parse().map(LearningMode::After).map_err(wrong);
        }
        let memory = when.parse().ok().filter(|memory| (1..=8192).contains(memory));
        let wrong = || SearchSettingError::Learning { when: when.to_owned() };
        memory.map(LearningMode::Always).ok_or_else(wrong)
    }
}

impl SearchSettings {
    /// Whether the search learns from the beginning.
    #[must_use]
    pub fn learns(&self) -> bool {
        matches!(self.learning, LearningMode::Always(_))
    }

    /// Returns the failures of plain search after which a search for few solutions continues by
    /// learning; `None` if it never does. Named heuristics and restarts, `lc`, `d-way`, `limit=N`
    /// and the search plan of a model describe one tree, which the search then keeps.
    #[must_use]
    pub fn learns_after(&self, model: &Model) -> Option<u64> {
        // A spec that names heuristics also sets `free`; then they describe one tree.
        let is_open = (self.leaves_heuristics_open() || !self.free)
            && !self.last_conflict
            && self.branching == BranchingScheme::TwoWay
            && self.restarts.is_none()
            && self.limit.is_none()
            && self.plan_of(model).is_none();
        match self.learning {
            LearningMode::After(failures) => Some(failures),
            LearningMode::ByTask => is_open.then_some(FIRST_SLICE),
            LearningMode::Never | LearningMode::Always(_) => None,
        }
    }

    /// Returns the settings of a search that learns from the beginning, at the same levels.
    pub(crate) fn learning_settings(&self) -> SearchSettings {
        SearchSettings {
            // The learner takes over the levels of propagation. It has its own heuristics and
            // restarts.
            levels: self.levels.clone(),
            plain: self.plain,
            free: self.free,
            learning: LearningMode::Always(LEARNING_MB_BY_TASK),
            ..SearchSettings::default()
        }
    }

    /// Returns the maximum number of bytes of nogoods.
    pub(crate) fn learning_bytes(&self) -> u64 {
        match self.learning {
            LearningMode::Always(memory) => u64::from(memory) << 20,
            LearningMode::ByTask | LearningMode::After(_) | LearningMode::Never => 0,
        }
    }
}
