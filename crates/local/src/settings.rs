//! Settings of local search, and their form in engine specs.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use super::LocalSettingError;

/// The choice of the next variable, and the response if no move improves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LocalSearchMethod {
    /// Random variables of violated constraints, until a move of one improves; otherwise the best
    /// of their moves, even if it is worse. Moved variables rest for a while.
    #[default]
    Tabu,
    /// The variable with the greatest error; if none of its moves improves, it rests, and when many
    /// rest, some of the variables take other values.
    Adaptive,
}

impl LocalSearchMethod {
    /// Both methods.
    pub const ALL: [LocalSearchMethod; 2] = [LocalSearchMethod::Tabu, LocalSearchMethod::Adaptive];

    /// Returns the name in specs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            LocalSearchMethod::Tabu => "tabu",
            LocalSearchMethod::Adaptive => "adaptive",
        }
    }

    /// Returns a description in a few words.
    #[must_use]
    pub fn short_description(self) -> &'static str {
        match self {
            LocalSearchMethod::Tabu => "moved variables rest",
            LocalSearchMethod::Adaptive => "the variable with the greatest error moves",
        }
    }
}

/// The settings of local search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalSettings {
    /// The choice of variables.
    pub method: LocalSearchMethod,
    /// Steps after which the search restarts from a random assignment; `None` takes a number that
    /// suits the model.
    pub restart: Option<NonZeroU64>,
    /// Steps for which a variable rests; `None` takes a number that suits the model.
    pub tenure: Option<u64>,
    /// Steps after which the search ends.
    pub steps: u64,
}

/// Default number of steps after which the search ends.
const DEFAULT_MAX_STEPS: u64 = 1_000_000;

impl Default for LocalSettings {
    fn default() -> Self {
        LocalSettings {
            method: LocalSearchMethod::default(),
            restart: None,
            tenure: None,
            steps: DEFAULT_MAX_STEPS,
        }
    }
}

/// The names of choices that take a number.
pub(super) const NUMERIC_SETTING_KEYS: [&str; 3] = ["restart", "tenure", "steps"];

impl LocalSettings {
    fn set_choice(&mut self, choice: &str) -> Result<(), LocalSettingError> {
        let Some((key, text)) = choice.split_once('=') else {
            return Err(LocalSettingError::Word { word: choice.to_owned() });
        };
        let number = || {
            text.parse::<u64>().map_err(|_| LocalSettingError::Number {
                choice: choice.to_owned(),
                key: key.to_owned(),
                number: text.to_owned(),
            })
        };
        match key {
            "restart" => {
                let steps = NonZeroU64::new(number()?);
                let none = || LocalSettingError::Restart { choice: choice.to_owned() };
                self.restart = Some(steps.ok_or_else(none)?);
            }
            "tenure" => self.tenure = Some(number()?),
            "steps" => self.steps = number()?,
            _ => {
                let (choice, key) = (choice.to_owned(), key.to_owned());
                return Err(LocalSettingError::Key { choice, key });
            }
        }
        Ok(())
    }
}

/// Writes the rest of a spec after `local`: nothing, or `:adaptive,steps=100`.
impl fmt::Display for LocalSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = LocalSettings::default();
        if self.method != default.method {
            write!(f, ":{}", self.method.name())?;
        }
        if let Some(restart) = self.restart {
            write!(f, ",restart={restart}")?;
        }
        if let Some(tenure) = self.tenure {
            write!(f, ",tenure={tenure}")?;
        }
        if self.steps != default.steps {
            write!(f, ",steps={}", self.steps)?;
        }
        Ok(())
    }
}

impl FromStr for LocalSettings {
    type Err = LocalSettingError;

    fn from_str(text: &str) -> Result<Self, LocalSettingError> {
        let mut settings = LocalSettings::default();
        let (method, choices) = match text.strip_prefix(':') {
            Some(rest) => {
                let (first, choices) = rest.split_once(',').unwrap_or((rest, ""));
                (Some(first), choices)
            }
            None => (None, text.strip_prefix(',').unwrap_or(text)),
        };
        if let Some(name) = method {
            match LocalSearchMethod::ALL.into_iter().find(|method| method.name() == name) {
                Some(method) => settings.method = method,
                // The method may be left out, as in `local:restart=5`: the first word is then a
                // setting.
                None => settings.set_choice(name)?,
            }
        }
        for choice in choices.split(',').filter(|choice| !choice.is_empty()) {
            settings.set_choice(choice)?;
        }
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_back() {
        for (text, shown) in [
            ("", ""),
            (":tabu", ""),
            (":adaptive,steps=5", ":adaptive,steps=5"),
            (",tenure=0,restart=18446744073709551615", ",restart=18446744073709551615,tenure=0"),
            (":restart=7", ",restart=7"),
        ] {
            let settings: LocalSettings = text.parse().unwrap();
            assert_eq!(settings.to_string(), shown);
            assert_eq!(shown.parse(), Ok(settings));
        }
    }

    #[test]
    fn wrong_settings_are_refused() {
        for (text, expected) in [
            (":tabo", "did you mean 'tabu'"),
            (":adaptive,restart=0", "at least 1 step"),
            (",steps=-1", "steps takes a number of steps, not '-1'"),
            (",steps=99999999999999999999", "takes a number"),
            (",tenur=1", "did you mean 'tenure'"),
            (",tabu", "unknown choice 'tabu'"),
        ] {
            let error = text.parse::<LocalSettings>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
