//! Splits lines into fields, with their columns.

/// A field of a line.
#[derive(Clone, Copy, Debug)]
pub struct LineField<'a> {
    /// The column of its first character, counted from 1.
    pub column: usize,
    /// The text of the field.
    pub text: &'a str,
}

/// Iterates over the nonempty fields of a line between separators.
pub fn iterate_fields(
    line: &str,
    separator: impl Fn(char) -> bool,
) -> impl Iterator<Item = LineField<'_>> {
    // The column and the offset of the unread rest.
    let (mut column, mut offset) = (1, 0);
    std::iter::from_fn(move || {
        // Columns count characters, offsets bytes.
        let blank = line[offset..].find(|c| !separator(c))?;
        column += line[offset..][..blank].chars().count();
        offset += blank;
        let rest = &line[offset..];
        let text = &rest[..rest.find(&separator).unwrap_or(rest.len())];
        let field = LineField { column, text };
        column += text.chars().count();
        offset += text.len();
        Some(field)
    })
}

/// Returns the nonempty fields of a line between separators.
pub fn split_fields(line: &str, separator: impl Fn(char) -> bool) -> Vec<LineField<'_>> {
    iterate_fields(line, separator).collect()
}

/// Returns the fields of a line between white space.
pub fn split_words(line: &str) -> Vec<LineField<'_>> {
    split_fields(line, char::is_whitespace)
}

/// Shortens a text for a message: returns its first 40 characters, with `...` if it is longer.
#[must_use]
pub fn shorten_text(text: &str) -> String {
    const MAX_SHOWN_CHARACTERS: usize = 40;
    match text.char_indices().nth(MAX_SHOWN_CHARACTERS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
