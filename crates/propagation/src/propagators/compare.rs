//! Comparisons of two variables.

use parallax_model::{self as model, Domain, Relation, Value, VarId};

use super::{Claim, Cost, Event, Past, Premises, Propagator, Removal, Side, Store, by_bounds};
use crate::levels::Level;
use crate::store::Conflict;

/// Enforces `left relation right + offset`: orders by bounds and `!=` once one side is fixed, both
/// domain consistent; `=` value by value, or by bounds at [`Level::Bounds`].
#[derive(Clone)]
pub(super) struct Compare {
    left: VarId,
    relation: Relation,
    right: VarId,
    offset: i64,
    bounds: bool,
}

impl Compare {
    pub(super) fn new(c: &model::Compare, level: Level) -> Self {
        // Orders become `left <= right + offset`.
        let (left, relation, right, offset) = match c.relation {
            Relation::Lt => (c.left, Relation::Le, c.right, c.offset - 1),
            Relation::Ge => (c.right, Relation::Le, c.left, -c.offset),
            Relation::Gt => (c.right, Relation::Le, c.left, -c.offset - 1),
            other => (c.left, other, c.right, c.offset),
        };
        Compare { left, relation, right, offset, bounds: level <= Level::Bounds }
    }

    fn at_most(&self, store: &mut Store) -> Result<(), Conflict> {
        store.remove_above(self.left, i64::from(store.max(self.right)) + self.offset)?;
        store.remove_below(self.right, i64::from(store.min(self.left)) - self.offset)
    }

    fn equal(&self, store: &mut Store) -> Result<(), Conflict> {
        if self.bounds {
            store.remove_below(self.left, i64::from(store.min(self.right)) + self.offset)?;
            store.remove_below(self.right, i64::from(store.min(self.left)) - self.offset)?;
            store.remove_above(self.right, i64::from(store.max(self.left)) - self.offset)?;
            return self.at_most(store);
        }
        keep_images(self.left, self.right, -self.offset, store)?;
        keep_images(self.right, self.left, self.offset, store)
    }

    fn differ(&self, store: &mut Store) -> Result<(), Conflict> {
        if let Some(value) = store.fixed(self.left) {
            remove_wide(self.right, i64::from(value) - self.offset, store)?;
        }
        match store.fixed(self.right) {
            Some(value) => remove_wide(self.left, i64::from(value) + self.offset, store),
            None => Ok(()),
        }
    }
}

impl Compare {
    /// Returns the other variable, and what it adds to the value of this one.
    fn other(&self, v: VarId) -> (VarId, i64) {
        if v == self.left { (self.right, -self.offset) } else { (self.left, self.offset) }
    }

    /// One bound of the other variable.
    fn explain_bound(
        &self,
        v: VarId,
        side: Side,
        limit: i64,
        past: &Past<'_>,
        into: &mut Premises<'_>,
    ) -> bool {
        let (other, shift) = self.other(v);
        let ordered = (v == self.left) == (side == Side::Upper);
        if !ordered && self.relation != Relation::Eq {
            return false;
        }
        let (low, high) = past.ends(other);
        match side {
            Side::Upper if high <= limit + shift => into.at_most(other, limit + shift),
            Side::Lower if low >= limit + shift => into.at_least(other, limit + shift),
            _ => return false,
        }
        true
    }

    /// The value to which the other variable is fixed.
    fn explain_difference(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) -> bool {
        let (other, shift) = self.other(claim.variable);
        let mark = into.mark();
        for value in into.left_to_refute(claim, past) {
            match past.fixed(other) {
                Some(own) if i64::from(value) + shift == i64::from(own) => into.is(other, own),
                _ => {
                    into.take_back(mark);
                    return false;
                }
            }
        }
        true
    }

    /// The images of the values, which the other variable has lost.
    fn explain_images(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) -> bool {
        let (other, shift) = self.other(claim.variable);
        for value in into.left_to_refute(claim, past) {
            if let Ok(image) = Value::try_from(i64::from(value) + shift) {
                into.not(other, image);
            }
        }
        true
    }
}

/// Keeps the values `x` of `v` for which `other` still has `x + offset`.
fn keep_images(v: VarId, other: VarId, offset: i64, store: &mut Store) -> Result<(), Conflict> {
    store.spend(store.size(v) as usize)?;
    for w in 0..store.description(v).len() {
        let from = store.start(v, w);
        let word = store.description(v)[w];
        let mut kept = 0;
        for bit in crate::store::bits(word) {
            let image = i64::from(from) + i64::from(bit) + offset;
            if Value::try_from(image).is_ok_and(|image| store.contains(other, image)) {
                kept |= 1 << bit;
            }
        }
        if kept != word {
            store.keep(v, w, kept)?;
        }
    }
    Ok(())
}

fn remove_wide(v: VarId, value: i64, store: &mut Store) -> Result<(), Conflict> {
    match Value::try_from(value) {
        Ok(value) => store.remove(v, value),
        Err(_) => Ok(()),
    }
}

impl Propagator for Compare {
    fn scope(&self) -> Vec<VarId> {
        vec![self.left, self.right]
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        let (left, right) = match self.relation {
            Relation::Eq if self.bounds => (Event::Bounds, Event::Bounds),
            Relation::Eq => (Event::Domain, Event::Domain),
            Relation::Ne => (Event::Fixed, Event::Fixed),
            _ => (Event::Min, Event::Max),
        };
        vec![(self.left, left), (self.right, right)]
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn propagate(&mut self, store: &mut Store) -> Result<(), Conflict> {
        if self.left == self.right {
            return if self.relation.holds(0, self.offset) { Ok(()) } else { Err(Conflict) };
        }
        match self.relation {
            Relation::Eq => self.equal(store),
            Relation::Ne => self.differ(store),
            _ => self.at_most(store),
        }
    }

    /// Returns the other variable.
    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let scope = [self.left, self.right];
        let others = scope.into_iter().filter(|&v| v != removal.variable);
        others.map(|v| (v, past.domain(v))).collect()
    }

    fn explain_atom(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        let explained = match self.relation {
            Relation::Ne => self.explain_difference(claim, past, into),
            Relation::Eq if !self.bounds => self.explain_images(claim, past, into),
            _ => by_bounds(claim, past, into, |side, limit, into| {
                self.explain_bound(claim.variable, side, limit, past, into)
            }),
        };
        if !explained {
            into.scope(&self.scope(), past);
        }
    }

    /// The variable cannot be compared with itself.
    fn explain_failure(&self, past: &Past<'_>, into: &mut Premises<'_>) {
        if self.left != self.right {
            into.scope(&self.scope(), past);
        }
    }
}
