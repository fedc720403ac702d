//! The layered graph of a machine over the initial domains.

use std::ops::Range;

use parallax_model::{MachineLayers, Value, VarId};

/// An arc between two states. States and values are numbered separately, place after place.
#[derive(Clone, Copy, Debug)]
pub(super) struct StateArc {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The number of its value at its place.
    pub(super) label: u32,
}

/// A value at a place: what an arc reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArcLabel {
    pub(super) place: u32,
    pub(super) value: Value,
}

/// The arcs on paths from the start, state 0, to acceptance, the last state. Nothing in it changes,
/// so copies of a search share it.
pub(super) struct LayeredGraph {
    scope: Vec<VarId>,
    /// Sorted by place, state and value, so that the arcs that leave a state are a run.
    arrows: Vec<StateArc>,
    /// For each state the place of its first arc.
    leaving: Vec<u32>,
    entering: ArcLists,
    /// For each place the number of its first label.
    labels_from: Vec<u32>,
    labels: Vec<ArcLabel>,
    labelled: ArcLists,
    is_empty: bool,
}

/// A list of arcs for each of several keys.
struct ArcLists {
    first: Vec<u32>,
    arrows: Vec<u32>,
}

impl ArcLists {
    /// Sorts arcs by their keys, which are below `key_count`.
    fn from_keys(key_count: usize, keys: impl Iterator<Item = u32> + Clone) -> Self {
        // A counting sort: count each key, add up, then place the arcs. It is stable and linear.
        let mut first = vec![0u32; key_count + 1];
        for key in keys.clone() {
            first[key as usize + 1] += 1;
        }
        for key in 0..key_count {
            first[key + 1] += first[key];
        }
        let mut next = first.clone();
        let mut arrows = vec![0; first[key_count] as usize];
        for (arrow, key) in (0..).zip(keys) {
            arrows[next[key as usize] as usize] = arrow;
            next[key as usize] += 1;
        }
        ArcLists { first, arrows }
    }

    #[inline]
    fn arcs(&self, key: u32) -> &[u32] {
        let key = key as usize;
        &self.arrows[self.first[key] as usize..self.first[key + 1] as usize]
    }
}

impl LayeredGraph {
    pub(super) fn new(scope: Vec<VarId>, layers: MachineLayers) -> Self {
        let is_empty = layers.is_empty();
        let states: u32 = layers.widths.iter().sum();
        let arc_count = layers.arcs.iter().map(Vec::len).sum();
        let mut arrows: Vec<StateArc> = Vec::with_capacity(arc_count);
        let (mut labels, mut labels_from) = (Vec::new(), vec![0]);
        let mut before = 0;
        for (place, arcs) in layers.arcs.into_iter().enumerate() {
            let mut values: Vec<Value> = arcs.iter().map(|arc| arc.value).collect();
            values.sort_unstable();
            values.dedup();
            // The states of a layer are numbered from `before` on, those of the next layer from
            // `after` on.
            let (after, from_label) = (before + layers.widths[place], labels.len() as u32);
            arrows.extend(arcs.iter().map(|arc| StateArc {
                from: before + arc.from,
                to: after + arc.to,
                // Every value of an arc is in the sorted list, so this is its index.
                label: from_label + values.partition_point(|&value| value < arc.value) as u32,
            }));
            labels.extend(values.into_iter().map(|value| ArcLabel { place: place as u32, value }));
            labels_from.push(labels.len() as u32);
            before = after;
        }
        let entering = ArcLists::from_keys(states as usize, arrows.iter().map(|arrow| arrow.to));
        let labelled = ArcLists::from_keys(labels.len(), arrows.iter().map(|arrow| arrow.label));
        // Sorted by state, so that the list of each state is a run of numbers.
        let leaving =
            ArcLists::from_keys(states as usize, arrows.iter().map(|arrow| arrow.from)).first;
        LayeredGraph { scope, arrows, leaving, entering, labels_from, labels, labelled, is_empty }
    }

    /// Whether there is no path at all.
    pub(super) fn is_empty(&self) -> bool {
        self.is_empty
    }

    pub(super) fn scope(&self) -> &[VarId] {
        &self.scope
    }

    pub(super) fn all_arcs(&self) -> &[StateArc] {
        &self.arrows
    }

    pub(super) fn state_count(&self) -> usize {
        self.leaving.len() - 1
    }

    pub(super) fn labels(&self) -> &[ArcLabel] {
        &self.labels
    }

    /// Returns the numbers of the labels of a place, in the order of values.
    #[inline]
    pub(super) fn labels_at(&self, place: usize) -> Range<usize> {
        self.labels_from[place] as usize..self.labels_from[place + 1] as usize
    }

    /// Returns the numbers of the arcs that leave a state.
    #[inline]
    pub(super) fn leaving_arcs(&self, state: u32) -> Range<usize> {
        self.leaving[state as usize] as usize..self.leaving[state as usize + 1] as usize
    }

    /// Returns the arcs that enter a state.
    #[inline]
    pub(super) fn entering_arcs(&self, state: u32) -> &[u32] {
        self.entering.arcs(state)
    }

    /// Returns the arcs with a label.
    #[inline]
    pub(super) fn labelled_arcs(&self, label: u32) -> &[u32] {
        self.labelled.arcs(label)
    }
}
