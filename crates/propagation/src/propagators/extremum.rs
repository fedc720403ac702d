//! Bounds consistency of minimum and maximum.

use parallax_model::{self as model, VarId};

use super::{
    BoundSide, ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises,
    PastDomains, by_bounds,
};
use crate::store::{PropagationConflict, TrailCell};

/// No variable exceeds the result; the result stays within the variables' bounds; the last variable
/// that can reach the result equals it. Written for the maximum; the minimum is its mirror image.
/// While the greatest value of the result is unchanged, a call checks only the changed variables
/// and the variables that proved at the last call that no bound moves.
#[derive(Clone)]
pub(super) struct ExtremumPropagator {
    result: VarId,
    scope: Vec<VarId>,
    max: bool,
    /// The greatest value of all variables at the last full scan. The result may have a lower
    /// greatest value if it has a gap.
    top: TrailCell,
    /// At the last scan: the place of a variable that reached the top, and of two that could be the
    /// extremum.
    tallest: usize,
    candidates: [usize; 2],
    /// Buffer: watched places that changed.
    changed: Vec<u32>,
}

impl ExtremumPropagator {
    pub(super) fn new(c: &model::Extremum, store: &mut DomainStore) -> Self {
        ExtremumPropagator {
            result: c.result,
            scope: c.scope.clone(),
            max: c.max,
            top: store.new_cell(0),
            tallest: 0,
            candidates: [0, 0],
            changed: Vec::new(),
        }
    }

    /// Returns the least value of a variable, or of its mirror image.
    fn least_value(&self, v: VarId, store: &DomainStore) -> i64 {
        if self.max { store.min(v).into() } else { -i64::from(store.max(v)) }
    }

    fn greatest_value(&self, v: VarId, store: &DomainStore) -> i64 {
        if self.max { store.max(v).into() } else { -i64::from(store.min(v)) }
    }

    fn raise_bound(
        &self,
        v: VarId,
        bound: i64,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        if self.max { store.remove_below(v, bound) } else { store.remove_above(v, -bound) }
    }

    fn lower_bound(
        &self,
        v: VarId,
        bound: i64,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        if self.max { store.remove_above(v, bound) } else { store.remove_below(v, -bound) }
    }

    /// Returns the greatest value of a variable, in the form that a cell holds.
    fn top_cell(&self, v: VarId, store: &DomainStore) -> u32 {
        // Values and their negations fit 32 bits, and cells are only compared for equality.
        self.greatest_value(v, store) as i32 as u32
    }

    /// Checks the changes; returns whether that is sufficient.
    fn follow_changes(&self, store: &mut DomainStore) -> Result<bool, PropagationConflict> {
        // A lower top of the result may lower every variable: the full scan does that.
        if self.top_cell(self.result, store) != store.get(self.top) {
            return Ok(false);
        }
        // The last watched place is the result and has no entry in the scope.
        for &place in &self.changed {
            if let Some(&v) = self.scope.get(place as usize) {
                let floor = self.least_value(v, store);
                self.raise_bound(self.result, floor, store)?;
            }
        }
        // Two variables that reach the least result mean that neither is forced; one that reaches
        // the greatest result means that it keeps its top. Both are guesses after an undo, checked
        // here against the domains.
        let reaches = |place: usize, bound| self.greatest_value(self.scope[place], store) >= bound;
        let least = self.least_value(self.result, store);
        let [one, other] = self.candidates;
        let two = one != other && reaches(one, least) && reaches(other, least);
        Ok(two && reaches(self.tallest, self.greatest_value(self.result, store)))
    }

    /// Checks all variables.
    fn sweep_scope(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        store.spend_steps(self.scope.len())?;
        // Step 1: no variable exceeds the result.
        let top = self.greatest_value(self.result, store);
        for &v in &self.scope {
            self.lower_bound(v, top, store)?;
        }
        // Step 2: the result lies between the greatest least value and the greatest value of the
        // variables.
        let places = 0..self.scope.len();
        let tallest = places.max_by_key(|&place| self.greatest_value(self.scope[place], store));
        let floor = self.scope.iter().map(|&v| self.least_value(v, store)).max();
        // An empty scope has no extremum.
        let (Some(tallest), Some(floor)) = (tallest, floor) else {
            return Err(PropagationConflict);
        };
        self.tallest = tallest;
        self.lower_bound(self.result, self.greatest_value(self.scope[tallest], store), store)?;
        self.raise_bound(self.result, floor, store)?;
        store.set_cell(self.top, self.top_cell(self.scope[tallest], store));
        // Step 3: if a single variable can reach the least result, it is the extremum and must
        // reach it.
        let least = self.least_value(self.result, store);
        let mut able = (0..self.scope.len())
            .filter(|&place| self.greatest_value(self.scope[place], store) >= least);
        let (first, second) = (able.next(), able.next());
        let Some(first) = first else {
            return Err(PropagationConflict);
        };
        self.candidates = [first, second.unwrap_or(first)];
        match second {
            None => self.raise_bound(self.scope[first], least, store),
            Some(_) => Ok(()),
        }
    }
}

impl ConstraintPropagator for ExtremumPropagator {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = self.scope.clone();
        scope.push(self.result);
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        let all = self.scope.iter().chain([&self.result]);
        all.map(|&v| (v, DomainEvent::Bounds)).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        if store.take_changes(&mut self.changed) && self.follow_changes(store)? {
            return Ok(());
        }
        self.sweep_scope(store)
    }

    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let explained = by_bounds(claim, past, into, |side, limit, into| {
            self.explain_bound(claim.variable, side, limit, past, into)
        });
        if !explained {
            self.scope().iter().for_each(|&v| into.add_bounds(v, past));
        }
    }

    /// Names the bound that the result needs, and all variables below it.
    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        let ends = MirroredBounds { past, max: self.max };
        let least = ends.mirrored_bounds(self.result).0;
        if self.scope.iter().all(|&v| ends.mirrored_bounds(v).1 < least) {
            ends.at_least(self.result, least, into);
            self.scope.iter().for_each(|&v| ends.at_most(v, least - 1, into));
        } else {
            self.scope().iter().for_each(|&v| into.add_bounds(v, past));
        }
    }
}

/// Bounds at an earlier time, mirrored for a minimum.
struct MirroredBounds<'a> {
    past: &'a PastDomains<'a>,
    max: bool,
}

impl MirroredBounds<'_> {
    fn mirrored_bounds(&self, v: VarId) -> (i64, i64) {
        let (low, high) = self.past.wide_bounds(v);
        if self.max { (low, high) } else { (-high, -low) }
    }

    fn at_most(&self, v: VarId, bound: i64, into: &mut ExplanationPremises<'_>) {
        if self.max { into.at_most(v, bound) } else { into.at_least(v, -bound) }
    }

    fn at_least(&self, v: VarId, bound: i64, into: &mut ExplanationPremises<'_>) {
        if self.max { into.at_least(v, bound) } else { into.at_most(v, -bound) }
    }
}

impl ExtremumPropagator {
    /// Explains a bound of the result or of a variable of the scope.
    fn explain_bound(
        &self,
        v: VarId,
        side: BoundSide,
        limit: i64,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let ends = MirroredBounds { past, max: self.max };
        let limit = if self.max { limit } else { -limit };
        // In the mirror image of a minimum, an upper bound becomes a lower one.
        let is_upper = (side == BoundSide::Upper) == self.max;
        let (least, greatest) = ends.mirrored_bounds(self.result);
        if is_upper
            && v == self.result
            && self.scope.iter().all(|&own| ends.mirrored_bounds(own).1 <= limit)
        {
            self.scope.iter().for_each(|&own| ends.at_most(own, limit, into));
            return true;
        }
        if is_upper && self.scope.contains(&v) && v != self.result && greatest <= limit {
            ends.at_most(self.result, limit, into);
            return true;
        }
        if is_upper {
            return false;
        }
        if v == self.result {
            let tall =
                self.scope.iter().find(|&&own| own != v && ends.mirrored_bounds(own).0 >= limit);
            tall.iter().for_each(|&&own| ends.at_least(own, limit, into));
            return tall.is_some();
        }
        // No other variable reaches the result, and one must.
        let others = || self.scope.iter().filter(|&&own| own != v);
        let can_reach = others().any(|&own| ends.mirrored_bounds(own).1 >= least);
        if !self.scope.contains(&v) || can_reach || least < limit {
            return false;
        }
        ends.at_least(self.result, least, into);
        others().for_each(|&own| ends.at_most(own, least - 1, into));
        true
    }
}
