//! JSON files that hold an object or an array of objects.

use parallax_instance::UniqueKeyJson;
use parallax_instance::{
    InputError, LineReader, json_message, json_path, offset_of_column, shorten_text,
};
use serde_json::Value as Json;

use super::json_error::{LocatedPuzzleJsonError, PuzzleJsonError};

/// Maximum size of a JSON file in bytes (16 MiB).
const MAX_BYTES: usize = 16 << 20;

/// Whether the next line that is not blank starts JSON: `{`, or `[` followed
/// by an object, a list, `]` or the end of the line.
pub(super) fn starts_json(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
    let mut distance = 0;
    while let Some(line) = lines.peek_line(distance)? {
        let text = line.text.trim_start();
        if let Some(rest) = text.strip_prefix('[') {
            return Ok(
                rest.trim_start().is_empty() || rest.trim_start().starts_with(['{', '[', ']'])
            );
        }
        if !text.is_empty() || distance > MOST_BLANK_LINES {
            return Ok(text.starts_with('{'));
        }
        distance += 1;
    }
    Ok(false)
}

/// Maximum number of blank lines before JSON.
const MOST_BLANK_LINES: usize = 8;

/// Members that describe a puzzle and do not change it.
const NOTE_MEMBERS: [&str; 21] = [
    "n",
    "name",
    "title",
    "source",
    "author",
    "comment",
    "comments",
    "note",
    "notes",
    "description",
    "file",
    "url",
    "date",
    "id",
    "number",
    "level",
    "difficulty",
    "rating",
    "license",
    "sets",
    "n_sets",
];

/// Checks that a puzzle has no members but its own and notes. Solutions and what was published
/// about a puzzle are notes too.
///
/// # Errors
/// Returns an error that names the first other member: it may be a rule of another puzzle.
pub(super) fn check_members<E: From<PuzzleJsonError>>(
    puzzle: &Json,
    members: &'static [&'static str],
) -> Result<(), LocatedPuzzleJsonError<E>> {
    let is_known = |name: &str| {
        members.contains(&name)
            || NOTE_MEMBERS.contains(&name)
            || name.contains("solution")
            || name.starts_with("published")
            // A number of givens; a list would state them.
            || name == "givens" && puzzle[name].is_number()
    };
    let mut names = puzzle.as_object().into_iter().flat_map(|members| members.keys());
    match names.find(|name| !is_known(name)) {
        Some(name) => {
            let error = PuzzleJsonError::UnknownMember { members };
            Err(LocatedPuzzleJsonError::new(format!(".{}", shorten_text(name)), error))
        }
        None => Ok(()),
    }
}

/// Reads the rest of the file: the objects of an array, or one object.
pub(super) fn read_objects(lines: &mut LineReader<'_>) -> Result<Vec<Json>, InputError> {
    let json = read_value(lines)?;
    objects_of(lines, json)
}

/// Reads the rest of the file as JSON.
pub(super) fn read_value(lines: &mut LineReader<'_>) -> Result<Json, InputError> {
    // The parser counts lines from the start of the JSON.
    let first = lines.peek_line(0)?.map_or(1, |line| line.number);
    let text = lines.read_rest(MAX_BYTES)?;
    let UniqueKeyJson(json) = serde_json::from_str::<UniqueKeyJson>(&text).map_err(|error| {
        let message = json_message(&error);
        let path = json_path(&text, offset_of_column(&text, error.line(), error.column()));
        let path = if path.is_empty() { path } else { format!(" at {path}") };
        lines
            .make_error(format!("not valid JSON{path}: {message}"))
            .at_position(first + error.line().saturating_sub(1), error.column().max(1))
    })?;
    Ok(json)
}

/// Returns the objects of an array, or one object.
pub(super) fn objects_of(lines: &LineReader<'_>, json: Json) -> Result<Vec<Json>, InputError> {
    let objects = match json {
        Json::Array(list) => list,
        Json::Object(_) => vec![json],
        _ => Vec::new(),
    };
    match objects.iter().position(|object| !object.is_object()) {
        Some(i) => {
            let found = shorten_text(&objects[i].to_string());
            Err(lines.make_error(format!("[{i}]: {found}; expected an object")))
        }
        None => Ok(objects),
    }
}
