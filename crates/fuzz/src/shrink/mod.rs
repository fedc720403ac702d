//! Makes findings smaller: instances and models on which engines differ, cases of programs.
//!
//! Every kind of finding is [`Shrinkable`]: it names its own [cuts](parallax_model::Cuts).
//! [`shrink`](shrink()) makes them while a fault still shows. [`Shrink`] does this for the engines of
//! a plan, while their [`Difference`] still shows.

mod difference;
mod reduce;
mod run;
mod stem;
mod subject;

pub use difference::Difference;
pub use reduce::{Shrinkable, shrink};
pub use run::{Attempts, Shrink, Shrunk};
pub use stem::stem;
pub use subject::{Size, Subject};
