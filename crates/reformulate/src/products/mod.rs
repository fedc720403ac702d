//! Enumerates or counts the solutions of any model as products.
//!
//! The search branches on *classes* of values instead of values. Two values of a variable are
//! *interchangeable* at a node if every constraint on the variable holds for the same combinations
//! of its other variables, within their current domains: neighbourhood interchangeability (Freuder,
//! AAAI 1991), computed again at each node (dynamic bundling: Choueiry and Davis, SARA 2002). The
//! search decides on one value of a class, and the others represent corresponding solutions. So a
//! leaf is a product of classes.
//!
//! *Why a product is correct.* Let `x` be decided first, with the class `A`, and `y` later, with
//! `B`. Every constraint on `x` accepts the same combinations with all values of `A`, for all
//! values that its other variables had then; these include `B`. So if the decided value of `A` and
//! each value of `B` satisfy the constraints, each value of both does. (The tests compare the
//! products with all assignments.)
//!
//! For counting, a node is also divided (`links.rs`): variables that no open constraint links,
//! directly or through others, are counted separately, and the counts are multiplied.
//!
//! Hidden variables are decided after the shown ones, and one completion is enough, so that
//! distinct assignments of the shown variables are counted.

mod classes;
mod count;
mod dependencies;
mod label;
mod links;
mod list;
mod product_steps;
mod table;
#[cfg(test)]
mod tests;
mod trace;

pub use product_steps::{MAX_FRUITLESS_NODES, ProductOptions, ProductSearch, ValueMerging};

pub use list::ListingEnd;
