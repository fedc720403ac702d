//! Decides whether a solution is the only one, if that is cheap.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_compare::{Row, SolutionCoverage};
use parallax_engines::Spec;
use parallax_instance::SourcedInstance;
use parallax_model::Model;
use parallax_model::engine_api::{Answer, Control, Engine, Task};

/// The engine. A number of steps, not a clock, limits its work, so that the answer is the same on
/// every machine.
const SECOND_SOLUTION_ENGINE: &str = "native,limit=2000";

/// Maximum numbers of variables, of values in all domains, and of variables in all scopes.
const MAX_SIZES: [usize; 3] = [300, 5_000, 20_000];

/// Whether the instance of a row has a second solution; `None` if that is not cheap to decide.
pub(super) fn has_second_solution(found: &SourcedInstance, row: &Row) -> Option<bool> {
    let alone = row.count == 1 && !row.complete && row.value.is_none();
    if !alone
        || row.answer != Answer::Satisfiable
        || !row.checked
        || row.keeps != SolutionCoverage::All
    {
        return None;
    }
    let instance = &*found.instance;
    let viewpoint = instance.viewpoint(&row.model).ok()?;
    let model = instance.model(&viewpoint).ok()?.restrict_givens(&instance.givens(&viewpoint));
    if !is_small(&model) {
        return None;
    }
    let (model, control) = (Arc::new(model), Control::unlimited());
    let engine: Spec = SECOND_SOLUTION_ENGINE.parse().ok()?;
    let mut session = engine.prepare(&model, row.seed, &control).ok()?;
    let mut solutions = HashSet::new();
    let outcome = session.ask(&[], Task::Limit(2), &control, &mut |values| {
        solutions.extend(model.check(&[], values).map(|s| instance.solution(&viewpoint, &s)));
        ControlFlow::Continue(())
    });
    // Compares puzzle solutions, not values: two assignments may be the same solution. A single
    // solution that differs from the printed one is a second one already.
    let is_known = solutions.contains(row.kept.first()?);
    match (solutions.len(), outcome.complete) {
        (2.., _) => Some(true),
        (1, _) if !is_known => Some(true),
        (1, true) => Some(false),
        _ => None,
    }
}

fn is_small(model: &Model) -> bool {
    let variables = model.variables();
    let values: usize = variables.iter().map(|variable| variable.domain.len() as usize).sum();
    let scopes = model.constraints().iter().map(|posted| posted.constraint.scope().len());
    let sizes = [variables.len(), values, scopes.sum()];
    sizes.iter().zip(MAX_SIZES).all(|(size, max)| *size <= max)
}
