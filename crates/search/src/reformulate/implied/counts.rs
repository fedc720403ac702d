//! Each value of a permutation occurs exactly once, as a cardinality constraint.

use parallax_model::{Constraint, GlobalCardinality, Model, ModelError, Occurrence};

use super::permutation::Permutation;

/// Adds the cardinality. Native search keeps it domain consistent, where it looks for hidden
/// singles only in an all-different constraint.
pub(super) fn add(model: &mut Model, permutation: &Permutation<'_>) -> Result<(), ModelError> {
    let once = |&value| Occurrence { value, min: 1, max: 1 };
    let occurrences = permutation.values.iter().map(once).collect();
    let scope = permutation.scope.to_vec();
    let counts = GlobalCardinality { scope, occurrences, closed: true };
    model.post(format!("{}: counts", permutation.label), Constraint::GlobalCardinality(counts))
}
