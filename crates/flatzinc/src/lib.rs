//! FlatZinc (Nethercote, Stuckey, Becket, Brand, Duck and Tack, "MiniZinc: Towards a Standard CP
//! Modelling Language", CP 2007), the language between MiniZinc and its solvers (`.fzn`).
//!
//! Reading makes a [`FlatzincDocument`]: variables, constraints as data, a goal, and the output
//! that MiniZinc expects.

mod assigned;
mod bounds;
mod build;
mod builtins;
mod check;
mod classes;
mod define;
mod document;
mod domains;
mod draft;
mod error;
mod instance;
mod int_set;
mod output;
mod plan;
mod smaller;
mod solutions;
mod spread;
mod start;
mod substitute;
mod terms;
#[cfg(test)]
mod tests;
mod text;
mod truth;
mod words;

pub use document::FlatzincDocument;
pub use instance::{FlatzincInstance, OutputItem};
pub use start::starts_flatzinc;
