//! Reads a whole file.

use parallax_model::ask::nearest;
use parallax_model::instance::shorten;
use serde_json::Value as Json;

use super::entry::Entry;
use super::json::At;
use super::kinds::Reader;
use super::twice::twice;
use super::{cells, drawings, negative};
use crate::GridPuzzle;
use crate::errors::{JsonError, JsonFault, NearName};
use crate::rules::{AnyRule, FPUZZLES};

/// The keys of prose. Their texts become notes.
pub(super) const PROSE: [&str; 3] = ["title", "author", "ruleset"];

/// The keys that say nothing about the rules.
const OTHERS: [&str; 6] =
    ["size", "grid", "solution", "disabledlogic", "truecandidatesoptions", "highlightConflicts"];

/// The fields of an entry that say how it looks.
pub(super) const LOOKS: [&str; 9] = [
    "angle",
    "baseC",
    "fontC",
    "fromConstraint",
    "height",
    "isNewConstraint",
    "outlineC",
    "size",
    "width",
];

/// Reads the JSON of a puzzle.
pub(super) fn read(text: &str, ignore_drawings: bool) -> Result<GridPuzzle, JsonFault> {
    let json: Json = serde_json::from_str(text)
        .map_err(|error| JsonError::Syntax { reason: error.to_string() })?;
    if let Some(name) = twice(text) {
        return Err(JsonError::KeyRepeat { key: shorten(name) }.into());
    }
    let root = At::root(&json);
    let (mut puzzle, mut rules) = cells::read(&root)?;
    for rule in &rules {
        puzzle.fits(rule)?;
    }
    for (key, at) in root.fields()? {
        read_key(key, &at, &puzzle, &mut rules)?;
    }
    if let Some(at) = root.get("negative") {
        rules.extend(negative::read(&at, &rules)?);
    }
    negative::spare_dots(&mut rules);
    puzzle.rules = rules;
    for key in PROSE {
        if let Some(at) = root.get(key) {
            let text = at.text()?;
            puzzle.notes.extend((!text.is_empty()).then(|| format!("{key}: {text}")));
        }
    }
    let unexplained = drawings::unexplained(&root)?;
    if !unexplained.is_empty() {
        if !ignore_drawings {
            return Err(JsonError::Drawings { drawings: unexplained }.into());
        }
        puzzle.notes.push(format!("ignored drawings: {}", drawings::list(&unexplained)));
    }
    puzzle.validate()?;
    Ok(puzzle)
}

/// Reads the value of a key, unless it is read elsewhere.
fn read_key(
    key: &str,
    at: &At<'_>,
    puzzle: &GridPuzzle,
    rules: &mut Vec<AnyRule>,
) -> Result<(), JsonFault> {
    let is_elsewhere = OTHERS.contains(&key) || PROSE.contains(&key) || key == "negative";
    if is_elsewhere || drawings::KEYS.contains(&key) || at.is_empty() {
        return Ok(());
    }
    let named = |reader: &'static Reader| {
        reader.names.iter().find(|name| **name == key).map(|name| (*name, reader))
    };
    match FPUZZLES.iter().find_map(named) {
        Some((name, reader)) => read_rules(name, reader, at, puzzle, rules),
        None if key == "boxindexer" => Err(at.fault(JsonError::BoxIndexer)),
        None => {
            let names = || FPUZZLES.iter().flat_map(|reader| reader.names.iter().copied());
            let near = NearName(nearest(key, names()));
            Err(JsonError::UnknownKey { key: shorten(key), near }.into())
        }
    }
}

fn read_rules(
    key: &'static str,
    reader: &'static Reader,
    at: &At<'_>,
    puzzle: &GridPuzzle,
    rules: &mut Vec<AnyRule>,
) -> Result<(), JsonFault> {
    let is_flag = reader.fields.is_empty();
    if is_flag && *at.value != Json::Bool(true) {
        return Err(at.expected("true or false"));
    }
    let entries = if is_flag { vec![at.clone()] } else { at.list()? };
    for at in entries {
        if !is_flag {
            fields(&at, reader)?;
        }
        for rule in (reader.take)(&Entry::new(key, puzzle.shape, at.clone()))? {
            puzzle.fits(&rule).map_err(|error| at.fault(error))?;
            rules.push(rule);
        }
    }
    Ok(())
}

/// Requires that an entry has only the fields that its rule reads, and those of its looks.
fn fields(at: &At<'_>, reader: &'static Reader) -> Result<(), JsonFault> {
    for (name, field) in at.fields()? {
        if !reader.fields.contains(&name) && !LOOKS.contains(&name) && !field.is_empty() {
            return Err(field.fault(JsonError::UnknownField { fields: reader.fields }));
        }
    }
    Ok(())
}
