//! Reads the notes of a count, and finds errors in them.

use std::collections::HashSet;

use super::error::{LineError, NoteError};
use super::line::{Entry, unsealed};
use super::{SCHEMA, SavedProgress};
use crate::parallel::subtree::Subtree;

/// Returns the state that whole lines describe; `None` if no subtree is noted.
pub(super) fn known(
    text: &[u8],
    heading: &str,
    root: &Entry,
) -> Result<Option<SavedProgress>, NoteError> {
    let text = std::str::from_utf8(text).map_err(|_| NoteError::Foreign)?;
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
        let at = |why| NoteError::Line { number, why };
        let line = Entry::read(text).map_err(at)?;
        if !done.insert(line.number) {
            return Err(at(LineError::Repetition { subtree: line.number }));
        }
        match &mut known {
            None => known = Some(begin(line, root).map_err(at)?),
            Some(known) => follow(known, line).map_err(at)?,
        }
    }
    Ok(known)
}

/// Checks that the line of the first slice equals the first slice of this run.
fn begin(line: Entry, root: &Entry) -> Result<SavedProgress, LineError> {
    if line.number != 0 {
        return Err(LineError::NoRoot);
    }
    let same = |one: &Subtree, other: &Subtree| one.steps == other.steps;
    let alike = line.left.len() == root.left.len()
        && line.left.iter().zip(&root.left).all(|(one, other)| same(one, other));
    if line.found != root.found || !alike {
        return Err(LineError::OtherRoot);
    }
    Ok(SavedProgress::root(&line))
}

/// Replaces an open subtree that is finished by the subtrees cut from it.
fn follow(known: &mut SavedProgress, line: Entry) -> Result<(), LineError> {
    let Some(place) = known.open.iter().position(|(number, _)| *number == line.number) else {
        return Err(LineError::Orphan { subtree: line.number });
    };
    known.add(&line);
    let next = known.next;
    known.next += line.left.len() as u64;
    known.open.splice(place..=place, (next..).zip(line.left)).for_each(drop);
    Ok(())
}

/// Returns the first difference between the heading of the file and that of this count.
fn other_count(found: &str, wanted: &str) -> NoteError {
    let heading = NoteError::Line { number: 1, why: LineError::Heading };
    let (Ok(found), Ok(wanted)) = (unsealed(found), unsealed(wanted)) else {
        return heading;
    };
    if found.get("schema").and_then(serde_json::Value::as_str) != Some(SCHEMA) {
        return NoteError::Line { number: 1, why: LineError::Schema };
    }
    let differs = |key: &&'static str| found.get(*key) != wanted.get(*key);
    let keys = ["model", "givens", "engine", "seed", "task", "cuts"];
    keys.into_iter().find(differs).map_or(heading, |key| NoteError::OtherCount { key })
}

/// Whether the text may be the beginning of a line of notes that a kill has torn.
pub(super) fn is_torn(text: &[u8], heading: &str) -> bool {
    heading.as_bytes().starts_with(text)
}
