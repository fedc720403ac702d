//! Reasons why a word is not a value of a model file, or a text not a domain.

use parallax_model::Value;

/// A fault of the name of a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum ValueNameError {
    /// The name could not be read back from a solution.
    #[error(
        "value named '{}'; expected a name without = , ; | ( ) and without space around it",
        name.escape_debug()
    )]
    Reserved { name: String },
    /// The name would be read as a number.
    #[error("value named '{name}'; expected a name that is no number")]
    Number { name: String },
    /// The value has another name.
    #[error("'{name}' = {value}; this value is named '{known}'")]
    ValueTaken { name: String, value: Value, known: String },
    /// The name is that of another value.
    #[error("'{name}' = {value}; it is {before}")]
    NameTaken { name: String, value: Value, before: Value },
    /// The list of names in the file lacks the name; `near` may suggest one.
    #[error("value named '{name}'{near}; expected a name of the list \"values\"")]
    NotListed { name: String, near: String },
    /// A word for a variable whose values have no names.
    #[error("value '{word}' of '{variable}'; expected an integer")]
    NoInteger { word: String, variable: String },
    /// The word does not name a value of the variable; `near` may suggest one.
    #[error("value '{word}' of '{variable}'{near}; expected one of {}", known.join(", "))]
    NotNamed { word: String, variable: String, near: String, known: Vec<String> },
}

/// A fault of the domain of a variable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelDomainError {
    /// The text has no form of a domain.
    #[error("domain \"{text}\"; expected for example \"1..9\" or \"{{1, 3..5}}\"")]
    Form {
        /// The text.
        text: String,
    },
    /// A name of a value is faulty.
    #[error(transparent)]
    Name(#[from] ValueNameError),
}
