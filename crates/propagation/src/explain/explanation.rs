//! A removal and its explanation.

use parallax_model::{Domain, Value, VarId};

use super::ChangeChains;
use crate::propagators::ConstraintPropagator;
use crate::store::{ChangeReason, DomainStore};

/// A value that was removed from a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueRemoval {
    /// The variable that lost the value.
    pub variable: VarId,
    /// The value.
    pub value: Value,
}

/// The reason why a value was removed from a domain.
#[derive(Clone, Debug)]
pub struct RemovalExplanation {
    /// The removal.
    pub removal: ValueRemoval,
    /// The decision, given, nogood or propagator that removed it.
    pub reason: ChangeReason,
    /// For a propagator: domains, each at least as large as just before the removal, under which
    /// the constraint has no solution with the removed value.
    pub because: Vec<(VarId, Domain)>,
}

/// Explains every removal on the trail, in order; reasons have the numbers of `propagators`.
#[must_use]
pub fn explain_trail(
    store: &DomainStore,
    propagators: &[Box<dyn ConstraintPropagator>],
) -> Vec<RemovalExplanation> {
    let chains = ChangeChains::from_store(store);
    let mut words = store.all_words().to_vec();
    let mut explanations: Vec<RemovalExplanation> = Vec::with_capacity(store.trail.len());
    // The trail is walked backwards on a copy of the words: `words[changed]` is what the entry
    // left, so the difference from its old word is exactly what it removed.
    for (place, entry) in store.trail.iter().enumerate().rev() {
        let variable = entry.variable();
        let (changed, old) = store.changed_word(entry);
        let removed: Vec<Value> = store.removed_values(entry, words[changed]).collect();
        words[changed] = old;
        // An entry's index is its time: the domains before it are those that the propagator read.
        let past = chains.domains_before(store, place as u32);
        // In reverse, because the whole list is reversed at the end.
        for &value in removed.iter().rev() {
            let (removal, reason) = (ValueRemoval { variable, value }, entry.change_reason());
            let because = match reason {
                ChangeReason::Propagator(number) => {
                    propagators[number as usize].explain_removal(removal, &past)
                }
                ChangeReason::Decision | ChangeReason::Given | ChangeReason::Nogood(_) => {
                    Vec::new()
                }
            };
            explanations.push(RemovalExplanation { removal, reason, because });
        }
    }
    explanations.reverse();
    explanations
}
