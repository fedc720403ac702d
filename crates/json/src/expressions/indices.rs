//! Walks over the values of indices.

use super::token::Fault;
use super::tree::{Ranges, Step, Trees};
use super::world::World;

impl World<'_> {
    /// Calls `body` for all values of the indices.
    pub(super) fn each(
        &mut self,
        trees: &Trees,
        steps: &[Step],
        body: &mut dyn FnMut(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let Some((step, rest)) = steps.split_first() else { return body(self) };
        match step {
            Step::Condition(id) => {
                if self.known(trees, *id)? != 0 {
                    self.each(trees, rest, body)?;
                }
                Ok(())
            }
            Step::Index(name, at, set) => {
                if self.indices.iter().any(|(known, _)| known == name) {
                    return Err(self.fault(*at, format!("two indices are named '{name}'")));
                }
                for (low, high) in self.set(trees, set, *at)? {
                    for value in low..=high {
                        self.spend(1, *at)?;
                        self.spend_text(name.len(), *at)?;
                        self.indices.push((name.clone(), value));
                        self.each(trees, rest, body)?;
                        self.indices.pop();
                    }
                }
                Ok(())
            }
        }
    }

    /// Returns the ranges of a set, sorted; each number is in one of them.
    pub(super) fn set(
        &mut self,
        trees: &Trees,
        set: &Ranges,
        at: usize,
    ) -> Result<Vec<(i64, i64)>, Fault> {
        let mut ranges = Vec::new();
        for &(low, high) in set {
            self.spend(1, at)?;
            let low = self.known(trees, low)?;
            let high = high.map_or(Ok(low), |high| self.known(trees, high))?;
            if low <= high {
                ranges.push((low, high));
            }
        }
        ranges.sort_unstable();
        let mut merged: Vec<(i64, i64)> = Vec::new();
        for (low, high) in ranges {
            match merged.last_mut() {
                Some(last) if low <= last.1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Ok(merged)
    }
}
