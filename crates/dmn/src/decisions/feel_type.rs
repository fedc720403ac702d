//! The types of values, and the conversion to them.

use std::sync::Arc;

use crate::feel::{CellTest, FeelValue, ScaleKind};

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub enum FeelType {
    /// Any value.
    Any,
    /// Numbers, dates or durations.
    Scale(ScaleKind),
    /// Strings.
    Text,
    /// Booleans.
    Truth,
    /// Lists of values of a type.
    List(Arc<FeelType>),
    /// Contexts with these members.
    Structure(Arc<[(Arc<str>, FeelType)]>),
    /// The values of a type that pass a test, and the text of that.
    Restricted(Arc<(FeelType, CellTest, String)>),
}

impl FeelType {
    /// Converts a value to this type (DMN 1.5, section 10.3.2.9.4): a list of one element is that
    /// element, and a value alone a list of one. `None` if it is no value of the type; null is one
    /// of each. Allowed values are not checked.
    #[must_use]
    pub fn convert_value(&self, value: FeelValue) -> Option<FeelValue> {
        if value == FeelValue::Null {
            return Some(value);
        }
        match (self, value) {
            (FeelType::Any, value) => Some(value),
            (FeelType::Restricted(restricted), value) => restricted.0.convert_value(value),
            (FeelType::List(inner), FeelValue::List(list)) => {
                let items: Option<Vec<FeelValue>> =
                    list.iter().map(|item| inner.convert_value(item.clone())).collect();
                Some(items?.into_iter().collect())
            }
            (FeelType::List(inner), value) => {
                Some(std::iter::once(inner.convert_value(value)?).collect())
            }
            (kind, FeelValue::List(list)) => match &**list {
                // One step alone: a list within a list stays one (TCK 0082).
                [FeelValue::List(_)] => None,
                [only] => kind.convert_value(only.clone()),
                _ => None,
            },
            (FeelType::Structure(members), value @ FeelValue::Context(_)) => {
                convert_members(members, &value)
            }
            (kind, value) => kind.has_kind(&value).then_some(value),
        }
    }

    /// Whether a value is of this type, which has no parts.
    fn has_kind(&self, value: &FeelValue) -> bool {
        match (self, value) {
            (FeelType::Scale(scale), FeelValue::Point(other, _)) => scale == other,
            (FeelType::Text, FeelValue::Text(_)) | (FeelType::Truth, FeelValue::Truth(_)) => true,
            _ => false,
        }
    }

    /// Returns what a value of the type is, for messages.
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        match self {
            FeelType::Any => "any value",
            FeelType::Scale(ScaleKind::Number) => "a number",
            FeelType::Scale(ScaleKind::Date) => "a date",
            FeelType::Scale(ScaleKind::Months | ScaleKind::Seconds) => "a duration",
            FeelType::Text => "a string",
            FeelType::Truth => "true or false",
            FeelType::List(_) => "a list",
            FeelType::Structure(_) => "a context",
            FeelType::Restricted(restricted) => restricted.0.kind_name(),
        }
    }

    /// Whether values are strings, so that a text without quotation marks is one.
    #[must_use]
    pub fn is_text(&self) -> bool {
        match self {
            FeelType::Text => true,
            FeelType::Restricted(restricted) => restricted.0.is_text(),
            _ => false,
        }
    }

    /// Returns the type of a member.
    #[must_use]
    pub fn member_type(&self, name: &str) -> Option<&FeelType> {
        match self {
            FeelType::Structure(members) => {
                members.iter().find(|(member, _)| **member == *name).map(|(_, kind)| kind)
            }
            FeelType::Restricted(restricted) => restricted.0.member_type(name),
            _ => None,
        }
    }
}

/// Converts the members of a context. All that the type names must be there; others stay.
fn convert_members(members: &[(Arc<str>, FeelType)], value: &FeelValue) -> Option<FeelValue> {
    let FeelValue::Context(found) = value else { return None };
    if !members.iter().all(|(name, _)| found.iter().any(|(other, _)| other == name)) {
        return None;
    }
    let converted: Option<Vec<_>> = found
        .iter()
        .map(|(name, value)| {
            let kind = members.iter().find(|(member, _)| member == name).map(|(_, kind)| kind);
            let value = kind.map_or(Some(value.clone()), |kind| kind.convert_value(value.clone()));
            Some((name.clone(), value?))
        })
        .collect();
    Some(FeelValue::from_members(converted?))
}
