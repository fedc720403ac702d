//! All-different by value elimination.

use parallax_model::{self as model, Domain, Value, VarId};

use crate::decision::ValueTest;
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
    PropagatorCost, ValueRemoval,
};
use crate::store::{PropagationConflict, SingleWordScope};

/// Removes the value of every fixed variable from the others: arc consistency
/// on the binary inequalities (Mackworth 1977; van Hoeve 2001, section 4.1).
#[derive(Clone)]
pub(super) struct ValueEliminationPropagator {
    scope: Vec<VarId>,
    /// The scope again, if its domains line up.
    flat: Option<SingleWordScope>,
    /// Buffer: places in the scope that have been fixed.
    fixed: Vec<u32>,
    repeated: bool,
}

impl ValueEliminationPropagator {
    pub(super) fn new(c: &model::AllDifferent, store: &DomainStore) -> Self {
        let mut sorted = c.scope.clone();
        sorted.sort_unstable();
        ValueEliminationPropagator {
            repeated: sorted.windows(2).any(|pair| pair[0] == pair[1]),
            scope: c.scope.clone(),
            flat: SingleWordScope::from_scope(&c.scope, store),
            fixed: Vec::new(),
        }
    }

    /// Removes the value of the variable at `place` from the others, if it is fixed.
    fn eliminate_value(
        &self,
        place: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let Some(value) = store.fixed_value(self.scope[place]) else {
            return Ok(());
        };
        store.spend_steps(self.scope.len())?;
        let (before, after) = (&self.scope[..place], &self.scope[place + 1..]);
        store.remove_from(before, value)?;
        store.remove_from(after, value)
    }

    /// Applies [`eliminate_value`](ValueEliminationPropagator::eliminate_value) to all places in
    /// `fixed`.
    #[inline]
    fn eliminate_all(&self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let Some(flat) = &self.flat else {
            return self
                .fixed
                .iter()
                .try_for_each(|&place| self.eliminate_value(place as usize, store));
        };
        store.spend_steps(self.scope.len())?;
        // Collects all taken values first, so that each other variable is pruned once, however many
        // values are taken at once.
        let (mut taken, mut takers) = (0, 0);
        for &place in &self.fixed {
            let word = flat.domain_word(place as usize, store);
            if taken & word != 0 {
                return Err(PropagationConflict);
            }
            taken |= word;
            takers |= 1 << place;
        }
        // A taker meets `taken` by its own value and must not lose it.
        let mut others = flat.meeting_places(taken, store) & !takers;
        while others != 0 {
            flat.keep_bits(others.trailing_zeros() as usize, !taken, store)?;
            others &= others - 1;
        }
        Ok(())
    }

    /// Returns another variable than `v` that was fixed to a value.
    fn find_taker(&self, v: VarId, value: Value, past: &PastDomains<'_>) -> Option<VarId> {
        let takes = |&other: &VarId| other != v && past.is_fixed_to(other, value);
        let Some(flat) = &self.flat else {
            return self.scope.iter().copied().find(takes);
        };
        // Hardly any other variable still has the value.
        let mut owners = flat.meeting_places(1 << (value & 63), past.current_store());
        while owners != 0 {
            let other = self.scope[owners.trailing_zeros() as usize];
            if takes(&other) {
                return Some(other);
            }
            owners &= owners - 1;
        }
        // A taker of that time may have lost the value since, so the whole scope is searched.
        self.scope.iter().copied().find(takes)
    }

    /// Reaches the fixpoint when the changes are unknown. Removes all fixed values from the other
    /// variables at once, so that a mostly fixed scope is not traversed once for each of them.
    fn sweep_scope(&self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        loop {
            let before = store.prunings;
            let mut taken: Vec<Value> =
                self.scope.iter().filter_map(|&v| store.fixed_value(v)).collect();
            taken.sort_unstable();
            if taken.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(PropagationConflict);
            }
            for &v in &self.scope {
                if !store.is_fixed(v) {
                    take_away(v, &taken, store)?;
                }
            }
            if store.prunings == before {
                return Ok(());
            }
        }
    }
}

/// Removes values, given in ascending order, from a variable.
fn take_away(
    v: VarId,
    taken: &[Value],
    store: &mut DomainStore,
) -> Result<(), PropagationConflict> {
    // Only taken values between the bounds can be in the domain: late in a search this skips nearly
    // all.
    let from = taken.partition_point(|&value| value < store.min(v));
    let to = taken.partition_point(|&value| value <= store.max(v));
    store.spend_steps(to - from + 1)?;
    taken[from..to].iter().try_for_each(|&value| store.remove_value(v, value))
}

impl ConstraintPropagator for ValueEliminationPropagator {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        self.scope.iter().map(|&v| (v, DomainEvent::Fixed)).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::Constant
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        // A variable never differs from itself.
        if self.repeated {
            return Err(PropagationConflict);
        }
        // The watched event is `Fixed`, so the changed places are exactly the newly fixed
        // variables.
        if !store.take_changes(&mut self.fixed) {
            // At the first call any variable may be fixed already, without an event.
            return self.sweep_scope(store);
        }
        while !self.fixed.is_empty() {
            self.eliminate_all(store)?;
            // The variables fixed by these removals have been processed already.
            self.fixed.clear();
            if store.has_changes() {
                store.take_changes(&mut self.fixed);
            }
        }
        Ok(())
    }

    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        let others = self.scope.iter().filter(|&&v| v != removal.variable);
        let taker = others.copied().find(|&v| past.fixed_value(v) == Some(removal.value));
        taker.map(|v| (v, past.domain(v))).into_iter().collect()
    }

    /// Names the variable that took the value.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        if claim.test == ValueTest::Not {
            return match self.find_taker(claim.variable, claim.value, past) {
                Some(taker) => into.add_equality(taker, claim.value),
                None => into.add_scope(&self.scope, past),
            };
        }
        for value in into.left_to_refute(claim, past) {
            match self.find_taker(claim.variable, value, past) {
                Some(taker) => into.add_equality(taker, value),
                None => return into.add_scope(&self.scope, past),
            }
        }
    }

    /// Names two variables with one value; adds nothing if a variable repeats.
    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        if !self.repeated {
            // A failure without a refused change means that two fixed variables share a value.
            super::explain_repetition(&self.scope, past, into);
        }
    }
}
