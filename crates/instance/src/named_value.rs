//! A variable and a value in the user's words: `r3c4=7`.

use thiserror::Error;

use parallax_model::decimal::DecimalNumber;
use parallax_model::engine_api::did_you_mean;
use parallax_model::{Given, Model, Value, VarId};

/// Maximum number of names that are searched for a similar one.
const MAX_SEARCHED_NAMES: usize = 10_000;

/// Maximum number of names of values that a message lists.
const MOST_VALUES: usize = 20;

/// Why a text is no variable of a model with a value. `near` proposes a similar name, or is empty.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NamedValueError {
    /// It is no pair.
    #[error("'{text}'; expected a variable and a value, as in r3c4=7")]
    NoPair {
        /// The text.
        text: String,
    },
    /// There is no such variable.
    #[error("there is no variable '{name}'{near}")]
    NoVariable {
        /// The name.
        name: String,
        /// The proposal.
        near: String,
    },
    /// The word is no value.
    #[error("value '{word}' of '{name}'{near}; expected one of {values}")]
    NoValue {
        /// The word.
        word: String,
        /// The name of the variable.
        name: String,
        /// The proposal.
        near: String,
        /// The values of the variable.
        values: String,
    },
    /// The value is not in the domain.
    #[error("'{text}': the values of {name} are {values}")]
    Outside {
        /// The text.
        text: String,
        /// The name of the variable.
        name: String,
        /// The values of the variable.
        values: String,
    },
}

/// Reads `NAME=VALUE`: a variable of the model, and a value by its name or number. `true` and
/// `false` are 1 and 0. Names and values may contain `=`. The value may be outside the domain.
///
/// # Errors
/// Returns an error that names what is not as expected.
pub fn parse_value(model: &Model, text: &str) -> Result<Given, NamedValueError> {
    let mut splits = text.match_indices('=').map(|(place, _)| (&text[..place], &text[place + 1..]));
    // Names may contain `=`, so every split is tried; the first one whose left side is a variable
    // counts.
    let known = splits.clone().find_map(|(name, word)| Some((model.find(name.trim())?, word)));
    if let Some((variable, word)) = known {
        return Ok(Given { variable, value: value_from_word(model, variable, word.trim())? });
    }
    let (name, _) =
        splits.next_back().ok_or_else(|| NamedValueError::NoPair { text: text.to_owned() })?;
    let (name, names) = (name.trim(), model.variables().iter().take(MAX_SEARCHED_NAMES));
    let near = did_you_mean(name, names.map(|variable| variable.name.as_str()));
    Err(NamedValueError::NoVariable { name: name.to_owned(), near })
}

/// Reads `NAME=VALUE` as [`parse_value`] does, with a value of the variable's domain.
///
/// # Errors
/// Returns an error that names what is not as expected, or the domain.
pub fn parse_given(model: &Model, text: &str) -> Result<Given, NamedValueError> {
    let given = parse_value(model, text)?;
    if model.domain(given.variable).contains(given.value) {
        return Ok(given);
    }
    let (name, values) = (model.name_of(given.variable), describe_values(model, given.variable));
    Err(NamedValueError::Outside { text: text.to_owned(), name: name.to_owned(), values })
}

fn value_from_word(model: &Model, variable: VarId, word: &str) -> Result<Value, NamedValueError> {
    let names = model.value_names(variable);
    // Names come before words and numbers, which they may look like.
    let named = names.and_then(|names| names.iter().find(|(_, name)| *name == word));
    if let Some((&value, _)) = named {
        return Ok(value);
    }
    match word {
        "true" if model.domain(variable).is_boolean() => return Ok(1),
        "false" if model.domain(variable).is_boolean() => return Ok(0),
        _ => {}
    }
    let units = DecimalNumber::parse_decimal(word)
        .and_then(|number| number.units_at(model.decimal_digits(variable)));
    units.and_then(|units| Value::try_from(units).ok()).ok_or_else(|| {
        let name = model.name_of(variable).to_owned();
        let known = names.into_iter().flatten().map(|(_, name)| name.as_str());
        let (near, values) = (did_you_mean(word, known), describe_values(model, variable));
        NamedValueError::NoValue { word: word.to_owned(), name, near, values }
    })
}

/// Returns the values of a variable in words: names if there are some, or else the domain.
fn describe_values(model: &Model, variable: VarId) -> String {
    let domain = model.domain(variable);
    if model.value_names(variable).is_none() {
        return model.domain_words(variable);
    }
    let words = domain.iter().take(MOST_VALUES).map(|value| model.describe_value(variable, value));
    let words = words.collect::<Vec<_>>().join(", ");
    if domain.len() as usize > MOST_VALUES { format!("{words}, ...") } else { words }
}
