//! The values of outputs, to be compared.

use super::cell_reader::read_literal;
use super::column_test::ColumnValue;

/// An output, by its value: equal keys are equal outputs. Those that are no constants are compared as
/// texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OutputKey {
    /// A constant.
    Value(ColumnValue),
    /// The text of any other expression, or none.
    Text(String),
}

/// Returns the key of each output of a row.
#[must_use]
pub fn output_keys(row: &[String]) -> Vec<OutputKey> {
    row.iter().map(|text| output_key(text)).collect()
}

fn output_key(text: &str) -> OutputKey {
    read_literal(text).map_or_else(|| OutputKey::Text(text.to_owned()), OutputKey::Value)
}

/// Whether two rows of outputs have the same values.
#[must_use]
pub(super) fn same_outputs(one: &[String], other: &[String]) -> bool {
    one.iter().zip(other).all(|(one, other)| output_key(one) == output_key(other))
}

/// Returns the value of an output's cell; `None` if it is no constant.
#[must_use]
pub fn output_value(text: &str) -> Option<ColumnValue> {
    // A blank output gives no value.
    if matches!(text, "" | "-") { Some(ColumnValue::Null) } else { read_literal(text) }
}
