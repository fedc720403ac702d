//! The classes that a relation allows.

use parallax_model::{ClassRelation, DimensionRelation};

use super::class_table::ClassTableReduction;
use super::classes::ClassGraph;
use super::equal_count::EqualCount;
use super::{DimensionPropagator, exhaustion};
use crate::propagators::flow::ValueCapacity;
use crate::store::{DomainStore, PropagationConflict};

/// The method that finds the classes that a relation allows.
#[derive(Clone)]
pub(super) enum ClassFilterMethod {
    /// The relation can hold with equal classes, or with different ones.
    Sides {
        same: bool,
        different: bool,
    },
    EqualCount(EqualCount),
    Rows(ClassTableReduction),
}

impl ClassFilterMethod {
    pub(super) fn new(c: &DimensionRelation, words: usize, store: &mut DomainStore) -> Self {
        // With fewer than two variables every remaining relation holds, as all-same does.
        let is_trivial = c.scope.len() < 2;
        match c.relation.simplest_form(c.scope.len()) {
            ClassRelation::Table(rows) => {
                ClassFilterMethod::Rows(ClassTableReduction::new(c.scope.len(), rows, store))
            }
            ClassRelation::ExactlyEqual(number) => {
                ClassFilterMethod::EqualCount(EqualCount::new(*number, words))
            }
            _ if is_trivial => ClassFilterMethod::Sides { same: true, different: false },
            relation => ClassFilterMethod::Sides {
                same: *relation != ClassRelation::AllDifferent,
                different: *relation != ClassRelation::AllSame,
            },
        }
    }

    /// Returns the bounds on the number of variables of each class, for relations filtered by a
    /// flow.
    pub(super) fn class_capacity(&self) -> ValueCapacity {
        match self {
            ClassFilterMethod::Sides { .. } | ClassFilterMethod::Rows(_) => {
                ValueCapacity::AT_MOST_ONE
            }
            ClassFilterMethod::EqualCount(count) => count.class_capacity(),
        }
    }
}

impl DimensionPropagator {
    /// Finds the allowed classes. Returns false if the relation cannot hold although every variable
    /// still has a class.
    pub(super) fn find_allowed(
        &mut self,
        store: &mut DomainStore,
    ) -> Result<bool, PropagationConflict> {
        // The methods only add classes: the two sides of a relation are united here.
        self.allowed.fill(0);
        let DimensionPropagator { method, words, present, allowed, filter, places, .. } = self;
        match method {
            &mut ClassFilterMethod::Sides { same, different } => {
                if same {
                    self.allow_same();
                }
                if different {
                    self.allow_different(store)?;
                }
                Ok(true)
            }
            ClassFilterMethod::EqualCount(count) => {
                let mut graph = ClassGraph { store, words: *words, present, allowed };
                count.add_allowed(filter, places, &mut graph).map(|()| true)
            }
            ClassFilterMethod::Rows(rows) => rows.add_allowed(*words, present, allowed, store),
        }
    }

    /// Adds to `allowed` the classes that all variables can take together.
    fn allow_same(&mut self) {
        for w in 0..self.words {
            let index = |i: usize| i * self.words + w;
            let all = 0..self.scope.len();
            let common = all.clone().fold(u64::MAX, |common, i| common & self.present[index(i)]);
            all.for_each(|i| self.allowed[index(i)] |= common);
        }
    }

    /// Adds to `allowed` the classes of the assignments in which all variables differ.
    fn allow_different(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let DimensionPropagator { words, present, allowed, filter, places, .. } = self;
        if *words == 1 && places.len() <= exhaustion::MAX_EXHAUSTIVE_SCOPE {
            exhaustion::allow_different(present, allowed);
            return Ok(());
        }
        let mut graph = ClassGraph { store, words: *words, present, allowed };
        match filter.repair_flow(places.iter().copied(), &mut graph) {
            Ok(()) => filter.prune_values(places, &mut graph),
            // No matching means that this side of the relation allows nothing. Only a limit ends
            // the call.
            Err(PropagationConflict) if store.reached_limit().is_some() => Err(PropagationConflict),
            Err(PropagationConflict) => Ok(()),
        }
    }
}
