//! A constraint in JSON.
//!
//! Its kind is looked up first, and what may be very long is then read into
//! its own form at once: a reader that learns the kind on the way holds all of
//! the constraint in a form that takes many times the memory of the text.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::part::Part;
use crate::instance::InputError;
use crate::model::{Atom, Clause, Constraint, Linear, Relation, Table, Term, Value};

type Named = Constraint<String, String, String>;

/// What says which kind it is; all else is looked over.
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
struct LinearItem {
    #[serde(default)]
    label: String,
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    terms: Vec<Term<String>>,
    relation: Relation,
    constant: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClauseItem {
    #[serde(default)]
    label: String,
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    atoms: Vec<Atom<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableItem {
    #[serde(default)]
    label: String,
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    scope: Vec<String>,
    tuples: Vec<Vec<Value>>,
    #[serde(default)]
    forbidden: bool,
}

/// A label and a constraint.
///
/// # Errors
/// What is not as expected.
pub(super) fn read<'a>(part: &Part<'a>, text: &'a str) -> Result<(String, Named), InputError> {
    let head: Head<'_> = part.parse(text)?;
    Ok(match &*head.kind {
        "linear" => {
            let LinearItem { label, terms, relation, constant, .. } = part.parse(text)?;
            (label, Constraint::Linear(Linear { terms, relation, constant }))
        }
        "clause" => {
            let ClauseItem { label, atoms, .. } = part.parse(text)?;
            (label, Constraint::Clause(Clause { atoms }))
        }
        "table" => {
            let TableItem { label, scope, tuples, forbidden, .. } = part.parse(text)?;
            (label, Constraint::Table(Table { scope, tuples, forbidden }))
        }
        _ => {
            let AnyItem { label, constraint } = part.parse(text)?;
            (label, constraint)
        }
    })
}
