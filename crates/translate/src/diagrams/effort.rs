//! The nodes, the time and the memory that a conjunction takes, and their limits.

use parallax_model::engine_api::{Control, EffortCounters, StopReason};

use super::DiagramError;

/// Steps between two checks of the clock and of the memory.
const STEPS_BETWEEN_POLLS: u64 = 512;

/// The resources spent so far.
pub(super) struct NodeBudget {
    nodes: u64,
    widest: u64,
    limit: u64,
    steps: u64,
    /// Bytes held in addition to the current layers.
    kept: usize,
}

impl NodeBudget {
    /// Starts with nothing spent of at most `limit` nodes; `kept` bytes are held already.
    pub(super) fn new(limit: u64, kept: usize) -> Self {
        NodeBudget { nodes: 0, widest: 0, limit, steps: 0, kept }
    }

    /// Returns the nodes of all conjunctions, and of the widest layer.
    pub(super) fn counters(&self) -> EffortCounters {
        let mut counters = EffortCounters::new();
        counters.add_amount("nodes", self.nodes);
        counters.add_amount("widest layer", self.widest);
        counters
    }

    /// Counts a new node of a layer that now has `layer` nodes.
    pub(super) fn add_node(&mut self, layer: usize) -> Result<(), DiagramError> {
        self.widest = self.widest.max(layer as u64);
        self.nodes += 1;
        if self.nodes > self.limit { Err(DiagramError::Nodes(self.limit)) } else { Ok(()) }
    }

    /// Counts bytes that are held until the end.
    pub(super) fn keep_bytes(&mut self, bytes: usize) {
        self.kept += bytes;
    }

    /// Checks the clock and the memory at intervals; the current layers take `bytes`.
    pub(super) fn poll_limits(
        &mut self,
        bytes: usize,
        control: &Control,
    ) -> Result<(), DiagramError> {
        self.steps += 1;
        if !self.steps.is_multiple_of(STEPS_BETWEEN_POLLS) {
            return Ok(());
        }
        if self.kept.saturating_add(bytes) > control.formula_bytes() {
            return Err(StopReason::Memory.into());
        }
        Ok(control.check_stop()?)
    }
}
