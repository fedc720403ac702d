//! Generalised arc consistency by a flow and its components.

use super::components::ResidualComponents;
use super::{NetworkFlow, PrunableGraph, ValueCapacity, ValueGraph};
use crate::store::PropagationConflict;

/// Maintains a flow that fits the domains, and removes the values that no such flow uses: a value
/// in another component of the residual graph than the value that the variable takes (Régin 1994,
/// 1996).
#[derive(Clone)]
pub(in crate::propagators) struct FlowFilter {
    pub(super) flow: NetworkFlow,
    pub(super) components: ResidualComponents,
    /// The values that must be taken.
    demanded: Vec<u32>,
    /// The values of one component.
    inside: Vec<u64>,
    /// Variables without a value.
    unseated: Vec<u32>,
    /// Whether the flow is complete: the last repair succeeded.
    feasible: bool,
    /// Whether no number of units satisfies some capacity.
    contradictory: bool,
}

impl FlowFilter {
    pub(in crate::propagators) fn new(variables: usize, capacities: &[ValueCapacity]) -> Self {
        let demanded = |&value: &u32| capacities[value as usize].min > 0;
        FlowFilter {
            flow: NetworkFlow::new(variables, capacities),
            components: ResidualComponents::new(capacities.len()),
            demanded: (0..capacities.len() as u32).filter(demanded).collect(),
            inside: vec![0; capacities.len().div_ceil(64)],
            unseated: Vec::new(),
            feasible: false,
            contradictory: capacities.iter().any(|c| c.min > c.max),
        }
    }

    /// Makes the flow fit the domains again, given that only the variables of `changed` have
    /// changed.
    ///
    /// # Errors
    /// Returns a conflict if no flow exists any more.
    pub(in crate::propagators) fn repair_flow(
        &mut self,
        changed: impl Iterator<Item = u32>,
        graph: &mut impl ValueGraph,
    ) -> Result<(), PropagationConflict> {
        self.unseated.clear();
        // Only a complete flow makes the list of changes sufficient: a failed or interrupted repair
        // has used up its changes, so afterwards every variable is checked.
        if self.feasible {
            self.unseat_variables(changed, graph);
        } else {
            self.unseat_variables(0..self.flow.taken.len() as u32, graph);
        }
        if self.feasible && self.unseated.is_empty() {
            return Ok(());
        }
        // Stays false if any step below fails.
        self.feasible = false;
        if self.contradictory {
            return Err(PropagationConflict);
        }
        self.unseated.iter().try_for_each(|&x| self.flow.seat_variable(x, graph))?;
        self.flow.meet_demands(&self.demanded, graph)?;
        self.feasible = true;
        Ok(())
    }

    /// Demands that a value receives at least `least` units, which must not exceed its
    /// capacity, and drops all other demands.
    pub(in crate::propagators) fn demand_units(&mut self, value: u32, least: u32) {
        for other in self.demanded.drain(..) {
            self.flow.nodes[other as usize].capacity.min = 0;
        }
        self.flow.nodes[value as usize].capacity.min = least;
        self.demanded.extend((least > 0).then_some(value));
        // The flow need not meet the new demand.
        self.feasible = false;
    }

    /// Returns the values that must be taken.
    pub(super) fn demanded_values(&self) -> &[u32] {
        &self.demanded
    }

    /// Whether no number of units satisfies some capacity.
    pub(super) fn is_contradictory(&self) -> bool {
        self.contradictory
    }

    /// Unassigns the variables that can no longer take their value.
    fn unseat_variables(&mut self, variables: impl Iterator<Item = u32>, graph: &impl ValueGraph) {
        for x in variables {
            if !self.flow.is_seated(x as usize, graph) {
                self.flow.leave_value(x);
                self.unseated.push(x);
            }
        }
    }

    /// Removes the values that no flow uses from these variables, which share no value with the
    /// others. Afterwards, `components` holds their partition into groups without common values.
    ///
    /// # Errors
    /// Returns a conflict if a limit is reached.
    pub(in crate::propagators) fn prune_values(
        &mut self,
        variables: &[u32],
        graph: &mut impl PrunableGraph,
    ) -> Result<(), PropagationConflict> {
        self.components.find_components(variables, &self.flow, graph)?;
        let mut start = 0;
        for component in 0..self.components.ends.len() {
            let end = self.components.ends[component] as usize;
            let sink = self.components.sink == Some(component);
            // The marks are taken back even after a conflict, because the set is a buffer.
            self.mark_component(start..end, true);
            let kept = self.keep_component(start..end, sink, graph);
            self.mark_component(start..end, false);
            kept?;
            start = end;
        }
        Ok(())
    }

    /// Adds the values that a component takes to `inside`, or removes them.
    fn mark_component(&mut self, part: std::ops::Range<usize>, inside: bool) {
        for &x in &self.components.order[part] {
            let value = self.flow.taken[x as usize] as usize;
            let bit = 1 << (value % 64);
            if inside { self.inside[value / 64] |= bit } else { self.inside[value / 64] &= !bit }
        }
    }

    /// Keeps the values of a component for its own variables; the component of the sink also has
    /// all values with spare capacity.
    fn keep_component(
        &self,
        part: std::ops::Range<usize>,
        sink: bool,
        graph: &mut impl PrunableGraph,
    ) -> Result<(), PropagationConflict> {
        for &x in &self.components.order[part] {
            for w in graph.word_range(x as usize) {
                // Moving a unit to a value with room is a path through the sink, so its component
                // may use all of them.
                let room = if sink { self.flow.room[w] } else { 0 };
                graph.keep_values(x as usize, w, self.inside[w] | room)?;
            }
        }
        Ok(())
    }
}

impl NetworkFlow {
    /// Gives every demanded value the units that it must have.
    ///
    /// # Errors
    /// Returns a conflict if that is impossible.
    pub(super) fn meet_demands(
        &mut self,
        demanded: &[u32],
        graph: &mut impl ValueGraph,
    ) -> Result<(), PropagationConflict> {
        for &value in demanded {
            let node = &self.nodes[value as usize];
            // Each call adds one unit, so the range that was read before the first one is right.
            for _ in node.count..node.capacity.min {
                self.add_unit(value, graph)?;
            }
        }
        Ok(())
    }
}
