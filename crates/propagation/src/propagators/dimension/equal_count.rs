//! Limits the largest number of variables with one class.

use super::classes::Classes;
use crate::propagators::flow::{Capacity, Filter};
use crate::store::{Conflict, bits};

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
    pub(super) fn capacity(&self) -> Capacity {
        Capacity { least: 0, most: self.number }
    }

    /// Adds the allowed classes to the graph. The filter must limit every class to `number`
    /// variables.
    ///
    /// # Errors
    /// Returns a conflict if a limit is reached.
    pub(super) fn allow(
        &mut self,
        filter: &mut Filter,
        places: &[u32],
        graph: &mut Classes<'_>,
    ) -> Result<(), Conflict> {
        self.count(graph);
        if !fits(filter, places, graph)? {
            return Ok(());
        }
        for class in 0..self.takers.len() as u32 {
            if self.takers[class as usize] < self.number {
                continue;
            }
            if graph.is_all_allowed() {
                break;
            }
            graph.store.spend(places.len())?;
            filter.demand(class, self.number);
            let pruned = match fits(filter, places, graph) {
                Ok(true) => filter.prune(places, graph),
                Ok(false) => Ok(()),
                Err(stop) => Err(stop),
            };
            // The next call starts without demands.
            filter.demand(class, 0);
            pruned?;
        }
        Ok(())
    }

    fn count(&mut self, graph: &Classes<'_>) {
        self.takers.fill(0);
        for set in graph.present.chunks_exact(graph.words.max(1)) {
            for (w, &word) in set.iter().enumerate() {
                bits(word).for_each(|bit| self.takers[w * 64 + bit as usize] += 1);
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
        let mut filter = Filter::new(variables, &vec![self.capacity(); words * 64]);
        let mut because = Vec::new();
        for candidate in candidates {
            filter.demand(candidate as u32, self.number);
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
fn fits(filter: &mut Filter, places: &[u32], graph: &mut Classes<'_>) -> Result<bool, Conflict> {
    match filter.repair(places.iter().copied(), graph) {
        Ok(()) => Ok(true),
        Err(Conflict) if graph.store.stopped().is_some() => Err(Conflict),
        Err(Conflict) => Ok(false),
    }
}
