//! All-different by value elimination, counting and hidden singles.

use super::{Cost, Event, Propagator, Pruned, Store};
use crate::model::{self, Value, VarId};
use crate::search::store::{Cell, Conflict, bits};

/// Removes the value of every fixed variable from the others; fails when the
/// unfixed ones have fewer values left than they are; and when values are as
/// many as variables, gives a value that only one variable can take to that
/// variable (a hidden single). Weaker than matching (Régin 1994), and a few
/// word operations a variable.
pub(super) struct AllDifferent {
    /// Variables that are fixed and dealt with stand in front.
    scope: Vec<VarId>,
    /// How many stand in front.
    done: Cell,
    /// The first value of the words that hold all values.
    from: Value,
    words: usize,
    /// Whether the scope is as large as the set of its values.
    permutation: bool,
    repeated: bool,
}

impl AllDifferent {
    pub(super) fn new(c: &model::AllDifferent, store: &mut Store) -> Self {
        let scope = c.scope.clone();
        let from = scope.iter().map(|&v| store.base(v)).min().unwrap_or(0);
        let to = scope.iter().map(|&v| store.max(v)).max().unwrap_or(0).max(from);
        let words = ((to - from) / 64 + 1) as usize;
        let values: u64 = (0..words)
            .map(|w| {
                let union = scope
                    .iter()
                    .fold(0, |union, &v| union | store.word_at(v, from + (w as Value) * 64));
                u64::from(union.count_ones())
            })
            .sum();
        let mut sorted = scope.clone();
        sorted.sort_unstable();
        AllDifferent {
            permutation: values == scope.len() as u64,
            repeated: sorted.windows(2).any(|pair| pair[0] == pair[1]),
            done: store.new_cell(0),
            scope,
            from,
            words,
        }
    }

    /// Value elimination to a fixpoint; gives the number of fixed variables.
    fn eliminate(&mut self, store: &mut Store) -> Result<usize, Conflict> {
        let before = store.get(self.done) as usize;
        let mut done = before;
        let mut i = done;
        while i < self.scope.len() {
            let Some(value) = store.fixed(self.scope[i]) else {
                i += 1;
                continue;
            };
            self.scope.swap(i, done);
            done += 1;
            for &other in &self.scope[done..] {
                store.remove(other, value)?;
            }
            // Whatever the removals fixed may stand before `i`.
            i = done;
        }
        store.set(self.done, done as u32);
        Ok(done)
    }

    /// Counts the values left to the unfixed variables and assigns hidden
    /// singles; tells whether it assigned any.
    fn singles(&self, done: usize, store: &mut Store) -> Result<bool, Conflict> {
        let open = &self.scope[done..];
        let mut values = 0;
        let mut assigned = false;
        for w in 0..self.words {
            let from = self.from + (w as Value) * 64;
            let (mut once, mut twice) = (0u64, 0u64);
            for &v in open {
                let word = store.word_at(v, from);
                twice |= once & word;
                once |= word;
            }
            values += once.count_ones() as usize;
            let single = once & !twice;
            if !self.permutation || single == 0 {
                continue;
            }
            for &v in open {
                for bit in bits(store.word_at(v, from) & single) {
                    store.fix(v, from + bit as Value)?;
                    assigned = true;
                }
            }
        }
        match values < open.len() {
            true => Err(Conflict),
            false => Ok(assigned),
        }
    }
}

impl Propagator for AllDifferent {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        let event = if self.permutation { Event::Domain } else { Event::Fixed };
        self.scope.iter().map(|&v| (v, event)).collect()
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        if self.repeated {
            return Err(Conflict);
        }
        loop {
            let done = self.eliminate(store)?;
            if done == self.scope.len() || !self.singles(done, store)? {
                return Ok(());
            }
        }
    }
}
