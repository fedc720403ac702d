//! Reads constraints that are expressions.

use parallax_instance::InputError;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::labels::{label_text, read_label};
use super::string_positions::{error_in_string, string_text};
use crate::expressions::{ExpressionScope, ExpressionValue, ParsedExpression, ParsedIndices};
use crate::text_fragment::TextFragment;
use parallax_model::flatten::BoolExpression;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExprItem<'a> {
    #[serde(borrow)]
    expr: &'a RawValue,
    #[serde(borrow, rename = "for")]
    each: Option<&'a RawValue>,
    #[serde(borrow)]
    label: Option<&'a RawValue>,
}

/// A condition of the model.
pub(super) struct AssertedCondition {
    pub(super) label: String,
    pub(super) truth: BoolExpression,
    /// The offset of its constraint or objective in the file.
    pub(super) offset: usize,
}

/// Parses the indices of a constraint.
pub(super) fn parse_indices(
    part: &TextFragment<'_>,
    raw: Option<&RawValue>,
) -> Result<ParsedIndices, InputError> {
    let Some(raw) = raw else { return Ok(ParsedIndices::default()) };
    ParsedIndices::parse_steps(&string_text(part, raw)?)
        .map_err(|fault| error_in_string(part, raw, fault))
}

/// Writes out the constraints of an item with an expression.
pub(super) fn expand_expression(
    world: &mut ExpressionScope<'_>,
    part: &TextFragment<'_>,
    raw: &RawValue,
) -> Result<Vec<AssertedCondition>, InputError> {
    let item: ExprItem<'_> = part.parse_text(raw.get())?;
    let steps = parse_indices(part, item.each)?;
    let label = read_label(part, item.label, item.each.is_some())?;
    let fault = |fault| error_in_string(part, item.expr, fault);
    let expression =
        ParsedExpression::parse_expression(&string_text(part, item.expr)?).map_err(fault)?;
    let mut asserted = Vec::new();
    // Faults of the body lie in the expression, others in the indices.
    let mut is_body = false;
    let done = steps.for_each(world, &mut |world| {
        is_body = true;
        let truth = expression.eval_value(world)?;
        // The guards of these values of the indices; the next values start without any.
        let guards = std::mem::take(&mut world.guards);
        let is_true = truth == ExpressionValue::Truth(true)
            || matches!(truth, ExpressionValue::Number(n) if n != 0);
        // A condition that numbers make true needs no constraint, unless an index in it is guarded.
        if !is_true || !guards.is_empty() {
            let truth = world.convert_truth(truth);
            let label = label_text(world, &label)?;
            world.spend_text(label.len().saturating_mul(guards.len()), 0)?;
            let truths = std::iter::once(truth).chain(guards);
            asserted.extend(truths.map(|truth| AssertedCondition {
                label: label.clone(),
                truth,
                offset: part.offset,
            }));
        }
        is_body = false;
        Ok(())
    });
    let place = if is_body { item.expr } else { item.each.unwrap_or(item.expr) };
    done.map_err(|fault| error_in_string(part, place, fault))?;
    Ok(asserted)
}
