//! Chooses the next variable and the next value.
//!
//! A `BranchingGuide` owns the candidates and learns from the search: failures, changes of domains,
//! and the last conflict (Lecoutre, Saïs, Tabary and Vidal 2009). Variable heuristics are in
//! `variable.rs`, value heuristics in `value.rs`; those that learn keep their weights in
//! `weights.rs` (dom/wdeg, conflict history) and `activity.rs`. `tournament.rs` finds the best of
//! many candidates without comparing all of them. `plan` follows the search plan of a model.
//!
//! To add a variable heuristic: a variant of [`VariableHeuristic`] with its paper, its name in
//! `named!` below it, its `short_description`, its state in `VariableChooser`, its choice in
//! `VariableChooser::choose_variable`. If it learns, also `LEARNING_HEURISTICS` and the hooks of
//! `VariableChooser` (`note_commit`, `note_propagation`, `note_conflict`, `reset`), because
//! restarts pay only with heuristics that learn. To add a value heuristic: a variant of
//! [`ValueHeuristic`], its name and description, its first value in `pick_value`, and in
//! `order_values` the values in reverse order of trial; if it does not assign a value, its decision
//! in `first_side.rs`. Specs, `parallax engines` and the help read the names. The tables in
//! `docs/explanation/native-search.md` list them for users. `tests.rs` compares `order_values` with
//! repeated picks.

mod activity;
mod candidates;
mod diagonal;
mod first_side;
mod guide;
mod means;
pub(super) mod plan;
#[cfg(test)]
mod tests;
mod times;
mod tournament;
mod value;
mod variable;
mod weights;

pub(super) use guide::BranchingGuide;

pub use value::ValueHeuristic;
pub use variable::VariableHeuristic;
