//! The interface of a constraint.

use parallax_instance::InputError;
use roxmltree::Node;

use super::Constraint;
use crate::assigned::Xcsp3Assignment;
use crate::draft::Xcsp3ModelDraft;
use crate::error::Xcsp3PostError;
use crate::reader::Xcsp3Reader;

/// The interface of every constraint.
pub(crate) trait ConstraintRule {
    /// Returns the name of its element.
    fn element_name(&self) -> &'static str;

    /// Whether it holds; `None` if an operation in it is undefined, so that it does not.
    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool>;

    /// Posts it.
    ///
    /// # Errors
    /// Returns the reason why a model cannot have it.
    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError>;
}

impl Constraint {
    /// Returns the name of the element.
    pub(crate) fn element_name(&self) -> &'static str {
        self.rule().element_name()
    }
}

/// Returns an error unless two lists of an element have the same length.
pub(super) fn same_length(
    reader: &Xcsp3Reader<'_>,
    node: Node<'_, '_>,
    what: [&str; 2],
    lengths: [usize; 2],
) -> Result<(), InputError> {
    if lengths[0] == lengths[1] {
        return Ok(());
    }
    let message = format!("{} {} and {} {}", lengths[0], what[0], lengths[1], what[1]);
    Err(reader.fault_in(node, &message))
}

/// Returns the first index of a list, from an attribute; 0 without it.
pub(super) fn first_index(
    reader: &Xcsp3Reader<'_>,
    node: Node<'_, '_>,
    attribute: &str,
) -> Result<i32, InputError> {
    Ok(crate::element_parts::integer_attribute(reader, node, attribute)?.unwrap_or(0) as i32)
}
