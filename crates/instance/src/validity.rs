//! Judges puzzle solutions that the rules alone may not decide.

use std::sync::Arc;
use std::time::Duration;

use super::{BrokenRuleError, Instance};
use parallax_model::engine_api::{
    Answer, Control, Engine, Task, checked_solution, delete_unneeded,
};
use parallax_model::{Model, Value};

/// The verdict on a puzzle solution from any source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolutionValidity {
    /// It is a solution.
    Valid,
    /// It is not a solution: a rule is broken.
    Broken(BrokenRuleError),
    /// It is undecided, for this reason.
    Undecided(String),
}

/// Judges a puzzle solution: by the instance's rules, then by a search for values of the hidden
/// variables, if there are some that the rules leave open. `engine` searches until `control` stops
/// it; the values that it finds are checked.
pub fn judge_solution(
    instance: &dyn Instance,
    solution: &[Value],
    engine: &dyn Engine,
    control: &Control,
) -> SolutionValidity {
    if let Err(broken) = instance.rules(solution) {
        return SolutionValidity::Broken(broken);
    }
    let Some(model) = instance.completion(solution) else { return SolutionValidity::Valid };
    let model = Arc::new(model);
    match checked_solution(engine, &model, Task::First, 0, control) {
        Ok((Some(_), _)) => SolutionValidity::Valid,
        // Nothing here can check that there are no values, so it takes an engine of a known family.
        Ok((None, family)) if family.is_unknown() => {
            let by = engine.spec();
            let why = format!("{by} claims that they have none, and its family is unknown");
            SolutionValidity::Undecided(format!(
                "whether {} have values: {why}",
                describe_hidden(&model)
            ))
        }
        Ok((None, _)) => {
            let place = describe_conflict(&model, engine, control)
                .unwrap_or_else(|| describe_hidden(&model));
            let rule = "no values of the hidden variables complete this solution";
            SolutionValidity::Broken(BrokenRuleError::new(place, rule))
        }
        Err(answer) => {
            let why = answer.unknown_reason().unwrap_or("no answer");
            SolutionValidity::Undecided(format!(
                "whether {} have values: {why}",
                describe_hidden(&model)
            ))
        }
    }
}

/// Maximum time of the search for constraints that cannot hold together.
const CONFLICT_SEARCH_TIMEOUT: Duration = Duration::from_secs(1);

/// Maximum number of constraints to name.
const MAX_NAMED_CONSTRAINTS: usize = 4;

/// Returns the labels of constraints that cannot hold together, if they are found in time and few.
fn describe_conflict(model: &Model, engine: &dyn Engine, control: &Control) -> Option<String> {
    let control = control.with_timeout(Some(CONFLICT_SEARCH_TIMEOUT));
    let all: Vec<usize> = (0..model.constraints().len()).collect();
    // Deletion by whole questions, so that any engine serves, also one without cores.
    let (core, stopped) = delete_unneeded(all, &mut |rest: &[usize]| {
        let part = Arc::new(model.with_constraints(rest));
        let found = checked_solution(engine, &part, Task::First, 0, &control)?.0;
        Ok::<_, Answer>(found.is_none().then(|| rest.to_vec()))
    });
    let label = |place: &usize| {
        let posted = &model.constraints()[*place];
        if posted.label.is_empty() { posted.description(model) } else { posted.label.to_string() }
    };
    let mut labels: Vec<String> = core.iter().map(label).collect();
    labels.dedup();
    (stopped.is_none() && (1..=MAX_NAMED_CONSTRAINTS).contains(&labels.len()))
        .then(|| labels.join(", "))
}

/// Returns the hidden variables, by name if they are few.
fn describe_hidden(model: &Model) -> String {
    const MAX_NAMED_VARIABLES: usize = 3;
    let hidden = model.variables().iter().filter(|variable| !variable.shown);
    let names: Vec<&str> = hidden.map(|variable| variable.name.as_str()).collect();
    match names[..] {
        [one] => format!("hidden variable {one}"),
        _ if names.len() <= MAX_NAMED_VARIABLES => format!("hidden variables {}", names.join(", ")),
        _ => format!("{} hidden variables", names.len()),
    }
}
