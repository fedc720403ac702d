//! Makes instances smaller on which engines differ.
//!
//! Every kind of instance names its own [cuts](parallax_model::Cuts). [`reduce`] makes them while
//! the [`Difference`] still shows. [`Shrink`] does this for the engines of a plan.

mod difference;
mod reduce;
mod run;
mod stem;
mod subject;

pub use difference::Difference;
pub use reduce::shrink;
pub use run::{Attempts, Shrink, Shrunk};
pub use stem::stem;
pub use subject::{Size, Subject};
