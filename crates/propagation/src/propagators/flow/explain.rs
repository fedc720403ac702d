//! Explains why a variable cannot take a value.

use std::ops::Range;

use super::{FlowFilter, NetworkFlow, ValueGraph};
use crate::store::PropagationConflict;

/// A graph given by functions, in which one variable may be fixed to one value.
struct AssumptionGraph<S, W> {
    variable: Option<usize>,
    value: usize,
    span: S,
    word: W,
}

impl<S: Fn(usize) -> Range<usize>, W: Fn(usize, usize) -> u64> ValueGraph
    for AssumptionGraph<S, W>
{
    fn word_range(&self, variable: usize) -> Range<usize> {
        (self.span)(variable)
    }

    fn value_word(&self, variable: usize, w: usize) -> u64 {
        match (Some(variable) == self.variable, self.value / 64 == w) {
            (true, true) => 1 << (self.value % 64),
            (true, false) => 0,
            (false, _) => (self.word)(variable, w),
        }
    }

    fn spend_steps(&mut self, _steps: usize) -> Result<(), PropagationConflict> {
        Ok(())
    }
}

impl FlowFilter {
    /// Returns variables whose domains prevent a variable from taking a value. Either they and that
    /// variable have too few values (a Hall set), or a value that must be taken is out of their
    /// reach and the others are too few. Returns all variables if the domains do not prevent it.
    pub(in crate::propagators) fn why_not(
        &self,
        variable: usize,
        value: Option<usize>,
        span: impl Fn(usize) -> Range<usize>,
        word: impl Fn(usize, usize) -> u64,
    ) -> Vec<usize> {
        let all = || (0..self.flow.variable_count()).collect();
        let Some(value) = value.filter(|_| !self.is_contradictory()) else {
            return all();
        };
        // The assumption is refuted by building a flow from nothing; whatever blocks it is the
        // reason.
        let mut graph = AssumptionGraph { variable: Some(variable), value, span, word };
        self.blocking_variables(Some(variable), &mut graph).unwrap_or_else(all)
    }

    /// Returns variables whose domains leave no flow: none if no number of units satisfies some
    /// capacity; `None` if there is a flow.
    pub(in crate::propagators) fn why_none(
        &self,
        span: impl Fn(usize) -> Range<usize>,
        word: impl Fn(usize, usize) -> u64,
    ) -> Option<Vec<usize>> {
        if self.is_contradictory() {
            return Some(Vec::new());
        }
        self.blocking_variables(None, &mut AssumptionGraph { variable: None, value: 0, span, word })
    }

    /// Builds a flow; returns the variables that prevent it.
    fn blocking_variables(
        &self,
        first: Option<usize>,
        graph: &mut impl ValueGraph,
    ) -> Option<Vec<usize>> {
        let mut flow = self.flow.empty_copy();
        // The assumed variable is seated first, while its value is free. The first variable that
        // then finds no seat closes a Hall set.
        for x in by_size(first, flow.variable_count(), graph) {
            if flow.seat_variable(x, graph).is_err() {
                return Some(flow.blocked_variables().chain([x]).map(|x| x as usize).collect());
            }
        }
        // All are seated: a value that must be taken is out of reach of the rest.
        let met = flow.meet_demands(self.demanded_values(), graph);
        met.is_err().then(|| flow.blocked_variables().map(|x| x as usize).collect())
    }
}

impl NetworkFlow {
    fn variable_count(&self) -> usize {
        self.taken.len()
    }
}

/// Orders the variables by the sizes of their domains, so that small Hall sets are found first.
fn by_size(first: Option<usize>, variables: usize, graph: &impl ValueGraph) -> Vec<u32> {
    let size =
        |x: &usize| graph.word_range(*x).map(|w| graph.value_word(*x, w).count_ones()).sum::<u32>();
    let mut order: Vec<usize> = (0..variables).collect();
    order.sort_by_cached_key(|x| (Some(*x) != first, size(x)));
    order.into_iter().map(|x| x as u32).collect()
}
