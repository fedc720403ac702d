//! Strings as literals of FEEL.

/// Reads a string with its quotation marks; it is not trimmed. Returns `None` for other texts and
/// unknown escapes.
#[must_use]
pub fn read_string(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"').filter(|_| text.len() > 1)?;
    let mut string = String::new();
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        match letter {
            // A quotation mark within would end the string early.
            '"' => return None,
            '\\' => string.push(read_escape(&mut letters)?),
            other => string.push(other),
        }
    }
    Some(string)
}

fn read_escape(letters: &mut std::str::Chars<'_>) -> Option<char> {
    Some(match letters.next()? {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        same @ ('"' | '\'' | '\\') => same,
        'u' => {
            let unit = read_hexadecimal(letters, 4)?;
            // Two halves of a character beyond the first plane follow each other, as in JSON.
            if (0xd800..0xdc00).contains(&unit) {
                let is_escape = letters.next() == Some('\\') && letters.next() == Some('u');
                let low = is_escape.then(|| read_hexadecimal(letters, 4)).flatten()?;
                let low = low.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
                char::from_u32(0x1_0000 + ((unit - 0xd800) << 10) + low)?
            } else {
                char::from_u32(unit)?
            }
        }
        'U' => char::from_u32(read_hexadecimal(letters, 6)?)?,
        _ => return None,
    })
}

/// Reads this many hexadecimal digits.
fn read_hexadecimal(letters: &mut std::str::Chars<'_>, width: usize) -> Option<u32> {
    let digits: String = letters.by_ref().take(width).collect();
    let is_number = digits.len() == width && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_number.then(|| u32::from_str_radix(&digits, 16).ok()).flatten()
}

/// Writes a string as a literal of FEEL.
#[must_use]
pub fn quote_text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_read_back() {
        for (text, string) in [
            (r#""a\"b\\c\n\t""#, "a\"b\\c\n\t"),
            (r#""\u00e9\U01F600""#, "\u{e9}\u{1f600}"),
            (r#""\uD83D\uDE00""#, "\u{1f600}"),
            ("\" a, b \"", " a, b "),
            ("\"\"", ""),
        ] {
            assert_eq!(read_string(text).as_deref(), Some(string), "{text}");
            assert_eq!(read_string(&quote_text(string)).as_deref(), Some(string), "{text}");
        }
        for text in [r#""\uD800""#, r#""\u12""#, r#""\x""#, r#""\uD800\n""#, "\"", "\"a\"b\"", "a"]
        {
            assert_eq!(read_string(text), None, "{text}");
        }
    }
}
