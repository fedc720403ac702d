//! Finds the path of an offset in a JSON text: `constraints[2].scope[0]`.

/// An object or array that encloses an offset.
enum JsonContainer {
    /// An object, with the key of the current member; `None` before the first.
    Object(Option<String>),
    /// An array, with the index of the current element.
    Array(usize),
}

/// Returns the path of the value at an offset of a text, or ending there. Empty for the whole text.
/// The text before the offset need not be valid JSON.
#[must_use]
pub fn json_path(text: &str, offset: usize) -> String {
    let before = &text[..floor_boundary(text, offset)];
    let mut frames: Vec<JsonContainer> = Vec::new();
    let mut is_key = false;
    let mut rest = before.char_indices();
    while let Some((start, c)) = rest.next() {
        match c {
            '{' => frames.push(JsonContainer::Object(None)),
            '[' => frames.push(JsonContainer::Array(0)),
            // The text may be faulty, so a bracket may close nothing.
            '}' | ']' => drop(frames.pop()),
            '"' => {
                // Skips the string, whose brackets and commas mean nothing; its opening quotation
                // mark has been read already.
                let string = leading_string(&before[start..]);
                let length = string.chars().count().saturating_sub(1);
                if length > 0 {
                    rest.nth(length - 1);
                }
                if let (Some(JsonContainer::Object(key)), true) = (frames.last_mut(), is_key) {
                    let name: Result<String, _> = serde_json::from_str(string);
                    *key = Some(name.unwrap_or_else(|_| string.trim_matches('"').to_owned()));
                }
                is_key = false;
                continue;
            }
            ',' => {
                if let Some(JsonContainer::Array(place)) = frames.last_mut() {
                    *place += 1;
                }
            }
            _ => continue,
        }
        // After these two, a string in an object is the key of a member.
        is_key = matches!(c, '{' | ',');
    }
    let mut path = String::new();
    for frame in &frames {
        match frame {
            JsonContainer::Object(Some(key)) => {
                path += if path.is_empty() { "" } else { "." };
                path += key;
            }
            JsonContainer::Object(None) => {}
            JsonContainer::Array(place) => path += &format!("[{place}]"),
        }
    }
    path
}

/// Returns the offset after a column of a line. Both count from 1, columns in bytes, as in errors
/// of `serde_json`.
#[must_use]
pub fn offset_of_column(text: &str, line: usize, column: usize) -> usize {
    // The second line starts after the first line break; the first line is the default.
    let starts = text.match_indices('\n').map(|(place, _)| place + 1);
    let start = starts.take(line.saturating_sub(1)).last().unwrap_or(0);
    floor_boundary(text, start + column)
}

/// Returns the last character boundary at or before an offset.
fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Returns the string at the beginning of a text, with its quotation marks.
fn leading_string(text: &str) -> &str {
    let mut escaped = false;
    for (place, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return &text[..=place],
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::json_path;

    #[test]
    fn offsets_have_paths() {
        let text = r#"{"a": 1, "list": [{"x": "}"}, {"x\"y": [7, 8]}], "é": null}"#;
        let at = |part: &str| json_path(text, text.find(part).unwrap());
        assert_eq!(at("1,"), "a");
        assert_eq!(at("[{"), "list");
        assert_eq!(at("}\"}"), "list[0].x");
        assert_eq!(at("7"), "list[1].x\"y[0]");
        assert_eq!(at("8"), "list[1].x\"y[1]");
        assert_eq!(at("null"), "é");
        assert_eq!(json_path(text, 0), "");
        assert_eq!(json_path(text, text.len()), "");
        assert_eq!(json_path(r#"{"a": [1, "#, 10), "a[1]");
        assert_eq!(json_path(r#"{"open"#, 99), "open");
        assert_eq!(json_path("]]}}[", 5), "[0]");
    }
}
