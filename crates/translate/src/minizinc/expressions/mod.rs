//! The expressions of an instance as MiniZinc, without the variables of flattening.
//!
//! An expression that is used more than once, or that is deep, gets a name, so that the text is as
//! long as the expressions, and no deeper than MiniZinc reads.

mod expression_pieces;
mod nodes;

use expression_pieces::{ExpressionText, ExpressionTexts};

#[cfg(test)]
mod tests;
