//! The cells of decision tables: unary tests and literals of FEEL (Friendly Enough Expression
//! Language, part of DMN).

use super::error::FeelError;
use crate::columns::split_list;
use std::fmt;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FeelLiteral {
    /// A string, without quotation marks.
    Text(String),
    /// A number as in the text.
    Number(String),
    /// A truth value.
    Truth(bool),
}

/// One test of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FeelTest {
    /// The value is this one.
    Is(FeelLiteral),
    /// A comparison with a number.
    Compare(&'static str, FeelLiteral),
    /// A range, and whether it excludes each of its ends.
    Range { open: [bool; 2], ends: [FeelLiteral; 2] },
}

/// The tests of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FeelCellTests {
    /// Any value passes.
    Any,
    /// One of the tests must hold, or none of them if negated.
    All {
        /// Whether `not` precedes them.
        negated: bool,
        /// The tests.
        list: Vec<FeelTest>,
    },
}

pub(super) const EXPECTED_UNARY_TESTS: &str = "expected -, values such as \"a\", 5 or true, a comparison such as < 5, a \
    range such as [1..5], or not(...) of these";

fn unsupported_cell(text: &str) -> FeelError {
    FeelError::Unsupported { text: text.to_owned() }
}

/// Reads the tests of a cell.
///
/// # Errors
/// Returns an error for a text that is not understood.
pub(super) fn parse_tests(text: &str) -> Result<FeelCellTests, FeelError> {
    let text = text.trim();
    if text.is_empty() || text == "-" {
        return Ok(FeelCellTests::Any);
    }
    let inner = text.strip_prefix("not").map(str::trim_start);
    let inner = inner.and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'));
    let list = split_list(inner.unwrap_or(text))
        .iter()
        .map(|part| parse_test(part))
        .collect::<Result<_, _>>()?;
    Ok(FeelCellTests::All { negated: inner.is_some(), list })
}

/// Reads one test.
///
/// # Errors
/// Returns an error for a text that is not understood.
pub(super) fn parse_test(text: &str) -> Result<FeelTest, FeelError> {
    // Longer signs come first: `<=` also begins with `<`.
    for sign in ["<=", ">=", "<", ">"] {
        if let Some(rest) = text.strip_prefix(sign) {
            return match parse_literal(rest.trim()).map_err(|_| unsupported_cell(text))? {
                number @ FeelLiteral::Number(_) => Ok(FeelTest::Compare(sign, number)),
                _ => Err(unsupported_cell(text)),
            };
        }
    }
    let range =
        text.strip_prefix(['[', ']', '(']).and_then(|rest| rest.strip_suffix([']', '[', ')']));
    if let Some((from, to)) = range.and_then(|inner| inner.split_once("..")) {
        let ends = [parse_literal(from.trim())?, parse_literal(to.trim())?];
        if ends.iter().any(|end| !matches!(end, FeelLiteral::Number(_))) {
            return Err(unsupported_cell(text));
        }
        // `]1..5[` and `(1..5)` both exclude their ends.
        let open = [!text.starts_with('['), !text.ends_with(']')];
        return Ok(FeelTest::Range { open, ends });
    }
    parse_literal(text).map(FeelTest::Is)
}

/// Reads a value.
///
/// # Errors
/// Returns an error for a text other than a string, number or truth value.
pub(super) fn parse_literal(text: &str) -> Result<FeelLiteral, FeelError> {
    if let Some(inner) = text.strip_prefix('"') {
        // A quotation mark within would end the string early.
        let inner = inner.strip_suffix('"').filter(|inner| !inner.contains('"'));
        return match inner {
            Some(inner) if inner.contains([',', '\\', '\n', '\r']) || inner.trim().is_empty() => {
                Err(FeelError::OtherString { text: text.to_owned() })
            }
            Some(inner) => Ok(FeelLiteral::Text(inner.trim().to_owned())),
            None => Err(unsupported_cell(text)),
        };
    }
    match text {
        "true" => return Ok(FeelLiteral::Truth(true)),
        "false" => return Ok(FeelLiteral::Truth(false)),
        _ => {}
    }
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = is_digits(whole) && is_digits(part) && !part.is_empty();
    // `.5` is a number, but `5.` and `.` are not.
    if !is_number || whole.is_empty() && !digits.starts_with('.') {
        return Err(unsupported_cell(text));
    }
    let sign = if text.starts_with('-') { "-" } else { "" };
    let whole = if whole.is_empty() { "0" } else { whole };
    // Equal numbers get equal texts: 2.50 is 2.5, and 3.0 is 3.
    Ok(FeelLiteral::Number(match part.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        part => format!("{sign}{whole}.{part}"),
    }))
}

impl FeelTest {
    /// The values in it.
    pub(super) fn test_literals(&self) -> impl Iterator<Item = &FeelLiteral> {
        let (first, second) = match self {
            FeelTest::Is(literal) | FeelTest::Compare(_, literal) => (literal, None),
            FeelTest::Range { ends: [from, to], .. } => (from, Some(to)),
        };
        [first].into_iter().chain(second)
    }
}

impl fmt::Display for FeelTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FeelTest::Is(literal) => write!(f, "{literal}"),
            FeelTest::Compare(sign, literal) => write!(f, "{sign} {literal}"),
            FeelTest::Range { open, ends: [from, to] } => {
                let [left, right] =
                    [if open[0] { '(' } else { '[' }, if open[1] { ')' } else { ']' }];
                write!(f, "{left}{from}..{to}{right}")
            }
        }
    }
}

impl fmt::Display for FeelLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FeelLiteral::Text(text) => write!(f, "\"{text}\""),
            FeelLiteral::Number(number) => write!(f, "{number}"),
            FeelLiteral::Truth(true) => write!(f, "Yes"),
            FeelLiteral::Truth(false) => write!(f, "No"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FeelCellTests, parse_tests};

    fn read(text: &str) -> String {
        match parse_tests(text) {
            Ok(FeelCellTests::Any) => "any".into(),
            Ok(FeelCellTests::All { negated, list }) => {
                let list: Vec<String> = list.iter().map(ToString::to_string).collect();
                format!("{}{}", if negated { "not " } else { "" }, list.join("|"))
            }
            Err(_) => "refused".into(),
        }
    }

    #[test]
    fn cells_become_tests() {
        for (text, expected) in [
            ("", "any"),
            (" - ", "any"),
            ("\"a\", \"b c\"", "\"a\"|\"b c\""),
            ("not(\"a\",\"b\")", "not \"a\"|\"b\""),
            ("not( 5 )", "not 5"),
            ("< 10", "< 10"),
            (">=-2.50", ">= -2.5"),
            ("[1..5]", "[1..5]"),
            ("]1..5[", "(1..5)"),
            ("(0.5 .. .75)", "(0.5..0.75)"),
            ("[1..5], 7, > 9", "[1..5]|7|> 9"),
            ("true", "Yes"),
            ("false, true", "No|Yes"),
            ("3.0", "3"),
            ("date(\"2020-01-01\")", "refused"),
            ("? > 5", "refused"),
            ("< \"a\"", "refused"),
            ("[\"a\"..\"b\"]", "refused"),
            ("a", "refused"),
            ("\"a", "refused"),
            ("\"a\"b\"", "refused"),
            ("\"a,b\"", "refused"),
            ("\"\"", "refused"),
            ("5,", "refused"),
            ("1e3", "refused"),
            ("--5", "refused"),
            (".", "refused"),
            ("5.", "refused"),
            ("not(not(5))", "refused"),
            ("[1..", "refused"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
