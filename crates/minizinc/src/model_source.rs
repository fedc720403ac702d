//! The text of a model and of the files that it includes.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::reasons::string_length;

/// Returns a model and the files that it includes by relative or absolute paths, with their texts.
/// Skips files of the library and files that cannot be read.
pub(super) fn included_files(model: &Path) -> Vec<(PathBuf, String)> {
    let (mut seen, mut open) = (HashSet::new(), vec![model.to_owned()]);
    let mut files = Vec::new();
    while let Some(file) = open.pop() {
        if !seen.insert(file.clone()) {
            continue;
        }
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let folder = file.parent().unwrap_or(Path::new(""));
        for pair in split_words(&text).windows(2) {
            if let [(_, "include"), (_, name)] = pair {
                open.push(folder.join(name.trim_matches('"')));
            }
        }
        files.push((file, text));
    }
    files
}

/// Returns the words and the strings of a text in MiniZinc, each with its first byte, without
/// comments. Words in the expressions of a string, `\(x)`, are part of the string.
pub(super) fn split_words(text: &str) -> Vec<(usize, &str)> {
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut words = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'%' => at += text[at..].find('\n').unwrap_or(bytes.len() - at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                // The search begins after the opening, so that `/*/` does not close itself.
                at += text[at + 2..].find("*/").map_or(bytes.len() - at, |end| end + 4);
            }
            b'"' | b'\'' => {
                let rest = &text[at..];
                let length = match bytes[at] {
                    b'"' => string_length(rest),
                    _ => rest[1..].find('\'').map(|end| end + 2),
                };
                words.extend(length.map(|length| (start, &rest[..length])));
                // A string without an end takes the rest of the text.
                at += length.unwrap_or(rest.len());
            }
            byte if is_word(byte) => {
                while at < bytes.len() && is_word(bytes[at]) {
                    at += 1;
                }
                words.extend(text.get(start..at).map(|word| (start, word)));
            }
            _ => at += 1,
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::split_words;

    #[test]
    fn words_of_comments_and_strings_are_no_items() {
        let text =
            "% solve\n/* solve\n*/ include \"a.mzn\"; output[\"solve \\\" solve\"];\nsolve x";
        let found: Vec<&str> = split_words(text).into_iter().map(|word| word.1).collect();
        let expected = ["include", "\"a.mzn\"", "output", "\"solve \\\" solve\"", "solve", "x"];
        assert_eq!(found, expected);
        // `/*/` opens a comment, and a string may have an expression with strings.
        let text = "/*/ solve */ var; output [\"a \\(show(\"solve\" ++ \"\\(b)\"))\"]; enum";
        let found: Vec<&str> = split_words(text).into_iter().map(|word| word.1).collect();
        let string = "\"a \\(show(\"solve\" ++ \"\\(b)\"))\"";
        assert_eq!(found, ["var", "output", string, "enum"]);
        for damaged in ["\"", "'\\", "/*", "%", "\u{e9}'\u{e9}", "\"\\\u{e9}", "/*/", "\"\\("] {
            split_words(damaged);
        }
    }
}
