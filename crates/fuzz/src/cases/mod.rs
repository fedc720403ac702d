//! Numbered cases, each determined by its number alone.
//!
//! A case depends only on the seed and its number, so runs can be cut into slices, spread over
//! threads and [children](Children), and continued. A [`Campaign`] says what a case is.

mod campaign;
mod child_error;
mod children;
mod live;
mod random;
mod slices;

pub use campaign::{Campaign, CaseTally, Step, Sum, SumOf};
pub use child_error::ChildError;
pub use children::{Children, serve};
pub use live::Live;
pub use random::rng;
