//! Reads an objective that is an expression.

use parallax_model::instance::InputError;
use serde_json::value::RawValue;

use super::constraints::Asserted;
use super::places::{placed, text};
use crate::expressions::{Expression, World};
use crate::part::Fragment;
use parallax_model::Sense;
use parallax_model::flatten::Int;

/// A value to minimize or maximize.
pub(super) struct Goal {
    pub(super) sense: Sense,
    pub(super) value: Int,
    /// Its offset in the file.
    pub(super) offset: usize,
}

/// Reads an objective, and adds the conditions of its indices.
pub(super) fn goal(
    world: &mut World<'_>,
    sense: Sense,
    part: &Fragment<'_>,
    raw: &RawValue,
    asserted: &mut Vec<Asserted>,
) -> Result<Goal, InputError> {
    let fault = |fault| placed(part, raw, fault);
    let expression = Expression::parse(&text(part, raw)?).map_err(fault)?;
    let value = expression.eval(world).map_err(fault)?;
    let value = world.int(value);
    let offset = part.offset;
    let guards = std::mem::take(&mut world.guards);
    let condition = |truth| Asserted { label: String::new(), truth, offset };
    asserted.extend(guards.into_iter().map(condition));
    Ok(Goal { sense, value, offset })
}
