//! Texts that begin as JSON and are in no known form: damaged JSON, and JSON of another kind.

use parallax_instance::{InputError, LineReader, MAX_LINE, json_message};
use parallax_json::expected_format;
use serde_json::Value as Json;

/// The number of lines to inspect.
const MAX_LINES: usize = 1000;

/// The number of bytes after which no further line is inspected.
const MAX_BYTES: usize = 1 << 20;

/// Returns the error about such a text, or `None` if it does not begin as JSON.
///
/// # Errors
/// If the text cannot be read.
pub(super) fn json_fault(lines: &mut LineReader<'_>) -> Result<Option<InputError>, InputError> {
    let mut text = String::new();
    let mut is_whole = false;
    for distance in 0..MAX_LINES {
        let Some(line) = lines.peek_line(distance)? else {
            is_whole = true;
            break;
        };
        // `peek_line` shows only the beginning of a longer line.
        let cut = line.text.len() > MAX_LINE - 8;
        text += &line.text;
        text.push('\n');
        // The first characters decide, so a text in another form costs no more than the lines with
        // them.
        let is_other = !text.trim().is_empty() && !begins_as_json(&text);
        if cut || text.len() > MAX_BYTES || is_other {
            break;
        }
    }
    if !begins_as_json(&text) {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_str::<Json>(&text) {
        // Only of a whole text is it known that it ends too early. In a longer one, the end of the
        // inspected part is not a fault.
        Err(error) if is_whole && error.is_eof() => {
            let last = text.lines().last().unwrap_or_default().chars().count();
            let fault = lines.make_error("damaged JSON: the text ends too early");
            fault.at_position(text.lines().count(), last + 1)
        }
        Err(error) if !error.is_eof() => {
            let fault = lines.make_error(format!("damaged JSON: {}", json_message(&error)));
            fault.at_position(error.line(), error.column().max(1))
        }
        // The caller has a better message for a text that is nearly a model.
        _ if text.contains("\"variables\"") => return Ok(None),
        _ => lines.make_error(format!(
            "JSON of no known form; expected a model, an object with \"format\": {}",
            expected_format()
        )),
    }))
}

/// Whether a text begins with an object, or with a list of JSON values.
fn begins_as_json(text: &str) -> bool {
    let text = text.trim_start();
    // `[[1, 2], [3` and `[{"size"` count, but not the heading `[section]` of another format.
    let within = text.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
    let value = |c: char| c.is_ascii_digit() || "{\"-]".contains(c);
    text.starts_with('{') || text.starts_with('[') && within.chars().next().is_none_or(value)
}
