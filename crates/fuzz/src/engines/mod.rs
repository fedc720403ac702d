//! Engines on random models.
//!
//! [`EngineCampaign`] draws models, has brute force and other engines with random settings find all
//! solutions, or a best one, and compares the answers as [`compare`](parallax_compare) does. The
//! models on which two differ are [made smaller](crate::shrink).

mod draw;
mod panic_guard;
mod run;
mod tally;
#[cfg(test)]
mod tests;

pub use draw::{EngineEntrants, ModelDrawKind, draw_plain_model as draw_model};
pub use run::{EngineAnswer, EngineCampaign, FindingKind, ModelFinding};
pub use tally::{AnswerCounts, EngineTally};
