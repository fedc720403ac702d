//! Why the text of a cell has no meaning.

use super::glossary_error::{GlossaryNameError, NumbersError};
use super::goal::EXPECTED;
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

/// Why words mean nothing, or more than one thing, or nothing of the type that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum PhraseError {
    /// There are too many words to look for their meaning.
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
    /// The words are no value of a type; these are its first ones.
    #[error("'{text}' is no {kind}{near}; expected one of {}{}", values.join(", "), dots(*has_more))]
    OtherValue { text: String, kind: String, near: String, values: Vec<String>, has_more: bool },
    /// The words mean nothing.
    #[error("'{text}' is not in the glossary{near}")]
    Unknown { text: String, near: String },
    /// An argument is of another sort.
    #[error("{found} where {wanted} is expected")]
    OtherArgument { found: String, wanted: String },
    /// A name is none of a type that has a part of the names.
    #[error("'{name}' is outside {kind}")]
    OutsideName { name: String, kind: String },
    /// A number is none of a type; the domain of a type of integers.
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
    if has_value { "; a value can stand in quotation marks" } else { "" }
}

fn dots(has_more: bool) -> &'static str {
    if has_more { ", ..." } else { "" }
}

fn bracketed(domain: Option<&str>) -> String {
    domain.map(|domain| format!(" ({domain})")).unwrap_or_default()
}

/// Why a text is no expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum ParseError {
    /// The text has no tokens.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// Words in it have no meaning.
    #[error(transparent)]
    Phrase(#[from] PhraseError),
    /// Something follows after this number of tokens of an expression.
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
    /// An operand is missing at the end.
    #[error("the expression ends early; expected a name or a number")]
    EndsEarly,
    /// A token stands where an operand belongs.
    #[error("{token} is not expected here; expected a name or a number")]
    OtherToken { token: String },
    /// A bracket is not closed.
    #[error("expected ')'")]
    OpenBracket,
    /// Brackets are in too many others.
    #[error("brackets nest deeper than {MAX_DEPTH}")]
    DeepBrackets,
    /// The arguments of a function go on in another way.
    #[error("expected ',' or ')' in {name}(...)")]
    OpenArguments { name: String },
    /// An absolute value of several numbers, or of none.
    #[error("abs has one argument")]
    AbsArity,
    /// The glossary lacks a type; `near` may suggest one.
    #[error("there is no type '{name}'{near}")]
    NoType { name: String, near: String },
    /// The values of a type cannot be counted.
    #[error("type '{name}' has no list of values to count")]
    OpenType { name: String },
    /// The number of values of a type leaves 64 bits.
    #[error("a type has too many values")]
    LargeType,
    /// An operand of a calculation is no number.
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
    /// An expression in it is none.
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
    /// The expression of the column is none, or its type is missing.
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

/// Why a text is no goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoalError {
    /// The text begins like no goal.
    #[error("'{text}'; expected {EXPECTED}")]
    Unknown {
        /// The text.
        text: String,
    },
    /// The value to optimise is no expression.
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
    /// The cell is no expression.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A value is none of the type of the column.
    #[error(transparent)]
    Phrase(#[from] PhraseError),
    /// A table decides a calculation.
    #[error("the output is a calculation; expected a name of the glossary")]
    CalculatedOutput,
    /// A table collects something else than numbers.
    #[error("the output is {found}; expected a number")]
    OtherOutput { found: String },
    /// A table counts truths.
    #[error("'{text}' is a truth; expected a value to be counted")]
    CountedTruth { text: String },
    /// A table decides for several values.
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
    /// A value is none of the type of the column.
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
    /// The values of a type cannot be gone through.
    #[error("type {name} has no list of values")]
    OpenType { name: String },
    /// An input is blank.
    #[error("blank; expected a value")]
    Blank,
    /// An input is no list of values.
    #[error("'{text}'; expected values separated by commas")]
    OtherList { text: String },
    /// A number leaves 64 bits.
    #[error("a number is too large")]
    LargeNumber,
    /// A number has decimal places.
    #[error("{number}; expected an integer")]
    NoInteger { number: DecimalNumber },
    /// A calculation stands where a value belongs.
    #[error("expected a value, because this is data")]
    Calculated,
    /// A row has too many facts.
    #[error("the row stands for more than {most} values")]
    TooManyFacts { most: usize },
    /// Another row states another value, in the cell at this place.
    #[error("another value than the one{}", at.as_ref().map_or(String::new(), |at| format!(" at {at}")))]
    OtherFact { at: Option<String> },
    /// A truth is none.
    #[error("'{text}'; expected Yes or No")]
    NoTruth { text: String },
    /// An output is no single value.
    #[error("'{text}'; expected one value")]
    SeveralValues { text: String },
    /// A header has an argument that is no type.
    #[error("a calculation in the header of a data table; expected types")]
    CalculatedHeader,
}
