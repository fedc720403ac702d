//! Labels of constraints, with the values of indices put in.

use parallax_instance::InputError;
use serde_json::value::RawValue;

use super::string_positions::{error_in_string, shift_error, string_text};
use crate::expressions::{ExpressionScope, JsonExpressionError, ParsedExpression};
use crate::text_fragment::TextFragment;

/// A label with indices in braces: texts, each with the expression after it.
pub(super) type Label = Vec<(String, Option<ParsedExpression>)>;

/// Reads a label; without indices, braces are text.
pub(super) fn read_label(
    part: &TextFragment<'_>,
    raw: Option<&RawValue>,
    has_indices: bool,
) -> Result<Label, InputError> {
    let Some(raw) = raw else { return Ok(Vec::new()) };
    let text = string_text(part, raw)?;
    if !has_indices {
        return Ok(vec![(text, None)]);
    }
    let mut label = Vec::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        let missing = || part.subfragment(raw).fault_here("a label with '{' without '}'");
        let (inner, after) = after.split_once('}').ok_or_else(missing)?;
        // `inner` is a slice of `text`, so the difference of their addresses is its offset.
        let start = inner.as_ptr() as usize - text.as_ptr() as usize;
        let inner = ParsedExpression::parse_expression(inner)
            .map_err(|fault| error_in_string(part, raw, shift_error(fault, start)))?;
        label.push((before.to_owned(), Some(inner)));
        rest = after;
    }
    label.push((rest.to_owned(), None));
    Ok(label)
}

/// Returns the text of a label for the present indices.
pub(super) fn label_text(
    world: &mut ExpressionScope<'_>,
    label: &Label,
) -> Result<String, JsonExpressionError> {
    let mut text = String::new();
    for (start, index) in label {
        world.spend_text(start.len(), 0)?;
        text += start;
        if let Some(index) = index {
            let number = index.eval_number(world).map_err(|fault| match fault {
                JsonExpressionError::At(_, message) => {
                    JsonExpressionError::At(0, format!("in the label: {message}"))
                }
                stopped @ JsonExpressionError::Stopped(_) => stopped,
            })?;
            text += &number.to_string();
        }
    }
    Ok(text)
}
