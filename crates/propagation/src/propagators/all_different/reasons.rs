//! Explanations that several propagators of all-different share.

use parallax_model::{Value, VarId};

use crate::propagators::{DomainClaim, ExplanationPremises, PastDomains};

/// Explains why different variables cannot differ: two of them have one value.
pub(in crate::propagators) fn explain_repetition(
    scope: &[VarId],
    past: &PastDomains<'_>,
    into: &mut ExplanationPremises<'_>,
) {
    let fixed = scope.iter().filter_map(|&v| Some((past.fixed_value(v)?, v)));
    let mut taken: Vec<(Value, VarId)> = fixed.collect();
    taken.sort_unstable();
    match taken.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => pair.iter().for_each(|&(value, v)| into.add_equality(v, value)),
        None => into.add_scope(scope, past),
    }
}

/// Explains a claim about a variable of a permutation: no other variable has a value that it thus
/// takes.
pub(super) fn explain_single(
    scope: &[VarId],
    claim: DomainClaim,
    past: &PastDomains<'_>,
    into: &mut ExplanationPremises<'_>,
) {
    let own = claim.variable;
    let is_single = |&value: &Value| {
        let mut others = scope.iter().filter(|&&v| v != own);
        claim.admits_value(value) && others.all(|&v| !past.contains(v, value))
    };
    // The value to which the variable is fixed by now is tried first, as it most likely caused the
    // claim.
    let first = past.fixed_since(own).filter(|&value| past.contains(own, value));
    match first.into_iter().chain(past.values(own)).find(is_single) {
        Some(value) => {
            // Each value of a permutation is taken, so if all others lack it, this variable has it.
            scope.iter().filter(|&&v| v != own).for_each(|&v| into.add_disequality(v, value));
        }
        // A value that it has lost may be the single one.
        None => match into.root_values(own).iter().find(|value| is_single(value)) {
            Some(&value) => {
                scope.iter().filter(|&&v| v != own).for_each(|&v| into.add_disequality(v, value));
            }
            None => into.add_scope(scope, past),
        },
    }
}

/// Explains why a permutation cannot hold: no variable has some value. In other scopes, all lost
/// values together explain why too few remain.
pub(super) fn explain_shortage(
    scope: &[VarId],
    permutation: bool,
    past: &PastDomains<'_>,
    into: &mut ExplanationPremises<'_>,
) {
    let mut values: Vec<Value> = scope.iter().flat_map(|&v| into.root_values(v)).collect();
    values.sort_unstable();
    values.dedup();
    let is_left = |value: Value| scope.iter().any(|&v| past.contains(v, value));
    let is_short = values.len() < scope.len();
    values.retain(|&value| !is_left(value));
    // Of a permutation one lost value suffices, because each is needed. If the root has fewer
    // values than variables, counting is the reason instead.
    if permutation
        && !is_short
        && let Some(&value) = values.first()
    {
        scope.iter().for_each(|&v| into.add_disequality(v, value));
        return;
    }
    // Otherwise all values that no variable has left count together.
    for &v in scope {
        into.lost_unless(v, past, |value| values.binary_search(&value).is_err());
    }
}
