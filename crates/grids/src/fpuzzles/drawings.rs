//! Drawings: lines, cages, shapes and texts that are no rules.
//!
//! Many are drawn for a rule that the file has as well. All others belong to rules in prose.

use std::collections::{HashMap, HashSet};

use parallax_instance::shorten_text;
use serde_json::Value as Json;

use super::json::LocatedJsonValue;
use super::reader::APPEARANCE_FIELDS;
use crate::errors::{FPuzzlesJsonError, LocatedFPuzzlesError};
use crate::rules::FPUZZLES;

/// The keys of drawings.
pub(super) const DRAWING_KEYS: [&str; 5] = ["cage", "circle", "line", "rectangle", "text"];

/// The keys of rules whose cells a drawn cage may repeat.
const CELL_GROUP_KEYS: [&str; 5] =
    ["clone", "columnindexer", "extraregion", "killercage", "rowindexer"];

/// The fields of a drawing besides those of its looks.
const DRAWING_FIELDS: [&str; 4] = ["cells", "lines", "value", "fromRangskSolver"];

/// Maximum number of drawings that a message names.
const MAX_LISTED_DRAWINGS: usize = 8;

/// Returns the drawings that no rule of the file explains, in words: `line R1C1 R1C2`.
pub(super) fn unexplained_drawings(
    root: &LocatedJsonValue<'_>,
) -> Result<Vec<String>, LocatedFPuzzlesError> {
    let mut found = Vec::new();
    let rules = RuleDrawings::from_root(root);
    for key in DRAWING_KEYS {
        let Some(at) = root.get(key).filter(|at| !at.is_empty()) else { continue };
        for drawing in at.read_list()? {
            if !drawing.value.is_object() {
                return Err(drawing.unexpected_value("an object"));
            }
            if rules.explains_drawing(key, &drawing)? {
                known_fields(&drawing)?;
            } else {
                found.push(describe_drawing(key, &drawing));
            }
        }
    }
    Ok(found)
}

/// Requires that a drawing that a rule explains says nothing but its cells and its looks.
fn known_fields(drawing: &LocatedJsonValue<'_>) -> Result<(), LocatedFPuzzlesError> {
    for (name, field) in drawing.object_fields()? {
        if !DRAWING_FIELDS.contains(&name)
            && !APPEARANCE_FIELDS.contains(&name)
            && !field.is_empty()
        {
            return Err(field.value_error(FPuzzlesJsonError::UnknownDrawingField));
        }
    }
    Ok(())
}

/// Returns drawings in words, the first few by their cells.
pub(crate) fn list_drawings(drawings: &[String]) -> String {
    let mut text = drawings
        .iter()
        .take(MAX_LISTED_DRAWINGS)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join("; ");
    if drawings.len() > MAX_LISTED_DRAWINGS {
        text += &format!("; and {} more", drawings.len() - MAX_LISTED_DRAWINGS);
    }
    text
}

/// The drawings that rules explain.
struct RuleDrawings<'a> {
    /// The keys with entries, in small letters.
    keys: HashSet<&'a str>,
    lines: HashSet<Vec<&'a str>>,
    /// The groups of cells, each with the texts in its corner.
    groups: HashMap<Vec<&'a str>, HashSet<String>>,
}

impl<'a> RuleDrawings<'a> {
    fn from_root(root: &LocatedJsonValue<'a>) -> Self {
        let (mut keys, mut lines, mut groups) = (HashSet::new(), HashSet::new(), HashMap::new());
        let names = FPUZZLES.iter().flat_map(|reader| reader.names.iter().copied());
        for key in names {
            // The cells of all rules, to be compared with those of drawings.
            let Some(at) = root.get(key).filter(|at| !at.is_empty()) else { continue };
            keys.insert(key);
            for entry in at.value.as_array().into_iter().flatten() {
                lines.extend(lines_of(entry));
                if CELL_GROUP_KEYS.contains(&key) {
                    for field in ["cells", "cloneCells"] {
                        let texts: &mut HashSet<String> =
                            groups.entry(field_group(entry, field)).or_default();
                        texts.insert(entry_caption(entry));
                    }
                }
            }
        }
        RuleDrawings { keys, lines, groups }
    }

    /// Whether a drawing belongs to a rule of the file, or draws nothing.
    fn explains_drawing(
        &self,
        key: &str,
        drawing: &LocatedJsonValue<'a>,
    ) -> Result<bool, LocatedFPuzzlesError> {
        if let Some(source) = drawing.get("fromConstraint").filter(|at| !at.is_empty()) {
            // The field has the name of a rule in words: `Killer Cage` is the key `killercage`.
            let letters = source.read_text()?.chars().filter(|c| c.is_alphanumeric());
            let name: String = letters.flat_map(char::to_lowercase).collect();
            if self.keys.contains(name.as_str()) {
                return Ok(true);
            }
        }
        Ok(match key {
            "line" => lines_of(drawing.value).all(|line| self.has_line(&line)),
            "cage" => {
                let cells = field_group(drawing.value, "cells");
                let text = entry_caption(drawing.value);
                // A drawn cage may leave out the text of the rule, but not have another text.
                let fits = |texts: &HashSet<String>| text.is_empty() || texts.contains(&text);
                cells.is_empty() || self.groups.get(&cells).is_some_and(fits)
            }
            "text" => entry_caption(drawing.value).trim().is_empty(),
            _ => field_group(drawing.value, "cells").is_empty(),
        })
    }

    fn has_line(&self, line: &[&'a str]) -> bool {
        // A drawing may run from either end.
        let mut back = line.to_vec();
        back.reverse();
        line.is_empty() || self.lines.contains(line) || self.lines.contains(&back)
    }
}

fn lines_of(entry: &Json) -> impl Iterator<Item = Vec<&str>> {
    entry.get("lines").and_then(Json::as_array).into_iter().flatten().map(entry_texts)
}

fn entry_texts(list: &Json) -> Vec<&str> {
    list.as_array().into_iter().flatten().map(|cell| cell.as_str().unwrap_or("?")).collect()
}

/// Returns the cells of a field in the order of their names.
fn field_group<'a>(entry: &'a Json, field: &str) -> Vec<&'a str> {
    let mut cells = entry.get(field).map(entry_texts).unwrap_or_default();
    cells.sort_unstable();
    cells
}

/// Returns the text of an entry.
fn entry_caption(entry: &Json) -> String {
    match entry.get("value") {
        Some(Json::String(text)) => text.clone(),
        None | Some(Json::Null) => String::new(),
        Some(other) => other.to_string(),
    }
}

fn describe_drawing(key: &str, drawing: &LocatedJsonValue<'_>) -> String {
    let mut cells: Vec<&str> = lines_of(drawing.value).flatten().collect();
    cells.extend(drawing.value.get("cells").map(entry_texts).unwrap_or_default());
    let text = entry_caption(drawing.value);
    let text = if text.is_empty() { String::new() } else { format!(" '{}'", shorten_text(&text)) };
    let dots = if cells.len() > 12 { " ..." } else { "" };
    let cells: Vec<String> = cells.into_iter().take(12).map(shorten_text).collect();
    format!("{key}{text} {}{dots}", cells.join(" "))
}
