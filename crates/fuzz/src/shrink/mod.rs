//! Makes findings smaller: instances and models on which engines differ, cases of programs.
//!
//! Every kind of finding is [`CutSource`]: it names its own [cuts](parallax_model::NumberedCuts).
//! [`shrink_object`] makes them while a fault still shows. [`ShrinkOptions`] does this for the
//! engines of a plan, while their [`EngineDifference`] still shows.

mod difference;
mod reduce;
mod run;
mod stem;
mod subject;

pub use difference::EngineDifference;
pub use reduce::{CutSource, shrink_object};
pub use run::{AttemptCounts, ShrinkOptions, ShrunkInstance};
pub use stem::source_stem;
pub use subject::{InstanceSize, ShrinkSubject};
