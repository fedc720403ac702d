//! Pieces of lines, with their columns.

/// A piece of a line.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The column of its first character, from 1.
    pub column: usize,
    /// The piece.
    pub text: &'a str,
}

/// The pieces of a line between separators, one by one; empty pieces are left
/// out.
pub fn pieces(line: &str, separator: impl Fn(char) -> bool) -> impl Iterator<Item = Field<'_>> {
    // The column and the offset of what is not yet given out.
    let (mut column, mut offset) = (1, 0);
    std::iter::from_fn(move || {
        let blank = line[offset..].find(|c| !separator(c))?;
        column += line[offset..][..blank].chars().count();
        offset += blank;
        let rest = &line[offset..];
        let text = &rest[..rest.find(&separator).unwrap_or(rest.len())];
        let field = Field { column, text };
        column += text.chars().count();
        offset += text.len();
        Some(field)
    })
}

/// The pieces of a line between separators; empty pieces are left out.
pub fn fields(line: &str, separator: impl Fn(char) -> bool) -> Vec<Field<'_>> {
    pieces(line, separator).collect()
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
