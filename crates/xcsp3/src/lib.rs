//! Instances of XCSP3-core (Boussemart, Lecoutre, Audemard and Piette, "XCSP3-core: A Format for
//! Representing Constraint Satisfaction/Optimization Problems", 2020), the format of the yearly
//! competitions of constraint solvers (`.xml`).
//!
//! Reading makes a [`Xcsp3Document`]: variables, constraints as data, and an objective. `reader.rs`
//! has what all elements share; `variables.rs`, `lists.rs`, `expression.rs`, `conditions.rs`,
//! `groups.rs` and `objective.rs` each have one part of the format. `constraints/` has one file a
//! constraint: how it is read, what it means on plain values, and how a model takes it. The meaning
//! shares no code with the model. `draft.rs` collects what the constraints post, `build.rs` makes
//! the model of it, `instance.rs` is the instance, `solutions.rs` reads the output of solvers.
//!
//! Outside this format are symbolic and set variables, hybrid tables, `stretch`, soft and reified
//! constraints, and logical combinations of constraints. They are refused by name.

mod arena;
mod assigned;
mod automata;
mod blame;
mod build;
mod conditions;
mod constraints;
mod cursor;
mod document;
mod draft;
mod error;
mod expression;
mod groups;
mod instance;
mod items;
mod lists;
mod names;
mod objective;
mod operators;
mod parts;
mod paths;
mod pieces;
mod printed;
mod reader;
mod slide;
mod smaller;
mod solutions;
mod start;
#[cfg(test)]
mod tests;
mod variables;
mod walk;

pub use document::Xcsp3Document;
pub use instance::Xcsp3Instance;
pub use start::{is_instance, root_tag, starts_xcsp3};
