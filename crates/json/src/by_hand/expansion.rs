//! Replaces cells, parameters and indices in JSON by names and numbers.

use parallax_instance::InputError;
use serde_json::Value as Json;
use serde_json::value::RawValue;

use crate::expressions::{
    ArrayCell, CellReference, ExpressionScope, JsonExpressionError, ParsedExpression,
};
use crate::text_fragment::TextFragment;
use crate::{read, search};
use parallax_instance::UniqueKeyJson;
use parallax_model::VarId;
use parallax_model::engine_api::did_you_mean;

/// Replaces cells and parameters in a constraint by names and numbers. Returns whether there are
/// any. The recursion is bounded, because `serde_json` limits the nesting.
pub(super) fn expand_constraint(
    world: &mut ExpressionScope<'_>,
    part: &TextFragment<'_>,
    raw: &RawValue,
    json: &mut Json,
) -> Result<bool, InputError> {
    let mut any = false;
    match json {
        Json::Array(list) => {
            let mut longer = Vec::with_capacity(list.len());
            for mut element in std::mem::take(list) {
                if let Json::String(text) = &element
                    && let Some((parts, _)) = resolve_string(world, part, raw, text)?
                {
                    any = true;
                    longer.extend(parts);
                } else {
                    any |= expand_constraint(world, part, raw, &mut element)?;
                    longer.push(element);
                }
            }
            *list = longer;
        }
        Json::Object(members) => {
            for (key, member) in members {
                // The strings of these members are words of the format, never cells.
                if matches!(key.as_str(), "kind" | "relation" | "dimension" | "choose" | "try") {
                    continue;
                }
                let Json::String(text) = &*member else {
                    any |= expand_constraint(world, part, raw, member)?;
                    continue;
                };
                let Some((mut parts, is_many)) = resolve_string(world, part, raw, text)? else {
                    continue;
                };
                any = true;
                // A list of one cell is still a list, so `x[]` is refused whatever the size of x
                // is.
                match parts.pop().filter(|_| parts.is_empty() && !is_many) {
                    Some(one) => *member = one,
                    None => {
                        let message = format!("'{text}' is a list of cells; expected one cell");
                        return Err(part.fault_of(raw.get(), text, &message));
                    }
                }
            }
        }
        _ => {}
    }
    Ok(any)
}

/// Returns the cells or numbers that a string of a constraint denotes, and whether they are a list;
/// `None` if it is a plain name.
fn resolve_string(
    world: &mut ExpressionScope<'_>,
    part: &TextFragment<'_>,
    raw: &RawValue,
    text: &str,
) -> Result<Option<(Vec<Json>, bool)>, InputError> {
    // A whole text that names a variable or a value takes precedence: names may contain brackets.
    if world.model.find(text).is_some() || world.names.contains_key(text) {
        return Ok(None);
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let base = &text[..end];
    let is_known = world.arrays.contains_key(base)
        || world.parameters.contains_key(base)
        || world.indices.iter().any(|(name, _)| name == base);
    if !is_known {
        let arrays = world.arrays.keys().map(String::as_str);
        // With named values, the text may be a misspelt name of a value, which a later step
        // reports.
        if !text.contains('[') || !world.names.is_empty() {
            return Ok(None);
        }
        let message = format!("there is no array '{base}'{}", did_you_mean(base, arrays));
        return Err(part.fault_of(raw.get(), text, &message));
    }
    let found = ParsedExpression::parse_expression(text).and_then(|cells| cells.find_cells(world));
    let found = found.map_err(|fault| match fault {
        JsonExpressionError::At(_, message) => part.fault_of(raw.get(), text, &message),
        JsonExpressionError::Stopped(error) => *error,
    })?;
    let json = |item: &ArrayCell| match *item {
        ArrayCell::Number(number) => Json::from(number),
        ArrayCell::Variable(place) => {
            let name = world.model.variables().get(place).map(|v| v.name.as_str());
            Json::from(name.unwrap_or_default())
        }
    };
    Ok(Some(match found {
        CellReference::One(item) => (vec![json(&item)], false),
        CellReference::Many(items) => (items.iter().map(json).collect(), true),
        CellReference::Chosen(..) => {
            let message = format!("'{text}' has a variable index; expected a known index");
            return Err(part.fault_of(raw.get(), text, &message));
        }
    }))
}

/// Reads the rows of a picture.
pub(super) fn read_picture(
    world: &mut ExpressionScope<'_>,
    part: &TextFragment<'_>,
    raw: &RawValue,
) -> Result<Vec<Vec<Option<VarId>>>, InputError> {
    let mut json: Json = serde_json::from_str(raw.get()).unwrap_or_default();
    expand_constraint(world, part, raw, &mut json)?;
    let rows: Vec<Vec<Option<String>>> =
        serde_json::from_value(json).map_err(|error| part.fault_here(error))?;
    read::found_rows(&world.model, part, raw, rows)
}

/// Sets the plan of the search.
pub(super) fn set_search_plan(
    world: &mut ExpressionScope<'_>,
    part: &TextFragment<'_>,
    raw: &RawValue,
) -> Result<(), InputError> {
    let UniqueKeyJson(mut json) = part.parse_text(raw.get())?;
    if expand_constraint(world, part, raw, &mut json)? {
        let item = serde_json::from_value(json).map_err(|error| part.fault_here(error))?;
        search::set_item(&mut world.model, part, raw, item)
    } else {
        search::set_item(&mut world.model, part, raw, part.parse_text(raw.get())?)
    }
}
