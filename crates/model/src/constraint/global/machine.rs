//! Deterministic machines: one description of the constraints that read values one by one.

use std::hash::Hash;

use crate::{Value, VarId};

/// The state of a machine after a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineState<S> {
    /// The constraint holds, or fails, for all values that follow.
    Decided(bool),
    /// The result depends on the values that follow.
    Open(S),
}

/// Reads values for the places of a scope, in order, and decides whether a constraint holds.
/// After the last place everything is decided.
///
/// A machine serves propagation, the plain form and diagrams through
/// [`MachineLayers`](super::MachineLayers), the states that it reaches after each place.
pub trait ConstraintMachine {
    /// The values that it has read, as far as they matter for the rest.
    type State: Clone + std::cmp::Eq + Hash;

    /// Returns the variables whose values it reads, in order; one may occur several times.
    fn read_variables(&self) -> Vec<VarId>;

    /// Returns the state before the first value. It is decided if nothing is read.
    fn start_state(&self) -> MachineState<Self::State>;

    /// Returns the state after the value at a place, counted from 0.
    fn next_state(
        &self,
        state: &Self::State,
        place: usize,
        value: Value,
    ) -> MachineState<Self::State>;
}
