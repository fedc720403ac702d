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
mod chunked_list;
mod conditions;
mod constraints;
mod cursor;
mod document;
mod draft;
mod element_parts;
mod element_walk;
mod error;
mod expression;
mod groups;
mod instance;
mod instantiation_text;
mod items;
mod lists;
mod names;
mod objective;
mod operators;
mod paths;
mod reader;
mod reductions;
mod root_element;
mod slide;
mod solutions;
#[cfg(test)]
mod tests;
mod variables;

pub use document::Xcsp3Document;
pub use instance::Xcsp3Instance;
pub use root_element::{is_instance, root_tag, starts_xcsp3};
