//! Global constraints: kinds with a plain form.
//!
//! Each has, like the core kinds, a struct and a file with its scope, meaning and words. Beyond
//! that it has a plain form ([`PlainForm`]): core constraints and hidden variables, determined by
//! the shown ones, that mean the same. [`Model::plain_model`](crate::Model::plain_model) puts it in
//! the place of the constraint. So each target handles every global kind from the start; its own
//! version of a kind is one line there.
//!
//! To add a global kind:
//!
//! 1. Write the struct with [`Kind`](super::Kind) and `rename` here; `bin_packing.rs` is a
//!    short one to start from.
//! 2. Write its [`PlainForm`] in `plain/`.
//! 3. Add its line to the list in `../kinds.rs`.
//! 4. The compiler names the draw of random constraints in `../../sample/global.rs`, from which
//!    most tests of the workspace draw, and the propagators in the crate of native search.

mod automaton;
mod bin_packing;
mod circuit;
mod count;
mod cumulative;
mod distinct_count;
mod layers;
mod machine;
mod no_overlap;
mod operand;
pub(crate) mod plain;
mod regular;
mod shared;
#[cfg(test)]
mod tests;

pub use automaton::{AutomatonError, DeterministicAutomaton, MAX_STATES};
pub use bin_packing::BinPacking;
pub use circuit::Circuit;
pub use count::Count;
pub use cumulative::Cumulative;
pub use distinct_count::DistinctCount;
pub use layers::{LayerArc, LayersError, MachineLayers};
pub use machine::{ConstraintMachine, MachineState};
pub use no_overlap::NoOverlap;
pub use operand::ConstraintOperand;
pub(crate) use plain::{PlainError, PlainForm, PlainFormBudget, PlainWriter};
pub use regular::Regular;
