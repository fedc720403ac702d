//! Forward checking and generalised arc consistency as textbooks and their exercises present them,
//! with the counts of such an exercise.
//!
//! Every variable is *assigned* in turn, also one that has a single value left, and every value
//! that is tried counts. Forward checking acts on a constraint when exactly one of its variables is
//! not assigned (Haralick and Elliott 1980). A variable whose domain has shrunk to one value is not
//! assigned yet. That is the difference from the level `fc` of native search, which continues from
//! such a variable immediately, and so looks further ahead. Generalised arc consistency is enforced
//! before the first assignment and after each (Bessiere 2006); its result is unique, so the
//! propagators of native search compute it.
//!
//! `settings.rs` names the order of variables and values, `domains.rs` removes values, `effort.rs`
//! counts, and `walk.rs` is the search.

mod domains;
mod effort;
mod forward;
mod settings;
#[cfg(test)]
mod tests;
mod textbook_session;
mod walk;

pub use textbook_session::TextbookSession;

use effort::TextbookEffort;
pub use settings::{TextbookPropagation, TextbookSettings, TextbookVariableOrder, ValueOrder};
