//! Adds the sum of variables that all differ.

use std::collections::BTreeSet;

use parallax_model::{
    ComparisonOperator, Constraint, Linear, Model, ModelError, PostedConstraint, Value, VarId,
};

/// Maximum number of values to list for the sum of a constraint.
const MAX_SUM_VALUES: usize = 10_000;

/// Adds the sum of the variables of an all-different constraint: a constant if there are as many
/// values as variables, otherwise the minimum and maximum sum of different values as bounds.
pub(super) fn add_sum(
    model: &mut Model,
    original: &Model,
    posted: &PostedConstraint,
) -> Result<(), ModelError> {
    let Constraint::AllDifferent(all) = &posted.constraint else { return Ok(()) };
    let scope: BTreeSet<VarId> = all.scope.iter().copied().collect();
    let length: u64 = all.scope.iter().map(|&v| original.domain(v).len()).sum();
    if scope.len() < 2 || scope.len() < all.scope.len() || length > MAX_SUM_VALUES as u64 {
        return Ok(());
    }
    let values: BTreeSet<Value> = scope.iter().flat_map(|&v| original.domain(v).iter()).collect();
    if values.len() < scope.len() {
        return Ok(());
    }
    // The `n` smallest and the `n` largest values. They are the same exactly if there are only n.
    let least: i64 = values.iter().take(scope.len()).map(|&v| i64::from(v)).sum();
    let greatest: i64 = values.iter().rev().take(scope.len()).map(|&v| i64::from(v)).sum();
    let mut post = |relation, constant| {
        let sum = Linear::unweighted_sum(all.scope.iter().copied(), relation, constant);
        model.post(format!("{}: sum", posted.label), Constraint::Linear(sum))
    };
    if least == greatest {
        return post(ComparisonOperator::Eq, least);
    }
    post(ComparisonOperator::Ge, least)?;
    post(ComparisonOperator::Le, greatest)
}
