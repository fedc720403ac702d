//! The values of FEEL.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use super::calendar::ScaleKind;
use super::exact_decimal::ExactDecimal;
use super::text_literal::quote_text;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeelValue {
    /// No value.
    Null,
    /// A truth value.
    Truth(bool),
    /// A number, a date or a duration on its scale.
    Point(ScaleKind, ExactDecimal),
    /// A string.
    Text(Arc<str>),
    /// A list.
    List(Arc<FeelItems<FeelValue>>),
    /// A context: names with values, in the order of the file.
    Context(Arc<FeelItems<(Arc<str>, FeelValue)>>),
}

/// The elements of a list or the members of a context. They are shared, so a short expression can
/// make a value that is long to write; its weight is known without a walk through it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeelItems<T> {
    items: Vec<T>,
    weight: u64,
}

impl<T> std::ops::Deref for FeelItems<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl FeelValue {
    /// Returns a number; null for `None`.
    #[must_use]
    pub fn from_number(number: Option<ExactDecimal>) -> Self {
        number.map_or(FeelValue::Null, |number| FeelValue::Point(ScaleKind::Number, number))
    }

    /// Returns a truth value; null for `None`.
    #[must_use]
    pub fn from_truth(truth: Option<bool>) -> Self {
        truth.map_or(FeelValue::Null, FeelValue::Truth)
    }

    /// Returns a string.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        FeelValue::Text(text.into())
    }

    /// Returns a context of these members.
    #[must_use]
    pub fn from_members(items: Vec<(Arc<str>, FeelValue)>) -> Self {
        let weights = items.iter().map(|(_, value)| value.weight());
        let weight = weights.fold(1, u64::saturating_add);
        FeelValue::Context(Arc::new(FeelItems { items, weight }))
    }

    /// Returns the number of values in the value, itself included, as often as they are written.
    #[must_use]
    pub fn weight(&self) -> u64 {
        match self {
            FeelValue::List(list) => list.weight,
            FeelValue::Context(members) => members.weight,
            _ => 1,
        }
    }

    /// Returns the number, if it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<ExactDecimal> {
        match self {
            FeelValue::Point(ScaleKind::Number, number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the truth value, if it is one.
    #[must_use]
    pub fn as_truth(&self) -> Option<bool> {
        match self {
            FeelValue::Truth(truth) => Some(*truth),
            _ => None,
        }
    }

    /// Returns the string, if it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            FeelValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the member of a context, of each element of a list, or null.
    #[must_use]
    pub fn member_value(&self, name: &str) -> FeelValue {
        match self {
            FeelValue::Context(members) => members
                .iter()
                .find(|(member, _)| **member == *name)
                .map_or(FeelValue::Null, |(_, value)| value.clone()),
            FeelValue::List(list) => list.iter().map(|item| item.member_value(name)).collect(),
            _ => FeelValue::Null,
        }
    }

    /// Compares two values of one kind that have an order; `None` for others.
    #[must_use]
    pub fn compare_order(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (FeelValue::Point(scale, one), FeelValue::Point(other_scale, other))
                if scale == other_scale =>
            {
                Some(one.cmp(other))
            }
            (FeelValue::Text(one), FeelValue::Text(other)) => Some(one.cmp(other)),
            _ => None,
        }
    }

    /// Whether two values are equal; `None` for values of different kinds. Null equals only null.
    #[must_use]
    pub fn equals_value(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (FeelValue::Null, other) | (other, FeelValue::Null) => Some(*other == FeelValue::Null),
            (FeelValue::Point(scale, one), FeelValue::Point(other_scale, other)) => {
                (scale == other_scale).then_some(one == other)
            }
            (FeelValue::List(one), FeelValue::List(other)) => {
                if one.len() != other.len() {
                    return Some(false);
                }
                all_equal(one.iter().zip(other.iter()))
            }
            (FeelValue::Context(one), FeelValue::Context(others)) => {
                let member = |name| others.iter().find(|(other, _)| other == name);
                let pairs: Option<Vec<_>> =
                    one.iter().map(|(name, value)| Some((value, &member(name)?.1))).collect();
                match pairs {
                    Some(pairs) if one.len() == others.len() => all_equal(pairs.into_iter()),
                    _ => Some(false),
                }
            }
            _ if std::mem::discriminant(self) == std::mem::discriminant(other) => {
                Some(self == other)
            }
            _ => None,
        }
    }

    /// Returns the value as the function `string` has it: as FEEL, but strings, dates and durations
    /// alone without quotation marks.
    #[must_use]
    pub fn plain_text(&self) -> String {
        match self {
            FeelValue::Text(text) => text.to_string(),
            FeelValue::Point(scale, number) => scale.value_text(*number),
            other => other.to_string(),
        }
    }

    /// Returns what the value is, for messages.
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        match self {
            FeelValue::Null => "null",
            FeelValue::Truth(_) => "a boolean",
            FeelValue::Point(ScaleKind::Number, _) => "a number",
            FeelValue::Point(ScaleKind::Date, _) => "a date",
            FeelValue::Point(ScaleKind::Months | ScaleKind::Seconds, _) => "a duration",
            FeelValue::Text(_) => "a string",
            FeelValue::List(_) => "a list",
            FeelValue::Context(_) => "a context",
        }
    }
}

/// Whether all pairs are equal; `None` if none differs, and some are of different kinds.
fn all_equal<'v>(pairs: impl Iterator<Item = (&'v FeelValue, &'v FeelValue)>) -> Option<bool> {
    let mut all = Some(true);
    for (one, other) in pairs {
        match one.equals_value(other) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}

impl FromIterator<FeelValue> for FeelValue {
    fn from_iter<T: IntoIterator<Item = FeelValue>>(values: T) -> Self {
        let items: Vec<FeelValue> = values.into_iter().collect();
        let weight = items.iter().map(FeelValue::weight).fold(1, u64::saturating_add);
        FeelValue::List(Arc::new(FeelItems { items, weight }))
    }
}

/// Writes the value as FEEL.
impl fmt::Display for FeelValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FeelValue::Null => f.write_str("null"),
            FeelValue::Truth(truth) => write!(f, "{truth}"),
            FeelValue::Point(scale, number) => scale.write_literal(f, *number),
            FeelValue::Text(text) => f.write_str(&quote_text(text)),
            FeelValue::List(list) => {
                f.write_str("[")?;
                for (index, value) in list.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{value}")?;
                }
                f.write_str("]")
            }
            FeelValue::Context(members) => {
                f.write_str("{")?;
                for (index, (name, value)) in members.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{}: {value}", quote_text(name))?;
                }
                f.write_str("}")
            }
        }
    }
}
