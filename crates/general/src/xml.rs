//! The one guarded XML parser of all formats: no document types, limited nesting and attributes.

use parallax_model::instance::InputError;
use roxmltree::{Document, Node, ParsingOptions};

/// Maximum nesting of elements.
const MAX_DEPTH: usize = 256;

/// Maximum number of attributes of an element. The parser compares each with all before it.
const MAX_ATTRIBUTES: usize = 512;

/// Number of elements between two checks of the clock.
const POLL_EVERY: usize = 1 << 14;

/// Number of bytes between two places whose line and column are stored.
const STEP: usize = 1 << 9;

/// Parses XML. `name` is that of the part in messages, such as `xl/workbook.xml`; it is empty for a
/// file of its own. `check` looks at the clock.
///
/// # Errors
/// Returns an error for a text that is no XML, and for XML with a document type, very deep nesting
/// or very many attributes, and the error of `check`.
pub fn parse<'t>(
    source: &str,
    name: &str,
    text: &'t str,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<Document<'t>, InputError> {
    let fault = |message: String| {
        let message = if name.is_empty() { message } else { format!("{name}: {message}") };
        InputError::new(source, message)
    };
    guard(text, check)?.map_err(|(place, message)| {
        let (line, column) = Places::of(text).at(place);
        if name.is_empty() {
            fault(message.into()).at(line, column)
        } else {
            fault(format!("{message} (at {line}:{column})"))
        }
    })?;
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options);
    document.map_err(|error| fault(format!("damaged XML: {error}")))
}

/// A fault of a text, with its offset.
type Guarded = Result<(), (usize, &'static str)>;

/// Checks every tag once, without recursion.
fn guard(text: &str, check: &dyn Fn() -> Result<(), InputError>) -> Result<Guarded, InputError> {
    let (mut at, mut depth, mut tags) = (0, 0usize, 0usize);
    while let Some(open) = text[at..].find('<') {
        let start = at + open;
        tags += 1;
        if tags.is_multiple_of(POLL_EVERY) {
            check()?;
        }
        let rest = &text[start..];
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
            .iter()
            .find_map(|(open, close)| rest.strip_prefix(open).map(|_| (open.len(), close)));
        if let Some((length, close)) = skipped {
            let Some(end) = rest[length..].find(close) else { break };
            at = start + length + end + close.len();
            continue;
        }
        if rest.starts_with("<!") {
            return Ok(Err((start, "a document type declaration; expected none")));
        }
        let Some(Tag { length, attributes, closes_itself }) = Tag::of(rest) else { break };
        if attributes > MAX_ATTRIBUTES {
            return Ok(Err((start, "an element with more than 512 attributes")));
        }
        if rest.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else if !closes_itself {
            depth += 1;
        }
        if depth > MAX_DEPTH {
            return Ok(Err((start, "elements nested more than 256 deep")));
        }
        at = start + length;
    }
    Ok(Ok(()))
}

/// A tag as the guard sees it.
struct Tag {
    length: usize,
    attributes: usize,
    closes_itself: bool,
}

impl Tag {
    /// The tag at the start of a text; `None` if it has no end.
    fn of(text: &str) -> Option<Tag> {
        let (mut quote, mut attributes, mut before) = (None, 0, 0);
        for (place, byte) in text.bytes().enumerate() {
            match (quote, byte) {
                (Some(open), _) if open == byte => quote = None,
                (Some(_), _) => {}
                (None, b'"' | b'\'') => {
                    quote = Some(byte);
                    attributes += 1;
                }
                (None, b'>') => {
                    let closes_itself = before == b'/';
                    return Some(Tag { length: place + 1, attributes, closes_itself });
                }
                (None, _) => {}
            }
            before = byte;
        }
        None
    }
}

/// The lines and columns of a text, found in constant time.
pub struct Places<'t> {
    text: &'t str,
    /// The line and the column, counted from 0, of the first byte of each [`STEP`].
    steps: Vec<(usize, usize)>,
}

impl<'t> Places<'t> {
    /// Notes the places of a text.
    #[must_use]
    pub fn of(text: &'t str) -> Self {
        let mut steps = Vec::with_capacity(text.len() / STEP + 1);
        let mut at = (0, 0);
        for piece in text.as_bytes().chunks(STEP) {
            steps.push(at);
            at = after(at, piece);
        }
        Places { text, steps }
    }

    /// Returns the line and the column of a byte, both counted from 1; columns count characters.
    #[must_use]
    pub fn at(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let step = (offset / STEP).min(self.steps.len().saturating_sub(1));
        let start = self.steps.get(step).copied().unwrap_or((0, 0));
        let bytes = &self.text.as_bytes()[(step * STEP).min(offset)..offset];
        let (line, column) = after(start, bytes);
        (line + 1, column + 1)
    }
}

/// Returns the place after some bytes; only the first byte of a character counts.
fn after((mut line, mut column): (usize, usize), bytes: &[u8]) -> (usize, usize) {
    for &byte in bytes {
        if byte == b'\n' {
            (line, column) = (line + 1, 0);
        } else if byte & 0xc0 != 0x80 {
            column += 1;
        }
    }
    (line, column)
}

/// Returns the children that are elements of this name, in any namespace.
pub fn children<'a, 'i>(
    node: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> + use<'a, 'i> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// Returns the first child that is an element of this name.
#[must_use]
pub fn child<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> Option<Node<'a, 'i>> {
    children(node, name).next()
}

/// Returns an attribute by its local name.
#[must_use]
pub fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.attributes().find(|attribute| attribute.name() == name).map(|a| a.value())
}

/// Returns the text of an element, without that of the elements inside it.
#[must_use]
pub fn text_of(node: Node<'_, '_>) -> String {
    node.children().filter(Node::is_text).filter_map(|child| child.text()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let line = "\u{e9}".repeat(STEP) + "\n";
        let text = line.repeat(3) + "ab";
        let places = Places::of(&text);
        for offset in [0, 2, STEP, STEP + 2, line.len(), line.len() + 2, text.len() - 1, text.len()]
        {
            let before = &text[..offset];
            let start = before.rfind('\n').map_or(0, |place| place + 1);
            let expected =
                (before.matches('\n').count() + 1, text[start..offset].chars().count() + 1);
            assert_eq!(places.at(offset), expected, "{offset}");
        }
        assert_eq!(Places::of("").at(7), (1, 1));
    }

    fn fault(text: &str) -> String {
        parse("f", "", text, &|| Ok(())).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn what_is_dangerous_is_refused() {
        const DEEP: usize = 1_000_000;
        let deep = "<a>".repeat(DEEP) + &"</a>".repeat(DEEP);
        insta::assert_snapshot!(fault(&deep), @"f:1:769: elements nested more than 256 deep");
        let names: Vec<String> = (0..100_000).map(|i| format!("a{i}='1'")).collect();
        let wide = format!("<a {}/>", names.join(" "));
        insta::assert_snapshot!(fault(&wide), @"f:1:1: an element with more than 512 attributes");
        let laughs =
            "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b 'lol'><!ENTITY c '&b;&b;'>]><a>&c;</a>";
        insta::assert_snapshot!(fault(laughs), @"f:2:1: a document type declaration; expected none");
        insta::assert_snapshot!(fault("<a>&b;</a>"), @"f: damaged XML: unknown entity reference 'b' at 1:4");
        insta::assert_snapshot!(fault("<a"), @"f: damaged XML: the document does not have a root node");
        insta::assert_snapshot!(fault(""), @"f: damaged XML: the document does not have a root node");
        let broad =
            format!("<a>{}</a>", "<b c='>'/><!-- <x> --><d><![CDATA[<y>]]></d>".repeat(1000));
        assert_eq!(fault(&broad), "");
    }
}
