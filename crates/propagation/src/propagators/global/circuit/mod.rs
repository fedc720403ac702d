//! Circuit: different successors, no short cycles, and what the graph of possible arcs allows.

mod arcs;
mod chains;
mod components;
mod make_circuit;
mod reach;

use make_circuit::Nodes;
pub(super) use make_circuit::make;

#[cfg(test)]
mod tests;
