//! `generate`: random instances.

use serde_json::Value as Json;

use super::super::Limits;
use super::super::fields::Fields;
use super::super::refusal::Refusal;
use super::{Command, Shape, checked, option};

/// The puzzles, and their options that a request may have.
const PUZZLES: [(&str, &[&str]); 7] = [
    ("sudoku", &["order", "clues", "minimal", "symmetric", "full"]),
    ("latin", &["order", "holes", "balanced", "unique"]),
    ("magic", &["order", "clues", "unique"]),
    ("keisuke", &["size", "digits", "density", "apart", "hard", "distinct", "unique", "unknown"]),
    ("set", &["cards", "sets", "attributes", "values"]),
    ("grid", &["size", "minimal", "symmetric"]),
    ("model", &[]),
];

/// The options of every puzzle but models: the steps that its instances must need.
const STEPS: [&str; 4] = ["rating", "max_technique", "must_use", "no_guess"];

/// Exit codes: done, or an instance misses a request, which the object names.
const MADE: &[i32] = &[0, 3];

/// Generates a random instance.
pub(crate) fn generate(fields: &mut Fields, _: &Limits) -> Result<Command, Refusal> {
    let puzzle: String = fields.need("puzzle")?;
    let Some((puzzle, options)) = PUZZLES.into_iter().find(|(name, _)| *name == puzzle) else {
        let known = PUZZLES.map(|(name, _)| name).join(", ");
        return Err(Refusal::unusable(format!("'puzzle': expected {known}")));
    };
    let seed: u64 = fields.take("seed")?.unwrap_or(0);
    let mut words = vec!["generate".to_owned(), puzzle.to_owned(), option("seed", seed)];
    words.extend(["--jobs=1", "--format=json"].map(str::to_owned));
    let steps: &[&str] = if puzzle == "model" { &[] } else { &STEPS };
    for name in options.iter().chain(steps) {
        words.extend(word(name, fields.take(name)?)?);
    }
    let named = match puzzle {
        "model" => Some("name"),
        "grid" => Some("kind"),
        _ => None,
    };
    if let Some(member) = named {
        let name: String = fields.need(member)?;
        // After `--`, no text is taken for an option.
        words.extend(["--".to_owned(), name]);
    }
    let (input, shape) = (Vec::new(), Shape::Object);
    checked(Command { words, input, good: MADE, shape, long: false })
}

/// Returns an option as a word.
fn word(name: &str, value: Option<Json>) -> Result<Option<String>, Refusal> {
    let dashed = name.replace('_', "-");
    match value {
        None | Some(Json::Bool(false)) => Ok(None),
        Some(Json::Bool(true)) => Ok(Some(format!("--{dashed}"))),
        Some(Json::Number(number)) => Ok(Some(option(&dashed, number))),
        Some(Json::String(text)) => Ok(Some(option(&dashed, text))),
        Some(_) => {
            Err(Refusal::malformed(format!("'{name}': expected a number, a text, true or false")))
        }
    }
}
