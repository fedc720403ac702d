//! Errors in the names, types and symbols of a glossary.

use parallax_model::MAX_VALUE;

use super::section::MAX_NAMES;

/// Why a text is not a list of numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum NumbersError {
    /// The text has another form.
    #[error("'{text}'; expected {expected}")]
    OtherForm { text: String, expected: &'static str },
    /// A range has no number.
    #[error("'{text}' has no value")]
    NoValue { text: String },
    /// A number is beyond the values of models.
    #[error("numbers beyond {MAX_VALUE} are not supported")]
    LargeNumber,
}

/// Why a text is not a name, or not a list of names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum GlossaryNameError {
    /// A name has signs that expressions use.
    #[error("'{name}'; expected a name of words, without + - * / ( ) < > = or quotes")]
    OtherWords { name: String },
    /// A name of a list is empty.
    #[error("an empty name; expected names separated by commas")]
    Empty,
    /// A name of a list could not be read back from a solution.
    #[error("'{}'; expected a name without = ; {{ }}", name.escape_debug())]
    Reserved { name: String },
    /// A list has a name twice.
    #[error("'{name}' occurs twice")]
    Twice { name: String },
    /// A list has too many names.
    #[error("more than {MAX_NAMES} names")]
    TooManyNames,
}

/// Why a type or a symbol is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum TypeError {
    /// Its name, or the name of a value, is wrong.
    #[error(transparent)]
    Name(#[from] GlossaryNameError),
    /// Its numbers are wrong.
    #[error(transparent)]
    Numbers(#[from] NumbersError),
    /// A part of a list of numbers is not a list.
    #[error("'{text}'; expected a list of numbers")]
    NoList { text: String },
    /// A subtype has values outside its base type.
    #[error("'{text}' has values outside {base}")]
    OutsideBase { text: String, base: String },
    /// A subtype has a name outside its base type; `near` may suggest one.
    #[error("'{name}' is no {base}{near}")]
    OtherName { name: String, base: String, near: String },
    /// The cell of a type is blank.
    #[error("blank; expected a type")]
    Blank,
    /// The glossary lacks the type; `near` may suggest one.
    #[error(
        "there is no type '{name}'{near}; expected Int, Float, String or a type of the glossary"
    )]
    NoType { name: String, near: String },
    /// Two types have one name.
    #[error("there is a type '{name}' already")]
    TwoTypes { name: String },
    /// Two symbols have one name.
    #[error("'{name}' occurs twice in the glossary")]
    TwoSymbols { name: String },
    /// The name of a symbol is that of a type alone.
    #[error("'{name}' is a type; expected a name with other words in it")]
    TypeAsSymbol { name: String },
}
