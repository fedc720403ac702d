//! Walks through the text of an element.

use std::borrow::Cow;

use roxmltree::Node;

/// The text of an element, without that of the elements inside it, and where it starts in the file.
pub(super) struct Text<'a> {
    pub(super) text: Cow<'a, str>,
    start: usize,
    element: &'a str,
}

impl<'a> Text<'a> {
    /// Returns the text of an element. Comments may cut it into pieces.
    pub(super) fn of(node: Node<'a, '_>) -> Self {
        let element = node.tag_name().name();
        let mut pieces = node.children().filter(Node::is_text);
        let Some(first) = pieces.next() else {
            return Text { text: Cow::Borrowed(""), start: node.range().start, element };
        };
        let (text, start) = (first.text().unwrap_or_default(), first.range().start);
        match pieces.next() {
            None => Text { text: Cow::Borrowed(text), start, element },
            Some(second) => {
                let mut whole = text.to_owned();
                for piece in std::iter::once(second).chain(pieces) {
                    whole.push_str(piece.text().unwrap_or_default());
                }
                Text { text: Cow::Owned(whole), start, element }
            }
        }
    }

    /// Returns a cursor at the beginning of the text.
    pub(super) fn cursor(&self) -> Cursor<'_> {
        Cursor { text: &self.text, start: self.start, at: 0, element: self.element }
    }
}

/// A place in a text.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    start: usize,
    at: usize,
    element: &'t str,
}

impl<'t> Cursor<'t> {
    /// Returns a cursor at the beginning of a text that starts at this offset of the file, in an
    /// element of this name.
    pub(super) fn new(text: &'t str, start: usize, element: &'t str) -> Self {
        Cursor { text, start, at: 0, element }
    }

    /// Returns the name of the element around the text.
    pub(super) fn element(&self) -> &'t str {
        self.element
    }

    /// Returns the offset in the file.
    pub(super) fn offset(&self) -> usize {
        self.start + self.at
    }

    /// Returns the rest of the text.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Returns the next byte.
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips white space; returns whether text follows.
    pub(super) fn skip_blank(&mut self) -> bool {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        self.at < self.text.len()
    }

    /// Skips a text if it comes next.
    pub(super) fn take(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    /// Returns the longest run of bytes that fit, and skips it. They are all below 128.
    pub(super) fn run(&mut self, fits: impl Fn(u8) -> bool) -> &'t str {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte < 128 && fits(byte)) {
            self.at += 1;
        }
        self.text.get(start..self.at).unwrap_or("")
    }

    /// Returns the next word, up to white space or a sign, and skips it.
    pub(super) fn word(&mut self) -> &'t str {
        let start = self.at;
        while self.peek().is_some_and(|byte| !byte.is_ascii_whitespace() && !is_sign(byte)) {
            self.at += 1;
        }
        self.text.get(start..self.at).unwrap_or("")
    }

    /// Returns the next word with what is attached to it, for messages; skips nothing.
    pub(super) fn excerpt(&self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        &rest[..end]
    }

    /// Returns an integer and skips it, with an optional sign. `None`, and nothing is skipped, if
    /// none comes next or it does not fit 64 bits.
    pub(super) fn integer(&mut self) -> Option<i64> {
        let before = self.at;
        let negative = match self.peek() {
            Some(sign @ (b'+' | b'-')) => {
                self.at += 1;
                sign == b'-'
            }
            _ => false,
        };
        let digits = self.run(|byte| byte.is_ascii_digit());
        let mut number = (!digits.is_empty()).then_some(0i64);
        for digit in digits.bytes() {
            let digit = i64::from(digit - b'0');
            let signed = if negative { -digit } else { digit };
            number = number.and_then(|n| n.checked_mul(10)).and_then(|n| n.checked_add(signed));
        }
        if number.is_none() {
            self.at = before;
        }
        number
    }
}

/// Whether a byte ends a word.
fn is_sign(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b',' | b'[' | b']' | b'{' | b'}' | b'%')
}
