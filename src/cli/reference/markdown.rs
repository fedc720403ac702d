//! Converts texts of the help to Markdown: marks code, escapes signs with a meaning, and wraps
//! lines.

use parallax_report::layout::TextLayout;

/// Maximum width of a line.
const MAX_LINE_WIDTH: usize = 100;

/// The second paragraph of each page.
const GENERATED_PAGE_NOTE: &str = "This page is generated from the program, and \
                    `tests/suite/docs/reference.rs` describes how.";

/// A page, written from top to bottom.
pub(super) struct MarkdownPage {
    text: String,
    /// Whether the last part is a list, to which an item can be added.
    is_list: bool,
}

impl MarkdownPage {
    /// Begins a page with its title and the note that it is generated.
    pub(super) fn begin_generated(title: &str) -> Self {
        let mut page = MarkdownPage { text: format!("# {title}\n"), is_list: false };
        page.add_markdown(GENERATED_PAGE_NOTE);
        page
    }

    /// Returns the page.
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Adds a heading; its text is plain.
    pub(super) fn add_heading(&mut self, level: usize, title: &str) {
        self.text += &format!("\n{} {title}\n", "#".repeat(level));
        self.is_list = false;
    }

    /// Adds a text of the help as a paragraph.
    pub(super) fn add_paragraph(&mut self, text: &str) {
        self.add_markdown(&mark_code(text));
    }

    /// Adds a paragraph that is Markdown.
    pub(super) fn add_markdown(&mut self, text: &str) {
        self.text += "\n";
        self.text += &wrap_markdown(text, 0, 0);
        self.is_list = false;
    }

    /// Adds an item of a list at this depth: Markdown, then a text of the help.
    pub(super) fn add_item(&mut self, depth: usize, head: &str, text: &str) {
        if !std::mem::replace(&mut self.is_list, true) {
            self.text += "\n";
        }
        let indent = 2 * depth;
        let line = format!("{head}{}", mark_code(text));
        self.text += &" ".repeat(indent);
        self.text += "- ";
        self.text += &wrap_markdown(line.trim_end(), indent + 2, indent + 2);
    }

    /// Adds lines without change, in the block of a language.
    pub(super) fn add_block(&mut self, language: &str, lines: &str) {
        self.text += &format!("\n```{language}\n{lines}\n```\n");
        self.is_list = false;
    }
}

/// Wraps Markdown; the first line begins at column `used`, the others are indented.
fn wrap_markdown(text: &str, used: usize, indent: usize) -> String {
    let layout = TextLayout { width: Some(MAX_LINE_WIDTH - used.max(indent)), colour: false };
    let lines = layout.wrap_text(text, 0);
    lines.trim_end().replace('\n', &format!("\n{}", " ".repeat(indent))) + "\n"
}

/// Converts a text of the help to Markdown. Text in single or reversed quotation marks becomes
/// code.
pub(super) fn mark_code(text: &str) -> String {
    let mut marked = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\'', '`']) {
        let (before, from) = rest.split_at(at);
        marked += &escape_signs(before);
        let is_word = |c: char| c.is_alphanumeric();
        let sign = &from[..1];
        // An apostrophe as in `puzzle's` does not close a quotation: a closing sign is followed by
        // no letter, an opening one preceded by none, and the quotation is not empty.
        let ends = |end: &usize| !from[end + 1..].starts_with(is_word);
        let end = from.match_indices(sign).map(|(end, _)| end).find(|end| *end > 1 && ends(end));
        match end.filter(|_| !before.ends_with(is_word)) {
            Some(end) => {
                marked += &format!("`{}`", &from[1..end]);
                rest = &from[end + 1..];
            }
            None => {
                marked += &escape_signs(sign);
                rest = &from[1..];
            }
        }
    }
    marked + &escape_signs(rest)
}

/// Escapes signs that have a meaning in Markdown.
fn escape_signs(text: &str) -> String {
    text.split(' ').map(escaped_word).collect::<Vec<_>>().join(" ")
}

fn escaped_word(word: &str) -> String {
    // Wrapping may move any word to the beginning of a line, where `1.`, `-`, `#` or `>` would
    // begin a list, a heading or a quotation.
    let number = word.strip_suffix(['.', ')']).filter(|number| number.parse::<u32>().is_ok());
    if let Some(number) = number {
        return format!("{number}\\{}", &word[number.len()..]);
    }
    let begins = matches!(word, "-" | "+") || word.starts_with(['#', '>']);
    let mut escaped = String::from(if begins { "\\" } else { "" });
    for (at, sign) in word.char_indices() {
        let within = |end: Option<char>| end.is_some_and(char::is_alphanumeric);
        let more = match sign {
            '*' | '<' | '`' | '\\' => true,
            // Markdown takes `_` for emphasis only at the border of a word: `NO_COLOR` needs no
            // escape.
            '_' => !within(word[..at].chars().last()) || !within(word[at + 1..].chars().next()),
            '(' => word[..at].ends_with(']'),
            _ => false,
        };
        if more {
            escaped.push('\\');
        }
        escaped.push(sign);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_words_are_code_and_signs_are_escaped() {
        for (text, markdown) in [
            ("Take 'sat:*+order' or 'all'.", "Take `sat:*+order` or `all`."),
            ("the puzzle's own, the engines' names", "the puzzle's own, the engines' names"),
            ("in '\"a b\"', <x> and a*b", "in `\"a b\"`, \\<x> and a\\*b"),
            ("a - b, 1. of 2", "a \\- b, 1\\. of 2"),
            ("Run `a b`, 'c' and `", "Run `a b`, `c` and \\`"),
            ("NO_COLOR, _x [y] [z](w)", "NO_COLOR, \\_x [y] [z]\\(w)"),
            ("'", "'"),
            ("'' 'a", "'' 'a"),
        ] {
            assert_eq!(mark_code(text), markdown);
        }
    }

    #[test]
    fn lines_are_wrapped_within_the_list() {
        let mut page = MarkdownPage { text: String::new(), is_list: false };
        page.add_item(1, "`a`: ", &"word ".repeat(40));
        assert!(
            page.text.lines().all(|line| line.chars().count() <= MAX_LINE_WIDTH),
            "{}",
            page.text
        );
        assert!(page.text.starts_with("\n  - `a`: word") && page.text.contains("\n    word"));
    }
}
