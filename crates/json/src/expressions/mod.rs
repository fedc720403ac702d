//! Expressions of models that people write by hand (`parallax-model-2`).
//!
//! A text becomes a tree (`parse.rs`), which is written out once for each value of its indices
//! (`evaluate.rs`): to numbers where all parts are known, otherwise to an
//! [`ExpressionDag`](parallax_model::flatten::ExpressionDag).

mod cells;
mod elements;
mod evaluate;
mod expression_json;
mod expression_scope;
mod functions;
mod indices;
mod operations;
mod parameter_value;
mod parse;
mod references;
mod token;
mod tree;
mod value_conversion;

pub(super) use expression_json::{ParsedExpression, ParsedIndices, ParsedSet};

pub(super) use expression_scope::{
    ArrayCell, CellArray, CellReference, ExpressionScope, ExpressionValue,
};
pub(super) use parameter_value::ParameterValue;
pub(super) use token::JsonExpressionError;
