//! Random small models over every constraint kind, for cross-checks.
//!
//! The models are small enough for brute force and as varied as the kinds allow: sparse and
//! negative domains, domains of one value, hidden variables, repeated variables in a scope,
//! constraints without solutions.

mod extreme;
mod global;
mod random_model;

pub use random_model::{
    draw_constraint, model_of_kind, model_with_globals, model_with_objective, random_model,
};
use random_model::{draw_kind, draw_relation, draw_scope, draw_value, draw_variable};

pub use extreme::{DomainSpan, extreme_model, extreme_of_kind, extreme_with_globals};
