//! The plain pseudo-Boolean definition of a model: an assignment of the model's variables extends
//! to a solution of the definition exactly if it is a solution of the model.
//!
//! Each variable has a literal for each value (`e`), exactly one of which is true; variables in
//! sums, orders and bounds also have one for each bound (`g`). Lines are clauses and sums; a line
//! under a condition has the condition's negation with a coefficient that is large enough. No line
//! is derived from another: the definition is meant to be read next to the model.

mod automata;
mod counts;
mod model_definition;
mod orders;
mod sums;
mod tables;

pub(super) use model_definition::Id;
use model_definition::MAX_DEFINITION_BYTES;
pub use model_definition::{PseudoBooleanDefinition, VeripbDefinitionError};
