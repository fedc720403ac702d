//! The elements inside a constraint, checked by name.

use parallax_instance::InputError;
use parallax_xml::local_attribute;
use roxmltree::Node;

use super::reader::Xcsp3Reader;

/// Attributes that inform only.
const NOTE_ATTRIBUTES: [&str; 3] = ["id", "note", "class"];

/// The attributes that elements may have with their default value, which changes nothing. The list
/// includes attributes that readers interpret: the readers decide about other values.
const DEFAULT_ATTRIBUTES: [(&str, &str, &str); 19] = [
    ("list", "startIndex", "0"),
    ("sizes", "startIndex", "0"),
    ("limits", "startIndex", "0"),
    ("loads", "startIndex", "0"),
    ("values", "startIndex", "0"),
    ("matrix", "startRowIndex", "0"),
    ("matrix", "startColIndex", "0"),
    ("index", "rank", "any"),
    ("minimum", "rank", "any"),
    ("maximum", "rank", "any"),
    ("element", "rank", "any"),
    ("minimumArg", "rank", "any"),
    ("maximumArg", "rank", "any"),
    ("values", "closed", "false"),
    ("noOverlap", "zeroIgnored", "true"),
    ("precedence", "covered", "false"),
    ("objectives", "combination", "lexico"),
    ("minimize", "type", "expression"),
    ("maximize", "type", "expression"),
];

/// An element, with the elements inside it.
pub(super) struct ElementParts<'a, 't> {
    pub(super) node: Node<'a, 't>,
    children: Vec<Node<'a, 't>>,
}

impl<'a, 't> ElementParts<'a, 't> {
    /// Returns the parts of an element, which may contain elements with these names. Each attribute
    /// is paired with the element that may have it; an element without children is its own `list`.
    ///
    /// # Errors
    /// Returns an error for any other element or attribute.
    pub(super) fn from_node(
        reader: &Xcsp3Reader<'_>,
        node: Node<'a, 't>,
        names: &[&str],
        attributes: &[(&str, &str)],
    ) -> Result<Self, InputError> {
        let own = node.tag_name().name();
        let is_list = !node.children().any(|child| child.is_element());
        let known = |element: &str| -> Vec<&str> {
            let own = attributes.iter().filter(|(name, _)| *name == element);
            own.map(|&(_, attribute)| attribute).collect()
        };
        // An element without children is its own list, and may have the attributes of one.
        let mut of_node = known(own);
        of_node.extend(if is_list { known("list") } else { Vec::new() });
        refuse_attributes(reader, node, &of_node)?;
        let mut children = Vec::new();
        for child in node.children().filter(Node::is_element) {
            let name = child.tag_name().name();
            if !names.contains(&name) {
                let message = format!("<{name}> in <{own}> is not supported");
                return Err(reader.error_at(child.range().start, message));
            }
            refuse_attributes(reader, child, &known(name))?;
            refuse_elements(reader, child)?;
            children.push(child);
        }
        if !children.is_empty() {
            refuse_text(reader, node)?;
        }
        Ok(ElementParts { node, children })
    }

    /// Returns the elements of this name, in order.
    pub(super) fn all_named(&self, name: &str) -> impl Iterator<Item = Node<'a, 't>> {
        self.children.iter().copied().filter(move |child| child.tag_name().name() == name)
    }

    /// Returns the element of this name, if there is one.
    ///
    /// # Errors
    /// Returns an error if there are several.
    pub(super) fn optional_part(
        &self,
        reader: &Xcsp3Reader<'_>,
        name: &str,
    ) -> Result<Option<Node<'a, 't>>, InputError> {
        let mut found = self.all_named(name);
        let first = found.next();
        match found.next() {
            None => Ok(first),
            Some(second) => {
                let message = format!("a second <{name}>; expected one");
                Err(reader.error_at(second.range().start, message))
            }
        }
    }

    /// Returns the element of this name.
    ///
    /// # Errors
    /// Returns an error if there is none, or several.
    pub(super) fn required_part(
        &self,
        reader: &Xcsp3Reader<'_>,
        name: &str,
    ) -> Result<Node<'a, 't>, InputError> {
        self.optional_part(reader, name)?.ok_or_else(|| {
            let own = self.node.tag_name().name();
            reader.error_at(self.node.range().start, format!("<{own}> has no <{name}>"))
        })
    }

    /// Returns the element `<list>`, or the element itself if nothing is inside it.
    pub(super) fn list_part(&self, reader: &Xcsp3Reader<'_>) -> Result<Node<'a, 't>, InputError> {
        if self.children.is_empty() { Ok(self.node) } else { self.required_part(reader, "list") }
    }
}

/// Returns an error if an element has other attributes than these, notes, and those with their
/// default value.
pub(super) fn refuse_attributes(
    reader: &Xcsp3Reader<'_>,
    node: Node<'_, '_>,
    known: &[&str],
) -> Result<(), InputError> {
    let own = node.tag_name().name();
    for found in node.attributes() {
        let name = found.name();
        let value = found.value();
        let default =
            DEFAULT_ATTRIBUTES.iter().find(|row| (row.0, row.1) == (own, name)).map(|row| row.2);
        let is_default = default.is_some_and(|default| value.trim() == default);
        if !NOTE_ATTRIBUTES.contains(&name) && !known.contains(&name) && !is_default {
            let expected = default.map_or(String::new(), |value| format!("; expected \"{value}\""));
            let message =
                format!("attribute {name}=\"{value}\" of <{own}> is not supported{expected}");
            return Err(reader.error_at(found.range().start, message));
        }
    }
    Ok(())
}

/// Returns an error if elements are inside an element, which has a text only.
pub(super) fn refuse_elements(
    reader: &Xcsp3Reader<'_>,
    node: Node<'_, '_>,
) -> Result<(), InputError> {
    match node.children().find(Node::is_element) {
        None => Ok(()),
        Some(inner) => {
            let (name, own) = (inner.tag_name().name(), node.tag_name().name());
            let message = format!("<{name}> in <{own}> is not supported");
            Err(reader.error_at(inner.range().start, message))
        }
    }
}

/// Returns an error if a text is inside an element, which has elements only.
pub(super) fn refuse_text(reader: &Xcsp3Reader<'_>, node: Node<'_, '_>) -> Result<(), InputError> {
    let own = node.tag_name().name();
    for piece in node.children().filter(Node::is_text) {
        let text = piece.text().unwrap_or_default();
        if let Some(word) = text.split_ascii_whitespace().next() {
            let offset = piece.range().start + text.find(word).unwrap_or_default();
            let word = parallax_instance::shorten_text(word);
            let message = format!("the text '{word}' in <{own}>; expected elements only");
            return Err(reader.error_at(offset, message));
        }
    }
    Ok(())
}

/// Returns an attribute that is a whole number.
///
/// # Errors
/// Returns an error if it is something else.
pub(super) fn integer_attribute(
    reader: &Xcsp3Reader<'_>,
    node: Node<'_, '_>,
    name: &str,
) -> Result<Option<i64>, InputError> {
    let Some(text) = local_attribute(node, name) else { return Ok(None) };
    let number = text.trim().parse::<i64>().ok().filter(|n| n.unsigned_abs() <= 1 << 30);
    number.map(Some).ok_or_else(|| {
        let message = format!("{name}=\"{text}\"; expected a whole number up to 2^30");
        reader.error_at(node.range().start, message)
    })
}

/// Returns whether an attribute is `true`; `default` without it.
///
/// # Errors
/// Returns an error if it is neither `true` nor `false`.
pub(super) fn flag_attribute(
    reader: &Xcsp3Reader<'_>,
    node: Node<'_, '_>,
    name: &str,
    default: bool,
) -> Result<bool, InputError> {
    match local_attribute(node, name).map(str::trim) {
        None => Ok(default),
        Some("true") => Ok(true),
        Some("false") => Ok(false),
        Some(text) => {
            let message = format!("{name}=\"{text}\"; expected true or false");
            Err(reader.error_at(node.range().start, message))
        }
    }
}
