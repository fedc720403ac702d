//! FlatZinc (Nethercote, Stuckey, Becket, Brand, Duck and Tack, "MiniZinc: Towards a Standard CP
//! Modelling Language", CP 2007), the language between MiniZinc and its solvers (`.fzn`).
//!
//! Reading makes a [`FlatzincDocument`]: variables, constraints as data, a goal, and the output
//! that MiniZinc expects.

mod assignment;
mod bounds;
mod build;
mod builtins;
mod check;
mod define;
mod detect_flatzinc;
mod document;
mod domains;
mod draft;
mod equality_classes;
mod error;
mod instance;
mod int_set;
mod output;
mod plan;
mod solutions;
mod substitute;
mod sum_bounds;
mod terms;
#[cfg(test)]
mod tests;
mod text;
mod text_cuts;
mod truth;
mod words;

pub use detect_flatzinc::starts_flatzinc;
pub use document::FlatzincDocument;
pub use instance::{FlatzincInstance, OutputItem};
