//! Why a setting of local search is refused.

use parallax_model::engine_api::did_you_mean;

use crate::settings::{LocalSearchMethod, NUMERIC_SETTING_KEYS};

/// Why a setting of local search is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocalSettingError {
    /// A word is not a setting.
    #[error(
        "unknown choice '{word}' of local search{}; known: {}, restart=N, tenure=N, steps=N",
        did_you_mean(.word, LocalSearchMethod::ALL.map(LocalSearchMethod::name)),
        LocalSearchMethod::ALL.map(LocalSearchMethod::name).join(", ")
    )]
    Word {
        /// The word.
        word: String,
    },
    /// The text before `=` is not a setting.
    #[error(
        "unknown choice '{choice}' of local search{}; known: tabu, adaptive, restart=N, tenure=N, \
         steps=N",
        did_you_mean(.key, NUMERIC_SETTING_KEYS)
    )]
    Key {
        /// The choice.
        choice: String,
        /// The text before `=`.
        key: String,
    },
    /// The text after `=` is not a number.
    #[error("'{choice}': {key} takes a number of steps, not '{number}'")]
    Number {
        /// The choice.
        choice: String,
        /// The text before `=`.
        key: String,
        /// The text after `=`.
        number: String,
    },
    /// A restart after 0 steps.
    #[error("'{choice}': a restart comes after at least 1 step")]
    Restart {
        /// The choice.
        choice: String,
    },
}
