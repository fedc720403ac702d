//! Finds the strongly connected components of the residual graph.

use super::{NO_INDEX, NetworkFlow, ValueGraph};
use crate::store::{PropagationConflict, set_bits};

/// Tarjan's algorithm (1972) without recursion, on the taken values. The other values matter only
/// as paths to the sink. The sink, from which all values that can spare a unit are reached, is the
/// first root and has number 0.
#[derive(Clone)]
pub(super) struct ResidualComponents {
    unseen: Vec<u64>,
    on_stack: Vec<u64>,
    visits: Vec<ComponentVisit>,
    /// The values seen, in that order.
    seen: Vec<u32>,
    stack: Vec<u32>,
    frames: Vec<ComponentFrame>,
    /// The variables, ordered by the components of the values that they take.
    pub(super) order: Vec<u32>,
    /// The end of each component in `order`.
    pub(super) ends: Vec<u32>,
    /// The component of the sink.
    pub(super) sink: Option<usize>,
}

#[derive(Clone, Copy, Default)]
struct ComponentVisit {
    /// Its place among all values seen.
    number: u32,
    /// The lowest number on the stack known to be reachable.
    low: u32,
}

/// A value whose successors are being visited: the values of this variable, from this word on.
#[derive(Clone, Copy)]
struct ComponentFrame {
    value: u32,
    variable: u32,
    w: u32,
}

impl ResidualComponents {
    pub(super) fn new(values: usize) -> Self {
        ResidualComponents {
            unseen: vec![u64::MAX; values.div_ceil(64)],
            on_stack: vec![0; values.div_ceil(64)],
            visits: vec![ComponentVisit::default(); values],
            seen: Vec::new(),
            stack: Vec::new(),
            frames: Vec::new(),
            order: Vec::new(),
            ends: Vec::new(),
            sink: None,
        }
    }

    /// Finds the components of the values that these variables take. Every variable must take a
    /// value.
    pub(super) fn find_components(
        &mut self,
        variables: &[u32],
        flow: &NetworkFlow,
        graph: &mut impl ValueGraph,
    ) -> Result<(), PropagationConflict> {
        self.begin_search();
        let values = || variables.iter().map(|&x| flow.taken[x as usize]);
        // The sink leads to each value that can spare a unit, so the search starts with these.
        for value in values().filter(|&value| flow.nodes[value as usize].can_give()) {
            self.explore_value(value, true, flow, graph)?;
        }
        // Values that lead back to the sink have `low` 0, below every number, and stayed on the
        // stack: together with the sink they are one component.
        if !self.stack.is_empty() {
            self.sink = Some(self.ends.len());
            self.close_component(0, flow);
        }
        values().try_for_each(|value| self.explore_value(value, false, flow, graph))
    }

    fn begin_search(&mut self) {
        for value in self.seen.drain(..) {
            let (w, bit) = (value as usize / 64, 1 << (value % 64));
            self.unseen[w] |= bit;
            self.on_stack[w] &= !bit;
        }
        self.stack.clear();
        self.frames.clear();
        self.order.clear();
        self.ends.clear();
        self.sink = None;
    }

    /// Searches depth first from a value that was not visited; `sink` is whether the sink is still
    /// at the bottom of the stack.
    fn explore_value(
        &mut self,
        root: u32,
        sink: bool,
        flow: &NetworkFlow,
        graph: &mut impl ValueGraph,
    ) -> Result<(), PropagationConflict> {
        if self.unseen[root as usize / 64] >> (root % 64) & 1 == 0 {
            return Ok(());
        }
        self.enter_value(root, flow, graph);
        while let Some(&frame) = self.frames.last() {
            if frame.variable == NO_INDEX {
                self.leave_value(frame.value, flow);
                continue;
            }
            let w = frame.w as usize;
            let word = graph.value_word(frame.variable as usize, w);
            // A variable of this value can take one with room: an arc by way of that value to the
            // sink.
            if sink && word & flow.room[w] != 0 {
                self.visits[frame.value as usize].low = 0;
            }
            // Only taken values are nodes, and each of them has a variable, so `enter_value` finds
            // a first one.
            let fresh = word & self.unseen[w] & flow.used[w];
            if fresh != 0 {
                self.enter_value(frame.w * 64 + fresh.trailing_zeros(), flow, graph);
                continue;
            }
            self.lower_link(frame.value, w, word);
            graph.spend_steps(2)?;
            self.advance_frame(flow, graph);
        }
        Ok(())
    }

    fn enter_value(&mut self, value: u32, flow: &NetworkFlow, graph: &impl ValueGraph) {
        let (w, bit) = (value as usize / 64, 1 << (value % 64));
        self.unseen[w] &= !bit;
        self.on_stack[w] |= bit;
        self.seen.push(value);
        self.stack.push(value);
        // Counted after the push, so numbers start at 1 and 0 is the sink.
        let number = self.seen.len() as u32;
        self.visits[value as usize] = ComponentVisit { number, low: number };
        let variable = flow.nodes[value as usize].first;
        let w = graph.word_range(variable as usize).start as u32;
        self.frames.push(ComponentFrame { value, variable, w });
    }

    /// Moves on to the next word, or to the next variable that takes the value.
    #[inline]
    fn advance_frame(&mut self, flow: &NetworkFlow, graph: &impl ValueGraph) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        frame.w += 1;
        if frame.w as usize >= graph.word_range(frame.variable as usize).end {
            // After the last variable this is `NO_INDEX`, and the frame is closed at its next turn.
            frame.variable = flow.next[frame.variable as usize];
            if frame.variable != NO_INDEX {
                frame.w = graph.word_range(frame.variable as usize).start as u32;
            }
        }
    }

    /// Lowers `low` by the successors on the stack. Nothing on it is lower than its bottom.
    #[inline]
    fn lower_link(&mut self, value: u32, w: usize, word: u64) {
        // The value itself is on the stack, so a bottom exists. Once `low` is down there, no
        // successor can lower it further.
        let bottom = self.visits[self.stack[0] as usize].number;
        let mut low = self.visits[value as usize].low;
        for bit in set_bits(word & self.on_stack[w]) {
            if low <= bottom {
                break;
            }
            low = low.min(self.visits[w * 64 + bit as usize].number);
        }
        self.visits[value as usize].low = low;
    }

    /// Closes a component if this value, all of whose successors are visited, is its root.
    fn leave_value(&mut self, value: u32, flow: &NetworkFlow) {
        self.frames.pop();
        let ComponentVisit { number, low } = self.visits[value as usize];
        if let Some(parent) = self.frames.last() {
            // A parent reaches every node that its child reaches.
            let visit = &mut self.visits[parent.value as usize];
            visit.low = visit.low.min(low);
        }
        if low == number {
            // The root of a component is below all its members and above all other values on the
            // stack.
            let from = self.stack.iter().rposition(|&v| v == value).unwrap_or(0);
            self.close_component(from, flow);
        }
    }

    /// Turns the stack from a place on into a component.
    fn close_component(&mut self, from: usize, flow: &NetworkFlow) {
        for value in self.stack.drain(from..) {
            self.on_stack[value as usize / 64] &= !(1 << (value % 64));
            self.order.extend(flow.value_takers(value));
        }
        self.ends.push(self.order.len() as u32);
    }
}
