//! The parser and its guards against deep or huge documents.

use parallax_instance::{InputError, TextPositions};
use roxmltree::{Document, Node, ParsingOptions};

use crate::tags::{MarkupKind, MarkupTags};

/// Maximum nesting of elements.
const MAX_DEPTH: usize = 256;

/// Maximum number of attributes of an element. The parser compares each with all before it.
const MAX_ATTRIBUTES: usize = 512;

/// Number of elements between two checks of the clock.
const POLL_EVERY: usize = 1 << 14;

/// Parses XML. `name` is that of the part in messages, such as `xl/workbook.xml`; it is empty for a
/// separate file. `check` polls the clock.
///
/// # Errors
/// Returns an error for a text that is not XML, and for XML with a document type, very deep nesting
/// or very many attributes, and the error of `check`.
pub fn parse_document<'t>(
    source: &str,
    name: &str,
    text: &'t str,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<Document<'t>, InputError> {
    guard_text(source, name, text, check)?;
    // The guard has refused document types; the parser refuses them again, because entities could
    // multiply the text.
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options);
    document.map_err(|error| xml_error(source, name, format!("damaged XML: {error}")))
}

/// Parses a part of a text that passed [`guard_text`]; `None` if it is not an XML document by
/// itself.
#[must_use]
pub fn parse_part(text: &str) -> Option<Document<'_>> {
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).ok()
}

/// Checks for everything that would make a tree large or deep, without building one. `name` and
/// `check` are those of [`parse_document`].
///
/// # Errors
/// Returns an error for a document type, very deep nesting or very many attributes, and the error
/// of `check`.
pub fn guard_text(
    source: &str,
    name: &str,
    text: &str,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<(), InputError> {
    guard_tags(text, check)?.map_err(|(place, message)| {
        let (line, column) = TextPositions::from_text(text).position_at(place);
        if name.is_empty() {
            xml_error(source, name, message.into()).at_position(line, column)
        } else {
            xml_error(source, name, format!("{message} (at {line}:{column})"))
        }
    })
}

pub(super) fn xml_error(source: &str, name: &str, message: String) -> InputError {
    let message = if name.is_empty() { message } else { format!("{name}: {message}") };
    InputError::new(source, message)
}

/// A fault of a text, with its offset.
type GuardResult = Result<(), (usize, &'static str)>;

/// Checks every tag once, without recursion.
fn guard_tags(
    text: &str,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<GuardResult, InputError> {
    let mut depth = 0usize;
    for (number, tag) in MarkupTags::from(text, 0).enumerate() {
        if number % POLL_EVERY == POLL_EVERY - 1 {
            check()?;
        }
        let start = tag.range.start;
        match tag.kind {
            MarkupKind::Declaration => {
                return Ok(Err((start, "a document type declaration; expected none")));
            }
            MarkupKind::Open => depth += 1,
            // Too many closing tags are left to the parser, which refuses them.
            MarkupKind::Close => depth = depth.saturating_sub(1),
            MarkupKind::Empty | MarkupKind::Data | MarkupKind::Aside => {}
        }
        if tag.attributes > MAX_ATTRIBUTES {
            return Ok(Err((start, "an element with more than 512 attributes")));
        }
        if depth > MAX_DEPTH {
            return Ok(Err((start, "elements nested more than 256 deep")));
        }
    }
    Ok(Ok(()))
}

/// Returns the children that are elements of this name, in any namespace.
pub fn child_elements<'a, 'i>(
    node: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> + use<'a, 'i> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// Returns the first child that is an element of this name.
#[must_use]
pub fn first_child<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> Option<Node<'a, 'i>> {
    child_elements(node, name).next()
}

/// Returns an attribute by its local name.
#[must_use]
pub fn local_attribute<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.attributes().find(|attribute| attribute.name() == name).map(|a| a.value())
}

/// Returns the text of an element, without that of the elements inside it.
#[must_use]
pub fn text_of(node: Node<'_, '_>) -> String {
    node.children().filter(Node::is_text).filter_map(|child| child.text()).collect()
}
