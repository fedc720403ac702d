//! Why the text of a cell has no meaning.

use super::glossary_error::{GlossaryNameError, NumbersError};
use super::goal::EXPECTED_GOALS;
use super::parse::MAX_DEPTH;
use super::phrase::MAX_WORDS;
use super::token::MAX_TOKENS;
use parallax_model::decimal::DecimalNumber;

/// Why a text has no tokens.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum TokenError {
    /// The cell is too long.
    #[error("more than {MAX_TOKENS} words and signs in one cell")]
    TooManyTokens,
    /// A character begins no token.
    #[error("'{}' is not expected here", found.escape_debug())]
    OtherCharacter { found: char },
    /// A text in quotation marks has no end.
    #[error("a quotation mark is not closed")]
    OpenQuote,
    /// A number leaves 64 bits.
    #[error("'{word}' is too large; expected at most 18 digits, and 9 after the point")]
    LargeNumber { word: String },
}

/// Why words have no meaning, several meanings, or a meaning of another type than expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum PhraseError {
    /// There are too many words to find their meaning.
    #[error("a phrase of more than {MAX_WORDS} words")]
    LongPhrase,
    /// The words have several meanings.
    #[error(
        "'{text}' has more than one meaning: {}; expected other names{}",
        enumerated(meanings), quotes(*has_value)
    )]
    Ambiguous { text: String, meanings: Vec<String>, has_value: bool },
    /// The meaning is of another sort.
    #[error("'{text}' is {found}; expected {expected}")]
    OtherSort { text: String, found: String, expected: String },
    /// The words are the name of a type.
    #[error("'{text}' is a type; expected a column '{text}' or '{text} called x' for a variable")]
    TypeName { text: String },
    /// The words are not a value of a type; `values` are its first ones.
    #[error("'{text}' is no {kind}{near}; expected one of {}{}", values.join(", "), dots(*has_more))]
    OtherValue { text: String, kind: String, near: String, values: Vec<String>, has_more: bool },
    /// The words mean nothing.
    #[error("'{text}' is not in the glossary{near}")]
    Unknown { text: String, near: String },
    /// An argument is of another sort.
    #[error("{found} where {wanted} is expected")]
    OtherArgument { found: String, wanted: String },
    /// A name is outside a type that has only some of the names.
    #[error("'{name}' is outside {kind}")]
    OutsideName { name: String, kind: String },
    /// A number is outside a type; `domain` is present for a type of integers.
    #[error("{number} is outside {kind}{}", bracketed(domain.as_deref()))]
    OutsideNumber { number: DecimalNumber, kind: String, domain: Option<String> },
}

fn enumerated(meanings: &[String]) -> String {
    match meanings {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        all => all.concat(),
    }
}

fn quotes(has_value: bool) -> &'static str {
    if has_value { "; a value may be in quotation marks" } else { "" }
}

fn dots(has_more: bool) -> &'static str {
    if has_more { ", ..." } else { "" }
}

fn bracketed(domain: Option<&str>) -> String {
    domain.map(|domain| format!(" ({domain})")).unwrap_or_default()
}

/// Why a text is not an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum ParseError {
    /// The text has no tokens.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// Words in it have no meaning.
    #[error(transparent)]
    Phrase(#[from] PhraseError),
    /// More text follows after this number of tokens of an expression.
    #[error(
        "'{text}' is not an expression; expected an operator after its {}", begun(*tokens)
    )]
    Unfinished { text: String, tokens: usize },
    /// A division whose result may be a fraction.
    #[error("'/' may have any fraction as its result; expected // (rounded down)")]
    Fraction,
    /// A product is too long.
    #[error("more than {MAX_DEPTH} factors")]
    TooManyFactors,
    /// The text ends where an operand is expected.
    #[error("the expression ends early; expected a name or a number")]
    EndsEarly,
    /// A token in place of an operand.
    #[error("{token} is not expected here; expected a name or a number")]
    OtherToken { token: String },
    /// A bracket is not closed.
    #[error("expected ')'")]
    OpenBracket,
    /// Brackets nest too deeply.
    #[error("brackets nest deeper than {MAX_DEPTH}")]
    DeepBrackets,
    /// An argument of a function is followed by neither a comma nor a closing bracket.
    #[error("expected ',' or ')' in {name}(...)")]
    OpenArguments { name: String },
    /// An absolute value of several numbers, or of none.
    #[error("abs has one argument")]
    AbsArity,
    /// The glossary lacks a type; `near` may suggest one.
    #[error("there is no type '{name}'{near}")]
    NoType { name: String, near: String },
    /// The type has no list of values, so they cannot be counted.
    #[error("type '{name}' has no list of values to count")]
    OpenType { name: String },
    /// The number of values of a type leaves 64 bits.
    #[error("a type has too many values")]
    LargeType,
    /// An operand of a calculation is not a number.
    #[error("{found} in a calculation; expected a number")]
    NotNumber { found: String },
}

fn begun(tokens: usize) -> String {
    if tokens == 1 { "first word".into() } else { format!("first {tokens} words and signs") }
}

/// Why a cell states no requirement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum TestError {
    /// An expression in it is wrong.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The negation of everything.
    #[error("'{text}' excludes everything")]
    ExcludesAll { text: String },
    /// An element of a list is empty.
    #[error("'{text}' has an empty element")]
    EmptyElement { text: String },
    /// Values without an order are compared.
    #[error("'{text}'; only numbers have an order")]
    NoOrder { text: String },
    /// Values without an order have a range.
    #[error("'{text}' is a range; only numbers have ranges")]
    NoRange { text: String },
}

/// Why the header of a column has no meaning.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum HeaderError {
    /// The column has no valid expression, or its type is missing.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The header is blank.
    #[error("a column without a header")]
    Blank,
    /// A variable has no name.
    #[error("'{header}'; expected a name after 'called'")]
    NoName { header: String },
    /// A variable has two types.
    #[error("'{name}' has two types")]
    TwoTypes { name: String },
}

/// Why a text is not a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoalError {
    /// The text does not begin like a goal.
    #[error("'{text}'; expected {EXPECTED_GOALS}")]
    Unknown {
        /// The text.
        text: String,
    },
    /// The value to optimise is not an expression.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

/// Why a rule cannot have a test or an output.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum RuleTextError {
    /// The cell states no requirement.
    #[error(transparent)]
    Test(#[from] TestError),
    /// The cell is not an expression.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A value is outside the type of the column.
    #[error(transparent)]
    Phrase(#[from] PhraseError),
    /// A table decides a calculation.
    #[error("the output is a calculation; expected a name of the glossary")]
    CalculatedOutput,
    /// A table collects values other than numbers.
    #[error("the output is {found}; expected a number")]
    OtherOutput { found: String },
    /// A table counts truths.
    #[error("'{text}' is a truth; expected a value to be counted")]
    CountedTruth { text: String },
    /// A table that decides has a cell with several values.
    #[error("'{text}'; expected one value, because the table decides")]
    SeveralValues { text: String },
}

/// Why a cell of a data table states no fact.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum DataTableError {
    /// The cell states no requirement.
    #[error(transparent)]
    Test(#[from] TestError),
    /// A value is outside the type of the column.
    #[error(transparent)]
    Phrase(#[from] PhraseError),
    /// The names that fill a type are faulty.
    #[error(transparent)]
    Name(#[from] GlossaryNameError),
    /// The numbers that fill a type are faulty.
    #[error(transparent)]
    Numbers(#[from] NumbersError),
    /// No data table fills a type.
    #[error("type '{name}' has no values; expected a list, or data tables with a column of it")]
    EmptyType { name: String },
    /// The values of a type cannot be enumerated.
    #[error("type {name} has no list of values")]
    OpenType { name: String },
    /// An input is blank.
    #[error("blank; expected a value")]
    Blank,
    /// An input is not a list of values.
    #[error("'{text}'; expected values separated by commas")]
    OtherList { text: String },
    /// A number leaves 64 bits.
    #[error("a number is too large")]
    LargeNumber,
    /// A number has decimal places.
    #[error("{number}; expected an integer")]
    NoInteger { number: DecimalNumber },
    /// A calculation in place of a value.
    #[error("expected a value, because this is data")]
    Calculated,
    /// A row has too many facts.
    #[error("the row expands to more than {most} values")]
    TooManyFacts { most: usize },
    /// Another row states another value, in the cell at this place.
    #[error("another value than the one{}", at.as_ref().map_or(String::new(), |at| format!(" at {at}")))]
    OtherFact { at: Option<String> },
    /// A text is not a truth value.
    #[error("'{text}'; expected Yes or No")]
    NoTruth { text: String },
    /// An output is not a single value.
    #[error("'{text}'; expected one value")]
    SeveralValues { text: String },
    /// A header has an argument that is not a type.
    #[error("a calculation in the header of a data table; expected types")]
    CalculatedHeader,
}
