//! Reads constraints that are expressions.

use parallax_model::instance::InputError;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::labels::{label, labelled};
use super::places::{placed, text};
use crate::expressions::{Expression, Part, Steps, World};
use crate::part::Fragment;
use parallax_model::flatten::Bool;

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
pub(super) struct Asserted {
    pub(super) label: String,
    pub(super) truth: Bool,
    /// The offset of its constraint or objective in the file.
    pub(super) offset: usize,
}

/// Parses the indices of a constraint.
pub(super) fn steps(part: &Fragment<'_>, raw: Option<&RawValue>) -> Result<Steps, InputError> {
    let Some(raw) = raw else { return Ok(Steps::default()) };
    Steps::parse(&text(part, raw)?).map_err(|fault| placed(part, raw, fault))
}

/// Writes out the constraints of an item with an expression.
pub(super) fn expressions(
    world: &mut World<'_>,
    part: &Fragment<'_>,
    raw: &RawValue,
) -> Result<Vec<Asserted>, InputError> {
    let item: ExprItem<'_> = part.parse(raw.get())?;
    let steps = steps(part, item.each)?;
    let label = label(part, item.label, item.each.is_some())?;
    let fault = |fault| placed(part, item.expr, fault);
    let expression = Expression::parse(&text(part, item.expr)?).map_err(fault)?;
    let mut asserted = Vec::new();
    // Faults of the body lie in the expression, others in the indices.
    let mut is_body = false;
    let done = steps.each(world, &mut |world| {
        is_body = true;
        let truth = expression.eval(world)?;
        let guards = std::mem::take(&mut world.guards);
        let is_true = truth == Part::Truth(true) || matches!(truth, Part::Number(n) if n != 0);
        if !is_true || !guards.is_empty() {
            let truth = world.truth(truth);
            let label = labelled(world, &label)?;
            world.spend_text(label.len().saturating_mul(guards.len()), 0)?;
            let truths = std::iter::once(truth).chain(guards);
            asserted.extend(truths.map(|truth| Asserted {
                label: label.clone(),
                truth,
                offset: part.offset,
            }));
        }
        is_body = false;
        Ok(())
    });
    let place = if is_body { item.expr } else { item.each.unwrap_or(item.expr) };
    done.map_err(|fault| placed(part, place, fault))?;
    Ok(asserted)
}
