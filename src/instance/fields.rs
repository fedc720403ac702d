//! Pieces of lines, with their columns.

/// A piece of a line.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The column of its first character, from 1.
    pub column: usize,
    /// The piece.
    pub text: &'a str,
}

/// The pieces of a line between separators; empty pieces are left out.
pub fn fields(line: &str, separator: impl Fn(char) -> bool) -> Vec<Field<'_>> {
    let mut found = Vec::new();
    let mut start: Option<(usize, usize)> = None;
    for (count, (offset, c)) in line.char_indices().enumerate() {
        match (separator(c), start) {
            (true, Some((column, from))) => {
                found.push(Field { column, text: &line[from..offset] });
                start = None;
            }
            (false, None) => start = Some((count + 1, offset)),
            _ => {}
        }
    }
    if let Some((column, from)) = start {
        found.push(Field { column, text: &line[from..] });
    }
    found
}

/// The pieces of a line between white space.
pub fn words(line: &str) -> Vec<Field<'_>> {
    fields(line, char::is_whitespace)
}

/// The beginning of a text that is too long for a message.
pub fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
