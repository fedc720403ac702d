//! Explanations compared with an enumeration of all sets of parts.

mod enumerated;
mod hostile;
mod liars;
mod values;

use std::sync::Arc;

use parallax_engines::Spec;
use parallax_instance::Instance;
use parallax_model::Model;
use parallax_model::engine_api::{Control, Engine};

use super::{
    ClaimConfirmation, ExplainedFact, ExplanationEngines, ExplanationOptions, InstanceExplanation,
    MinimalSets, explain_instance,
};

/// An engine by its name.
fn engine(name: &str) -> Arc<dyn Engine> {
    Arc::new(name.parse::<Spec>().unwrap())
}

/// Engines with one that finds sets, and others that confirm.
fn engines(decider: &str, confirmers: &[&str]) -> ExplanationEngines {
    ExplanationEngines {
        deciders: vec![engine(decider)],
        confirmers: confirmers.iter().map(|name| engine(name)).collect(),
        optimiser: engine("sat:batsat"),
    }
}

/// Returns an explanation without limits.
fn explained(
    instance: &dyn Instance,
    request: ExplanationOptions,
    engines: &ExplanationEngines,
) -> InstanceExplanation {
    let viewpoint = instance.default_viewpoint();
    explain_instance(instance, &viewpoint, request, engines, &Control::unlimited()).unwrap()
}

fn wanted(sets: MinimalSets) -> ExplanationOptions {
    ExplanationOptions { sets, ..ExplanationOptions::default() }
}

/// The texts of the parts of each set.
fn words(why: &InstanceExplanation) -> Vec<Vec<String>> {
    let parts = why.problem.parts();
    let of = |&part: &usize| parts[part].description(why.problem.model());
    why.sets.iter().map(|set| set.parts.iter().map(of).collect()).collect()
}

fn is_confirmed(confirmed: &ClaimConfirmation) -> bool {
    matches!(confirmed, ClaimConfirmation::By(engines) if !engines.is_empty())
}

/// Every assignment of a small model.
fn assignments(model: &Model) -> Vec<Vec<i32>> {
    let mut all = vec![Vec::new()];
    for variable in model.variables() {
        let with = |start: &Vec<i32>| {
            let start = start.clone();
            let longer = move |value| [start.clone(), vec![value]].concat();
            variable.domain.iter().map(longer).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// Reads the clues of a square: `.` is a hole.
fn clues(text: &str) -> Vec<Option<i32>> {
    let cells = text.chars().filter(|c| !c.is_whitespace());
    cells.map(|c| c.to_digit(10).map(|digit| digit as i32)).collect()
}
