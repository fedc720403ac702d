//! Explains why a variable cannot take a value.

use std::ops::Range;

use super::{Filter, Flow, Graph};
use crate::store::Conflict;

/// A graph given by functions, in which one variable may be fixed to one value.
struct Assumed<S, W> {
    variable: Option<usize>,
    value: usize,
    span: S,
    word: W,
}

impl<S: Fn(usize) -> Range<usize>, W: Fn(usize, usize) -> u64> Graph for Assumed<S, W> {
    fn span(&self, variable: usize) -> Range<usize> {
        (self.span)(variable)
    }

    fn word(&self, variable: usize, w: usize) -> u64 {
        match (Some(variable) == self.variable, self.value / 64 == w) {
            (true, true) => 1 << (self.value % 64),
            (true, false) => 0,
            (false, _) => (self.word)(variable, w),
        }
    }

    fn spend(&mut self, _steps: usize) -> Result<(), Conflict> {
        Ok(())
    }
}

impl Filter {
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
        let all = || (0..self.flow.variables()).collect();
        let Some(value) = value.filter(|_| !self.is_contradictory()) else {
            return all();
        };
        let mut graph = Assumed { variable: Some(variable), value, span, word };
        self.blocked(Some(variable), &mut graph).unwrap_or_else(all)
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
        self.blocked(None, &mut Assumed { variable: None, value: 0, span, word })
    }

    /// Builds a flow; returns the variables that prevent it.
    fn blocked(&self, first: Option<usize>, graph: &mut impl Graph) -> Option<Vec<usize>> {
        let mut flow = self.flow.fresh();
        for x in by_size(first, flow.variables(), graph) {
            if flow.seat(x, graph).is_err() {
                return Some(flow.blocked().chain([x]).map(|x| x as usize).collect());
            }
        }
        let met = flow.meet(self.demanded(), graph);
        met.is_err().then(|| flow.blocked().map(|x| x as usize).collect())
    }
}

impl Flow {
    fn variables(&self) -> usize {
        self.taken.len()
    }
}

/// Orders the variables by the sizes of their domains, so that small Hall sets are found first.
fn by_size(first: Option<usize>, variables: usize, graph: &impl Graph) -> Vec<u32> {
    let size = |x: &usize| graph.span(*x).map(|w| graph.word(*x, w).count_ones()).sum::<u32>();
    let mut order: Vec<usize> = (0..variables).collect();
    order.sort_by_cached_key(|x| (Some(*x) != first, size(x)));
    order.into_iter().map(|x| x as u32).collect()
}
