//! Reads the cells of FEEL (Friendly Enough Expression Language, part of DMN) whose meaning does
//! not depend on other names.

use crate::feel::{
    CellTest, ComparisonOperator, FeelExpression, FeelValue, ScaleKind, TestEnd, parse_cell,
    parse_expression, without_names,
};

use super::column_test::{ColumnTest, ColumnValue, RangeEnd, TestRelation};

/// Why a cell is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is no test of constants")]
pub struct UnknownCell {
    /// The part of the cell that is not understood.
    pub text: String,
}

fn unknown_cell(text: &str) -> UnknownCell {
    UnknownCell { text: message_text(text) }
}

/// Maximum number of characters of a text of the file in a message.
const MAX_MESSAGE_TEXT: usize = 80;

/// Returns a text of the file on one line.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a text of the file for a message: one line, and not too long.
pub(super) fn message_text(text: &str) -> String {
    let line = one_line(text);
    match line.char_indices().nth(MAX_MESSAGE_TEXT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Reads the tests of a cell: `-`, or tests separated by commas, or `not(...)` of them.
///
/// # Errors
/// Returns an error for a cell with names, arithmetic or functions, and for strings that are
/// compared by their order.
pub fn read_cell(text: &str) -> Result<ColumnTest, UnknownCell> {
    let test = without_names(|names| parse_cell(text, names));
    test.ok().and_then(convert_test).ok_or_else(|| unknown_cell(text))
}

/// Returns a test of constants; `None` for others.
fn convert_test(test: CellTest) -> Option<ColumnTest> {
    Some(match test {
        CellTest::Any => ColumnTest::Any,
        CellTest::Compare(comparison, value) => {
            let relation = match comparison {
                ComparisonOperator::Equal => return Some(ColumnTest::Is(constant_value(value)?)),
                ComparisonOperator::NotEqual => {
                    return Some(ColumnTest::Not(vec![ColumnTest::Is(constant_value(value)?)]));
                }
                ComparisonOperator::Less => TestRelation::Less,
                ComparisonOperator::AtMost => TestRelation::AtMost,
                ComparisonOperator::Greater => TestRelation::Greater,
                ComparisonOperator::AtLeast => TestRelation::AtLeast,
            };
            let constant = constant_value(value)?;
            matches!(constant, ColumnValue::Point(..))
                .then_some(ColumnTest::Compare(relation, constant))?
        }
        CellTest::Range(ends) => {
            let [low, high] = *ends;
            let (low, high) = (convert_end(low)?, convert_end(high)?);
            // Ends of different scales make no range.
            match (&low.value, &high.value) {
                (ColumnValue::Point(one, _), ColumnValue::Point(other, _)) if one == other => {
                    ColumnTest::Range(low, high)
                }
                _ => return None,
            }
        }
        CellTest::Value(FeelExpression::List(list)) => {
            let items = list.into_iter().map(|item| Some(ColumnTest::Is(constant_value(item)?)));
            ColumnTest::One(items.collect::<Option<_>>()?)
        }
        CellTest::Value(value) => ColumnTest::Is(constant_value(value)?),
        CellTest::Condition(_) => return None,
        CellTest::One(tests) => ColumnTest::One(convert_tests(tests)?),
        CellTest::Not(tests) => ColumnTest::Not(convert_tests(tests)?),
    })
}

fn convert_tests(tests: Vec<CellTest>) -> Option<Vec<ColumnTest>> {
    tests.into_iter().map(convert_test).collect()
}

fn convert_end(end: TestEnd) -> Option<RangeEnd> {
    Some(RangeEnd { value: constant_value(end.value)?, is_included: end.is_included })
}

/// Returns the value of a constant with at most 34 digits, none of them only for its size.
fn constant_value(expression: FeelExpression) -> Option<ColumnValue> {
    let FeelExpression::Constant(value) = expression else { return None };
    if let FeelValue::Point(scale, number) = value {
        // Durations may be longer than their form has units for.
        let is_written = scale == ScaleKind::Number || number.to_whole().is_some();
        if !number.is_plain() || !is_written {
            return None;
        }
    }
    ColumnValue::from_feel(&value)
}

/// Splits a text at commas outside of strings. No test of constants has a comma elsewhere.
#[must_use]
pub fn split_list(text: &str) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

/// Reads a constant: a string, a number, a truth value, `null`, a date or a duration.
#[must_use]
pub fn read_literal(text: &str) -> Option<ColumnValue> {
    without_names(|names| parse_expression(text, names)).ok().and_then(constant_value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns which of these values pass.
    fn passing(cell: &str) -> Option<String> {
        let values =
            ["-1", "1", "1.5", "2", "\"a\"", "\"a \"", "true", "null", "date(\"2024-02-29\")"];
        let test = read_cell(cell).ok()?;
        let passes = values.iter().filter(|value| test.passes_value(&read_literal(value).unwrap()));
        Some(passes.copied().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn cells_are_tests() {
        let all = "-1 1 1.5 2 \"a\" \"a \" true null date(\"2024-02-29\")";
        for (cell, expected) in [
            ("", all),
            (" - ", all),
            ("1", "1"),
            ("-1", "-1"),
            ("1.50, 2", "1.5 2"),
            ("< 1.5", "-1 1"),
            (">=1.5", "1.5 2"),
            ("[1..2]", "1 1.5 2"),
            ("(1..2]", "1.5 2"),
            ("]1..2[", "1.5"),
            ("[2..1]", ""),
            ("[1..1.2], > 1.9", "1 2"),
            ("\"a\"", "\"a\""),
            ("\"a \", true", "\"a \" true"),
            ("not(\"a\", null)", "-1 1 1.5 2 \"a \" true date(\"2024-02-29\")"),
            ("not( < 2 )", "2 \"a\" \"a \" true null date(\"2024-02-29\")"),
            ("null", "null"),
            ("date(\"2024-02-29\")", "date(\"2024-02-29\")"),
            ("> @\"2024-02-28\"", "date(\"2024-02-29\")"),
            ("[date ( \"2024-01-01\" )..date(\"2024-03-01\"))", "date(\"2024-02-29\")"),
            ("< duration(\"P1D\")", ""),
        ] {
            assert_eq!(passing(cell).as_deref(), Some(expected), "{cell}");
        }
        for cell in [
            "a",
            "? > 5",
            "1 + 1",
            "< \"a\"",
            "[\"a\"..\"b\"]",
            "[1..@\"2024-01-01\"]",
            "date(\"2024-02-30\")",
            "date(x)",
            "\"a",
            "\"a\"b\"",
            "\"\\q\"",
            "\"",
            "5,",
            ",",
            "5.",
            "not(not(5))",
            "not(5",
            "[1..",
            "[1..2",
            "..",
            "[..]",
            "1..2",
            "< ",
            "'a'",
        ] {
            assert!(read_cell(cell).is_err(), "{cell}");
        }
    }
}
