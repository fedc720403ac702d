//! Two vectors in lexicographic order.

use std::cmp::Ordering;

use parallax_model::{self as model, VarId};

use super::{Event, Propagator, Pruned, Store};
use crate::store::{Cell, Conflict};

/// The propagator of Frisch, Hnich, Kiziltan, Miguel and Walsh (2002): at the first place that is
/// not yet equal (their alpha, restored by the trail), `left <= right`; and `<` if the rest cannot
/// satisfy the order after an equality. Domain consistent unless a variable repeats.
#[derive(Clone)]
pub(super) struct Lexicographic {
    left: Vec<VarId>,
    right: Vec<VarId>,
    strict: bool,
    /// All places before this one are equal.
    alpha: Cell,
}

impl Lexicographic {
    pub(super) fn new(c: &model::Lexicographic, store: &mut Store) -> Self {
        let (left, right) = (c.left.clone(), c.right.clone());
        Lexicographic { left, right, strict: c.strict, alpha: store.new_cell(0) }
    }

    /// Returns the first place from `from` on that decides whether the vectors can be in order, and
    /// whether they can: the first at which the least value of the left differs from the greatest
    /// of the right.
    fn rest(&self, from: usize, store: &Store) -> (usize, bool) {
        let pairs = self.left.iter().zip(&self.right).enumerate().skip(from);
        let orders = pairs.map(|(place, (&l, &r))| (place, store.min(l).cmp(&store.max(r))));
        let mut decided = orders.filter(|(_, order)| *order != Ordering::Equal);
        match decided.next() {
            Some((place, order)) => (place, order == Ordering::Less),
            None => (self.left.len(), !self.strict),
        }
    }
}

impl Propagator for Lexicographic {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = [self.left.as_slice(), &self.right].concat();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    /// Watches the least values of the left and the greatest of the right; no others matter.
    fn watched(&self) -> Vec<(VarId, Event)> {
        let left = self.left.iter().map(|&v| (v, Event::Min));
        left.chain(self.right.iter().map(|&v| (v, Event::Max))).collect()
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        let alpha = store.get(self.alpha) as usize;
        // The result for the rest remains valid while places before it become equal; for a repeated
        // variable it may be too weak, never wrong.
        let mut rest = (0, true);
        for (i, (&l, &r)) in self.left.iter().zip(&self.right).enumerate().skip(alpha) {
            let equal = l == r || store.fixed(l).is_some_and(|x| store.fixed(r) == Some(x));
            if equal {
                continue;
            }
            if rest.0 <= i {
                rest = self.rest(i + 1, store);
                store.spend(rest.0 - i)?;
            }
            let gap = i64::from(!rest.1);
            store.remove_above(l, i64::from(store.max(r)) - gap)?;
            store.remove_below(r, i64::from(store.min(l)) + gap)?;
            let still_equal = store.fixed(l).is_some_and(|x| store.fixed(r) == Some(x));
            if !still_equal {
                store.set(self.alpha, i as u32);
                return Ok(());
            }
        }
        if self.strict { Err(Conflict) } else { Ok(()) }
    }
}
