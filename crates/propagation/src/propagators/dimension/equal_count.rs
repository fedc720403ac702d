//! Limits the largest number of variables with one class.

use super::classes::ClassGraph;
use crate::propagators::flow::{FlowFilter, ValueCapacity};
use crate::store::{PropagationConflict, set_bits};

/// Requires that the largest number of variables with one class is `number`: at most `number`
/// variables take each class, and exactly `number` take one of them. Allows a class if, for some
/// class that must be taken `number` times, the flow allows it.
#[derive(Clone)]
pub(super) struct EqualCount {
    number: u32,
    /// Buffer: for each class, the number of variables that can take it.
    takers: Vec<u32>,
}

impl EqualCount {
    pub(super) fn new(number: u32, words: usize) -> Self {
        EqualCount { number, takers: vec![0; words * 64] }
    }

    /// Returns the bounds on the number of variables of each class.
    pub(super) fn class_capacity(&self) -> ValueCapacity {
        ValueCapacity { min: 0, max: self.number }
    }

    /// Adds the allowed classes to the graph. The filter must limit every class to `number`
    /// variables.
    ///
    /// # Errors
    /// Returns a conflict if a limit is reached.
    pub(super) fn add_allowed(
        &mut self,
        filter: &mut FlowFilter,
        places: &[u32],
        graph: &mut ClassGraph<'_>,
    ) -> Result<(), PropagationConflict> {
        self.count_classes(graph);
        // Without a flow that respects the upper limits alone, no class is allowed for any
        // variable.
        if !repair_flow(filter, places, graph)? {
            return Ok(());
        }
        for class in 0..self.takers.len() as u32 {
            // Too few variables can take this class for it to be the largest one.
            if self.takers[class as usize] < self.number {
                continue;
            }
            // Further classes could only allow what is allowed already.
            if graph.is_all_allowed() {
                break;
            }
            graph.store.spend_steps(places.len())?;
            filter.demand_units(class, self.number);
            let pruned = match repair_flow(filter, places, graph) {
                Ok(true) => filter.prune_values(places, graph),
                // This class cannot be taken `number` times, so it adds nothing.
                Ok(false) => Ok(()),
                Err(stop) => Err(stop),
            };
            // The next call starts without demands.
            filter.demand_units(class, 0);
            pruned?;
        }
        Ok(())
    }

    fn count_classes(&mut self, graph: &ClassGraph<'_>) {
        self.takers.fill(0);
        for set in graph.present.chunks_exact(graph.words.max(1)) {
            for (w, &word) in set.iter().enumerate() {
                set_bits(word).for_each(|bit| self.takers[w * 64 + bit as usize] += 1);
            }
        }
    }

    /// Returns variables that prevent the variable at `place` from taking a class: for each class
    /// that could be taken `number` times, the variables that prevent it then.
    pub(super) fn why_not(
        &self,
        (place, class): (usize, usize),
        (variables, words): (usize, usize),
        candidates: impl Iterator<Item = usize>,
        word: impl Fn(usize, usize) -> u64,
    ) -> Vec<usize> {
        let mut filter = FlowFilter::new(variables, &vec![self.class_capacity(); words * 64]);
        let mut because = Vec::new();
        for candidate in candidates {
            filter.demand_units(candidate as u32, self.number);
            because.extend(filter.why_not(place, Some(class), |_| 0..words, &word));
            because.sort_unstable();
            because.dedup();
            if because.len() == variables {
                break;
            }
        }
        because
    }
}

/// Repairs the flow; returns whether one exists.
fn repair_flow(
    filter: &mut FlowFilter,
    places: &[u32],
    graph: &mut ClassGraph<'_>,
) -> Result<bool, PropagationConflict> {
    match filter.repair_flow(places.iter().copied(), graph) {
        Ok(()) => Ok(true),
        Err(PropagationConflict) if graph.store.reached_limit().is_some() => {
            Err(PropagationConflict)
        }
        Err(PropagationConflict) => Ok(false),
    }
}
