//! Finds variables that others determine (functional dependencies).

use parallax_model::engine_api::{Control, StopReason};
use parallax_model::{Kind, Model, VarId};

/// Returns, by variable, whether it is determined: once all others are decided, propagation fixes
/// it. Each constraint determines at most one variable, and none determines itself through others.
///
/// # Errors
/// Returns a `StopReason` if `control` is stopped.
pub(super) fn determined_variables(
    model: &Model,
    control: &Control,
) -> Result<Vec<bool>, StopReason> {
    let number = model.variables().len();
    let mut found = vec![false; number];
    // For each determined variable, the variables that determine it.
    let mut from: Vec<Vec<VarId>> = vec![Vec::new(); number];
    let mut reach = DependencySearch { seen: vec![0; number], round: 0, open: Vec::new() };
    for posted in model.constraints() {
        control.check_stop()?;
        let mut results = posted.constraint.dependents();
        results.retain(|v| !found[v.index()]);
        // Hidden variables are preferred, because shown ones are decided first in any case; then
        // later ones.
        results.sort_by_key(|&v| (model.variables()[v.index()].shown, std::cmp::Reverse(v)));
        for result in results {
            let mut scope = posted.constraint.scope();
            // With a second occurrence, the variable would be among those that determine it.
            let occurs = scope.iter().filter(|&&v| v == result).count();
            scope.retain(|&v| v != result);
            // A circle of dependencies would leave no variable of it to be decided first.
            if occurs == 1 && !reach.reaches_target(&scope, result, &from) {
                found[result.index()] = true;
                from[result.index()] = scope;
                break;
            }
        }
    }
    Ok(found)
}

/// A search through dependencies.
struct DependencySearch {
    seen: Vec<u32>,
    round: u32,
    open: Vec<VarId>,
}

impl DependencySearch {
    /// Whether some of `scope` is determined through `target`.
    fn reaches_target(&mut self, scope: &[VarId], target: VarId, from: &[Vec<VarId>]) -> bool {
        self.round += 1;
        self.open.clear();
        self.open.extend_from_slice(scope);
        while let Some(v) = self.open.pop() {
            if v == target {
                return true;
            }
            // Marks of earlier rounds count as unseen, so the list is never cleared.
            if std::mem::replace(&mut self.seen[v.index()], self.round) != self.round {
                self.open.extend_from_slice(&from[v.index()]);
            }
        }
        false
    }
}
