//! A plain search for tests: no heuristics, the first open variable, its least value.

use std::collections::BTreeSet;

use parallax_model::{Domain, Model, Objective, Value, VarId};

use crate::levels::Levels;
use crate::propagators::{self, Bound, Ceiling, Propagator};
use crate::store::{Conflict, Reason, Store};
use crate::{PropagationRefusal, cliques};

/// A model whose root is propagated.
pub(crate) struct TestSearch {
    pub(crate) store: Store,
    pub(crate) propagators: Vec<Box<dyn Propagator>>,
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
    pub(crate) bound: Bound,
    /// The number of the propagator that enforces the bound.
    pub(crate) propagator: u32,
}

/// Reads levels as in engine specs: `,gac`, `,alldiff=gac`.
pub(crate) fn levels(text: &str) -> Levels {
    let mut levels = Levels::default();
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
    pub(crate) fn new(model: &Model, levels: &Levels) -> Result<Self, PropagationRefusal> {
        let mut store = Store::new(model)?;
        let (mut made, mut owners) = (Vec::new(), Vec::new());
        for (place, posted) in model.constraints().iter().enumerate() {
            propagators::post(posted, levels, model, &mut store, &mut made)?;
            owners.resize(made.len(), place);
        }
        let aim = model.objective().map(|objective| {
            let (ceiling, bound) = Ceiling::new(objective);
            made.push(Box::new(ceiling));
            let propagator = made.len() as u32 - 1;
            TestAim { objective: objective.clone(), bound, propagator }
        });
        made.extend(cliques::propagators(model, levels));
        for p in &made {
            store.queue.add(p.cost(), p.wants_changes(), p.watched());
        }
        store.queue.close();
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
            store.because(Reason::Propagator(number));
            store.forget_refusal();
            let before = store.prunings;
            let propagator = &mut propagators[number as usize];
            if propagator.propagate(store) == Err(Conflict) {
                return Some(number);
            }
            let again = store.prunings != before && !propagator.idempotent();
            store.queue.done(again);
        }
        None
    }

    /// Runs queued propagators until nothing changes.
    pub(crate) fn propagate(&mut self) -> Result<(), Conflict> {
        self.first_failure().map_or(Ok(()), |_| Err(Conflict))
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
        for fixes in [true, false] {
            self.store.open_level();
            self.store.because(Reason::Decision);
            let done = if fixes { self.store.fix(v, value) } else { self.store.remove(v, value) };
            done.expect("an open variable keeps a value");
            self.visit(found);
            self.store.undo_level();
        }
    }
}
