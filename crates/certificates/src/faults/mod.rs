//! Why something is refused: each fault has its data and one text.

mod form;
mod model;
mod names;
mod steps;

pub use form::{FormFault, HeadFault};
pub use model::{ModelFault, PartFault};
pub use names::NameFault;
pub use steps::{CheckFault, StepFault, Stopped};
