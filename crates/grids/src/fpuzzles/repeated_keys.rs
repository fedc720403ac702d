//! Names that an object has twice, of which a parser would take the last only.

use std::collections::HashSet;

/// Returns a name that occurs twice in an object of a text, which is JSON without faults.
pub(super) fn find_repeated_key(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    // The names of each open object; an open list has none.
    let mut open: Vec<HashSet<&str>> = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => open.push(HashSet::new()),
            b'}' | b']' => drop(open.pop()),
            b'"' => {
                let end = end_of_text(bytes, at + 1);
                let is_blank = |byte: &&u8| byte.is_ascii_whitespace();
                // A text is a name if a colon follows.
                let after = bytes.iter().skip(end + 1).find(|byte| !is_blank(byte));
                if after == Some(&b':') {
                    let name = text.get(at + 1..end)?;
                    if !open.last_mut()?.insert(name) {
                        return Some(name);
                    }
                }
                at = end;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Returns the place of the quote that ends a text.
fn end_of_text(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => break,
            // Skips the escaped sign. The digits after `\u` are no quotes, and need no care.
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_in_their_own_object() {
        for (text, expected) in [
            (r#"{"a":1,"b":"a","c":["a","a"]}"#, None),
            (r#"{"a":{"a":1},"b":{"a":[{"a":2},{"a":3}]}}"#, None),
            (r#"{"a":1,"b":{"c":1,"d":2,"c":3}}"#, Some("c")),
            (r#"{"a" : 1, "b":[{},"x:y\"{",{"e":5}], "a"  :2}"#, Some("a")),
            (r#"{"é\\":1,"f":"\\","é\\":2}"#, Some(r"é\\")),
            ("[", None),
            ("\"", None),
            ("\"\\", None),
        ] {
            assert_eq!(find_repeated_key(text), expected, "{text}");
        }
    }
}
