//! How many variables share a class.

use super::classes::Classes;
use crate::search::propagators::flow::{Capacity, Filter};
use crate::search::store::{Conflict, Pruned, bits};

/// The largest number of variables with one class is given: at most so many
/// take each class, and exactly so many one of them. What is allowed is what
/// a flow allows for one class or another that so many must take.
pub(super) struct Share {
    number: u32,
    /// By class, how many variables can take it; a buffer.
    takers: Vec<u32>,
}

impl Share {
    pub(super) fn new(number: u32, words: usize) -> Self {
        Share { number, takers: vec![0; words * 64] }
    }

    /// How many variables may take a class.
    pub(super) fn capacity(&self) -> Capacity {
        Capacity { least: 0, most: self.number }
    }

    /// Adds to the graph the classes that are allowed, with a filter whose
    /// values are all taken at most so often.
    ///
    /// # Errors
    /// When it is time to stop.
    pub(super) fn allow(
        &mut self,
        filter: &mut Filter,
        places: &[u32],
        graph: &mut Classes<'_>,
    ) -> Pruned {
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
            // The next call begins without demands.
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

    /// Variables that exclude that the one at a place takes a class: those
    /// that do so for each class that might be taken often enough.
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

/// Makes the flow fit; tells whether there is one.
fn fits(filter: &mut Filter, places: &[u32], graph: &mut Classes<'_>) -> Result<bool, Conflict> {
    match filter.repair(places.iter().copied(), graph) {
        Ok(()) => Ok(true),
        Err(Conflict) if graph.store.stopped().is_some() => Err(Conflict),
        Err(Conflict) => Ok(false),
    }
}
