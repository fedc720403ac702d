//! Why a setting of a search is refused.

use parallax_model::ConstraintKind;
use parallax_model::engine_api::{UnknownNameError, did_you_mean};
use parallax_propagation::levels::MissingLevel;

use super::SearchSettings;
use crate::heuristics::{ValueHeuristic, VariableHeuristic};
use crate::restarts::UnknownRestarts;

/// Why a setting of a search is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchSettingError {
    /// The name of a heuristic, a level or another choice is unknown.
    #[error(transparent)]
    Name(#[from] UnknownNameError),
    /// The kind of constraint does not have this level.
    #[error(transparent)]
    Level(#[from] MissingLevel),
    /// The restart schedule is unknown.
    #[error(transparent)]
    Restarts(#[from] UnknownRestarts),
    /// The name of an engine is followed by neither a strategy nor a choice.
    #[error("'{engine}{rest}': expected ':' or ',' after {engine}")]
    Separator {
        /// The name of the engine.
        engine: &'static str,
        /// The text after it.
        rest: String,
    },
    /// A word is not a setting.
    #[error("unknown choice '{word}'{}; known: {}", did_you_mean(.word, SearchSettings::setting_words()), SearchSettings::known())]
    Choice {
        /// The word.
        word: String,
    },
    /// A name before `=` is neither a choice nor a kind of constraint.
    #[error(
        "unknown constraint kind '{name}'; known: {}{}; other choices: {}",
        kind_names().join(", "),
        did_you_mean(.name, kind_names()),
        SearchSettings::CHOICES
    )]
    Kind {
        /// The name.
        name: String,
    },
    /// The text after `learn=after:` is not a number.
    #[error("learn={when}: expected after: and a number of failures")]
    Failures {
        /// The text after `learn=`.
        when: String,
    },
    /// The text after `learn=` names neither a time nor a memory.
    #[error("learn={when}: expected never, after:N, or a memory from 1 to 8192 MB")]
    Learning {
        /// The text after `learn=`.
        when: String,
    },
    /// The text after `limit=` is not a number.
    #[error("limit={number}: expected a number of {unit}")]
    Limit {
        /// The text after `limit=`.
        number: String,
        /// The unit that the limit counts.
        unit: &'static str,
    },
    /// Learning does not go with heuristics, `lc` and `d-way`.
    #[error(
        "learn has its own choice of variables and values, and branches on one value: \
         it goes with levels, restarts, plain and limit"
    )]
    LearningStrategy,
    /// Learning after a number of failures does not go with a limit.
    #[error(
        "limit=N counts the nodes of one tree: it does not go with learn=after:N \
         (learn,limit=N learns from the start)"
    )]
    LearningLimit,
    /// Restarts would repeat the same search.
    #[error(
        "restarts would repeat the same search: '{variables}+{values}' neither learns nor is random; \
         take {} or random",
        VariableHeuristic::LEARNING_HEURISTICS.map(VariableHeuristic::name).join(", ")
    )]
    Repetition {
        /// The heuristic that chooses the variable.
        variables: VariableHeuristic,
        /// The heuristic that chooses the value.
        values: ValueHeuristic,
    },
}

/// Returns the names of the kinds of constraints.
fn kind_names() -> Vec<&'static str> {
    ConstraintKind::ALL.iter().map(|kind| kind.name()).collect()
}
