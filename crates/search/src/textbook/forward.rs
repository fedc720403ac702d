//! Forward checking on assigned variables.

use std::sync::Arc;

use parallax_model::engine_api::{Control, PreparationError, StopReason};
use parallax_model::{Kind, Model, ModelAssignment, Value, VarId};
use parallax_propagation::store::{DomainStore, PropagationConflict};

/// The constraints with the numbers of their variables that are not assigned.
pub(super) struct ForwardChecker {
    model: Arc<Model>,
    pub store: DomainStore,
    /// The different variables of each constraint.
    scopes: Vec<Vec<VarId>>,
    /// The constraints of each variable.
    of: Vec<Vec<usize>>,
    /// For each constraint, how many of its variables are not assigned.
    open: Vec<usize>,
    assigned: Vec<bool>,
    /// The values of assigned variables, and the value that is tested.
    values: Vec<Value>,
}

impl ForwardChecker {
    pub(super) fn new(model: &Arc<Model>) -> Result<Self, PreparationError> {
        let mut store = DomainStore::new(model)?;
        store.queue.build_watch_lists();
        let variables = model.variables().len();
        let mut of = vec![Vec::new(); variables];
        let mut scopes = Vec::with_capacity(model.constraints().len());
        for (place, posted) in model.constraints().iter().enumerate() {
            let mut scope = posted.constraint.scope();
            scope.sort_unstable();
            // A variable that occurs twice must count once, or `open` would never reach 1.
            scope.dedup();
            scope.iter().for_each(|v| of[v.index()].push(place));
            scopes.push(scope);
        }
        Ok(ForwardChecker {
            model: model.clone(),
            store,
            open: scopes.iter().map(Vec::len).collect(),
            scopes,
            of,
            assigned: vec![false; variables],
            values: vec![0; variables],
        })
    }

    /// Checks the constraints of no variable and of one.
    pub(super) fn check_root(&mut self, control: &Control) -> Result<bool, StopReason> {
        for place in 0..self.scopes.len() {
            if self.scopes[place].len() < 2 && !self.check_constraint(place, control)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Assigns a value of its domain to a variable, and checks the constraints of which one other
    /// variable is left.
    pub(super) fn assign_value(
        &mut self,
        v: VarId,
        value: Value,
        control: &Control,
    ) -> Result<bool, StopReason> {
        self.assigned[v.index()] = true;
        self.values[v.index()] = value;
        // All counts first: a check that fails leaves the rest of the constraints unchecked, and
        // `take_back` adds 1 to each of them.
        for place in 0..self.of[v.index()].len() {
            self.open[self.of[v.index()][place]] -= 1;
        }
        for place in 0..self.of[v.index()].len() {
            let constraint = self.of[v.index()][place];
            if self.open[constraint] == 1 && !self.check_constraint(constraint, control)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes an assignment back; the domains are those of the store.
    pub(super) fn take_back(&mut self, v: VarId) {
        self.assigned[v.index()] = false;
        for &constraint in &self.of[v.index()] {
            self.open[constraint] += 1;
        }
    }

    /// Removes the values of the last variable with which a constraint does not hold.
    fn check_constraint(
        &mut self,
        constraint: usize,
        control: &Control,
    ) -> Result<bool, StopReason> {
        let Some(&v) = self.scopes[constraint].iter().find(|v| !self.assigned[v.index()]) else {
            return Ok(self.constraint_holds(constraint));
        };
        let domain: Vec<Value> = self.store.values(v).collect();
        for value in domain {
            self.values[v.index()] = value;
            if self.store.spend_steps(1).is_err()
                && let Some(stop) = control.stop_reason()
            {
                return Err(stop);
            }
            if !self.constraint_holds(constraint)
                && self.store.remove_value(v, value) == Err(PropagationConflict)
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn constraint_holds(&self, constraint: usize) -> bool {
        let constraint = &self.model.constraints()[constraint].constraint;
        constraint.holds(ModelAssignment::new(&self.values, &self.model))
    }
}
