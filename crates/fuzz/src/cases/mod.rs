//! Numbered cases, each determined by its number alone.
//!
//! A case depends only on the seed and its number, so runs can be cut into slices, spread over
//! threads and [children](ChildOptions), and continued. A [`CaseCampaign`] defines its cases.

mod campaign;
mod child_error;
mod children;
mod random;
mod run_observer;
mod slices;

pub use campaign::{CampaignSum, CaseCampaign, CaseTally, StepObserver, SumOf};
pub use child_error::ChildError;
pub use children::{ChildOptions, serve_campaign};
pub use random::case_rng;
pub use run_observer::RunObserver;
