//! Reads the parameters: integers and lists of integers with names.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use serde_json::value::RawValue;

use super::Read;
use crate::json::expressions::{Param, World};
use crate::json::part::Fragment;
use crate::json::unique::Unique;

/// Reads the object with all parameters.
pub(super) fn read_parameters(
    world: &mut World<'_>,
    part: &Fragment<'_>,
    raw: &RawValue,
) -> Read<()> {
    let Unique(json) = part.parse(raw.get())?;
    let Json::Object(members) = json else {
        return Err(part.fault("expected an object with the parameters"));
    };
    let is_name = |name: &str| {
        let is_start = |c: char| c.is_alphabetic() || c == '_';
        name.starts_with(is_start) && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    for (name, json) in members {
        if !is_name(&name) {
            let message = format!("a parameter named '{name}'; expected letters, digits and _");
            return Err(part.fault_of(raw.get(), &name, &message));
        }
        let param = Param::of(&json, &BTreeMap::new()).ok_or_else(|| {
            let message = format!("parameter '{name}'; expected an integer or lists of integers");
            part.fault_of(raw.get(), &name, &message)
        })?;
        world.parameters.insert(name, param);
    }
    Ok(())
}
