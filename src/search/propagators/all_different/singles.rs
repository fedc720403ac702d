//! Hidden singles and counting, on top of value elimination.

use crate::model::{self, Value, VarId};
use crate::search::propagators::{Event, Propagator, Pruned, Store};
use crate::search::store::{Conflict, bits};

/// When values are as many as variables, a value that only one variable can
/// take goes to that variable (a hidden single; Simonis 2005); else fails
/// when the variables have fewer values than they are. Weaker than matching
/// (Régin 1994), at a few word operations a variable.
pub(super) struct Singles {
    scope: Vec<VarId>,
    /// The first value of the words that hold all values.
    from: Value,
    words: usize,
    /// Whether the scope is as large as the set of its values.
    permutation: bool,
}

impl Singles {
    pub(super) fn new(c: &model::AllDifferent, store: &Store) -> Self {
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
        Singles { permutation: values == scope.len() as u64, scope, from, words }
    }
}

impl Propagator for Singles {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        let event = if self.permutation { Event::Domain } else { Event::Fixed };
        self.scope.iter().map(|&v| (v, event)).collect()
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        store.spend(self.scope.len() * self.words)?;
        let mut values = 0;
        for w in 0..self.words {
            let from = self.from + (w as Value) * 64;
            let (mut once, mut twice) = (0u64, 0u64);
            for &v in &self.scope {
                let word = store.word_at(v, from);
                twice |= once & word;
                once |= word;
            }
            values += once.count_ones() as usize;
            let single = once & !twice;
            if !self.permutation || single == 0 {
                continue;
            }
            for &v in &self.scope {
                let own = store.word_at(v, from) & single;
                if own != 0 && !store.is_fixed(v) {
                    for bit in bits(own) {
                        store.fix(v, from + bit as Value)?;
                    }
                }
            }
        }
        match values < self.scope.len() {
            true => Err(Conflict),
            false => Ok(()),
        }
    }
}
