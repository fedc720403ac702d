//! Walks over the values of indices.

use super::expression_scope::ExpressionScope;
use super::token::JsonExpressionError;
use super::tree::{IndexStep, JsonExpressionTree, Ranges};

impl ExpressionScope<'_> {
    /// Calls `body` for all values of the indices.
    pub(super) fn for_each(
        &mut self,
        trees: &JsonExpressionTree,
        steps: &[IndexStep],
        body: &mut dyn FnMut(&mut Self) -> Result<(), JsonExpressionError>,
    ) -> Result<(), JsonExpressionError> {
        // The recursion is as deep as there are steps, which the parser limits.
        let Some((step, rest)) = steps.split_first() else { return body(self) };
        match step {
            IndexStep::Condition(id) => {
                if self.eval_number(trees, *id)? != 0 {
                    self.for_each(trees, rest, body)?;
                }
                Ok(())
            }
            IndexStep::Index(name, at, set) => {
                if self.indices.iter().any(|(known, _)| known == name) {
                    return Err(self.error_at(*at, format!("two indices are named '{name}'")));
                }
                for (low, high) in self.set_ranges(trees, set, *at)? {
                    for value in low..=high {
                        self.spend_parts(1, *at)?;
                        self.spend_text(name.len(), *at)?;
                        // An error leaves the index in place, which is harmless: reading ends with
                        // it.
                        self.indices.push((name.clone(), value));
                        self.for_each(trees, rest, body)?;
                        self.indices.pop();
                    }
                }
                Ok(())
            }
        }
    }

    /// Returns the ranges of a set, sorted; each number is in one of them.
    pub(super) fn set_ranges(
        &mut self,
        trees: &JsonExpressionTree,
        set: &Ranges,
        at: usize,
    ) -> Result<Vec<(i64, i64)>, JsonExpressionError> {
        let mut ranges = Vec::new();
        for &(low, high) in set {
            self.spend_parts(1, at)?;
            let low = self.eval_number(trees, low)?;
            let high = high.map_or(Ok(low), |high| self.eval_number(trees, high))?;
            if low <= high {
                ranges.push((low, high));
            }
        }
        ranges.sort_unstable();
        let mut merged: Vec<(i64, i64)> = Vec::new();
        for (low, high) in ranges {
            match merged.last_mut() {
                // Overlapping ranges become one, so that the body sees each value once.
                Some(last) if low <= last.1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Ok(merged)
    }
}
