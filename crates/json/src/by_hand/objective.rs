//! Reads an objective that is an expression.

use parallax_instance::InputError;
use serde_json::value::RawValue;

use super::constraints::AssertedCondition;
use super::string_positions::{error_in_string, string_text};
use crate::expressions::{ExpressionScope, ParsedExpression};
use crate::text_fragment::TextFragment;
use parallax_model::ObjectiveSense;
use parallax_model::flatten::IntExpression;

/// A value to minimize or maximize.
pub(super) struct HandwrittenObjective {
    pub(super) sense: ObjectiveSense,
    pub(super) value: IntExpression,
    /// Its offset in the file.
    pub(super) offset: usize,
}

/// Reads an objective, and adds the conditions of its indices.
pub(super) fn read_objective(
    world: &mut ExpressionScope<'_>,
    sense: ObjectiveSense,
    part: &TextFragment<'_>,
    raw: &RawValue,
    asserted: &mut Vec<AssertedCondition>,
) -> Result<HandwrittenObjective, InputError> {
    let fault = |fault| error_in_string(part, raw, fault);
    let expression = ParsedExpression::parse_expression(&string_text(part, raw)?).map_err(fault)?;
    let value = expression.eval_value(world).map_err(fault)?;
    let value = world.convert_int(value);
    let offset = part.offset;
    let guards = std::mem::take(&mut world.guards);
    let condition = |truth| AssertedCondition { label: String::new(), truth, offset };
    asserted.extend(guards.into_iter().map(condition));
    Ok(HandwrittenObjective { sense, value, offset })
}
