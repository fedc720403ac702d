//! Reads constraints of version 1, in which names may be cells, parameters and indices.

use serde::Deserialize;
use serde_json::Value as Json;
use serde_json::value::RawValue;

use super::constraints::parse_indices;
use super::expansion::expand_constraint;
use super::labels::{label_text, read_label};
use super::string_positions::error_in_string;
use crate::expressions::{ExpressionScope, JsonExpressionError};
use crate::item;
use crate::names::replace_names;
use crate::presentation::SolutionPresentation;
use crate::read::{self, Classes};
use crate::text_fragment::TextFragment;
use parallax_instance::InputError;
use parallax_instance::UniqueKeyJson;

/// The members of a constraint that all its values of indices share.
#[derive(Deserialize)]
#[serde(expecting = "a constraint")]
struct LabelProbe<'a> {
    #[serde(borrow)]
    label: Option<&'a RawValue>,
}

/// The names that constraints use besides variables, and the clock.
pub(super) struct ConstraintNames<'n> {
    pub(super) classes: Classes,
    pub(super) presentation: &'n SolutionPresentation,
    pub(super) check: &'n dyn Fn() -> Result<(), InputError>,
}

/// Reads a constraint of version 1, for all values of its indices.
pub(super) fn read_listed(
    world: &mut ExpressionScope<'_>,
    names: &ConstraintNames<'_>,
    part: &TextFragment<'_>,
    raw: &RawValue,
    each: Option<&RawValue>,
) -> Result<(), InputError> {
    // The plain reader takes a constraint without cells, without a copy. Its error is kept for
    // constraints in which no cell is found either.
    let mut plain = None;
    if each.is_none() {
        let ConstraintNames { classes, presentation, check } = names;
        match read::read_constraint(&world.model, classes, presentation, part, raw, check) {
            Ok((label, constraint)) => {
                let posted = world.model.post(label, constraint);
                return posted.map_err(|error| part.fault_here(error));
            }
            Err(fault) if fault.why_stopped().is_some() => return Err(fault),
            Err(fault) => plain = Some(fault),
        }
    }
    let steps = parse_indices(part, each)?;
    let json = serde_json::from_str::<UniqueKeyJson>(raw.get());
    let Ok(UniqueKeyJson(Json::Object(mut json))) = json else {
        return Err(plain.unwrap_or_else(|| part.fault_here("expected a constraint")));
    };
    // These two belong to this reader; the reader of constraints would refuse `for`.
    json.remove("for");
    json.remove("label");
    let probe: LabelProbe<'_> = part.parse_text(raw.get())?;
    let label = read_label(part, probe.label, each.is_some())?;
    let json = Json::Object(json);
    let mut failed = None;
    let done = steps.for_each(world, &mut |world| {
        let label = label_text(world, &label)?;
        world.spend_text(raw.get().len(), 0)?;
        let json = json.clone();
        post_expanded(world, names, part, raw, (label, json), plain.as_ref()).map_err(|error| {
            // The error has its place already; `Stopped` only ends the walk over the indices.
            failed = Some(error.clone());
            JsonExpressionError::Stopped(Box::new(error))
        })
    });
    done.map_err(|fault| match failed {
        Some(error) => error,
        None => error_in_string(part, each.unwrap_or(raw), fault),
    })
}

/// Posts a constraint for the present indices. Returns `plain`, the error of reading it without
/// cells, if it has none.
fn post_expanded(
    world: &mut ExpressionScope<'_>,
    names: &ConstraintNames<'_>,
    part: &TextFragment<'_>,
    raw: &RawValue,
    (label, mut json): (String, Json),
    plain: Option<&InputError>,
) -> Result<(), InputError> {
    let any = expand_constraint(world, part, raw, &mut json)?;
    if let (false, Some(plain)) = (any, plain) {
        return Err(plain.clone());
    }
    let known = replace_names(&mut json, names.presentation);
    known.map_err(|m| part.fault_of(raw.get(), &m.name, &m))?;
    let (_, constraint) = item::of_json(&json)
        .map_err(|fault| part.fault_in(raw.get(), &fault.key, &fault.message))?;
    let constraint = read::by_index(&world.model, &names.classes, &constraint)
        .map_err(|m| part.fault_of(raw.get(), &m.name, &m))?;
    let posted = world.model.post(label, constraint);
    posted.map_err(|error| part.fault_here(error))
}
