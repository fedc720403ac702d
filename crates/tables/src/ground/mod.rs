//! Grounding: values and truth values of cells for given values of a table's variables.
//!
//! Values that data tables state are computed at once; the rest becomes expressions over the
//! variables of the model.

mod arithmetic;
mod cell_conditions;
mod grounder;
mod symbol_application;
mod values;

pub(crate) use grounder::MAX_BINDINGS;
pub use grounder::{GroundNumber, GroundTruth, TableGrounder, VariableBindings};
