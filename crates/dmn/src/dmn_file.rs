//! A file of DMN: its elements, their positions and their texts.

use parallax_instance::{InputError, TextPositions};
use parallax_xml::{child_elements, first_child, local_attribute, text_of};
use roxmltree::Node;

/// A file that is being read.
pub struct DmnFile<'t> {
    source: &'t str,
    places: TextPositions<'t>,
}

impl<'t> DmnFile<'t> {
    /// Makes a file of a text.
    #[must_use]
    pub fn from_text(source: &'t str, text: &'t str) -> Self {
        DmnFile { source, places: TextPositions::from_text(text) }
    }

    /// Returns the line and column of an element, from 1.
    #[must_use]
    pub fn node_position(&self, node: Node<'_, '_>) -> (usize, usize) {
        self.places.position_at(node.range().start)
    }

    /// Fails unless the root is that of DMN.
    ///
    /// # Errors
    /// Returns an error that names the root.
    pub fn require_definitions(&self, root: Node<'_, '_>) -> Result<(), InputError> {
        match root.tag_name().name() {
            "definitions" => Ok(()),
            found => {
                Err(self.node_error(root, format!("'{found}'; expected the definitions of DMN")))
            }
        }
    }

    /// Returns an error at an element.
    #[must_use]
    pub fn node_error(&self, node: Node<'_, '_>, message: impl Into<String>) -> InputError {
        let (line, column) = self.node_position(node);
        InputError::new(self.source, message).at_position(line, column)
    }
}

/// Decision logic other than a table, by its element.
pub const OTHER_DECISION_LOGIC: [(&str, &str); 11] = [
    ("literalExpression", "a literal expression"),
    ("context", "a context"),
    ("invocation", "an invocation"),
    ("functionDefinition", "a function"),
    ("relation", "a relation"),
    ("list", "a list"),
    ("conditional", "a conditional"),
    ("filter", "a filter"),
    ("for", "an iteration"),
    ("every", "a quantified expression"),
    ("some", "a quantified expression"),
];

/// Returns the text of the element `text` in an element, without blanks around it; empty if there
/// is none.
#[must_use]
pub fn inner_text(node: Node<'_, '_>) -> String {
    first_child(node, "text").map(text_of).unwrap_or_default().trim().to_owned()
}

/// Returns the text of the values that an element with this tag allows, if it has one.
#[must_use]
pub fn values_text(node: Node<'_, '_>, tag: &'static str) -> Option<String> {
    let text = inner_text(first_child(node, tag)?);
    (!text.is_empty()).then_some(text)
}

/// Returns the ids to which the requirements of an element refer, such as those of the inputs with
/// `informationRequirement` and `requiredInput`.
pub fn required_ids<'a>(
    node: Node<'a, 'a>,
    requirement: &'static str,
    required: &'static str,
) -> impl Iterator<Item = &'a str> {
    child_elements(node, requirement)
        .filter_map(move |requirement| first_child(requirement, required))
        .filter_map(|required| local_attribute(required, "href"))
        .map(|href| href.rsplit('#').next().unwrap_or(href))
}
