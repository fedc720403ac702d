//! The cells of decision tables: unary tests and literals of FEEL (Friendly Enough Expression
//! Language, part of DMN).

use std::fmt;

use parallax_dmn::columns::{ColumnTest, ColumnValue, TestRelation, read_cell, read_literal};
use parallax_dmn::feel::{ScaleKind, quote_text};

use super::error::FeelError;

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
    let test = read_cell(text).map_err(|_| unsupported_cell(text))?;
    let (negated, list) = match test {
        ColumnTest::Any => return Ok(FeelCellTests::Any),
        ColumnTest::Not(tests) => (true, tests),
        ColumnTest::One(tests) => (false, tests),
        other => (false, vec![other]),
    };
    let list = list.into_iter().map(|test| convert_test(text, test)).collect::<Result<_, _>>()?;
    Ok(FeelCellTests::All { negated, list })
}

/// Reads one test.
///
/// # Errors
/// Returns an error for a text that is not understood.
pub(super) fn parse_test(text: &str) -> Result<FeelTest, FeelError> {
    convert_test(text, read_cell(text).map_err(|_| unsupported_cell(text))?)
}

/// Reads a value.
///
/// # Errors
/// Returns an error for a text other than a string, number or truth value.
pub(super) fn parse_literal(text: &str) -> Result<FeelLiteral, FeelError> {
    convert_value(text, read_literal(text).ok_or_else(|| unsupported_cell(text))?)
}

/// Converts a test of the cell `text` that has no further tests in it.
fn convert_test(text: &str, test: ColumnTest) -> Result<FeelTest, FeelError> {
    match test {
        ColumnTest::Is(value) => Ok(FeelTest::Is(convert_value(text, value)?)),
        ColumnTest::Compare(relation, value) => {
            let sign = match relation {
                TestRelation::Less => "<",
                TestRelation::AtMost => "<=",
                TestRelation::Greater => ">",
                TestRelation::AtLeast => ">=",
            };
            Ok(FeelTest::Compare(sign, convert_value(text, value)?))
        }
        ColumnTest::Range(low, high) => {
            let open = [!low.is_included, !high.is_included];
            let ends = [convert_value(text, low.value)?, convert_value(text, high.value)?];
            Ok(FeelTest::Range { open, ends })
        }
        ColumnTest::Any | ColumnTest::One(_) | ColumnTest::Not(_) => Err(unsupported_cell(text)),
    }
}

/// Converts a value of the cell `text`. Tables of cDMN trim strings and end them at commas, so a
/// string that would change is refused.
fn convert_value(text: &str, value: ColumnValue) -> Result<FeelLiteral, FeelError> {
    match value {
        ColumnValue::Truth(truth) => Ok(FeelLiteral::Truth(truth)),
        ColumnValue::Point(ScaleKind::Number, number) => {
            Ok(FeelLiteral::Number(number.to_string()))
        }
        ColumnValue::Text(string) => {
            let is_changed = string.trim() != string || string.is_empty();
            if is_changed || string.contains([',', '"', '\\', '\n', '\r']) {
                return Err(FeelError::OtherString { text: quote_text(&string) });
            }
            Ok(FeelLiteral::Text(string))
        }
        ColumnValue::Point(..) | ColumnValue::Null => Err(unsupported_cell(text)),
    }
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
            ("1e3", "1000"),
            ("\" a\"", "refused"),
            ("null", "refused"),
            (".", "refused"),
            ("5.", "refused"),
            ("not(not(5))", "refused"),
            ("[1..", "refused"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
