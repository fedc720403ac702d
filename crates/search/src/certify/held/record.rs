//! Records the removals of a constraint, and what each requires of the domains before it.

use parallax_model::{Value, VarId};
use parallax_propagation::store::DomainStore;

use super::super::removals::{RemovedValues, TrailRemoval};
use super::{
    BranchEndReason, BufferedRemoval, BufferedStep, RemovalForm, RemovalReason, StepBuffer, needs,
};

impl StepBuffer {
    /// Begins the removals of a new run of propagators.
    pub(in super::super) fn begin_run(&mut self) {
        self.run += 1;
    }

    /// Adds a removal by a constraint, `by_bounds` of its variables or not.
    pub(in super::super) fn add_removal(
        &mut self,
        store: &DomainStore,
        owner: usize,
        by_bounds: bool,
        removal: &TrailRemoval<'_>,
    ) {
        let variable = removal.variable;
        // Within a part, removals are about its own variables, and others are fixed.
        if self.parts > 0 && removal.empties_domain(store) {
            self.steps.push(BufferedStep::Fail(owner));
            self.close_branch(BranchEndReason::Fail(owner));
            return;
        }
        if !by_bounds && self.remove_by_rivals(store, owner, removal) {
            return;
        }
        // The spread before this removal is over; the words before the removal tell whether it was
        // complete.
        self.note_complete_spread(|own| removal.first_word(store, own));
        let gone = removal.gone.value_bits();
        let why = if by_bounds {
            let (from, to) = self.bounds_of(store, owner);
            RemovalReason::Bounds(from, to)
        } else {
            self.find_hidden_single(store, owner, removal, gone)
                .map_or(RemovalReason::Domains, RemovalReason::Alone)
        };
        let form = match (removal.kept, removal.gone) {
            (Some((low, high)), _) => RemovalForm::Kept(low, high),
            (None, RemovedValues::Bits(base, _)) => RemovalForm::Bits(base),
            (None, RemovedValues::Values(values)) => {
                let start = self.numbers.len();
                self.numbers.extend(values);
                RemovalForm::Values(start..self.numbers.len())
            }
        };
        let removal = BufferedRemoval { owner, why, form, gone };
        self.steps.push(BufferedStep::Remove { variable, removal });
    }

    /// Ends a run of propagators.
    pub(in super::super) fn end_run(&mut self, store: &DomainStore) {
        self.note_complete_spread(|own| store.domain_words(own)[0]);
    }

    /// Notes whether the last step took a value from all variables that had it, which have these
    /// words now.
    fn note_complete_spread(&mut self, word: impl Fn(VarId) -> u64) {
        if let Some(BufferedStep::Spread { owner, rival, value, is_complete, .. }) =
            self.steps.last_mut()
        {
            *is_complete = self.scopes.is_alone(*owner, *rival, needs::value_bit(*value), word);
        }
    }

    /// Splits a removal if each of its values is fixed at another variable. Returns whether it did.
    fn remove_by_rivals(
        &mut self,
        store: &DomainStore,
        owner: usize,
        removal: &TrailRemoval<'_>,
    ) -> bool {
        // The lengths to return to if one of the values turns out to have no rival.
        let (steps, start) = (self.steps.len(), self.numbers.len());
        let before = start;
        for value in removal.gone.iter() {
            let Some(rival) = self.find_rival(store, owner, value, removal) else {
                // The last earlier step may have been extended: cut it back.
                self.steps.truncate(steps);
                self.numbers.truncate(before);
                if let Some(BufferedStep::Spread { at, .. }) = self.steps.last_mut() {
                    at.end = at.end.min(before);
                }
                return false;
            };
            self.add_spread(store, owner, (rival, value), removal);
        }
        true
    }

    /// Adds a removal of a rival's value, to the last step if that has the same rival and value.
    fn add_spread(
        &mut self,
        store: &DomainStore,
        owner: usize,
        (rival, value): (VarId, Value),
        removal: &TrailRemoval<'_>,
    ) {
        let (end, variable) = (self.numbers.len(), removal.variable);
        let place = variable.index() as Value;
        match self.steps.last_mut() {
            // The numbers of the step end the list, so another can be appended to them.
            Some(BufferedStep::Spread { owner: by, rival: own, value: last, at, .. })
                if (*by, *own, *last, at.end) == (owner, rival, value, end) =>
            {
                at.end += 1;
            }
            _ => {
                // Another value of this removal may be the last that was added.
                let is_own = self.numbers.last() == Some(&place);
                let is_gone = |own| is_own && own == variable;
                self.note_complete_spread(|own| {
                    if is_gone(own) { 0 } else { removal.first_word(store, own) }
                });
                let at = end..end + 1;
                self.steps.push(BufferedStep::Spread {
                    owner,
                    rival,
                    value,
                    at,
                    is_complete: false,
                });
            }
        }
        self.numbers.push(place);
    }

    /// Lists the values outside the bounds that a constraint's variables have after the run. The
    /// values outside earlier bounds are among them, so that this is enough.
    fn bounds_of(&mut self, store: &DomainStore, owner: usize) -> (usize, usize) {
        let StepBuffer { scopes, needs, bounds, run, .. } = self;
        let own = &mut bounds[owner];
        // One list for each constraint and run, however many removals the constraint makes.
        if own.0 != *run {
            let start = needs.len();
            let scope = scopes.of_constraint(owner).iter();
            needs.extend(scope.map(|&variable| (variable, needs::outside_values(store, variable))));
            *own = (*run, start, needs.len());
        }
        (own.1, own.2)
    }

    /// Returns a variable that was fixed at the value before the removal, which suffices for it.
    fn find_rival(
        &mut self,
        store: &DomainStore,
        owner: usize,
        value: Value,
        removal: &TrailRemoval<'_>,
    ) -> Option<VarId> {
        // A fixed value leaves one variable after the other, so the last rival is usually the next
        // one as well.
        let known = self.rival.filter(|own| (own.0, own.1) == (owner, value)).map(|own| own.2);
        let known = known.filter(|&own| store.fixed_value(own) == Some(value));
        let found =
            known.or_else(|| self.scopes.find_rival(store, owner, removal.variable, value))?;
        self.rival = Some((owner, value, found));
        // A rival that was fixed only later in the run cannot be the reason of this removal.
        (found != removal.variable && removal.is_after_all_of(found)).then_some(found)
    }

    /// Returns the one value that a removal leaves, as a bit, if it must be taken and no other
    /// variable of the constraint has it.
    fn find_hidden_single(
        &self,
        store: &DomainStore,
        owner: usize,
        removal: &TrailRemoval<'_>,
        gone: u64,
    ) -> Option<u64> {
        self.scopes.required_values(owner)?;
        // e.g. values {1, 2, 3} on three variables: if only x can be 3, x loses 1 and 2 because the
        // others lack 3.
        let left = removal.first_word(store, removal.variable) & !gone;
        let others = self.scopes.of_constraint(owner).iter();
        let mut others = others.filter(|&&own| own != removal.variable);
        let is_alone =
            left.is_power_of_two() && others.all(|&own| removal.first_word(store, own) & left == 0);
        is_alone.then_some(left)
    }

    /// Closes the branch: a constraint cannot hold, `by_bounds` of its variables or not.
    pub(in super::super) fn add_failure(
        &mut self,
        store: &DomainStore,
        owner: usize,
        by_bounds: bool,
    ) {
        if self.is_open() {
            self.steps.push(BufferedStep::Fail(owner));
            let why = if by_bounds {
                let (from, to) = self.bounds_of(store, owner);
                BranchEndReason::Bounds(from, to)
            } else {
                // The shortest evidence first: two variables with one value, then a value without a
                // variable, then all domains of the constraint.
                let equal = self.scopes.find_equal_pair(store, owner).map(BranchEndReason::Equal);
                let untaken = || self.scopes.find_missing_value(store, owner);
                let untaken = || untaken().map(|value| BranchEndReason::Untaken(owner, value));
                equal.or_else(untaken).unwrap_or(BranchEndReason::Fail(owner))
            };
            self.close_branch(why);
        }
    }
}
