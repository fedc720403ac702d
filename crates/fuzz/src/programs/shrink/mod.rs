//! Smaller cases that show the fault of a larger one.
//!
//! A case is [cut](crate::shrink) in constraints, expressions, items of lists, values of variables,
//! then numbers. A cut stays if the target's outcome is of the same class. Every case tried is
//! judged again, so the result is a wrong answer on its own.

mod case_shrinker;
mod cuts;
mod narrow;

pub use case_shrinker::{CaseSize, case_size};

pub use narrow::narrow_case;
