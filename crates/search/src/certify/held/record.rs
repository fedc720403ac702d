//! Records the removals of a constraint, and what each requires of the domains before it.

use parallax_model::{Value, VarId};

use super::super::removals::Removal;
use super::{Closed, Held, Removed, Step, Why, needs};
use crate::store::Store;

impl Held {
    /// Begins the removals of a new run of propagators.
    pub(in super::super) fn begin_run(&mut self) {
        self.run += 1;
    }

    /// Adds a removal by a constraint, `by_bounds` of its variables or not.
    pub(in super::super) fn remove(
        &mut self,
        store: &Store,
        owner: usize,
        by_bounds: bool,
        removal: &Removal<'_>,
    ) {
        if !by_bounds && self.remove_by_rivals(store, owner, removal) {
            return;
        }
        let start = self.numbers.len();
        let gone = removal.gone.iter().fold(0, |gone, &value| gone | needs::bit(value));
        let why = if by_bounds {
            let (from, to) = self.bounds_of(store, owner);
            Why::Bounds(from, to)
        } else {
            self.alone(store, owner, removal, gone).map_or(Why::Domains, Why::Alone)
        };
        match removal.kept {
            Some((low, high)) => self.numbers.extend([low, high]),
            None => self.numbers.extend(removal.gone),
        }
        let (is_kept, at) = (removal.kept.is_some(), start..self.numbers.len());
        let variable = removal.variable;
        self.steps
            .push(Step::Remove { variable, removal: Removed { owner, why, is_kept, at, gone } });
    }

    /// Splits a removal if each of its values is fixed at another variable. Returns whether it did.
    fn remove_by_rivals(&mut self, store: &Store, owner: usize, removal: &Removal<'_>) -> bool {
        let (steps, start) = (self.steps.len(), self.numbers.len());
        let before = start;
        for &value in removal.gone {
            let Some(rival) = self.rival(store, owner, value, removal) else {
                // The last earlier step may have been extended: cut it back.
                self.steps.truncate(steps);
                self.numbers.truncate(before);
                if let Some(Step::Spread { at, .. }) = self.steps.last_mut() {
                    at.end = at.end.min(before);
                }
                return false;
            };
            self.spread(owner, rival, value, removal.variable);
        }
        true
    }

    /// Adds a removal of a rival's value, to the last step if that has the same rival and value.
    fn spread(&mut self, owner: usize, rival: VarId, value: Value, variable: VarId) {
        let end = self.numbers.len();
        self.numbers.push(variable.index() as Value);
        match self.steps.last_mut() {
            Some(Step::Spread { owner: by, rival: own, value: last, at })
                if (*by, *own, *last, at.end) == (owner, rival, value, end) =>
            {
                at.end += 1;
            }
            _ => self.steps.push(Step::Spread { owner, rival, value, at: end..end + 1 }),
        }
    }

    /// Lists the values outside the bounds that a constraint's variables have after the run. The
    /// values outside earlier bounds are among them, so that this is enough.
    fn bounds_of(&mut self, store: &Store, owner: usize) -> (usize, usize) {
        let Held { scopes, needs, bounds, run, .. } = self;
        let own = &mut bounds[owner];
        if own.0 != *run {
            let start = needs.len();
            let scope = scopes.of_constraint(owner).iter();
            needs.extend(scope.map(|&variable| (variable, needs::outside(store, variable))));
            *own = (*run, start, needs.len());
        }
        (own.1, own.2)
    }

    /// Returns a variable that was fixed at the value before the removal, which suffices for it.
    fn rival(
        &mut self,
        store: &Store,
        owner: usize,
        value: Value,
        removal: &Removal<'_>,
    ) -> Option<VarId> {
        let known = self.rival.filter(|own| (own.0, own.1) == (owner, value)).map(|own| own.2);
        let known = known.filter(|&own| store.fixed(own) == Some(value));
        let found = known.or_else(|| self.scopes.rival(store, owner, removal.variable, value))?;
        self.rival = Some((owner, value, found));
        (found != removal.variable && removal.is_after_all_of(found)).then_some(found)
    }

    /// Returns the one value that a removal leaves, as a bit, if it must be taken and no other
    /// variable of the constraint has it.
    fn alone(&self, store: &Store, owner: usize, removal: &Removal<'_>, gone: u64) -> Option<u64> {
        self.scopes.taken(owner)?;
        let left = removal.word(store, removal.variable) & !gone;
        let others = self.scopes.of_constraint(owner).iter();
        let mut others = others.filter(|&&own| own != removal.variable);
        let is_alone =
            left.is_power_of_two() && others.all(|&own| removal.word(store, own) & left == 0);
        is_alone.then_some(left)
    }

    /// Closes the branch: a constraint cannot hold, `by_bounds` of its variables or not.
    pub(in super::super) fn fail(&mut self, store: &Store, owner: usize, by_bounds: bool) {
        if self.is_open() {
            self.steps.push(Step::Fail(owner));
            let why = if by_bounds {
                let (from, to) = self.bounds_of(store, owner);
                Closed::Bounds(from, to)
            } else {
                let equal = self.scopes.equal(store, owner).map(Closed::Equal);
                let untaken = || self.scopes.untaken(store, owner);
                let untaken = || untaken().map(|value| Closed::Untaken(owner, value));
                equal.or_else(untaken).unwrap_or(Closed::Fail(owner))
            };
            self.close(why);
        }
    }
}
