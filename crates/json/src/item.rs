//! Reads and writes a constraint in JSON.
//!
//! The reader first finds the kind and then deserialises long lists directly into their own types.
//! A reader that finds the kind on the way would buffer the whole constraint in a form that takes
//! many times the memory of the text.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::members::ConstraintMembers;
use super::text_fragment::{TextFragment, nearest_name};
use parallax_instance::{InputError, json_message, json_path, offset_of_column};
use parallax_model::{Clause, ComparisonOperator, Constraint, Implies, Linear, Table};

/// Returns an error when reading must end.
type Check<'c> = &'c dyn Fn() -> Result<(), InputError>;

pub(super) type NamedConstraint = Constraint<String, String, String>;

/// The kind of a constraint; all other members are ignored.
#[derive(Deserialize)]
#[serde(expecting = "a constraint")]
struct ConstraintHead<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a constraint")]
struct ImpliesItem<'a> {
    #[serde(default)]
    label: String,
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    condition: String,
    #[serde(borrow)]
    then: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a constraint")]
struct LinearItem<'a> {
    #[serde(default)]
    label: String,
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    #[serde(borrow)]
    terms: &'a RawValue,
    relation: ComparisonOperator,
    constant: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a constraint")]
struct ClauseItem<'a> {
    #[serde(default)]
    label: String,
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    #[serde(borrow)]
    atoms: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a constraint")]
struct TableItem<'a> {
    #[serde(default)]
    label: String,
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    scope: Vec<String>,
    #[serde(borrow)]
    tuples: &'a RawValue,
    #[serde(default)]
    forbidden: bool,
}

/// The number of list elements to read between two checks of the clock.
const POLL_INTERVAL: usize = 1 << 10;

/// Reads a list element by element.
fn read_list<'a, T: Deserialize<'a>>(
    part: &TextFragment<'a>,
    raw: &'a RawValue,
    check: Check<'_>,
) -> Result<Vec<T>, InputError> {
    // First splits the list without reading its elements, so that the clock is checked between
    // them.
    let elements: Vec<&RawValue> = part.subfragment(raw).parse_text(raw.get())?;
    check()?;
    let mut list = Vec::with_capacity(elements.len());
    for (place, element) in elements.into_iter().enumerate() {
        if place % POLL_INTERVAL == POLL_INTERVAL - 1 {
            check()?;
        }
        list.push(part.subfragment(element).parse_text(element.get())?);
    }
    Ok(list)
}

/// A fault of parsed JSON: the member that has it, and what it is.
pub(super) struct MemberError {
    pub(super) key: String,
    pub(super) message: String,
}

/// Reads a label and a constraint from parsed JSON.
///
/// # Errors
/// Returns an error for the first member that is not as expected.
pub(super) fn of_json(json: &serde_json::Value) -> Result<(String, NamedConstraint), MemberError> {
    // A text has places, which name the member.
    let text = json.to_string();
    let fault = |error: serde_json::Error| {
        // The text exists only here, so the path to the fault replaces its line and column.
        let end = offset_of_column(&text, error.line(), error.column());
        let path = json_path(&text, end);
        let (key, rest) = path.split_at(path.find(['.', '[']).unwrap_or(path.len()));
        let rest = rest.trim_start_matches('.');
        let message = json_message(&error);
        let message = format!("{message}{}", nearest_name(&message));
        let message = if rest.is_empty() { message } else { format!("{rest}: {message}") };
        MemberError { key: key.to_owned(), message }
    };
    let head: ConstraintHead<'_> = serde_json::from_str(&text).map_err(fault)?;
    let (label, constraint) =
        ConstraintMembers::read_constraint(&head.kind, &text, true).map_err(fault)?;
    Ok((label, constraint))
}

/// Reads a label and a constraint. Calls `check` at intervals and stops when it
/// fails.
///
/// # Errors
/// Returns an error for the first member that is not as expected, or the error of `check`.
pub(super) fn read_item<'a>(
    part: &TextFragment<'a>,
    text: &'a str,
    check: Check<'_>,
) -> Result<(String, NamedConstraint), InputError> {
    let head: ConstraintHead<'_> = part.parse_text(text)?;
    check()?;
    Ok(match &*head.kind {
        "linear" => {
            let LinearItem { label, terms, relation, constant, .. } = part.parse_text(text)?;
            let terms = read_list(part, terms, check)?;
            (label, Constraint::Linear(Linear { terms, relation, constant }))
        }
        "clause" => {
            let ClauseItem { label, atoms, .. } = part.parse_text(text)?;
            (label, Constraint::Clause(Clause { atoms: read_list(part, atoms, check)? }))
        }
        "table" => {
            let TableItem { label, scope, tuples, forbidden, .. } = part.parse_text(text)?;
            let tuples = read_list(part, tuples, check)?;
            (label, Constraint::Table(Table { scope, tuples: Arc::new(tuples), forbidden }))
        }
        "implies" => {
            let ImpliesItem { label, condition, then, .. } = part.parse_text(text)?;
            let inner = part.subfragment(then);
            // The inner constraint has no label of its own, so `label` is an unknown member there.
            let head: ConstraintHead<'_> = inner.parse_text(then.get())?;
            let (_, then) = inner.parse_with(then.get(), |text| {
                ConstraintMembers::read_constraint(&head.kind, text, false)
            })?;
            (label, Constraint::Implies(Implies { condition, then: Box::new(then) }))
        }
        kind => {
            part.parse_with(text, |text| ConstraintMembers::read_constraint(kind, text, true))?
        }
    })
}
