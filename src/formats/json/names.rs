//! Names of values in constraints.

use serde_json::Value as Json;

use super::missing::Missing;
use crate::formats::presentation::Presentation;

/// Puts numbers in place of the names of values: in the member `value` of atoms
/// and occurrences, and in `tuples`. `serde_json` bounds the nesting.
///
/// # Errors
/// The first name that no value has.
pub(super) fn numbered(json: &mut Json, names: &Presentation) -> Result<(), Missing> {
    match json {
        Json::Array(list) => list.iter_mut().try_for_each(|element| numbered(element, names)),
        Json::Object(members) => {
            members.iter_mut().try_for_each(|(key, member)| match (key.as_str(), member) {
                ("value", member) => number(member, names),
                ("tuples", Json::Array(tuples)) => {
                    let lists = tuples.iter_mut().filter_map(Json::as_array_mut);
                    lists.flatten().try_for_each(|value| number(value, names))
                }
                (_, member) => numbered(member, names),
            })
        }
        _ => Ok(()),
    }
}

fn number(value: &mut Json, names: &Presentation) -> Result<(), Missing> {
    let Json::String(name) = &*value else { return Ok(()) };
    let known = names.names();
    let number = known.get(name);
    let missing = || Missing::new("value named", name, known.keys().map(String::as_str));
    *value = Json::from(*number.ok_or_else(missing)?);
    Ok(())
}
