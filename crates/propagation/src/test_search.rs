//! A plain search for tests: no heuristics, the first open variable, its least value.

use std::collections::BTreeSet;

use parallax_model::{Domain, Model, Objective, Value, VarId};

use crate::levels::ConsistencySettings;
use crate::propagators::{self, ConstraintPropagator, ObjectiveBoundPropagator, SharedCostBound};
use crate::store::{ChangeReason, DomainStore, PropagationConflict};
use crate::{PropagationRefusal, disjunctive_cliques};

/// A model whose root is propagated.
pub(crate) struct TestSearch {
    pub(crate) store: DomainStore,
    pub(crate) propagators: Vec<Box<dyn ConstraintPropagator>>,
    /// For each propagator of one constraint, the place of that constraint in the model.
    pub(crate) owners: Vec<usize>,
    pub(crate) variables: usize,
    pub(crate) aim: Option<TestAim>,
    /// The propagator that found a conflict at the root.
    pub(crate) failed: Option<u32>,
    refuted: bool,
}

/// The objective of a model.
#[derive(Clone)]
pub(crate) struct TestAim {
    pub(crate) objective: Objective,
    pub(crate) bound: SharedCostBound,
    /// The number of the propagator that enforces the bound.
    pub(crate) propagator: u32,
}

/// Reads levels as in engine specs: `,gac`, `,alldiff=gac`.
pub(crate) fn levels(text: &str) -> ConsistencySettings {
    let mut levels = ConsistencySettings::default();
    for choice in text.split(',').filter(|choice| !choice.is_empty()) {
        let read = |level: &str| level.parse().expect("a level");
        match choice.split_once('=') {
            Some((kind, level)) => {
                levels.set_kind(kind.parse().expect("a kind"), read(level)).expect("its level");
            }
            None => levels.all = Some(read(choice)),
        }
    }
    levels
}

impl TestSearch {
    /// Posts the constraints of a model at these levels, and propagates the root.
    pub(crate) fn new(
        model: &Model,
        levels: &ConsistencySettings,
    ) -> Result<Self, PropagationRefusal> {
        let mut store = DomainStore::new(model)?;
        let (mut made, mut owners) = (Vec::new(), Vec::new());
        for (place, posted) in model.constraints().iter().enumerate() {
            propagators::post_constraint(posted, levels, model, &mut store, &mut made)?;
            // A constraint may post several propagators; all new ones are its own.
            owners.resize(made.len(), place);
        }
        let aim = model.objective().map(|objective| {
            let (ceiling, bound) = ObjectiveBoundPropagator::new(objective);
            made.push(Box::new(ceiling));
            let propagator = made.len() as u32 - 1;
            TestAim { objective: objective.clone(), bound, propagator }
        });
        made.extend(disjunctive_cliques::build_propagators(model, levels));
        for p in &made {
            store.queue.add_propagator(p.call_cost(), p.wants_changes(), p.watched_events());
        }
        store.queue.build_watch_lists();
        let mut search = TestSearch {
            store,
            propagators: made,
            owners,
            variables: model.variables().len(),
            aim,
            failed: None,
            refuted: model.variables().iter().any(|v| v.domain.is_empty()),
        };
        if !search.refuted {
            search.failed = search.first_failure();
            search.refuted = search.failed.is_some();
        }
        Ok(search)
    }

    /// Whether propagation at the root shows that there is no solution.
    pub(crate) fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Returns the remaining domains.
    pub(crate) fn domains(&self) -> Vec<Domain> {
        (0..self.variables).map(|i| self.store.domain(VarId::new(i))).collect()
    }

    /// Runs queued propagators until nothing changes; returns the one that fails.
    pub(crate) fn first_failure(&mut self) -> Option<u32> {
        let TestSearch { store, propagators, .. } = self;
        while let Some(number) = store.queue.pop() {
            store.set_reason(ChangeReason::Propagator(number));
            store.forget_refusal();
            let before = store.prunings;
            let propagator = &mut propagators[number as usize];
            if propagator.propagate(store) == Err(PropagationConflict) {
                return Some(number);
            }
            // Follows the rule of native search: only a propagator that made changes and may profit
            // from them runs again.
            let again = store.prunings != before && !propagator.is_idempotent();
            store.queue.finish_running(again);
        }
        None
    }

    /// Runs queued propagators until nothing changes.
    pub(crate) fn propagate(&mut self) -> Result<(), PropagationConflict> {
        self.first_failure().map_or(Ok(()), |_| Err(PropagationConflict))
    }

    /// Returns the values of the shown variables in all solutions, each of which is checked.
    pub(crate) fn solutions(&mut self, model: &Model) -> BTreeSet<Vec<Value>> {
        let mut found = BTreeSet::new();
        if !self.refuted {
            self.visit(&mut |values| {
                assert!(model.check(&[], values).is_ok(), "{model}{values:?}");
                found.insert(model.shown().iter().map(|v| values[v.index()]).collect());
            });
        }
        found
    }

    fn visit(&mut self, found: &mut dyn FnMut(&[Value])) {
        if self.propagate().is_err() {
            return;
        }
        let mut all = (0..self.variables).map(VarId::new);
        let Some(v) = all.find(|&v| !self.store.is_fixed(v)) else {
            let values: Vec<Value> =
                (0..self.variables).map(|i| self.store.min(VarId::new(i))).collect();
            return found(&values);
        };
        let value = self.store.min(v);
        // The second branch excludes the value, so the leaves are all different.
        for fixes in [true, false] {
            self.store.open_level();
            self.store.set_reason(ChangeReason::Decision);
            let done = if fixes {
                self.store.fix_value(v, value)
            } else {
                self.store.remove_value(v, value)
            };
            done.expect("an open variable keeps a value");
            self.visit(found);
            self.store.undo_level();
        }
    }
}
