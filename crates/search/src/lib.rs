//! Native search: backtracking with propagation over bit-set domains.
//!
//! One idea per file: [`store`] holds the domains and the trail that undoes changes to them,
//! [`queue`] schedules propagators, [`propagators`] has the reasoning of each constraint kind,
//! [`levels`] the strength of that reasoning, [`heuristics`] the choice of variable and value,
//! `decision` the two sides of a node, `tree` the search tree, [`restarts`] the restart schedules,
//! [`settings`] all settings together, and [`explain`] the explanations of removals. Nothing is
//! copied on the way down; everything is undone on the way up.
//!
//! The head of [`propagators`] is the introduction: what propagation is, the contract of a
//! propagator, how to add one in steps, and the literature. To add a heuristic, see the head of
//! [`heuristics`].
//!
//! [`count`] counts solutions without enumerating them. [`parallel`] splits one question among
//! threads. [`textbook`] is search as textbooks present it, with their counts.
//!
//! By default, native search takes dom/wdeg, median values, and for every constraint the strongest
//! propagation that is cheap: hidden singles for all-different, bounds for sums, domain consistency
//! for tables and cardinalities. For one solution or the best it restarts, follows the last
//! conflict and uses domain consistency for sums; enumeration never restarts (`by_task.rs`,
//! `Settings::strategy`). A model's search plan comes first (`heuristics/plan`).
//!
//! Domains are words of 64 values that are aligned across variables. A sparse domain stores only
//! the words that hold values, so that no work grows with the span of a domain.
//!
//! With 1024 candidates or more, a tournament tree replays only the matches of changed variables to
//! find the next one. Its choice is that of a comparison of all variables.
//!
//! Bit sets of propagators, one for each variable and event, are added to the queue, which is
//! ordered by cost. A propagator can read which of its variables changed.
//!
//! A limit reached inside a long propagation ends it with a conflict, and the store records that
//! the conflict is not one of the constraints.
//!
//! `learning` is a tree that learns a nogood from each conflict, for one solution, a few, or the
//! best. `turns` begins with plain search and goes on by learning; the setting `learn` has it from
//! the start.

mod by_task;
mod certify;
mod cliques;
pub mod count;
pub mod decided;
mod decision;
mod decisions;
mod effort;
pub mod explain;
pub mod heuristics;
mod learning;
pub mod levels;
mod node_counters;
mod nogoods;
mod orders;
pub mod parallel;
mod probe;
pub mod propagators;
pub mod queue;
pub mod restarts;
mod session;
pub mod settings;
pub mod store;
#[cfg(test)]
mod tests;
pub mod textbook;
mod trace;
mod tree;
mod turns;
mod unsupported;

pub use by_task::ByTask;
pub use certify::{Log, Logged};
pub use decision::{Decision, Test};
pub use decisions::Walk;
pub use session::Search;
pub use settings::{SettingError, Settings};
pub use unsupported::UnsupportedModel;
