//! Random small models over every constraint kind, for cross-checks.
//!
//! The models are small enough for brute force and as varied as the kinds allow: sparse and
//! negative domains, domains of one value, hidden variables, repeated variables in a scope,
//! constraints without solutions.

mod extreme;
mod global;
mod random_model;

pub use random_model::{
    constraint, model, model_of_kind, model_with_globals, model_with_objective,
};
use random_model::{kind, relation, scope, value, variable};

pub use extreme::{Span, extreme, extreme_of_kind, extreme_with_globals};
