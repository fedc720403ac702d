//! Native search: backtracking, with the propagation of the crate [`parallax_propagation`].
//!
//! One idea per file: [`heuristics`] has the choice of variable and value, `tree` the search tree,
//! [`restarts`] the restart schedules, `session` the answers to questions, and [`settings`] all
//! settings together. Domains, propagators and explanations are in the crate below. To add a
//! heuristic, see the head of [`heuristics`].
//!
//! [`count`] counts solutions without enumerating them. [`parallel`] splits one question among
//! threads. [`textbook`] is search as textbooks present it, with their counts.
//!
//! By default, native search takes dom/wdeg, median values, and for every constraint the strongest
//! propagation that is cheap: hidden singles for all-different, bounds for sums, domain consistency
//! for tables and cardinalities. For one solution or the best it restarts, follows the last
//! conflict and uses domain consistency for sums; enumeration never restarts (`by_task.rs`,
//! `SearchSettings::restart_strategy`). A model's search plan comes first (`heuristics/plan`).
//!
//! With 1024 candidates or more, a tournament tree replays only the matches of changed variables to
//! find the next one. Its choice is that of a comparison of all variables.
//!
//! `learning` is a tree that learns a nogood from each conflict, for one solution, a few, or the
//! best. `turns` begins with plain search and continues by learning; the setting `learn` has it
//! from the start.

mod by_task;
mod certify;
pub mod count;
mod decisions;
mod effort;
pub mod heuristics;
mod learning;
#[cfg(test)]
mod meaning_tests;
mod node_counters;
mod nogoods;
mod orders;
pub mod parallel;
mod probe;
pub mod restarts;
mod session;
pub mod settings;
#[cfg(test)]
mod tests;
pub mod textbook;
mod trace;
mod tree;
mod turns;
mod unsupported;

pub use by_task::ByTask;
pub use certify::{SearchLog, SearchLogEntry};
pub use decisions::DecisionWalk;
pub use parallax_propagation::levels::ConsistencyLevel;
pub use session::SearchState;
pub use settings::{SearchSettingError, SearchSettings};
pub use unsupported::UnsupportedModel;
