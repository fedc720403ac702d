//! The 0/1 variables of a model that are truth values.

use parallax_model::{Constraint, Kind, Model, VarId};

/// Returns, for each variable, whether it becomes a `bool`: it can be 0 and 1, a clause, an
/// equivalence or an implication uses it, and apart from these only sums do.
pub(super) fn find_bool_variables(model: &Model) -> Vec<bool> {
    let mut used = vec![false; model.variables().len()];
    let mut possible: Vec<bool> =
        model.variables().iter().map(|v| v.domain.is_boolean() && v.domain.len() == 2).collect();
    for posted in model.constraints() {
        visit_constraint(&posted.constraint, &mut used, &mut possible);
    }
    used.iter().zip(possible).map(|(&used, possible)| used && possible).collect()
}

fn visit_constraint(constraint: &Constraint, used: &mut [bool], possible: &mut [bool]) {
    let mut truth = |variable: VarId| used[variable.index()] = true;
    match constraint {
        Constraint::Clause(c) => c.atoms.iter().for_each(|atom| truth(atom.variable)),
        Constraint::Reify(c) => [c.truth, c.atom.variable].into_iter().for_each(truth),
        Constraint::Implies(c) => {
            truth(c.condition);
            // Constraints within others are never implications themselves.
            visit_constraint(&c.then, used, possible);
        }
        // A sum takes `bool2int` of a truth value without loss, so it decides nothing.
        Constraint::Linear(_) => {}
        other => other.each_variable(&mut |variable| possible[variable.index()] = false),
    }
}
