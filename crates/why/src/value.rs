//! Questions about a value: `r3c4=7`.

use std::sync::Arc;

use parallax_model::ask::{Engine, did_you_mean};
use parallax_model::{Given, Model, Value, VarId};

use super::explained::Finding;
use super::problem::Problem;
use super::procedure::{Decided, Task, reason};

/// Maximum number of names that are searched for a similar one.
const NAMES: usize = 10_000;

/// Reads `NAME=VALUE`: a variable of the model, and a value by its name or number. `true` and
/// `false` are 1 and 0.
///
/// # Errors
/// Returns a message that names what is not as expected.
pub fn parse_value(model: &Model, text: &str) -> Result<Given, String> {
    let (name, word) = text
        .rsplit_once('=')
        .ok_or_else(|| format!("'{text}'; expected a variable and a value, as in r3c4=7"))?;
    let (name, word) = (name.trim(), word.trim());
    let variable = model.find(name).ok_or_else(|| {
        let names = model.variables().iter().take(NAMES).map(|v| v.name.as_str());
        format!("there is no variable '{name}'{}", did_you_mean(name, names))
    })?;
    Ok(Given { variable, value: value(model, variable, word)? })
}

fn value(model: &Model, variable: VarId, word: &str) -> Result<Value, String> {
    let names = model.value_names(variable);
    let named = names.and_then(|names| names.iter().find(|(_, name)| *name == word));
    if let Some((&value, _)) = named {
        return Ok(value);
    }
    match word {
        "true" if model.domain(variable).is_boolean() => return Ok(1),
        "false" if model.domain(variable).is_boolean() => return Ok(0),
        _ => {}
    }
    word.parse().map_err(|_| {
        let name = model.name_of(variable);
        let known = names.into_iter().flatten().map(|(_, name)| name.as_str());
        format!(
            "value '{word}' of '{name}'{}; expected one of {}",
            did_you_mean(word, known),
            model.domain(variable)
        )
    })
}

/// Decides whether a value is forced, impossible or neither. Returns the problem whose conflict
/// explains it: with the value excluded if it is forced, and with only that value if it is
/// impossible.
pub(super) fn sides(
    task: &Task<'_>,
    problem: Problem,
    given: Given,
) -> (Option<Arc<dyn Engine>>, Problem, Finding) {
    let model = problem.model();
    let with = problem.with_model(model.restricted(&[given]));
    let without = problem.with_model(model.without_value(given.variable, given.value));
    let Decided { engine, found: one } = task.decide(&with);
    let one = match one {
        Ok(one) => one,
        Err(answer) => return (engine, problem, Finding::Unknown(reason(&answer))),
    };
    let Decided { engine: other_engine, found: other } = task.decide(&without);
    match (one, other) {
        (_, Err(answer)) => (engine, problem, Finding::Unknown(reason(&answer))),
        (None, Ok(None)) => (engine, problem, Finding::Unsatisfiable),
        (None, Ok(Some(other))) => (engine, with, Finding::Impossible(given, other)),
        (Some(one), Ok(None)) => (other_engine, without, Finding::Forced(given, one)),
        (Some(one), Ok(Some(other))) => (engine, problem, Finding::Possible(given, one, other)),
    }
}
