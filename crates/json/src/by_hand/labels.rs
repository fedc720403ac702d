//! Labels of constraints, with the values of indices put in.

use parallax_model::instance::InputError;
use serde_json::value::RawValue;

use super::places::{placed, shift, text};
use crate::expressions::{Expression, Fault, World};
use crate::part::Fragment;

/// A label with indices in braces: texts, each with the expression after it.
pub(super) type Label = Vec<(String, Option<Expression>)>;

/// Reads a label; without indices, braces are text.
pub(super) fn label(
    part: &Fragment<'_>,
    raw: Option<&RawValue>,
    has_indices: bool,
) -> Result<Label, InputError> {
    let Some(raw) = raw else { return Ok(Vec::new()) };
    let text = text(part, raw)?;
    if !has_indices {
        return Ok(vec![(text, None)]);
    }
    let mut label = Vec::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        let missing = || part.of(raw).fault("a label with '{' without '}'");
        let (inner, after) = after.split_once('}').ok_or_else(missing)?;
        let start = inner.as_ptr() as usize - text.as_ptr() as usize;
        let inner =
            Expression::parse(inner).map_err(|fault| placed(part, raw, shift(fault, start)))?;
        label.push((before.to_owned(), Some(inner)));
        rest = after;
    }
    label.push((rest.to_owned(), None));
    Ok(label)
}

/// Returns the text of a label for the present indices.
pub(super) fn labelled(world: &mut World<'_>, label: &Label) -> Result<String, Fault> {
    let mut text = String::new();
    for (start, index) in label {
        world.spend_text(start.len(), 0)?;
        text += start;
        if let Some(index) = index {
            let number = index.known(world).map_err(|fault| match fault {
                Fault::At(_, message) => Fault::At(0, format!("in the label: {message}")),
                stopped @ Fault::Stopped(_) => stopped,
            })?;
            text += &number.to_string();
        }
    }
    Ok(text)
}
