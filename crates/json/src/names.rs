//! Replaces the names of values in constraints by numbers.

use serde_json::Value as Json;

use super::missing::Missing;
use crate::presentation::Presentation;

/// Replaces the names of values by their numbers: in the member `value` of atoms and occurrences, in
/// `tuples`, in the lists `values` and `except`, and in the `transitions` of automata. Returns
/// whether there were any names. The recursion is bounded, because `serde_json` limits the nesting.
///
/// # Errors
/// Returns the first name without a value.
pub(super) fn numbered(json: &mut Json, names: &Presentation) -> Result<bool, Missing> {
    let mut any = false;
    match json {
        Json::Array(list) => {
            for element in list {
                any |= numbered(element, names)?;
            }
        }
        Json::Object(members) => {
            for (key, member) in members {
                any |= match (key.as_str(), member) {
                    ("value", member) => number(member, names)?,
                    ("tuples", Json::Array(tuples)) => rows(tuples, names)?,
                    ("values" | "except", Json::Array(list)) => each(list.iter_mut(), names)?,
                    ("transitions", Json::Array(steps)) => steps_of(steps, names)?,
                    (_, member) => numbered(member, names)?,
                };
            }
        }
        _ => {}
    }
    Ok(any)
}

fn rows(tuples: &mut [Json], names: &Presentation) -> Result<bool, Missing> {
    each(tuples.iter_mut().filter_map(Json::as_array_mut).flatten(), names)
}

/// Replaces the names of the values that automata read: the second of each transition.
fn steps_of(steps: &mut [Json], names: &Presentation) -> Result<bool, Missing> {
    let lists = steps.iter_mut().filter_map(Json::as_array_mut);
    each(lists.filter_map(|step| step.get_mut(1)), names)
}

fn each<'j>(
    values: impl Iterator<Item = &'j mut Json>,
    names: &Presentation,
) -> Result<bool, Missing> {
    let mut any = false;
    for value in values {
        any |= number(value, names)?;
    }
    Ok(any)
}

fn number(value: &mut Json, names: &Presentation) -> Result<bool, Missing> {
    let Json::String(name) = &*value else { return Ok(false) };
    let known = names.names();
    let number = known.get(name);
    let missing = || Missing::new("value named", name, known.keys().map(String::as_str));
    *value = Json::from(*number.ok_or_else(missing)?);
    Ok(true)
}
