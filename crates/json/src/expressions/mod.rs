//! Expressions of models that people write by hand (`parallax-model-2`).
//!
//! A text becomes a tree (`parse.rs`), which is written out once for each value of its indices
//! (`evaluate.rs`): to numbers where all parts are known, otherwise to an
//! [`ExpressionDag`](parallax_model::flatten::ExpressionDag).

mod cells;
mod elements;
mod evaluate;
mod expression_json;
mod functions;
mod indices;
mod operations;
mod param;
mod parse;
mod parts;
mod references;
mod token;
mod tree;
mod world;

pub(super) use expression_json::{ParsedExpression, ParsedIndices, ParsedSet};

pub(super) use param::ParameterValue;
pub(super) use token::JsonExpressionError;
pub(super) use world::{ArrayCell, CellArray, CellReference, ExpressionScope, ExpressionValue};
