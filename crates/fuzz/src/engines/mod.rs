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

pub(crate) use draw::model as draw_model;
pub use draw::{Draw, Entrants};
pub(crate) use panic_guard::PanicGuard;
pub use run::{EngineAnswer, Engines, Finding, FindingKind};
pub use tally::{Answers, Tally};
pub(crate) use tally::{general, give_reason};
