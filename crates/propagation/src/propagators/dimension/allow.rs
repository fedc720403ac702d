//! The classes that a relation allows.

use parallax_model::{ClassRelation, DimensionRelation};

use super::classes::Classes;
use super::equal_count::EqualCount;
use super::rows::Rows;
use super::{Dimension, few};
use crate::propagators::flow::Capacity;
use crate::store::{Conflict, Store};

/// The method that finds the classes that a relation allows.
#[derive(Clone)]
pub(super) enum Method {
    /// The relation can hold with equal classes, or with different ones.
    Sides {
        same: bool,
        different: bool,
    },
    EqualCount(EqualCount),
    Rows(Rows),
}

impl Method {
    pub(super) fn new(c: &DimensionRelation, words: usize, store: &mut Store) -> Self {
        let few = c.scope.len() < 2;
        match c.relation.simplest(c.scope.len()) {
            ClassRelation::Table(rows) => Method::Rows(Rows::new(c.scope.len(), rows, store)),
            ClassRelation::ExactlyEqual(number) => {
                Method::EqualCount(EqualCount::new(*number, words))
            }
            _ if few => Method::Sides { same: true, different: false },
            relation => Method::Sides {
                same: *relation != ClassRelation::AllDifferent,
                different: *relation != ClassRelation::AllSame,
            },
        }
    }

    /// Returns the bounds on the number of variables of each class, for relations filtered by a
    /// flow.
    pub(super) fn capacity(&self) -> Capacity {
        match self {
            Method::Sides { .. } | Method::Rows(_) => Capacity::ONE,
            Method::EqualCount(count) => count.capacity(),
        }
    }
}

impl Dimension {
    /// Finds the allowed classes. Returns false if the relation cannot hold although every variable
    /// still has a class.
    pub(super) fn allow(&mut self, store: &mut Store) -> Result<bool, Conflict> {
        self.allowed.fill(0);
        let Dimension { method, words, present, allowed, filter, places, .. } = self;
        match method {
            &mut Method::Sides { same, different } => {
                if same {
                    self.allow_same();
                }
                if different {
                    self.allow_different(store)?;
                }
                Ok(true)
            }
            Method::EqualCount(count) => {
                let mut graph = Classes { store, words: *words, present, allowed };
                count.allow(filter, places, &mut graph).map(|()| true)
            }
            Method::Rows(rows) => rows.allow(*words, present, allowed, store),
        }
    }

    /// Adds to `allowed` the classes that all variables can take together.
    fn allow_same(&mut self) {
        for w in 0..self.words {
            let own = |i: usize| i * self.words + w;
            let all = 0..self.scope.len();
            let common = all.clone().fold(u64::MAX, |common, i| common & self.present[own(i)]);
            all.for_each(|i| self.allowed[own(i)] |= common);
        }
    }

    /// Adds to `allowed` the classes of the assignments in which all variables differ.
    fn allow_different(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Dimension { words, present, allowed, filter, places, .. } = self;
        if *words == 1 && places.len() <= few::FEW {
            few::allow_different(present, allowed);
            return Ok(());
        }
        let mut graph = Classes { store, words: *words, present, allowed };
        match filter.repair(places.iter().copied(), &mut graph) {
            Ok(()) => filter.prune(places, &mut graph),
            Err(Conflict) if store.stopped().is_some() => Err(Conflict),
            Err(Conflict) => Ok(()),
        }
    }
}
