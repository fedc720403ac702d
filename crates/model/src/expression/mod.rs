//! Constraints and objectives written with operators.
//!
//! An [`ModelExpression`] is built from variables and numbers. Arithmetic, comparisons and logic
//! mix: a truth value as a number is 0 or 1, and a number as a truth value is whether it is not 0.
//! Division truncates towards 0, and a remainder has the sign of the dividend.
//! [`Model::require`](crate::Model::require) posts an expression as a constraint, which is
//! false wherever it divides by 0 or has a negative exponent in any part.
//!
//! Eight queens that do not attack each other:
//!
//! ```
//! use parallax_model::{Domain, Model, all_different};
//!
//! let mut model = Model::new("queens");
//! let mut q = Vec::new();
//! for row in 0..8 {
//!     q.push(model.add_shown(format!("q{row}"), Domain::from_range(0, 7))?);
//! }
//! model.require("columns", &all_different(q.iter().copied()))?;
//! for j in 0..8 {
//!     for i in 0..j {
//!         model.require("diagonal", &(q[i] + i).ne(q[j] + j))?;
//!         model.require("diagonal", &(q[i] - i).ne(q[j] - j))?;
//!     }
//! }
//! assert_eq!(model.constraints().len(), 1 + 2 * 28);
//! assert!(model.check(&[], &[0, 4, 7, 5, 2, 6, 1, 3]).is_ok());
//! assert!(model.check(&[], &[0, 4, 7, 5, 2, 6, 3, 1]).is_err());
//! # Ok::<(), parallax_model::ModelError>(())
//! ```

mod error;
mod expression_tree;
mod functions;
mod lower;
mod methods;
mod operators;
mod require;

pub use expression_tree::ModelExpression;
use expression_tree::{ExpressionOperation, OperationNode};

#[cfg(test)]
mod tests;

pub use error::ExpressionError;
pub use functions::{all, all_different, all_equal, any, count_true, product, sum};
