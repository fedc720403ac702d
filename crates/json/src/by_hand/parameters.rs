//! Reads the parameters: integers and lists of integers with names, from a model and from its data.

use parallax_instance::InputError;
use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::expressions::{ExpressionScope, ParameterValue};
use crate::text_fragment::TextFragment;
use crate::undefined_name::UndefinedNameError;
use parallax_instance::UniqueKeyJson;

/// Maximum number of names that a message lists.
const MAX_LISTED_NAMES: usize = 8;

/// Reads the parameters that a model declares, and puts the values of a file of data in their
/// place. Each parameter that is `null` needs such a value.
pub(super) fn read_parameters(
    world: &mut ExpressionScope<'_>,
    whole: &TextFragment<'_>,
    declared: Option<&RawValue>,
    data: Option<&TextFragment<'_>>,
) -> Result<(), InputError> {
    // The parameters without a value yet, with their places in the model.
    let mut open = BTreeMap::new();
    if let Some(raw) = declared {
        declare_parameters(world, &mut open, &whole.subfragment(raw), raw.get())?;
    }
    if let Some(data) = data {
        give_values(world, &mut open, data, data.text.trim_end())?;
    }
    // Reports the first one of the file.
    let Some((name, offset)) = open.into_iter().min_by_key(|&(_, offset)| offset) else {
        return Ok(());
    };
    Err(match data {
        None => {
            let message = "a parameter without a value; expected --data FILE, where FILE is for \
                           example";
            whole.fault_at(offset, &format!("{message} {{\"{name}\": 8}}"))
        }
        Some(data) => {
            let message = format!("no value of '{name}'");
            data.fault_here(format!("{message}, a parameter of {} without one", whole.source))
        }
    })
}

/// Reads the parameters of a model.
fn declare_parameters(
    world: &mut ExpressionScope<'_>,
    open: &mut BTreeMap<String, usize>,
    part: &TextFragment<'_>,
    text: &str,
) -> Result<(), InputError> {
    let is_name = |name: &str| {
        let is_start = |c: char| c.is_alphabetic() || c == '_';
        name.starts_with(is_start) && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    for (name, raw) in object_members(part, text)? {
        if !is_name(&name) {
            let message = format!("a parameter named '{name}'; expected letters, digits and _");
            return Err(part.fault_of(text, &name, &message));
        }
        if raw.get() == "null" {
            open.insert(name, part.subfragment(raw).offset);
        } else {
            world.parameters.insert(name, part.subfragment(raw).parse_text(raw.get())?);
        }
    }
    Ok(())
}

/// Reads the values of a file of data.
fn give_values(
    world: &mut ExpressionScope<'_>,
    open: &mut BTreeMap<String, usize>,
    part: &TextFragment<'_>,
    text: &str,
) -> Result<(), InputError> {
    for (name, raw) in object_members(part, text)? {
        let place = part.subfragment(raw);
        let given: ParameterValue = place.parse_text(raw.get())?;
        // A parameter that is `null` in the model takes a value of any kind; the others keep
        // theirs.
        if open.remove(&name).is_none() {
            let Some(declared) = world.parameters.get(&name) else {
                return Err(place.fault_here(unknown_parameter(world, open, &name)));
            };
            if !declared.is_like(&given) {
                let message = format!(
                    "{}; expected {}, as in the model",
                    given.describe_kind(),
                    declared.describe_kind()
                );
                return Err(place.fault_here(message));
            }
        }
        world.parameters.insert(name, given);
    }
    Ok(())
}

/// Returns the message about data for a parameter that the model does not have.
fn unknown_parameter(
    world: &ExpressionScope<'_>,
    open: &BTreeMap<String, usize>,
    name: &str,
) -> String {
    let known = || world.parameters.keys().chain(open.keys()).map(String::as_str);
    let missing = UndefinedNameError::new("parameter", name, known());
    let list: Vec<&str> = known().take(MAX_LISTED_NAMES).collect();
    let more = if known().nth(MAX_LISTED_NAMES).is_some() { ", ..." } else { "" };
    match list.len() {
        0 => format!("{missing}; the model has none"),
        _ => format!("{missing}; the model has {}{more}", list.join(", ")),
    }
}

/// Returns the members of an object, in their order.
fn object_members<'a>(
    part: &TextFragment<'a>,
    text: &'a str,
) -> Result<Vec<(String, &'a RawValue)>, InputError> {
    if !text.trim_start().starts_with('{') {
        return Err(part.fault_here("expected an object of parameters, for example {\"n\": 8}"));
    }
    // A map would silently keep the last of two equal members.
    part.parse_text::<UniqueKeyJson>(text)?;
    let members: BTreeMap<String, &'a RawValue> = part.parse_text(text)?;
    let mut members: Vec<(String, &'a RawValue)> = members.into_iter().collect();
    // All are slices of one text, so their addresses are in the order of the file.
    members.sort_by_key(|(_, raw)| raw.get().as_ptr() as usize);
    Ok(members)
}
