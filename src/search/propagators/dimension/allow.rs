//! The classes that a relation allows.

use super::classes::Classes;
use super::rows::Rows;
use super::share::Share;
use super::{Dimension, few};
use crate::model::{ClassRelation, DimensionRelation};
use crate::search::propagators::flow::Capacity;
use crate::search::store::{Conflict, Pruned, Store};

/// How the classes that a relation allows are found.
pub(super) enum Way {
    /// The relation can hold with equal, or with different classes.
    Sides {
        same: bool,
        different: bool,
    },
    Share(Share),
    Rows(Rows),
}

impl Way {
    pub(super) fn new(c: &DimensionRelation, words: usize, store: &mut Store) -> Self {
        let few = c.scope.len() < 2;
        match c.relation.simplest(c.scope.len()) {
            ClassRelation::Table(rows) => Way::Rows(Rows::new(c.scope.len(), rows, store)),
            ClassRelation::ExactlyEqual(number) => Way::Share(Share::new(*number, words)),
            _ if few => Way::Sides { same: true, different: false },
            relation => Way::Sides {
                same: *relation != ClassRelation::AllDifferent,
                different: *relation != ClassRelation::AllSame,
            },
        }
    }

    /// How many variables may take a class, where a flow tells what is allowed.
    pub(super) fn capacity(&self) -> Capacity {
        match self {
            Way::Sides { .. } | Way::Rows(_) => Capacity::ONE,
            Way::Share(share) => share.capacity(),
        }
    }
}

impl Dimension {
    /// Finds the classes that are allowed; false when the relation cannot
    /// hold, which else shows as a variable without any.
    pub(super) fn allow(&mut self, store: &mut Store) -> Result<bool, Conflict> {
        self.allowed.fill(0);
        let Dimension { way, words, present, allowed, filter, places, .. } = self;
        match way {
            &mut Way::Sides { same, different } => {
                if same {
                    self.allow_same();
                }
                if different {
                    self.allow_different(store)?;
                }
                Ok(true)
            }
            Way::Share(share) => {
                let mut graph = Classes { store, words: *words, present, allowed };
                share.allow(filter, places, &mut graph).map(|()| true)
            }
            Way::Rows(rows) => rows.allow(*words, present, allowed, store),
        }
    }

    /// Adds to `allowed` the classes in which all variables can meet.
    fn allow_same(&mut self) {
        for w in 0..self.words {
            let own = |i: usize| i * self.words + w;
            let all = 0..self.scope.len();
            let common = all.clone().fold(u64::MAX, |common, i| common & self.present[own(i)]);
            all.for_each(|i| self.allowed[own(i)] |= common);
        }
    }

    /// Adds to `allowed` the classes with which all variables can differ.
    fn allow_different(&mut self, store: &mut Store) -> Pruned {
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
