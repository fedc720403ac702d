//! The plain meaning of every operator, on values.
//!
//! Values are 128 bits wide. A value beyond 64 bits is [`ExprValueError::TooLarge`]: no language of
//! a target defines it, and such cases are not asked.

mod arithmetic;
mod automaton;
mod counting;
mod elements;
mod grids;
mod logic;
mod order;
mod packing;
mod successors;
mod tasks;
mod value_definition;

pub use value_definition::{
    CaseValue, ExprValueError, UndefinedSemantics, constraint_holds, evaluate_number,
    evaluate_operator,
};
use value_definition::{dot_product, require_form, truth_value};

#[cfg(test)]
mod tests;
