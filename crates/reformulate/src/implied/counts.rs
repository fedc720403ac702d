//! Adds a cardinality constraint: each value of a permutation occurs exactly once.

use parallax_model::{GlobalCardinality, Model, ModelError, ValueOccurrence};

use super::permutation::PermutationScope;

/// Adds the cardinality. Native search makes it domain consistent, while it searches an
/// all-different constraint only for hidden singles.
pub(super) fn add_cardinality(
    model: &mut Model,
    permutation: &PermutationScope<'_>,
) -> Result<(), ModelError> {
    let once = |&value| ValueOccurrence { value, min: 1, max: 1 };
    let occurrences = permutation.values.iter().map(once).collect();
    let scope = permutation.scope.to_vec();
    let counts = GlobalCardinality { scope, occurrences, closed: true };
    model.post(format!("{}: counts", permutation.label), counts.into())
}
