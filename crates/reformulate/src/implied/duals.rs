//! Adds the dual variables of a permutation: for each value, the place that has it.

use parallax_model::{Domain, Inverse, Model, ModelError, Value, VarId};

use super::permutation::PermutationScope;

/// Adds a hidden variable for each value, and the channel between both (Cheng et al. 1999); returns
/// the variables. Permutations of values with gaps have none, because [`Inverse`] counts places
/// without gaps.
pub(super) fn add_duals(
    model: &mut Model,
    original: &Model,
    permutation: &PermutationScope<'_>,
) -> Result<Option<Vec<VarId>>, ModelError> {
    let (scope, values) = (permutation.scope, &permutation.values);
    let (Some(&first), Some(&last)) = (values.first(), values.last()) else { return Ok(None) };
    if i64::from(last) - i64::from(first) != values.len() as i64 - 1 {
        return Ok(None);
    }
    let mut right = Vec::with_capacity(values.len());
    for &value in values {
        let places = (0..).zip(scope).filter(|&(_, &v)| original.domain(v).contains(value));
        let domain = Domain::from_values(places.map(|(place, _): (Value, _)| place));
        let name = free_name(model, format!("{}: {value}", permutation.label));
        right.push(model.add_hidden(name, domain)?);
    }
    let (left, duals) = (scope.to_vec(), right.clone());
    let inverse = Inverse { left, right, first_left: 0, first_right: first };
    let label = format!("{}: duals", permutation.label);
    model.post(label, inverse.into())?;
    Ok(Some(duals))
}

/// Returns a name that no variable has.
fn free_name(model: &Model, mut name: String) -> String {
    while model.find(&name).is_some() {
        name.push('\'');
    }
    name
}
