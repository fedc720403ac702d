//! Words of an automaton, and any other machine: paths through a layered graph.
//!
//! The automaton is unrolled once over the initial domains (`graph.rs`). A word is accepted exactly
//! if it is the values along a path from the start to acceptance. `paths.rs` keeps the arcs that
//! lie on a path within the domains (Pesant, "A regular language membership constraint for finite
//! sequences of variables", CP 2004). Decision diagrams over layers are treated alike.

mod explain;
mod graph;
mod make_regular;
mod paths;

pub(super) use make_regular::build_regular;

#[cfg(test)]
mod tests;
