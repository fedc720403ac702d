//! Whether a puzzle solution is one, where the rules alone may not decide it.

use std::sync::Arc;

use super::{BrokenRule, Instance};
use crate::ask::{Control, Engine, Task, checked_solution};
use crate::model::{Model, Value};

/// What is known of a puzzle solution that may come from anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Validity {
    /// It is a solution.
    Valid,
    /// It is none: a rule is broken.
    Broken(BrokenRule),
    /// It is not known; why.
    Undecided(String),
}

/// Judges a puzzle solution: by the instance's rules, then by a search for values of the hidden
/// variables, if there are some that the rules leave open. `engine` searches until `control` stops
/// it; what it finds is checked.
pub fn judged(
    instance: &dyn Instance,
    solution: &[Value],
    engine: &dyn Engine,
    control: &Control,
) -> Validity {
    if let Err(broken) = instance.rules(solution) {
        return Validity::Broken(broken);
    }
    let Some(model) = instance.completion(solution) else { return Validity::Valid };
    let model = Arc::new(model);
    match checked_solution(engine, &model, Task::First, 0, control) {
        Ok((Some(_), _)) => Validity::Valid,
        Ok((None, _)) => {
            let rule = "no values complete this solution";
            Validity::Broken(BrokenRule::new(hidden(&model), rule))
        }
        Err(answer) => {
            let why = answer.reason().unwrap_or("no answer");
            Validity::Undecided(format!("whether {} have values: {why}", hidden(&model)))
        }
    }
}

/// The hidden variables, by name where they are few.
fn hidden(model: &Model) -> String {
    const FEW: usize = 3;
    let hidden = model.variables().iter().filter(|variable| !variable.shown);
    let names: Vec<&str> = hidden.map(|variable| variable.name.as_str()).collect();
    match names[..] {
        [one] => format!("hidden variable {one}"),
        _ if names.len() <= FEW => format!("hidden variables {}", names.join(", ")),
        _ => format!("{} hidden variables", names.len()),
    }
}
