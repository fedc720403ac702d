//! Explains why no accepted word has a value.

use std::ops::Range;

use parallax_model::{Domain, Value, VarId};

use super::graph::LayeredGraph;
use crate::propagators::{ExplanationPremises, PastDomains, ValueRemoval};

impl LayeredGraph {
    /// Explains why no path remains, if one variable has a value: from the last arc to the first,
    /// adds the lost values that would lead from a reached state to one from which acceptance is
    /// reachable. Returns false and adds nothing if a path remains.
    pub(super) fn explain_cut(
        &self,
        assumed: Option<(VarId, Value)>,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        // Whether each label can be read: now, or not because of the assumption.
        let of = |label: usize| {
            let label = self.labels()[label];
            let v = self.scope()[label.place as usize];
            match assumed {
                Some((own, value)) if own == v => (value == label.value, value != label.value),
                _ => (past.contains(v, label.value), false),
            }
        };
        let readable: Vec<(bool, bool)> = (0..self.labels().len()).map(of).collect();
        // Forward: the states that the domains of that time reach. Acceptance must not be among
        // them.
        let reached = self.reached_states(&readable);
        if reached.last() != Some(&false) {
            return false;
        }
        // Backward: a state is hopeful if acceptance is reachable from it by values that are not
        // premises. A lost value becomes a premise only if it would join a reached state to a
        // hopeful one.
        let mut hopeful = vec![false; self.state_count()];
        if let Some(last) = hopeful.last_mut() {
            *last = true;
        }
        let mut lost: Vec<Vec<Value>> = vec![Vec::new(); self.scope().len()];
        // States of one place have numbers in a row, so a place is done before the one before it:
        // first its lost values are known, then the states that are hopeful despite them.
        for place in (0..self.scope().len()).rev() {
            let mut closed = vec![false; self.labels_at(place).len()];
            let first = self.labels_at(place).start;
            for label in self.labels_at(place) {
                let connects = |&arrow: &u32| {
                    let arrow = self.all_arcs()[arrow as usize];
                    reached[arrow.from as usize] && hopeful[arrow.to as usize]
                };
                let (now, never) = readable[label];
                closed[label - first] =
                    never || (!now && self.labelled_arcs(label as u32).iter().any(connects));
                if closed[label - first] && !never {
                    lost[place].push(self.labels()[label].value);
                }
            }
            // All other labels count as readable here, even lost ones, which keeps the premises
            // few.
            for label in self.labels_at(place).filter(|label| !closed[label - first]) {
                for &arrow in self.labelled_arcs(label as u32) {
                    let arrow = self.all_arcs()[arrow as usize];
                    if hopeful[arrow.to as usize] {
                        hopeful[arrow.from as usize] = true;
                    }
                }
            }
        }
        for (&v, values) in self.scope().iter().zip(&lost) {
            into.add_lost_values(v, values, past);
        }
        true
    }

    /// Returns whether each state is reached by labels that can be read now.
    fn reached_states(&self, readable: &[(bool, bool)]) -> Vec<bool> {
        let mut reached = vec![false; self.state_count()];
        if let Some(start) = reached.first_mut() {
            *start = true;
        }
        for arrow in self.all_arcs() {
            if reached[arrow.from as usize] && readable[arrow.label as usize].0 {
                reached[arrow.to as usize] = true;
            }
        }
        reached
    }

    /// Returns the domains of a run of places through which no path leads with the value. Two
    /// binary searches shorten the run.
    pub(super) fn why_not(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        let place_count = self.scope().len();
        let mut run = 0..place_count;
        if self.blocks_paths(&run, removal, past) {
            // Invariant: the run from `good` on blocks all paths, the one from `bad` on does not.
            // More places block at least as much, so the binary search is valid.
            let (mut good, mut bad) = (0, place_count + 1);
            while bad - good > 1 {
                let start = good + (bad - good) / 2;
                let blocks = self.blocks_paths(&(start..place_count), removal, past);
                *(if blocks { &mut good } else { &mut bad }) = start;
            }
            run.start = good;
            // The end is handled likewise; `bad` may be -1, so it is signed.
            let (mut good, mut bad) = (place_count, good as i64 - 1);
            while good as i64 - bad > 1 {
                let end = (bad + (good as i64 - bad) / 2) as usize;
                let blocks = self.blocks_paths(&(run.start..end), removal, past);
                if blocks { good = end } else { bad = end as i64 }
            }
            run.end = good;
        }
        let others = self.scope()[run].iter().filter(|&&v| v != removal.variable);
        others.map(|&v| (v, past.domain(v))).collect()
    }

    /// Whether no path remains if the places of the run have their domains and all others any
    /// value, and the variable has the value.
    fn blocks_paths(
        &self,
        run: &Range<usize>,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> bool {
        let is_open = |label: u32| {
            let label = self.labels()[label as usize];
            let v = self.scope()[label.place as usize];
            if v == removal.variable {
                return label.value == removal.value;
            }
            let bits = || past.word_at(v, label.value & !63);
            !run.contains(&(label.place as usize)) || bits() >> (label.value & 63) & 1 == 1
        };
        let mut reached = vec![false; self.state_count()];
        if let Some(start) = reached.first_mut() {
            *start = true;
        }
        // Arcs are sorted by place, so all arcs into a state come before those that leave it.
        for arrow in self.all_arcs() {
            if reached[arrow.from as usize] && is_open(arrow.label) {
                reached[arrow.to as usize] = true;
            }
        }
        !reached.last().is_some_and(|&reached| reached)
    }
}
