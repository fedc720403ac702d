//! Reads the tests of cells: values, lists, ranges, comparisons and their negations.

use parallax_model::ComparisonOperator;

use super::cell_error::{ParseError, TestError};
use super::expr::{CellTest, TableExpression};
use super::glossary::ValueSort;
use super::parse::{MAX_DEPTH, parse_expression};
use super::phrase::NameScope;

/// Reads the requirement of a cell on an expression of this sort.
///
/// # Errors
/// Returns an error that names what is not understood, and what was expected.
pub(super) fn read_test(
    scope: NameScope<'_>,
    text: &str,
    sort: ValueSort,
) -> Result<CellTest, TestError> {
    read_nested_test(scope, text, sort, 0)
}

fn read_nested_test(
    scope: NameScope<'_>,
    text: &str,
    sort: ValueSort,
    depth: usize,
) -> Result<CellTest, TestError> {
    let text = text.trim();
    if depth > MAX_DEPTH {
        return Err(ParseError::DeepBrackets.into());
    }
    if is_any(text) {
        return Ok(CellTest::Any);
    }
    if sort == ValueSort::Truth
        && let Some(truth) = parse_truth(text)
    {
        return Ok(CellTest::Is(truth));
    }
    // The name of a value may contain signs, such as `A-1, B`, so it is tried before all operators.
    if let Some(name) = whole_name(scope, text, sort) {
        return Ok(CellTest::Compare(ComparisonOperator::Eq, name));
    }
    if let Some(inner) = negated_text(text) {
        return match read_nested_test(scope, inner, sort, depth + 1)? {
            CellTest::Any => Err(TestError::ExcludesAll { text: text.to_owned() }),
            test => Ok(CellTest::Not(Box::new(test))),
        };
    }
    if let Some(range) = parse_range(scope, text, sort)? {
        return Ok(range);
    }
    let pieces = split_list(text);
    if pieces.len() > 1 {
        let read_piece = |piece: &&str| match read_nested_test(scope, piece, sort, depth + 1)? {
            CellTest::Any => Err(TestError::EmptyElement { text: text.to_owned() }),
            test => Ok(test),
        };
        return Ok(CellTest::One(pieces.iter().map(read_piece).collect::<Result<_, TestError>>()?));
    }
    // Neither a negation, a range nor a list: a comparison, or a value alone.
    let (relation, rest) = split_comparison(text);
    if sort != ValueSort::Number
        && !matches!(relation, ComparisonOperator::Eq | ComparisonOperator::Ne)
    {
        return Err(TestError::NoOrder { text: text.to_owned() });
    }
    Ok(CellTest::Compare(relation, parse_expression(scope, rest, Some(sort))?.expr))
}

/// Whether a cell requires nothing.
#[must_use]
pub(super) fn is_any(text: &str) -> bool {
    matches!(text, "" | "-" | "\u{2212}" | "\u{2013}" | "\u{2014}")
}

/// Reads `Yes`, `No` and other words for them.
#[must_use]
pub(super) fn parse_truth(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    }
}

/// Returns the name that a whole cell is, whatever signs it contains. Plain words may have another
/// meaning, so they are read as a phrase.
fn whole_name(scope: NameScope<'_>, text: &str, sort: ValueSort) -> Option<TableExpression> {
    let ValueSort::Name(kind) = sort else { return None };
    let is_word = |word: &str| {
        word.starts_with(char::is_alphabetic)
            && word.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    if text.split(' ').all(is_word) || scope.variables.iter().any(|variable| variable.name == text)
    {
        return None;
    }
    Some(TableExpression::Name(kind, scope.glossary.number_of(kind, text)?))
}

/// Returns the text inside `not(...)`.
fn negated_text(text: &str) -> Option<&str> {
    let word = text.get(..3).filter(|word| word.eq_ignore_ascii_case("not"))?;
    let rest = text[word.len()..].trim_start();
    let inner = rest.strip_prefix('(')?.strip_suffix(')')?;
    // The brackets of `]1..3[` do not pair.
    let is_outward = inner.trim_start().starts_with(']') && inner.trim_end().ends_with('[');
    (is_enclosed(rest) || is_outward).then_some(inner)
}

/// Whether the last character of a text closes the bracket that is its first. Round and square
/// brackets close each other, as in `[1..3)`.
fn is_enclosed(text: &str) -> bool {
    let mut depth = 0i64;
    let mut quoted = false;
    // Finds where the depth returns to 0. In `(a) + (b)` that is before the end.
    let closed = text.char_indices().find(|&(_, c)| {
        quoted ^= is_quote(c);
        depth += i64::from(!quoted && "([".contains(c)) - i64::from(!quoted && ")]".contains(c));
        depth <= 0
    });
    closed.is_some_and(|(at, c)| at > 0 && at + c.len_utf8() == text.len())
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{201c}' | '\u{201d}')
}

/// Splits a cell into a comparison at its start, and the rest.
fn split_comparison(text: &str) -> (ComparisonOperator, &str) {
    const COMPARISON_SIGNS: [(&str, ComparisonOperator); 10] = [
        ("<=", ComparisonOperator::Le),
        ("=<", ComparisonOperator::Le),
        (">=", ComparisonOperator::Ge),
        ("!=", ComparisonOperator::Ne),
        ("\u{2264}", ComparisonOperator::Le),
        ("\u{2265}", ComparisonOperator::Ge),
        ("\u{2260}", ComparisonOperator::Ne),
        ("<", ComparisonOperator::Lt),
        (">", ComparisonOperator::Gt),
        ("=", ComparisonOperator::Eq),
    ];
    let found = COMPARISON_SIGNS
        .iter()
        .find_map(|(sign, relation)| Some((*relation, text.strip_prefix(sign)?)));
    found.unwrap_or((ComparisonOperator::Eq, text))
}

/// A range, if the cell is one.
fn parse_range(
    scope: NameScope<'_>,
    text: &str,
    sort: ValueSort,
) -> Result<Option<CellTest>, TestError> {
    let (Some(first), Some(last)) = (text.chars().next(), text.chars().next_back()) else {
        return Ok(None);
    };
    // `]1..3[` excludes both ends as well.
    let outward = text.len() > 1 && first == ']' && last == '[';
    let in_brackets = outward || is_enclosed(text);
    // The brackets are ASCII, so the slice is at characters.
    let inner = if in_brackets { &text[1..text.len() - 1] } else { text };
    let comma = || match split_list(inner)[..] {
        [low, high] if in_brackets => Some((low, high)),
        _ => None,
    };
    let Some((low, high)) = inner.split_once("..").or_else(comma) else { return Ok(None) };
    // `1..3, 5..7` is a list of ranges, and `1..2..3` is nothing.
    if high.contains("..") || split_list(text).len() > 1 && !in_brackets {
        return Ok(None);
    }
    if sort != ValueSort::Number {
        return Err(TestError::NoRange { text: text.to_owned() });
    }
    let end = |text: &str| {
        Ok::<_, TestError>(parse_expression(scope, text, Some(ValueSort::Number))?.expr)
    };
    let closed = (!in_brackets || first == '[', !in_brackets || last == ']');
    Ok(Some(CellTest::Range(end(low)?, closed.0, end(high)?, closed.1)))
}

/// The elements of a list, separated by commas outside brackets and quotation marks.
fn split_list(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut start, mut found) = (0i64, false, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            c if is_quote(c) => quoted = !quoted,
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted => depth -= 1,
            // A bracket that nothing opened makes the depth negative, and does not hide commas.
            ',' if !quoted && depth <= 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[start..].trim());
    found
}
