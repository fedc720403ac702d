//! Local search: repairs a whole assignment move by move until it violates no constraint.
//!
//! It finds solutions and never proves that there is none. One idea per file:
//! [`constraint_violation`] measures how far an assignment is from satisfying a constraint, for
//! every kind; `aliases` replaces variables that equal others up to sign and offset; `permutation`
//! finds all-different constraints whose values are a permutation, which swaps preserve; `prepared`
//! combines these; `part` and `state` update violations while values change, at a cost that depends
//! only on the constraints of the moved variables; `moves` finds the best move of a variable, and
//! `walk` repeats steps, of `tabu` search (min-conflicts; Minton et al. 1992, Galinier and Hao
//! 1999) or `adaptive` search (Codognet and Diaz 2001), which choose variables.
//!
//! Local search is not a complete engine (`EngineFamily::is_incomplete`): `all` omits it, no
//! reformulation has it in its leaves, and verdicts ignore its unknown answers. Variables that
//! equal others up to sign and offset move with them, so that the diagonals of queens cost nothing.

mod adaptive;
mod aliases;
mod constraint_state;
mod domain_runs;
mod moves;
mod permutation;
mod prepared;
mod setting_error;
mod settings;
mod state;
mod tabu;
#[cfg(test)]
mod tests;
mod violated;
mod violation;
mod walk;

pub use setting_error::LocalSettingError;
pub use settings::{LocalSearchMethod, LocalSettings};
pub use violation::constraint_violation;
pub use walk::{LocalOutcome, LocalQuestion, run_local_search};
