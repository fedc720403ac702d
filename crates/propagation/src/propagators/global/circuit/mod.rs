//! Circuit: different successors, no short cycles, and what the graph of possible arcs allows.

mod arcs;
mod chains;
mod components;
mod make_circuit;
mod reachability;

use make_circuit::CircuitNodes;
pub(super) use make_circuit::post_circuit;

#[cfg(test)]
mod tests;
