//! All-different by value elimination.

use parallax_model::{self as model, Domain, Value, VarId};

use crate::decision::Test;
use crate::propagators::{Claim, Cost, Event, Past, Premises, Propagator, Removal, Store};
use crate::store::{Conflict, Flat};

/// Removes the value of every fixed variable from the others: arc consistency
/// on the binary inequalities (Mackworth 1977; van Hoeve 2001, section 4.1).
#[derive(Clone)]
pub(super) struct Elimination {
    scope: Vec<VarId>,
    /// The scope again, if its domains line up.
    flat: Option<Flat>,
    /// Buffer: places in the scope that have been fixed.
    fixed: Vec<u32>,
    repeated: bool,
}

impl Elimination {
    pub(super) fn new(c: &model::AllDifferent, store: &Store) -> Self {
        let mut sorted = c.scope.clone();
        sorted.sort_unstable();
        Elimination {
            repeated: sorted.windows(2).any(|pair| pair[0] == pair[1]),
            scope: c.scope.clone(),
            flat: Flat::of(&c.scope, store),
            fixed: Vec::new(),
        }
    }

    /// Removes the value of the variable at `place` from the others, if it is fixed.
    fn eliminate(&self, place: usize, store: &mut Store) -> Result<(), Conflict> {
        let Some(value) = store.fixed(self.scope[place]) else {
            return Ok(());
        };
        store.spend(self.scope.len())?;
        let (before, after) = (&self.scope[..place], &self.scope[place + 1..]);
        store.remove_from(before, value)?;
        store.remove_from(after, value)
    }

    /// Applies [`eliminate`](Elimination::eliminate) to all places in `fixed`.
    #[inline]
    fn eliminate_all(&self, store: &mut Store) -> Result<(), Conflict> {
        let Some(flat) = &self.flat else {
            return self.fixed.iter().try_for_each(|&place| self.eliminate(place as usize, store));
        };
        store.spend(self.scope.len())?;
        let (mut taken, mut takers) = (0, 0);
        for &place in &self.fixed {
            let word = flat.word(place as usize, store);
            if taken & word != 0 {
                return Err(Conflict);
            }
            taken |= word;
            takers |= 1 << place;
        }
        let mut others = flat.meeting(taken, store) & !takers;
        while others != 0 {
            flat.keep(others.trailing_zeros() as usize, !taken, store)?;
            others &= others - 1;
        }
        Ok(())
    }

    /// Returns another variable than `v` that was fixed to a value.
    fn taker(&self, v: VarId, value: Value, past: &Past<'_>) -> Option<VarId> {
        let takes = |&other: &VarId| other != v && past.is_fixed_to(other, value);
        let Some(flat) = &self.flat else {
            return self.scope.iter().copied().find(takes);
        };
        // Hardly any other variable still has the value.
        let mut owners = flat.meeting(1 << (value & 63), past.current());
        while owners != 0 {
            let other = self.scope[owners.trailing_zeros() as usize];
            if takes(&other) {
                return Some(other);
            }
            owners &= owners - 1;
        }
        // One of them may have lost it since.
        self.scope.iter().copied().find(takes)
    }

    /// Reaches the fixpoint when the changes are unknown. Removes all fixed values from the other
    /// variables at once, so that a mostly fixed scope is not traversed once for each of them.
    fn sweep(&self, store: &mut Store) -> Result<(), Conflict> {
        loop {
            let before = store.prunings;
            let mut taken: Vec<Value> = self.scope.iter().filter_map(|&v| store.fixed(v)).collect();
            taken.sort_unstable();
            if taken.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(Conflict);
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
fn take_away(v: VarId, taken: &[Value], store: &mut Store) -> Result<(), Conflict> {
    let from = taken.partition_point(|&value| value < store.min(v));
    let to = taken.partition_point(|&value| value <= store.max(v));
    store.spend(to - from + 1)?;
    taken[from..to].iter().try_for_each(|&value| store.remove(v, value))
}

impl Propagator for Elimination {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        self.scope.iter().map(|&v| (v, Event::Fixed)).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        if self.repeated {
            return Err(Conflict);
        }
        if !store.take_changes(&mut self.fixed) {
            return self.sweep(store);
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

    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let others = self.scope.iter().filter(|&&v| v != removal.variable);
        let taker = others.copied().find(|&v| past.fixed(v) == Some(removal.value));
        taker.map(|v| (v, past.domain(v))).into_iter().collect()
    }

    /// The variable that took the value.
    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        if claim.test == Test::Not {
            return match self.taker(claim.variable, claim.value, past) {
                Some(taker) => into.is(taker, claim.value),
                None => into.scope(&self.scope, past),
            };
        }
        for value in into.left_to_refute(claim, past) {
            match self.taker(claim.variable, value, past) {
                Some(taker) => into.is(taker, value),
                None => return into.scope(&self.scope, past),
            }
        }
    }

    /// Two variables with one value; nothing if a variable repeats.
    fn explain_failure(&self, past: &Past<'_>, into: &mut Premises<'_>) {
        if !self.repeated {
            super::explain_repetition(&self.scope, past, into);
        }
    }
}
