//! The decisions of a file of DMN, evaluated for given inputs.
//!
//! ```text
//! text --model_reader, logic_reader--> DecisionModel --plan_evaluation--> EvaluationPlan
//! EvaluationPlan + GivenInputs --evaluation--> DecisionResults
//! ```
//!
//! Values of inputs and decisions have slots, which names are resolved to while a file is read.

mod decision_logic;
mod decision_model;
mod decision_table;
mod evaluation;
mod feel_type;
mod given_inputs;
mod logic_reader;
mod model_frame;
mod model_reader;
#[cfg(test)]
mod tests;
mod type_definitions;

pub use decision_model::{DecisionModel, ModelDecision, ModelInput};
pub use decision_table::TablePolicy;
pub use evaluation::{
    CellFailure, DecisionError, DecisionResults, EvaluationPlan, ModelFault, TableReasons,
    TableTrace,
};
pub use feel_type::FeelType;
pub use given_inputs::{GivenError, GivenInputs, InputTarget, LiteralError};
