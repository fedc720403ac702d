//! No-overlap pair by pair.

use parallax_model::{self as model, Domain, Operand, VarId};

use super::super::cumulative::ends::{Assumed, Ends, at_most};
use super::super::guess::Guess;
use crate::propagators::{Claim, Event, Past, Premises, Propagator, Removal, Store};
use crate::store::Conflict;

/// If bounds leave two boxes one order in one dimension, they keep it; if they leave none, the
/// boxes overlap, unless one of them may be empty (the constructive part of Beldiceanu and
/// Contejean 1994). Checks the constraint once all is fixed. A call looks only at the pairs of
/// boxes that changed.
#[derive(Clone)]
pub(super) struct Pairs {
    /// The origin of each box, one box after the other.
    starts: Vec<VarId>,
    /// The lengths, in the same order.
    lengths: Vec<Operand>,
    dimensions: usize,
    boxes: usize,
    /// Whether a box with a length 0 overlaps nothing.
    zero_ignored: bool,
    /// The box of each watched place.
    owners: Vec<u32>,
    /// Buffer: watched places that changed.
    changed: Vec<u32>,
}

/// One box before another in a dimension: places of their starts and lengths.
#[derive(Clone, Copy, Debug)]
struct Order {
    first: usize,
    second: usize,
}

/// The state of a pair of boxes by bounds.
enum Finding {
    /// Nothing yet.
    Open,
    /// They do not overlap only in this order.
    Forced(Order),
    /// They overlap.
    Overlap,
    /// They overlap unless the length at this place is 0.
    Vanishing(usize),
}

impl Pairs {
    pub(super) fn new(c: &model::NoOverlap) -> Self {
        let dimensions = c.origins.first().map_or(1, Vec::len);
        let starts = c.origins.concat();
        let lengths = c.lengths.concat();
        let mut pairs = Pairs {
            dimensions,
            boxes: c.origins.len(),
            zero_ignored: c.zero_ignored,
            owners: Vec::new(),
            changed: Vec::new(),
            starts,
            lengths,
        };
        pairs.owners = pairs.places().map(|(place, _)| (place / dimensions) as u32).collect();
        pairs
    }

    /// Returns each variable with the place of its start or length.
    fn places(&self) -> impl Iterator<Item = (usize, VarId)> + '_ {
        let starts = self.starts.iter().copied().enumerate();
        let lengths = self.lengths.iter().enumerate();
        starts.chain(lengths.filter_map(|(place, length)| Some((place, length.variable()?))))
    }

    /// Returns the places of a box's starts and lengths.
    fn of(&self, one: usize) -> std::ops::Range<usize> {
        one * self.dimensions..(one + 1) * self.dimensions
    }

    /// Returns the least length at a place of a box that is not empty.
    #[inline]
    fn least(&self, place: usize, ends: &impl Ends) -> i64 {
        let low = ends.of(self.lengths[place]).0;
        if self.zero_ignored { low.max(1) } else { low }
    }

    /// Whether bounds leave an order.
    #[inline]
    fn is_possible(&self, order: Order, ends: &impl Ends) -> bool {
        let Order { first, second } = order;
        let length = self.least(first, ends);
        if self.starts[first] == self.starts[second] {
            return length == 0;
        }
        ends.ends(self.starts[first]).0 + length <= ends.ends(self.starts[second]).1
    }

    /// Returns what bounds say about two different boxes.
    fn look(&self, one: usize, other: usize, ends: &impl Ends) -> Finding {
        let mut only = None;
        for (a, b) in self.of(one).zip(self.of(other)) {
            for (first, second) in [(a, b), (b, a)] {
                let order = Order { first, second };
                if self.is_possible(order, ends) {
                    if only.is_some() {
                        return Finding::Open;
                    }
                    only = Some(order);
                }
            }
        }
        let mut vanishing = None;
        if self.zero_ignored {
            for place in self.of(one).chain(self.of(other)) {
                let (low, high) = ends.of(self.lengths[place]);
                if low > 0 {
                    continue;
                }
                if high == 0 || vanishing.is_some() {
                    return Finding::Open;
                }
                vanishing = Some(place);
            }
        }
        match (only, vanishing) {
            (Some(_), Some(_)) => Finding::Open,
            (Some(order), None) => Finding::Forced(order),
            (None, Some(place)) => Finding::Vanishing(place),
            (None, None) => Finding::Overlap,
        }
    }

    fn keep(&self, order: Order, store: &mut Store) -> Result<(), Conflict> {
        let Order { first, second } = order;
        let (before, after, length) =
            (self.starts[first], self.starts[second], self.lengths[first]);
        if before == after {
            return at_most(length, 0, store);
        }
        let least = self.least(first, store);
        store.remove_below(after, store.ends(before).0 + least)?;
        store.remove_above(before, store.ends(after).1 - least)?;
        at_most(length, store.ends(after).1 - store.ends(before).0, store)
    }

    fn separate(&self, one: usize, other: usize, store: &mut Store) -> Result<(), Conflict> {
        match self.look(one, other, store) {
            Finding::Open => Ok(()),
            Finding::Forced(order) => self.keep(order, store),
            Finding::Vanishing(place) => at_most(self.lengths[place], 0, store),
            Finding::Overlap => Err(Conflict),
        }
    }

    /// Looks at all pairs of one box with those of the others that `which` names.
    fn separate_from(
        &self,
        one: usize,
        which: std::ops::Range<usize>,
        store: &mut Store,
    ) -> Result<(), Conflict> {
        store.spend(which.len() * self.dimensions)?;
        which.filter(|&other| other != one).try_for_each(|other| self.separate(one, other, store))
    }

    /// Returns the variables of a box.
    fn variables(&self, one: usize) -> impl Iterator<Item = VarId> + '_ {
        let lengths = self.of(one).filter_map(|place| self.lengths[place].variable());
        self.of(one).map(|place| self.starts[place]).chain(lengths)
    }
}

impl Pairs {
    fn explain_pair(
        &self,
        one: usize,
        other: usize,
        claim: Option<Claim>,
        past: &Past<'_>,
        into: &mut Premises<'_>,
    ) -> bool {
        let guess = Guess::of(self.variables(one).chain(self.variables(other)).collect(), past);
        let guess = match claim {
            Some(claim) => guess.refute(claim),
            None => Some(guess),
        };
        let overlap = |guess: &Guess| matches!(self.look(one, other, guess), Finding::Overlap);
        guess.is_some_and(|guess| guess.explain(into, false, overlap))
    }
}

impl Propagator for Pairs {
    fn scope(&self) -> Vec<VarId> {
        let mut scope: Vec<VarId> = self.places().map(|(_, v)| v).collect();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        self.places().map(|(_, v)| (v, Event::Bounds)).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn by_bounds(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        if !store.take_changes(&mut self.changed) {
            return (0..self.boxes).try_for_each(|one| self.separate_from(one, 0..one, store));
        }
        for place in &mut self.changed {
            *place = self.owners[*place as usize];
        }
        self.changed.sort_unstable();
        self.changed.dedup();
        let mut changed = self.changed.iter();
        changed.try_for_each(|&one| self.separate_from(one as usize, 0..self.boxes, store))
    }

    /// Returns the bounds of two boxes that overlap with the value.
    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let assumed = Assumed { past, removal };
        for one in 0..self.boxes {
            if self.variables(one).all(|v| v != removal.variable) {
                continue;
            }
            for other in (0..self.boxes).filter(|&other| other != one) {
                if matches!(self.look(one, other, &assumed), Finding::Overlap) {
                    let all = self.variables(one).chain(self.variables(other)).collect();
                    return assumed.bounds_of(all);
                }
            }
        }
        assumed.bounds_of(self.scope())
    }

    /// The bounds of two boxes that overlap with the excluded values, as wide as possible.
    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        let own = (0..self.boxes).filter(|&one| self.variables(one).any(|v| v == claim.variable));
        for one in own {
            for other in (0..self.boxes).filter(|&other| other != one) {
                if self.explain_pair(one, other, Some(claim), past, into) {
                    return;
                }
            }
        }
        self.scope().iter().for_each(|&v| into.bounds(v, past));
    }

    /// The bounds of two boxes that overlap.
    fn explain_failure(&self, past: &Past<'_>, into: &mut Premises<'_>) {
        for one in 0..self.boxes {
            if (0..one).any(|other| self.explain_pair(one, other, None, past, into)) {
                return;
            }
        }
        self.scope().iter().for_each(|&v| into.bounds(v, past));
    }
}
