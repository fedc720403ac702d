//! Reads the cells of FEEL (Friendly Enough Expression Language, part of DMN) whose meaning does
//! not depend on other names.

use super::column_test::{ColumnTest, ColumnValue, RangeEnd, ScaleKind, TestRelation};
use super::exact_decimal::ExactDecimal;
use super::scales::{parse_date, parse_duration};

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
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a text of the file for a message: one line, and not too long.
pub(crate) fn message_text(text: &str) -> String {
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
    let text = text.trim();
    if text.is_empty() || text == "-" {
        return Ok(ColumnTest::Any);
    }
    let negated = text.strip_prefix("not").map(str::trim_start);
    if let Some(inner) = negated.and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')')) {
        return Ok(ColumnTest::Not(read_list(inner)?));
    }
    let mut tests = read_list(text)?;
    Ok(if tests.len() == 1 { tests.swap_remove(0) } else { ColumnTest::One(tests) })
}

/// Reads tests separated by commas.
fn read_list(text: &str) -> Result<Vec<ColumnTest>, UnknownCell> {
    split_list(text).into_iter().map(read_test).collect()
}

/// Splits a text at commas outside of strings. No test of constants has a comma elsewhere.
pub(crate) fn split_list(text: &str) -> Vec<&str> {
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

fn read_test(text: &str) -> Result<ColumnTest, UnknownCell> {
    // Longer signs come first: `<=` begins with `<`.
    for (sign, relation) in [
        ("<=", TestRelation::AtMost),
        (">=", TestRelation::AtLeast),
        ("<", TestRelation::Less),
        (">", TestRelation::Greater),
    ] {
        if let Some(rest) = text.strip_prefix(sign) {
            return match read_literal(rest.trim()) {
                Some(constant @ ColumnValue::Point(..)) => {
                    Ok(ColumnTest::Compare(relation, constant))
                }
                _ => Err(unknown_cell(text)),
            };
        }
    }
    if let Some(constant) = read_literal(text) {
        return Ok(ColumnTest::Is(constant));
    }
    read_range(text).ok_or_else(|| unknown_cell(text))
}

/// Reads `[1..5]`, `(1..5]` or `]1..5[`.
fn read_range(text: &str) -> Option<ColumnTest> {
    let inner = text.strip_prefix(['[', ']', '('])?.strip_suffix([']', '[', ')'])?;
    let (low, high) = inner.split_once("..")?;
    let (low, high) = (read_literal(low.trim())?, read_literal(high.trim())?);
    // Ends of different scales make no range.
    match (&low, &high) {
        (ColumnValue::Point(one, _), ColumnValue::Point(other, _)) if one == other => {}
        _ => return None,
    }
    let low = RangeEnd { value: low, is_included: text.starts_with('[') };
    let high = RangeEnd { value: high, is_included: text.ends_with(']') };
    Some(ColumnTest::Range(low, high))
}

/// Reads a constant: a string, a number, a truth value, `null`, a date or a duration.
#[must_use]
pub fn read_literal(text: &str) -> Option<ColumnValue> {
    match text {
        "true" => return Some(ColumnValue::Truth(true)),
        "false" => return Some(ColumnValue::Truth(false)),
        "null" => return Some(ColumnValue::Null),
        _ => {}
    }
    if text.starts_with('"') {
        return read_string(text).map(ColumnValue::Text);
    }
    let point = |scale, number| ColumnValue::Point(scale, ExactDecimal::from_whole(number));
    if let Some(quoted) = text.strip_prefix('@') {
        let quoted = read_string(quoted)?;
        let date = parse_date(&quoted).map(|days| point(ScaleKind::Date, days));
        return date.or_else(|| parse_duration(&quoted).map(|(scale, n)| point(scale, n)));
    }
    let argument = |name: &str| {
        let inner = text.strip_prefix(name)?.trim_start().strip_prefix('(')?.strip_suffix(')')?;
        read_string(inner.trim())
    };
    if let Some(date) = argument("date") {
        return parse_date(&date).map(|days| point(ScaleKind::Date, days));
    }
    if let Some(duration) = argument("duration") {
        return parse_duration(&duration).map(|(scale, number)| point(scale, number));
    }
    let digits = text.strip_prefix('-').map(str::trim_start);
    let number = match digits {
        Some(digits) if digits.starts_with('-') => None,
        Some(digits) => ExactDecimal::parse_decimal(&format!("-{digits}")),
        None => ExactDecimal::parse_decimal(text),
    };
    number.map(|number| ColumnValue::Point(ScaleKind::Number, number))
}

/// Reads a string with its quotation marks; it is not trimmed.
fn read_string(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"').filter(|_| text.len() > 1)?;
    let mut string = String::new();
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        match letter {
            // A quotation mark within would end the string early.
            '"' => return None,
            '\\' => string.push(read_escape(&mut letters)?),
            other => string.push(other),
        }
    }
    Some(string)
}

fn read_escape(letters: &mut std::str::Chars<'_>) -> Option<char> {
    Some(match letters.next()? {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        same @ ('"' | '\'' | '\\') => same,
        'u' => read_code_point(letters, 4)?,
        'U' => read_code_point(letters, 6)?,
        _ => return None,
    })
}

/// Reads a code point of this many hexadecimal digits.
fn read_code_point(letters: &mut std::str::Chars<'_>, width: usize) -> Option<char> {
    let digits: String = letters.by_ref().take(width).collect();
    let is_number = digits.len() == width && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    char::from_u32(is_number.then(|| u32::from_str_radix(&digits, 16).ok()).flatten()?)
}

/// Writes a string as a literal of FEEL.
pub(super) fn quote_text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
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
            "--5",
            "5.",
            "1e3",
            "not(not(5))",
            "not(5",
            "[1..",
            "[1..2",
            "..",
            "[..]",
            "1..2",
            "< ",
            "// 5",
            "'a'",
        ] {
            assert!(read_cell(cell).is_err(), "{cell}");
        }
    }

    #[test]
    fn strings_read_back() {
        for (text, string) in [
            (r#""a\"b\\c\n\t""#, "a\"b\\c\n\t"),
            (r#""\u00e9\U01F600""#, "\u{e9}\u{1f600}"),
            ("\" a, b \"", " a, b "),
            ("\"\"", ""),
        ] {
            assert_eq!(read_literal(text), Some(ColumnValue::Text(string.to_owned())), "{text}");
            let again = read_literal(&quote_text(string));
            assert_eq!(again, Some(ColumnValue::Text(string.to_owned())), "{text}");
        }
        assert_eq!(read_literal(r#""\uD800""#), None);
        assert_eq!(read_literal(r#""\u12""#), None);
    }
}
