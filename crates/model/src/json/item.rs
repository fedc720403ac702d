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

use super::part::Fragment;
use crate::instance::InputError;
use crate::{Clause, Constraint, Linear, Relation, Table};

type Read<T> = Result<T, InputError>;

/// Returns an error when reading must end.
type Check<'c> = &'c dyn Fn() -> Read<()>;

pub(super) type Named = Constraint<String, String, String>;

/// The kind of a constraint; all other members are ignored.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow, default)]
    kind: Cow<'a, str>,
}

#[derive(Deserialize)]
struct AnyItem {
    #[serde(default)]
    label: String,
    #[serde(flatten)]
    constraint: Named,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LinearItem<'a> {
    #[serde(default)]
    label: String,
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    #[serde(borrow)]
    terms: &'a RawValue,
    relation: Relation,
    constant: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClauseItem<'a> {
    #[serde(default)]
    label: String,
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    #[serde(borrow)]
    atoms: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
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
fn list<'a, T: Deserialize<'a>>(
    part: &Fragment<'a>,
    raw: &'a RawValue,
    check: Check<'_>,
) -> Read<Vec<T>> {
    let elements: Vec<&RawValue> = part.of(raw).parse(raw.get())?;
    check()?;
    let mut list = Vec::with_capacity(elements.len());
    for (place, element) in elements.into_iter().enumerate() {
        if place % POLL_INTERVAL == POLL_INTERVAL - 1 {
            check()?;
        }
        list.push(part.of(element).parse(element.get())?);
    }
    Ok(list)
}

/// Reads a label and a constraint from parsed JSON.
///
/// # Errors
/// Returns an error for the first member that is not as expected.
pub(super) fn of_json(json: serde_json::Value) -> Result<(String, Named), serde_json::Error> {
    let AnyItem { label, constraint } = serde_json::from_value(json)?;
    Ok((label, constraint))
}

/// Reads a label and a constraint. Calls `check` at intervals and stops when it
/// fails.
///
/// # Errors
/// Returns an error for the first member that is not as expected, or the error of `check`.
pub(super) fn read<'a>(
    part: &Fragment<'a>,
    text: &'a str,
    check: Check<'_>,
) -> Read<(String, Named)> {
    let head: Head<'_> = part.parse(text)?;
    check()?;
    Ok(match &*head.kind {
        "linear" => {
            let LinearItem { label, terms, relation, constant, .. } = part.parse(text)?;
            let terms = list(part, terms, check)?;
            (label, Constraint::Linear(Linear { terms, relation, constant }))
        }
        "clause" => {
            let ClauseItem { label, atoms, .. } = part.parse(text)?;
            (label, Constraint::Clause(Clause { atoms: list(part, atoms, check)? }))
        }
        "table" => {
            let TableItem { label, scope, tuples, forbidden, .. } = part.parse(text)?;
            let tuples = list(part, tuples, check)?;
            (label, Constraint::Table(Table { scope, tuples: Arc::new(tuples), forbidden }))
        }
        _ => {
            let AnyItem { label, constraint } = part.parse(text)?;
            (label, constraint)
        }
    })
}
