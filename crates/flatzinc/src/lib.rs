//! FlatZinc (Nethercote, Stuckey, Becket, Brand, Duck and Tack, "MiniZinc: Towards a Standard CP
//! Modelling Language", CP 2007), the language between MiniZinc and its solvers (`.fzn`).
//!
//! Reading makes a [`Document`]: variables, constraints as data, a goal, and the output that
//! MiniZinc expects.

mod document;
mod output;
mod terms;
mod text;
mod words;

pub use document::Document;
