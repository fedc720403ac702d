//! Constraints and objectives written with Rust operators.
//!
//! ```
//! use parallax::expression::all_different;
//! use parallax::model::{Domain, Model};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
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
//! assert_eq!(parallax::count(&model)?.to_string(), "92");
//! # Ok(())
//! # }
//! ```

#[doc(inline)]
pub use parallax_model::{
    ModelExpression, all, all_different, all_equal, any, count_true, product, sum,
};
