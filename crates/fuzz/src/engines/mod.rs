//! Engines on random models.
//!
//! [`Engines`] draws models, has brute force and other engines with random settings find all
//! solutions, or a best one, and compares the answers as [`compare`](parallax_compare) does. The
//! models on which two differ are [made smaller](crate::shrink).

mod draw;
mod panic_guard;
mod run;
mod tally;
#[cfg(test)]
mod tests;

pub use draw::{Draw, Entrants, model as draw_model};
pub use run::{EngineAnswer, Engines, Finding, FindingKind};
pub use tally::{Answers, Tally};
