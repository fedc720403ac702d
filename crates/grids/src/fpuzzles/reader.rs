//! Reads a whole file.

use parallax_instance::shorten_text;
use parallax_model::engine_api::nearest_name;
use serde_json::Value as Json;

use super::entry::FPuzzlesEntry;
use super::json::LocatedJsonValue;
use super::repeated_keys::find_repeated_key;
use super::rule_form::FPuzzlesRuleReader;
use super::{cells, drawings, negative_rules};
use crate::GridPuzzle;
use crate::errors::{FPuzzlesJsonError, LocatedFPuzzlesError, NearName};
use crate::rules::{AnyRule, FPUZZLES};

/// The keys of prose. Their texts become notes.
pub(super) const PROSE_KEYS: [&str; 3] = ["title", "author", "ruleset"];

/// The keys that say nothing about the rules.
const NON_RULE_KEYS: [&str; 6] =
    ["size", "grid", "solution", "disabledlogic", "truecandidatesoptions", "highlightConflicts"];

/// The fields of an entry that say how it looks.
pub(super) const APPEARANCE_FIELDS: [&str; 9] = [
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
pub(super) fn read_json_puzzle(
    text: &str,
    ignore_drawings: bool,
) -> Result<GridPuzzle, LocatedFPuzzlesError> {
    let json: Json = serde_json::from_str(text)
        .map_err(|error| FPuzzlesJsonError::Syntax { reason: error.to_string() })?;
    // The parser keeps the last of two equal keys. The scan for them relies on valid JSON, which
    // the parser has established.
    if let Some(name) = find_repeated_key(text) {
        return Err(FPuzzlesJsonError::KeyRepeat { key: shorten_text(name) }.into());
    }
    let root = LocatedJsonValue::root(&json);
    let (mut puzzle, mut rules) = cells::read_grid(&root)?;
    for rule in &rules {
        puzzle.validate_fit(rule)?;
    }
    for (key, at) in root.object_fields()? {
        read_key(key, &at, &puzzle, &mut rules)?;
    }
    // The negative rule of ratios is about the ratios of all black dots, so it comes after all
    // other rules.
    if let Some(at) = root.get("negative") {
        rules.extend(negative_rules::read_negative_rules(&at, &rules)?);
    }
    // The flag `nonconsecutive` is handled likewise: its meaning depends on whether there are dots.
    negative_rules::spare_dots(&mut rules);
    puzzle.rules = rules;
    for key in PROSE_KEYS {
        if let Some(at) = root.get(key) {
            let text = at.read_text()?;
            puzzle.notes.extend((!text.is_empty()).then(|| format!("{key}: {text}")));
        }
    }
    let unexplained = drawings::unexplained_drawings(&root)?;
    if !unexplained.is_empty() {
        if !ignore_drawings {
            return Err(FPuzzlesJsonError::Drawings { drawings: unexplained }.into());
        }
        puzzle.notes.push(format!("ignored drawings: {}", drawings::list_drawings(&unexplained)));
    }
    puzzle.validate_puzzle()?;
    Ok(puzzle)
}

/// Reads the value of a key, unless it is read elsewhere.
fn read_key(
    key: &str,
    at: &LocatedJsonValue<'_>,
    puzzle: &GridPuzzle,
    rules: &mut Vec<AnyRule>,
) -> Result<(), LocatedFPuzzlesError> {
    let is_elsewhere =
        NON_RULE_KEYS.contains(&key) || PROSE_KEYS.contains(&key) || key == "negative";
    if is_elsewhere || drawings::DRAWING_KEYS.contains(&key) || at.is_empty() {
        return Ok(());
    }
    let named = |reader: &'static FPuzzlesRuleReader| {
        reader.names.iter().find(|name| **name == key).map(|name| (*name, reader))
    };
    match FPUZZLES.iter().find_map(named) {
        Some((name, reader)) => read_rules(name, reader, at, puzzle, rules),
        None if key == "boxindexer" => Err(at.value_error(FPuzzlesJsonError::BoxIndexer)),
        None => {
            let names = || FPUZZLES.iter().flat_map(|reader| reader.names.iter().copied());
            let near = NearName(nearest_name(key, names()));
            Err(FPuzzlesJsonError::UnknownKey { key: shorten_text(key), near }.into())
        }
    }
}

fn read_rules(
    key: &'static str,
    reader: &'static FPuzzlesRuleReader,
    at: &LocatedJsonValue<'_>,
    puzzle: &GridPuzzle,
    rules: &mut Vec<AnyRule>,
) -> Result<(), LocatedFPuzzlesError> {
    let is_flag = reader.fields.is_empty();
    if is_flag && *at.value != Json::Bool(true) {
        return Err(at.unexpected_value("true or false"));
    }
    let entries = if is_flag { vec![at.clone()] } else { at.read_list()? };
    for at in entries {
        if !is_flag {
            check_fields(&at, reader)?;
        }
        for rule in (reader.take)(&FPuzzlesEntry::new(key, puzzle.shape, at.clone()))? {
            puzzle.validate_fit(&rule).map_err(|error| at.value_error(error))?;
            rules.push(rule);
        }
    }
    Ok(())
}

/// Requires that an entry has only the fields that its rule reads, and those of its looks.
fn check_fields(
    at: &LocatedJsonValue<'_>,
    reader: &'static FPuzzlesRuleReader,
) -> Result<(), LocatedFPuzzlesError> {
    for (name, field) in at.object_fields()? {
        if !reader.fields.contains(&name) && !APPEARANCE_FIELDS.contains(&name) && !field.is_empty()
        {
            return Err(
                field.value_error(FPuzzlesJsonError::UnknownField { fields: reader.fields })
            );
        }
    }
    Ok(())
}
