//! Two vectors in lexicographic order.

use std::cmp::Ordering;

use super::{Event, Propagator, Pruned, Store};
use crate::model::{self, VarId};
use crate::search::store::Conflict;

/// Frisch, Hnich, Kiziltan, Miguel and Walsh (2002), in its plain form: at
/// the first place that is not yet equal, `left <= right`; and `<` where the
/// rest could not follow an equality.
pub(super) struct Lexicographic {
    left: Vec<VarId>,
    right: Vec<VarId>,
    strict: bool,
}

impl Lexicographic {
    pub(super) fn new(c: &model::Lexicographic) -> Self {
        Lexicographic { left: c.left.clone(), right: c.right.clone(), strict: c.strict }
    }

    /// Whether the vectors from `from` on can be in order at all: the least
    /// values of the left against the greatest of the right.
    fn rest_can_follow(&self, from: usize, store: &Store) -> bool {
        let least = self.left[from..].iter().map(|&v| store.min(v));
        let greatest = self.right[from..].iter().map(|&v| store.max(v));
        match least.cmp(greatest) {
            Ordering::Less => true,
            Ordering::Equal => !self.strict,
            Ordering::Greater => false,
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

    fn watched(&self) -> Vec<(VarId, Event)> {
        self.scope().into_iter().map(|v| (v, Event::Bounds)).collect()
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        for (i, (&l, &r)) in self.left.iter().zip(&self.right).enumerate() {
            let equal = l == r || store.fixed(l).is_some_and(|x| store.fixed(r) == Some(x));
            if equal {
                continue;
            }
            let gap = i64::from(!self.rest_can_follow(i + 1, store));
            store.remove_above(l, i64::from(store.max(r)) - gap)?;
            store.remove_below(r, i64::from(store.min(l)) + gap)?;
            let still_equal = store.fixed(l).is_some_and(|x| store.fixed(r) == Some(x));
            if !still_equal {
                return Ok(());
            }
        }
        match self.strict {
            true => Err(Conflict),
            false => Ok(()),
        }
    }
}
