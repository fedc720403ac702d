//! Walks through the text of an element.

use std::borrow::Cow;

use roxmltree::Node;

/// The text of an element, without that of the elements inside it, and where it starts in the file.
pub(super) struct ElementText<'a> {
    pub(super) text: Cow<'a, str>,
    start: usize,
    /// The starts of the pieces after the first: in the text, and in the file.
    later: Vec<(usize, usize)>,
    element: &'a str,
}

impl<'a> ElementText<'a> {
    /// Returns the text of an element. Comments may divide it into pieces.
    pub(super) fn from_node(node: Node<'a, '_>) -> Self {
        let element = node.tag_name().name();
        let mut pieces = node.children().filter(Node::is_text);
        let mut later = Vec::new();
        let Some(first) = pieces.next() else {
            let (text, start) = (Cow::Borrowed(""), node.range().start);
            return ElementText { text, start, later, element };
        };
        let (mut text, start) = (Cow::Borrowed(file_text(first)), first.range().start);
        for piece in pieces {
            later.push((text.len(), piece.range().start));
            text.to_mut().push_str(file_text(piece));
        }
        ElementText { text, start, later, element }
    }

    /// Returns a text that starts at this offset of the file, in an element of this name.
    pub(super) fn from_text(text: &'a str, start: usize, element: &'a str) -> Self {
        ElementText { text: Cow::Borrowed(text), start, later: Vec::new(), element }
    }

    /// Returns a cursor at the beginning of the text.
    pub(super) fn start_cursor(&self) -> TextCursor<'_> {
        let ElementText { start, element, .. } = *self;
        TextCursor { text: &self.text, start, later: &self.later, at: 0, element }
    }
}

/// Returns a text as it is in the file, if it differs only by carriage returns: offsets in it are
/// then offsets in the file.
fn file_text<'a>(piece: Node<'a, '_>) -> &'a str {
    let text = piece.text().unwrap_or_default();
    let raw = piece.document().input_text().get(piece.range()).unwrap_or_default();
    // The XML reader drops carriage returns, which would shift all later offsets. The raw text
    // serves if nothing else differs, such as an entity.
    let is_alike = raw.contains('\r') && {
        let mut read = text.chars().filter(|&c| c != '\n');
        let mut own = raw.chars().filter(|&c| c != '\n' && c != '\r');
        own.by_ref().eq(read.by_ref())
    };
    if is_alike { raw } else { text }
}

/// A place in a text.
#[derive(Clone, Copy)]
pub(super) struct TextCursor<'t> {
    text: &'t str,
    start: usize,
    later: &'t [(usize, usize)],
    at: usize,
    element: &'t str,
}

impl<'t> TextCursor<'t> {
    /// Returns a cursor at the beginning of a text that starts at this offset of the file, in an
    /// element of this name.
    pub(super) fn new(text: &'t str, start: usize, element: &'t str) -> Self {
        TextCursor { text, start, later: &[], at: 0, element }
    }

    /// Returns the name of the element around the text.
    pub(super) fn element_name(&self) -> &'t str {
        self.element
    }

    /// Returns the place in the text. Texts are far shorter than 4 GB.
    pub(super) fn text_offset(&self) -> u32 {
        self.at as u32
    }

    /// Returns a cursor at another place in the text.
    pub(super) fn back_at(&self, place: u32) -> Self {
        TextCursor { at: place as usize, ..*self }
    }

    /// Returns the offset in the file.
    pub(super) fn file_offset(&self) -> usize {
        // The last piece that begins at or before the place contains it.
        match self.later.partition_point(|&(at, _)| at <= self.at).checked_sub(1) {
            Some(piece) => self.later[piece].1 + self.at - self.later[piece].0,
            None => self.start + self.at,
        }
    }

    /// Returns the rest of the text.
    pub(super) fn rest_text(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Returns the next byte.
    pub(super) fn peek_byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips white space; returns whether text follows.
    pub(super) fn skip_blank(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        // The bytes of `is_ascii_whitespace`. A loop without calls is fast without optimisation too.
        while self.at < bytes.len()
            && matches!(bytes[self.at], b' ' | b'\t' | b'\n' | b'\x0C' | b'\r')
        {
            self.at += 1;
        }
        self.at < bytes.len()
    }

    /// Skips the text if it is next; returns whether it did.
    pub(super) fn take_text(&mut self, expected: &str) -> bool {
        let found = self.rest_text().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    /// Returns the longest run of bytes that fit, and skips it. Only bytes below 128 can fit.
    pub(super) fn take_run(&mut self, fits: impl Fn(u8) -> bool) -> &'t str {
        let start = self.at;
        while self.peek_byte().is_some_and(|byte| byte < 128 && fits(byte)) {
            self.at += 1;
        }
        self.text.get(start..self.at).unwrap_or("")
    }

    /// Returns the next word, up to white space or a sign, and skips it.
    pub(super) fn take_word(&mut self) -> &'t str {
        let start = self.at;
        while self.peek_byte().is_some_and(|byte| !byte.is_ascii_whitespace() && !is_sign(byte)) {
            self.at += 1;
        }
        self.text.get(start..self.at).unwrap_or("")
    }

    /// Returns the next word with what is attached to it, for messages; skips nothing.
    pub(super) fn word_excerpt(&self) -> &'t str {
        let rest = self.rest_text();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        &rest[..end]
    }

    /// Returns an integer with an optional sign, and skips it. Returns `None` and skips nothing
    /// unless an integer of at most 64 bits is next.
    pub(super) fn take_integer(&mut self) -> Option<i64> {
        let before = self.at;
        let negative = match self.peek_byte() {
            Some(sign @ (b'+' | b'-')) => {
                self.at += 1;
                sign == b'-'
            }
            _ => false,
        };
        let digits = self.take_run(|byte| byte.is_ascii_digit());
        let mut number = (!digits.is_empty()).then_some(0i64);
        for digit in digits.bytes() {
            // Adds up negative digits for a negative number, because the minimum has no positive
            // counterpart.
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
