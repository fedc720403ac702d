//! Reads the parameters: integers and lists of integers with names, from a model and from its data.

use parallax_model::instance::InputError;
use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::expressions::{Param, World};
use crate::missing::Missing;
use crate::part::Fragment;
use parallax_model::instance::Unique;

/// Maximum number of names that a message lists.
const LISTED: usize = 8;

/// Reads the parameters that a model declares, and puts the values of a file of data in their
/// place. Each parameter that is `null` needs such a value.
pub(super) fn read_parameters(
    world: &mut World<'_>,
    whole: &Fragment<'_>,
    declared: Option<&RawValue>,
    data: Option<&Fragment<'_>>,
) -> Result<(), InputError> {
    // The parameters without a value yet, with their places in the model.
    let mut open = BTreeMap::new();
    if let Some(raw) = declared {
        declare(world, &mut open, &whole.of(raw), raw.get())?;
    }
    if let Some(data) = data {
        give(world, &mut open, data, data.text.trim_end())?;
    }
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
            data.fault(format!("{message}, a parameter of {} without one", whole.source))
        }
    })
}

/// Reads the parameters of a model.
fn declare(
    world: &mut World<'_>,
    open: &mut BTreeMap<String, usize>,
    part: &Fragment<'_>,
    text: &str,
) -> Result<(), InputError> {
    let is_name = |name: &str| {
        let is_start = |c: char| c.is_alphabetic() || c == '_';
        name.starts_with(is_start) && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    for (name, raw) in members(part, text)? {
        if !is_name(&name) {
            let message = format!("a parameter named '{name}'; expected letters, digits and _");
            return Err(part.fault_of(text, &name, &message));
        }
        if raw.get() == "null" {
            open.insert(name, part.of(raw).offset);
        } else {
            world.parameters.insert(name, part.of(raw).parse(raw.get())?);
        }
    }
    Ok(())
}

/// Reads the values of a file of data.
fn give(
    world: &mut World<'_>,
    open: &mut BTreeMap<String, usize>,
    part: &Fragment<'_>,
    text: &str,
) -> Result<(), InputError> {
    for (name, raw) in members(part, text)? {
        let place = part.of(raw);
        let given: Param = place.parse(raw.get())?;
        if open.remove(&name).is_none() {
            let Some(own) = world.parameters.get(&name) else {
                return Err(place.fault(unknown(world, open, &name)));
            };
            if !own.is_like(&given) {
                let message = format!("{}; expected {}, as in the model", given.kind(), own.kind());
                return Err(place.fault(message));
            }
        }
        world.parameters.insert(name, given);
    }
    Ok(())
}

/// Returns the message about data for a parameter that the model does not have.
fn unknown(world: &World<'_>, open: &BTreeMap<String, usize>, name: &str) -> String {
    let known = || world.parameters.keys().chain(open.keys()).map(String::as_str);
    let missing = Missing::new("parameter", name, known());
    let list: Vec<&str> = known().take(LISTED).collect();
    let more = if known().nth(LISTED).is_some() { ", ..." } else { "" };
    match list.len() {
        0 => format!("{missing}; the model has none"),
        _ => format!("{missing}; the model has {}{more}", list.join(", ")),
    }
}

/// Returns the members of an object, in their order.
fn members<'a>(
    part: &Fragment<'a>,
    text: &'a str,
) -> Result<Vec<(String, &'a RawValue)>, InputError> {
    if !text.trim_start().starts_with('{') {
        return Err(part.fault("expected an object of parameters, for example {\"n\": 8}"));
    }
    part.parse::<Unique>(text)?;
    let members: BTreeMap<String, &'a RawValue> = part.parse(text)?;
    let mut members: Vec<(String, &'a RawValue)> = members.into_iter().collect();
    members.sort_by_key(|(_, raw)| raw.get().as_ptr() as usize);
    Ok(members)
}
