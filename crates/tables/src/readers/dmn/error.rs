//! Faults of decision tables in DMN.

use super::feel::EXPECTED_UNARY_TESTS;

/// Why a text is not accepted as a test or value of FEEL.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum FeelError {
    #[error("'{text}' is not supported; {EXPECTED_UNARY_TESTS}")]
    Unsupported { text: String },
    #[error(
        "the string {text} is blank, begins or ends with a blank, or holds a comma, a quotation mark, \
         a backslash or a line break, which is not supported"
    )]
    OtherString { text: String },
    /// A value is of another kind.
    #[error("'{literal}'; expected {expected}")]
    OtherSort { literal: String, expected: &'static str },
    /// Two cells have values of different kinds.
    #[error("{here} here, and {before} before")]
    TwoSorts { here: &'static str, before: &'static str },
    #[error("allowed values '{text}'; expected a list or a range")]
    AllowedComparison { text: String },
}

/// Why a decision table is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum DecisionError {
    #[error("{found}; expected a decision table")]
    OtherLogic { found: &'static str },
    #[error("output '{name}' has a default, which is not supported")]
    DefaultOutput { name: String },
    #[error("no output; expected at least one")]
    NoOutput,
    #[error(
        "rule {rule} has an empty output: null beside the values of other rules is not supported"
    )]
    EmptyOutput { rule: usize },
    #[error(
        "hit policy COLLECT without SUM, MIN, MAX or COUNT gives a list, which is not supported"
    )]
    CollectedList,
    #[error(
        "hit policy {policy}{} is not supported; expected UNIQUE, ANY, FIRST or COLLECT with SUM, \
         MIN, MAX or COUNT", aggregation_suffix(aggregation.as_deref())
    )]
    OtherPolicy { policy: String, aggregation: Option<String> },
    #[error("hit policy COLLECT with several outputs; expected one")]
    SeveralOutputs,
    #[error("input '{name}' is no name, and other expressions are not supported")]
    OtherInput { name: String },
}

fn aggregation_suffix(aggregation: Option<&str>) -> String {
    aggregation.map(|name| format!(" with {name}")).unwrap_or_default()
}
