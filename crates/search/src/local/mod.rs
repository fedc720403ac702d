//! Local search: whole assignments that are repaired move by move, until no constraint is
//! violated.
//!
//! It finds solutions and never shows that there is none. One idea per file: [`violation`] says
//! how far an assignment is from satisfying a constraint, of every kind; `aliases` replaces
//! variables that equal others up to sign and offset; `permutation` finds all-different
//! constraints whose values are a permutation, which swaps keep; `problem` joins these; `part`
//! and `state` keep violations while values change, at a cost for the constraints of the moved
//! variables alone; `moves` looks for the best move of a variable, and `walk` chooses variables,
//! by tabu search (min-conflicts; Minton et al. 1992, Galinier and Hao 1999) or adaptive search
//! (Codognet and Diaz 2001).
//!
//! Local search is no complete engine (`Family::is_incomplete`): `all` leaves it out, no
//! reformulation has it in its leaves, and verdicts do not count its silence. Variables that
//! equal others up to sign and offset move with them, so that the diagonals of queens cost
//! nothing.

mod aliases;
mod choices;
mod moves;
mod part;
mod permutation;
mod problem;
mod settings;
mod state;
#[cfg(test)]
mod tests;
mod violated;
mod violation;
mod walk;

pub use settings::{LocalSettings, Method};
pub use violation::violation;
pub use walk::{Search, Walked, search};
