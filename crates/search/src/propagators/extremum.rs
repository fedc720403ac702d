//! Bounds consistency of minimum and maximum.

use parallax_model::{self as model, VarId};

use super::{Event, Propagator, Pruned, Store};
use crate::store::{Cell, Conflict};

/// No variable exceeds the result; the result stays within the variables' bounds; the last variable
/// that can reach the result equals it. Written for the maximum; the minimum is its mirror image.
/// While the greatest value of the result is unchanged, a call checks only the changed variables
/// and those that proved at the last call that no bound moves.
#[derive(Clone)]
pub(super) struct Extremum {
    result: VarId,
    scope: Vec<VarId>,
    max: bool,
    /// The greatest value of all variables at the last full scan. The result may have a lower
    /// greatest value if it has a gap.
    top: Cell,
    /// At the last scan: the place of a variable that reached the top, and of two that could be the
    /// extremum.
    tallest: usize,
    able: [usize; 2],
    /// Buffer: watched places that changed.
    changed: Vec<u32>,
}

impl Extremum {
    pub(super) fn new(c: &model::Extremum, store: &mut Store) -> Self {
        Extremum {
            result: c.result,
            scope: c.scope.clone(),
            max: c.max,
            top: store.new_cell(0),
            tallest: 0,
            able: [0, 0],
            changed: Vec::new(),
        }
    }

    /// Returns the least value of a variable, or of its mirror image.
    fn low(&self, v: VarId, store: &Store) -> i64 {
        if self.max { store.min(v).into() } else { -i64::from(store.max(v)) }
    }

    fn high(&self, v: VarId, store: &Store) -> i64 {
        if self.max { store.max(v).into() } else { -i64::from(store.min(v)) }
    }

    fn raise(&self, v: VarId, bound: i64, store: &mut Store) -> Pruned {
        if self.max { store.remove_below(v, bound) } else { store.remove_above(v, -bound) }
    }

    fn lower(&self, v: VarId, bound: i64, store: &mut Store) -> Pruned {
        if self.max { store.remove_above(v, bound) } else { store.remove_below(v, -bound) }
    }

    /// Returns the greatest value of a variable, in the form that a cell holds.
    fn top(&self, v: VarId, store: &Store) -> u32 {
        self.high(v, store) as i32 as u32
    }

    /// Checks the changes; returns whether that is sufficient.
    fn follow(&self, store: &mut Store) -> Result<bool, Conflict> {
        if self.top(self.result, store) != store.get(self.top) {
            return Ok(false);
        }
        for &place in &self.changed {
            if let Some(&v) = self.scope.get(place as usize) {
                let floor = self.low(v, store);
                self.raise(self.result, floor, store)?;
            }
        }
        let reaches = |place: usize, bound| self.high(self.scope[place], store) >= bound;
        let least = self.low(self.result, store);
        let [one, other] = self.able;
        let two = one != other && reaches(one, least) && reaches(other, least);
        Ok(two && reaches(self.tallest, self.high(self.result, store)))
    }

    /// Checks all variables.
    fn sweep(&mut self, store: &mut Store) -> Pruned {
        store.spend(self.scope.len())?;
        let top = self.high(self.result, store);
        for &v in &self.scope {
            self.lower(v, top, store)?;
        }
        let places = 0..self.scope.len();
        let tallest = places.max_by_key(|&place| self.high(self.scope[place], store));
        let floor = self.scope.iter().map(|&v| self.low(v, store)).max();
        let (Some(tallest), Some(floor)) = (tallest, floor) else {
            return Err(Conflict);
        };
        self.tallest = tallest;
        self.lower(self.result, self.high(self.scope[tallest], store), store)?;
        self.raise(self.result, floor, store)?;
        store.set(self.top, self.top(self.scope[tallest], store));
        let least = self.low(self.result, store);
        let mut able =
            (0..self.scope.len()).filter(|&place| self.high(self.scope[place], store) >= least);
        let (first, second) = (able.next(), able.next());
        let Some(first) = first else {
            return Err(Conflict);
        };
        self.able = [first, second.unwrap_or(first)];
        match second {
            None => self.raise(self.scope[first], least, store),
            Some(_) => Ok(()),
        }
    }
}

impl Propagator for Extremum {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = self.scope.clone();
        scope.push(self.result);
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        let all = self.scope.iter().chain([&self.result]);
        all.map(|&v| (v, Event::Bounds)).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        if store.take_changes(&mut self.changed) && self.follow(store)? {
            return Ok(());
        }
        self.sweep(store)
    }
}
