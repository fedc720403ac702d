//! Finds augmenting paths.

use super::{NO_INDEX, NetworkFlow, ValueGraph};
use crate::store::{PropagationConflict, set_bits};

/// A breadth-first search for a path through the residual graph.
#[derive(Clone)]
pub(super) struct AugmentingPath {
    /// The values that have not been reached.
    unseen: Vec<u64>,
    /// The values that have been reached, in that order.
    reached: Vec<u32>,
    /// The variable from which each value was reached, if any.
    from: Vec<u32>,
}

impl AugmentingPath {
    pub(super) fn new(values: usize) -> Self {
        AugmentingPath {
            unseen: vec![u64::MAX; values.div_ceil(64)],
            reached: Vec::new(),
            from: vec![NO_INDEX; values],
        }
    }

    fn begin_search(&mut self) {
        // Resets only what the last search touched, so that a short search stays cheap in a large
        // graph.
        for value in self.reached.drain(..) {
            self.unseen[value as usize / 64] |= 1 << (value % 64);
        }
    }

    #[inline]
    fn reach_value(&mut self, value: u32, from: u32) {
        let (w, bit) = (value as usize / 64, 1 << (value % 64));
        if self.unseen[w] & bit != 0 {
            self.unseen[w] &= !bit;
            self.from[value as usize] = from;
            self.reached.push(value);
        }
    }
}

/// The target of a path.
#[derive(Clone, Copy)]
enum PathTarget {
    /// Any value with spare capacity.
    Room,
    /// This value.
    Value(u32),
}

impl NetworkFlow {
    /// Gives an unassigned variable a value; other variables may move to other values.
    ///
    /// # Errors
    /// Returns a conflict if no flow exists: then the
    /// [`blocked_variables`](NetworkFlow::blocked_variables) and this one have too few values.
    pub(super) fn seat_variable(
        &mut self,
        variable: u32,
        graph: &mut impl ValueGraph,
    ) -> Result<(), PropagationConflict> {
        if self.taken[variable as usize] != NO_INDEX {
            return Ok(());
        }
        self.path.begin_search();
        // The common case is a free value of the variable itself; otherwise the search continues
        // through the variables that hold its values.
        let end = match self.look_from(variable, PathTarget::Room, graph)? {
            Some(value) => (variable, value),
            None => self.find_path(PathTarget::Room, graph)?,
        };
        self.shift_path(end);
        Ok(())
    }

    /// Gives a value another unit, taken from a value that can spare one.
    ///
    /// # Errors
    /// Returns a conflict if that is impossible: then all
    /// [`blocked_variables`](NetworkFlow::blocked_variables) must take other values, and too few
    /// variables remain for this one.
    pub(super) fn add_unit(
        &mut self,
        value: u32,
        graph: &mut impl ValueGraph,
    ) -> Result<(), PropagationConflict> {
        self.path.begin_search();
        // The sources are all values that can spare a unit; `NO_INDEX` marks the end of a path
        // there.
        for &taken in &self.taken {
            if taken != NO_INDEX && self.nodes[taken as usize].can_give() {
                self.path.reach_value(taken, NO_INDEX);
            }
        }
        let end = self.find_path(PathTarget::Value(value), graph)?;
        self.shift_path(end);
        Ok(())
    }

    /// Returns the variables at the values that the last search, a failed one, reached: all their
    /// values are among these.
    pub(super) fn blocked_variables(&self) -> impl Iterator<Item = u32> + '_ {
        self.path.reached.iter().flat_map(|&value| self.value_takers(value))
    }

    /// Returns the variables that take a value.
    pub(super) fn value_takers(&self, value: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.nodes[value as usize].first;
        let next = |&x: &u32| Some(self.next[x as usize]).filter(|&x| x != NO_INDEX);
        std::iter::successors(Some(first).filter(|&x| x != NO_INDEX), next)
    }

    /// Continues from the reached values, and returns the last step to the goal.
    fn find_path(
        &mut self,
        goal: PathTarget,
        graph: &mut impl ValueGraph,
    ) -> Result<(u32, u32), PropagationConflict> {
        let mut head = 0;
        while let Some(&value) = self.path.reached.get(head) {
            head += 1;
            // Every variable that takes a reached value could move on and make room there.
            let mut variable = self.nodes[value as usize].first;
            while variable != NO_INDEX {
                if let Some(end) = self.look_from(variable, goal, graph)? {
                    return Ok((variable, end));
                }
                variable = self.next[variable as usize];
            }
        }
        Err(PropagationConflict)
    }

    /// Returns a value of the variable that meets the goal; otherwise marks all values that it can
    /// take as reached.
    #[inline]
    fn look_from(
        &mut self,
        variable: u32,
        goal: PathTarget,
        graph: &mut impl ValueGraph,
    ) -> Result<Option<u32>, PropagationConflict> {
        let span = graph.word_range(variable as usize);
        graph.spend_steps(span.len())?;
        for w in span {
            let word = graph.value_word(variable as usize, w);
            let end = match goal {
                // One word operation tests 64 values of the variable.
                PathTarget::Room => word & self.room[w],
                PathTarget::Value(value) if value as usize / 64 == w => word & 1 << (value % 64),
                PathTarget::Value(_) => 0,
            };
            if end != 0 {
                return Ok(Some(w as u32 * 64 + end.trailing_zeros()));
            }
            for bit in set_bits(word & self.path.unseen[w]) {
                self.path.reach_value(w as u32 * 64 + bit, variable);
            }
        }
        Ok(None)
    }

    /// Moves every variable on the path one value further.
    fn shift_path(&mut self, end: (u32, u32)) {
        // Walks the path backwards from its end. E.g. x wants 1, which y holds, and y can take 2: y
        // moves to 2, then x takes 1.
        let (mut variable, mut value) = end;
        loop {
            // The old value is free for the variable from which it was reached.
            let old = self.taken[variable as usize];
            self.leave_value(variable);
            self.take_value(variable, value);
            // The variable had no value: the path of `seat_variable` starts here.
            if old == NO_INDEX {
                return;
            }
            (variable, value) = (self.path.from[old as usize], old);
            // The old value was a source of `add_unit`: it gave away its spare unit.
            if variable == NO_INDEX {
                return;
            }
        }
    }
}
