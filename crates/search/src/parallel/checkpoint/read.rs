//! Reads the notes of a count, and finds errors in them.

use std::collections::HashSet;

use super::line::{Entry, unsealed};
use super::{SCHEMA, SavedProgress};
use crate::parallel::subtree::Subtree;

/// Returns the state that whole lines describe; `None` if no subtree is noted.
pub(super) fn known(
    text: &[u8],
    heading: &str,
    root: &Entry,
) -> Result<Option<SavedProgress>, String> {
    let text = std::str::from_utf8(text).map_err(|_| "these are no notes of a count".to_owned())?;
    let mut lines = (1..).zip(text.lines());
    let Some((_, first)) = lines.next() else {
        return Ok(None);
    };
    if first != heading {
        return Err(other_count(first, heading));
    }
    let mut known: Option<SavedProgress> = None;
    let mut done: HashSet<u64> = HashSet::new();
    for (number, text) in lines {
        let at = |what: String| format!("line {number}: {what}");
        let line = Entry::read(text).map_err(at)?;
        if !done.insert(line.number) {
            return Err(at(format!("subtree {} is noted twice", line.number)));
        }
        match &mut known {
            None => known = Some(begin(line, root).map_err(at)?),
            Some(known) => follow(known, line).map_err(at)?,
        }
    }
    Ok(known)
}

/// Checks that the line of the first slice equals the first slice of this run.
fn begin(line: Entry, root: &Entry) -> Result<SavedProgress, String> {
    if line.number != 0 {
        return Err("the line of the first slice is missing".into());
    }
    let same = |one: &Subtree, other: &Subtree| one.steps == other.steps;
    let alike = line.left.len() == root.left.len()
        && line.left.iter().zip(&root.left).all(|(one, other)| same(one, other));
    if line.found != root.found || !alike {
        return Err("another version of this program has begun this count differently".into());
    }
    Ok(SavedProgress::root(&line))
}

/// Replaces an open subtree that is finished by the subtrees cut from it.
fn follow(known: &mut SavedProgress, line: Entry) -> Result<(), String> {
    let Some(place) = known.open.iter().position(|(number, _)| *number == line.number) else {
        return Err(format!("subtree {} is unknown: a line is missing", line.number));
    };
    known.add(&line);
    let next = known.next;
    known.next += line.left.len() as u64;
    known.open.splice(place..=place, (next..).zip(line.left)).for_each(drop);
    Ok(())
}

/// Returns the first difference between the heading of the file and that of this count.
fn other_count(found: &str, wanted: &str) -> String {
    let (Ok(found), Ok(wanted)) = (unsealed(found), unsealed(wanted)) else {
        return "line 1: these are no notes of a count".into();
    };
    if found.get("schema").and_then(serde_json::Value::as_str) != Some(SCHEMA) {
        return format!("line 1: the schema is not {SCHEMA}");
    }
    let differs = |key: &&&str| found.get(**key) != wanted.get(**key);
    let keys = ["model", "givens", "engine", "seed", "task", "cuts"];
    match keys.iter().find(differs) {
        Some(key) => format!("these notes belong to another count: the {key} differs"),
        None => "line 1: these are no notes of a count".into(),
    }
}

/// Whether the text may be the beginning of a line of notes that a kill has torn.
pub(super) fn is_torn(text: &[u8], heading: &str) -> bool {
    heading.as_bytes().starts_with(text)
}
