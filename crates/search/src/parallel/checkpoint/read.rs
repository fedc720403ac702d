//! Reads the notes of a count, and finds errors in them.

use std::collections::HashSet;

use super::error::{CheckpointLineError, NoteError};
use super::line::{CheckpointLine, unseal_object};
use super::{CHECKPOINT_SCHEMA, SavedProgress};
use crate::parallel::subtree::SearchSubtree;

/// Returns the state that whole lines describe; `None` if no subtree is noted.
pub(super) fn read_progress(
    text: &[u8],
    heading: &str,
    root: &CheckpointLine,
) -> Result<Option<SavedProgress>, NoteError> {
    let text = std::str::from_utf8(text).map_err(|_| NoteError::Foreign)?;
    // Lines are numbered from 1, the heading included, as editors number them.
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
        let line = CheckpointLine::read_line(text).map_err(at)?;
        if !done.insert(line.number) {
            return Err(at(CheckpointLineError::Repetition { subtree: line.number }));
        }
        match &mut known {
            None => known = Some(check_root(line, root).map_err(at)?),
            Some(known) => replace_subtree(known, line).map_err(at)?,
        }
    }
    Ok(known)
}

/// Checks that the line of the first slice equals the first slice of this run.
fn check_root(
    line: CheckpointLine,
    root: &CheckpointLine,
) -> Result<SavedProgress, CheckpointLineError> {
    if line.number != 0 {
        return Err(CheckpointLineError::NoRoot);
    }
    // The paths identify the cut. Shares are estimates, and a changed estimate does not change the
    // count.
    let same = |one: &SearchSubtree, other: &SearchSubtree| one.steps == other.steps;
    let alike = line.left.len() == root.left.len()
        && line.left.iter().zip(&root.left).all(|(one, other)| same(one, other));
    if line.found != root.found || !alike {
        return Err(CheckpointLineError::OtherRoot);
    }
    Ok(SavedProgress::from_root(&line))
}

/// Replaces an open subtree that is finished by the subtrees cut from it.
fn replace_subtree(
    known: &mut SavedProgress,
    line: CheckpointLine,
) -> Result<(), CheckpointLineError> {
    // Lines come in the order in which subtrees were finished, not in the order of the tree.
    let Some(index) = known.open.iter().position(|(number, _)| *number == line.number) else {
        return Err(CheckpointLineError::Orphan { subtree: line.number });
    };
    known.add_line(&line);
    // New subtrees take the numbers that the run gave them: consecutive ones, in the order of the
    // lines.
    let next = known.next;
    known.next += line.left.len() as u64;
    known.open.splice(index..=index, (next..).zip(line.left)).for_each(drop);
    Ok(())
}

/// Returns the first difference between the heading of the file and that of this count.
fn other_count(found: &str, wanted: &str) -> NoteError {
    let heading = NoteError::Line { number: 1, why: CheckpointLineError::Heading };
    let (Ok(found), Ok(wanted)) = (unseal_object(found), unseal_object(wanted)) else {
        return heading;
    };
    if found.get("schema").and_then(serde_json::Value::as_str) != Some(CHECKPOINT_SCHEMA) {
        return NoteError::Line { number: 1, why: CheckpointLineError::Schema };
    }
    let differs = |key: &&'static str| found.get(*key) != wanted.get(*key);
    let keys = ["model", "givens", "engine", "seed", "task", "cuts"];
    keys.into_iter().find(differs).map_or(heading, |key| NoteError::OtherCount { key })
}

/// Whether the text may be the beginning of a line of notes that a kill has torn.
pub(super) fn is_torn(text: &[u8], heading: &str) -> bool {
    heading.as_bytes().starts_with(text)
}
