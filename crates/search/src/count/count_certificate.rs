//! Adds the steps of a count by components to a certificate, besides the removals of propagators
//! and the decisions.
//!
//! Where all remaining points are solutions, the box is closed by their number. Components are
//! independent parts. A component with a key is a *problem*, with a number; where the cache has
//! its count, the certificate names that problem and how the variables and values correspond. A
//! cache entry that was dropped is never named. The checker compares the two problems, so the key
//! must distinguish all that its text does (`ConstraintResidues::certified`,
//! `is_certain_to_checker`).
//!
//! A component without open shown variables has one solution or none. The certificate has that
//! solution, or a refutation by decisions on hidden variables, below which a certificate neither
//! splits a box nor counts.

use parallax_model::engine_api::{SolutionCount, StopReason};
use parallax_model::{Value, VarId};
use parallax_propagation::store::ChangeReason;

use super::components::ComponentSearch;
use super::divide::CountComponent;
use super::names::ComponentNames;
use crate::session::PropagationStop;

/// The parts of a count that a certificate needs.
#[derive(Debug, Default)]
pub(super) struct CertifiedCount {
    /// The variables of the open parts, in ascending order; none is the whole model.
    parts: Vec<Box<[u32]>>,
    /// Buffers.
    numbers: Vec<Value>,
}

impl ComponentSearch<'_> {
    /// Writes that a part has just been divided: all points are solutions, or there are several
    /// independent parts, of which the one without constraints is counted at once. Returns whether
    /// the box is split.
    pub(super) fn certify_division(&mut self, part: CountComponent) -> bool {
        let Some(certifier) = &mut self.search.certifier else { return false };
        let store = &self.search.store;
        let found = &self.links.found;
        if found.is_empty() {
            certifier.log_full_box();
            return false;
        }
        // A split gives each variable the number of its part: -1 outside this part, 0 without
        // constraints, then one number for each component.
        let mut numbers = vec![-1; self.model.variables().len()];
        let mut own = 0;
        for free in self.links.free_variables(part, store) {
            numbers[free as usize] = 0;
            own = 1;
        }
        // A single part is not a split; its counting continues in the same box.
        if own + found.len() == 1 {
            return false;
        }
        for (place, component) in found.iter().enumerate() {
            for &variable in self.links.component_variables(*component) {
                numbers[variable as usize] = (own + place) as Value;
            }
        }
        certifier.log_split(numbers.into_iter());
        // The part without constraints comes first and has all its points as solutions.
        if own == 1 {
            certifier.log_full_box();
            certifier.log_part_end(false);
        }
        true
    }

    /// Returns the names of the component whose key was written last.
    fn component_names(&self, part: CountComponent) -> ComponentNames {
        if self.by_shape {
            self.shapes.component_names(self.links.component_variables(part))
        } else {
            ComponentNames::default()
        }
    }

    /// Writes a component as a problem.
    pub(super) fn certify_problem(
        &mut self,
        part: CountComponent,
    ) -> Option<Box<(u64, ComponentNames)>> {
        let names = self.search.certifier.is_some().then(|| self.component_names(part))?;
        let certifier = self.search.certifier.as_mut()?;
        Some(Box::new((certifier.log_problem(), names)))
    }

    /// Writes that a component has the key of a problem.
    pub(super) fn certify_hit(
        &mut self,
        part: CountComponent,
        there: Option<Box<(u64, ComponentNames)>>,
    ) {
        let here = self.component_names(part);
        let variables = self.links.component_variables(part);
        let (Some(there), Some(own), Some(certifier)) =
            (there, &mut self.certified, &mut self.search.certifier)
        else {
            return;
        };
        there.1.write_correspondence(&here, variables, &mut own.numbers);
        certifier.log_repetition(there.0, &own.numbers);
    }

    /// Begins an independent part, which is a component.
    pub(super) fn certify_part(&mut self, part: CountComponent) {
        if let Some(own) = &mut self.certified {
            own.parts.push(self.links.component_variables(part).into());
        }
    }

    /// Writes the end of an independent part.
    pub(super) fn certify_end_of_part(&mut self, is_last: bool) {
        if let Some(own) = &mut self.certified {
            own.parts.pop();
        }
        if let Some(certifier) = &mut self.search.certifier {
            certifier.log_part_end(is_last);
        }
    }

    /// Whether a certificate is written and a component has no open shown variable.
    pub(super) fn is_hidden(&self, part: CountComponent) -> bool {
        let is_shown = |&own: &u32| self.links.is_shown(own);
        self.certified.is_some() && !self.links.component_variables(part).iter().any(is_shown)
    }

    /// Writes a solution of a component without open shown variables, or its refutation. Returns
    /// 1 or 0.
    pub(super) fn certify_witness(
        &mut self,
        part: CountComponent,
    ) -> Result<SolutionCount, StopReason> {
        let variables: Vec<VarId> = self
            .links
            .component_variables(part)
            .iter()
            .map(|&own| VarId::new(own as usize))
            .collect();
        // A separate level: values refuted here, which were decided on hidden variables, leave no
        // trace in the count.
        let depth = self.search.store.depth();
        self.search.store.open_level();
        let found = self.find_witness(&variables, depth + 1);
        while self.search.store.depth() > depth {
            self.search.store.undo_level();
        }
        found.map(|found| if found { SolutionCount::one() } else { SolutionCount::zero() })
    }

    /// Searches for a solution by decisions on hidden variables, from an open level with this
    /// depth.
    fn find_witness(&mut self, variables: &[VarId], root: usize) -> Result<bool, StopReason> {
        let mut decided: Vec<(VarId, Value)> = Vec::new();
        loop {
            self.control.check_stop()?;
            let store = &self.search.store;
            // The constraints of the component are on its variables and fixed ones only, so once
            // these are fixed at a fixpoint, the values are a solution.
            let open = variables.iter().copied().filter(|&own| !store.is_fixed(own));
            let Some(variable) = open.min_by_key(|&own| (store.domain_size(own), own)) else {
                self.certify_solution();
                return Ok(true);
            };
            let value = store.min(variable);
            self.search.work.nodes += 1;
            if let Some(certifier) = &mut self.search.certifier {
                certifier.log_decision(variable, value, false);
            }
            self.search.store.open_level();
            decided.push((variable, value));
            let mut holds = self.fix_value(variable, value)?;
            // A refuted decision is undone and its value removed one level higher. If that fails as
            // well, the next decision above is refuted.
            while !holds {
                // Without a decision left, the component itself is refuted.
                let Some((variable, value)) = decided.pop() else { return Ok(false) };
                debug_assert!(self.search.store.depth() > root, "a decision has a level");
                self.search.store.undo_level();
                self.search.work.backtracks += 1;
                if let Some(certifier) = &mut self.search.certifier {
                    certifier.log_return();
                }
                holds = self.exclude_value(variable, value)?;
            }
        }
    }

    /// Fixes a variable and propagates; returns whether there is no conflict.
    fn fix_value(&mut self, variable: VarId, value: Value) -> Result<bool, StopReason> {
        self.search.work.assignments += 1;
        self.search.store.set_reason(ChangeReason::Decision);
        let fixed = self.search.store.fix_value(variable, value);
        self.propagate_change(fixed.is_ok())
    }

    /// Removes a refuted value and propagates; returns whether there is no conflict.
    fn exclude_value(&mut self, variable: VarId, value: Value) -> Result<bool, StopReason> {
        self.search.store.set_reason(ChangeReason::Decision);
        let removed = self.search.store.remove_value(variable, value);
        self.propagate_change(removed.is_ok())
    }

    fn propagate_change(&mut self, is_open: bool) -> Result<bool, StopReason> {
        if !is_open {
            return Ok(false);
        }
        match self.search.propagate(self.control) {
            Ok(()) => Ok(true),
            Err(PropagationStop::Conflict) => Ok(false),
            Err(PropagationStop::Stopped(stop)) => Err(stop),
        }
    }

    /// Writes the values of the innermost part, all of whose constrained variables are fixed.
    fn certify_solution(&mut self) {
        let Some(own) = &mut self.certified else { return };
        let store = &self.search.store;
        own.numbers.clear();
        match own.parts.last() {
            Some(part) => {
                let values = part.iter().map(|&own| store.min(VarId::new(own as usize)));
                own.numbers.extend(values);
            }
            None => {
                let all = (0..self.model.variables().len()).map(VarId::new);
                own.numbers.extend(all.map(|own| store.min(own)));
            }
        }
        if let Some(certifier) = &mut self.search.certifier {
            certifier.log_solution(&own.numbers);
        }
    }
}
