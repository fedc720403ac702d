//! Replaces the names of values in constraints by numbers.

use serde_json::Value as Json;

use super::undefined_name::UndefinedNameError;
use crate::presentation::SolutionPresentation;

/// Replaces the names of values by their numbers: in the member `value` of atoms and occurrences,
/// in `tuples`, in the lists `values` and `except`, and in the `transitions` of automata. Returns
/// whether there were any names. The recursion is bounded, because `serde_json` limits the nesting.
///
/// # Errors
/// Returns the first name without a value.
pub(super) fn replace_names(
    json: &mut Json,
    names: &SolutionPresentation,
) -> Result<bool, UndefinedNameError> {
    let mut any = false;
    match json {
        Json::Array(list) => {
            for element in list {
                any |= replace_names(element, names)?;
            }
        }
        Json::Object(members) => {
            for (key, member) in members {
                // Only members that hold values: elsewhere a string is the name of a variable, a
                // class or a word of the format.
                any |= match (key.as_str(), member) {
                    ("value", member) => replace_name(member, names)?,
                    ("tuples", Json::Array(tuples)) => replace_in_rows(tuples, names)?,
                    ("values" | "except", Json::Array(list)) => {
                        replace_each(list.iter_mut(), names)?
                    }
                    ("transitions", Json::Array(steps)) => steps_of(steps, names)?,
                    (_, member) => replace_names(member, names)?,
                };
            }
        }
        _ => {}
    }
    Ok(any)
}

fn replace_in_rows(
    tuples: &mut [Json],
    names: &SolutionPresentation,
) -> Result<bool, UndefinedNameError> {
    replace_each(tuples.iter_mut().filter_map(Json::as_array_mut).flatten(), names)
}

/// Replaces the names of the values that automata read: the second of each transition.
fn steps_of(steps: &mut [Json], names: &SolutionPresentation) -> Result<bool, UndefinedNameError> {
    let lists = steps.iter_mut().filter_map(Json::as_array_mut);
    replace_each(lists.filter_map(|step| step.get_mut(1)), names)
}

fn replace_each<'j>(
    values: impl Iterator<Item = &'j mut Json>,
    names: &SolutionPresentation,
) -> Result<bool, UndefinedNameError> {
    let mut any = false;
    for value in values {
        any |= replace_name(value, names)?;
    }
    Ok(any)
}

fn replace_name(
    value: &mut Json,
    names: &SolutionPresentation,
) -> Result<bool, UndefinedNameError> {
    let Json::String(name) = &*value else { return Ok(false) };
    let known = names.values_by_name();
    let number = known.get(name);
    let missing = || UndefinedNameError::new("value named", name, known.keys().map(String::as_str));
    *value = Json::from(*number.ok_or_else(missing)?);
    Ok(true)
}
