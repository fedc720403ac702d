//! `generate`: random instances.

use serde_json::Value as Json;

use super::super::RequestLimits;
use super::super::fields::RequestFields;
use super::super::refusal::HttpError;
use super::{CommandOutputShape, CommandRequest, check_words, option_word};

/// The puzzles, and their options that a request may have.
const PUZZLE_OPTIONS: [(&str, &[&str]); 7] = [
    ("sudoku", &["order", "clues", "minimal", "symmetric", "full"]),
    ("latin", &["order", "holes", "balanced", "unique"]),
    ("magic", &["order", "clues", "unique"]),
    ("keisuke", &["size", "digits", "density", "apart", "hard", "distinct", "unique", "unknown"]),
    ("set", &["cards", "sets", "attributes", "values"]),
    ("grid", &["size", "minimal", "symmetric"]),
    ("model", &[]),
];

/// The options of every puzzle but models: the steps that its instances must need.
const STEP_OPTIONS: [&str; 4] = ["rating", "max_technique", "must_use", "no_guess"];

/// Exit codes: done, or an instance misses a request, which the object names.
const GENERATE_EXIT_CODES: &[i32] = &[0, 3];

/// Generates a random instance.
pub(crate) fn generate_command(
    fields: &mut RequestFields,
    _: &RequestLimits,
) -> Result<CommandRequest, HttpError> {
    let puzzle: String = fields.need_field("puzzle")?;
    let Some((puzzle, options)) = PUZZLE_OPTIONS.into_iter().find(|(name, _)| *name == puzzle)
    else {
        let known = PUZZLE_OPTIONS.map(|(name, _)| name).join(", ");
        return Err(HttpError::unusable_content(format!("'puzzle': expected {known}")));
    };
    let seed: u64 = fields.take_field("seed")?.unwrap_or(0);
    let mut words = vec!["generate".to_owned(), puzzle.to_owned(), option_word("seed", seed)];
    words.extend(["--jobs=1", "--format=json"].map(str::to_owned));
    let steps: &[&str] = if puzzle == "model" { &[] } else { &STEP_OPTIONS };
    for name in options.iter().chain(steps) {
        words.extend(option_value(name, fields.take_field(name)?)?);
    }
    let named = match puzzle {
        "model" => Some("name"),
        "grid" => Some("kind"),
        _ => None,
    };
    if let Some(member) = named {
        let name: String = fields.need_field(member)?;
        // After `--`, a name that begins with a dash is not taken for an option.
        words.extend(["--".to_owned(), name]);
    }
    let (input, shape) = (Vec::new(), CommandOutputShape::Object);
    check_words(CommandRequest { words, input, good: GENERATE_EXIT_CODES, shape, long: false })
}

/// Returns an option as a word.
fn option_value(name: &str, value: Option<Json>) -> Result<Option<String>, HttpError> {
    let dashed = name.replace('_', "-");
    match value {
        None | Some(Json::Bool(false)) => Ok(None),
        Some(Json::Bool(true)) => Ok(Some(format!("--{dashed}"))),
        Some(Json::Number(number)) => Ok(Some(option_word(&dashed, number))),
        Some(Json::String(text)) => Ok(Some(option_word(&dashed, text))),
        Some(_) => Err(HttpError::malformed_request(format!(
            "'{name}': expected a number, a text, true or false"
        ))),
    }
}
