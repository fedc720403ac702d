//! Recognises permutations: all-different constraints with as many values as variables.

use std::collections::BTreeSet;

use parallax_model::{Constraint, Model, PostedConstraint, Value, VarId};

/// Variables that take each of their values exactly once.
#[derive(Debug)]
pub(super) struct PermutationScope<'a> {
    /// The label of the constraint.
    pub label: &'a str,
    /// The variables, each once.
    pub scope: &'a [VarId],
    /// The values, ascending, as many as variables.
    pub values: Vec<Value>,
}

impl<'a> PermutationScope<'a> {
    /// Returns the permutation that a constraint requires, if it has at least two variables.
    pub(super) fn from_constraint(model: &Model, posted: &'a PostedConstraint) -> Option<Self> {
        let Constraint::AllDifferent(all) = &posted.constraint else { return None };
        let scope = all.scope.as_slice();
        let variables: BTreeSet<VarId> = scope.iter().copied().collect();
        if scope.len() < 2 || variables.len() < scope.len() {
            return None;
        }
        let mut values = BTreeSet::new();
        for &v in scope {
            // A domain with more values than variables is refused before its values are listed.
            if model.domain(v).len() > scope.len() as u64 {
                return None;
            }
            values.extend(model.domain(v).iter());
            if values.len() > scope.len() {
                return None;
            }
        }
        let whole = values.len() == scope.len();
        whole.then(|| PermutationScope {
            label: &posted.label,
            scope,
            values: values.into_iter().collect(),
        })
    }
}
