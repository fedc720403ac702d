//! Turns the rules of tables into assertions over the variables of the model, by hit policy:
//! constraints here, decisions and aggregates in their own files.

mod aggregates;
mod decisions;
mod rule_compiler;

pub use rule_compiler::{TableAssertions, TableCompiler, rule_condition};
use rule_compiler::{VariableTerm, applied_symbol, output_variable};
